"""The options of ``ask``: which facts are read and kept, how a model is given them, and which services are asked."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgqa.errors import SettingError
from kgqa.evidence.codes import TIERS
from kgqa.language.phrases import CONTEXTS, PRUNING
from kgqa.llm.prompts import KNOWLEDGE

if TYPE_CHECKING:
    from kgqa.evidence.exploring.context import Filters
    from kgqa.evidence.pruning import Limits
    from kgqa.schema.model import Schema
    from kgqa.services.federation.service import Federation
    from kgqa.services.spoke import Spoke
    from kgqa.settings import Settings
    from kgqa.strategies.approach import Approach

_SENDING = ("cypher", *CONTEXTS)
"""The strategies that send a context to a language model."""
_NAMING = ("cypher", *PRUNING)
"""Those that look for the things that a question names."""

_LIMITS = {"context_volume", "percentile", "least_similarity", "with_cut"}
_FILTERS = {"without_relation", "least_evidence", "source", "without_type", "most_facts"}
_FOR: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(_LIMITS, PRUNING),
    **dict.fromkeys(_FILTERS, CONTEXTS),
    **dict.fromkeys(("facts_first", "without_fields"), CONTEXTS),
    **dict.fromkeys(("context_json", "prior_knowledge"), _SENDING),
    "names_by_model": _NAMING,
    **dict.fromkeys(("as_published", "by_parts"), ("kg-rag",)),
}
"""By option the strategies that have a use for it."""


def add_context(ask: argparse.ArgumentParser) -> None:
    """Add the options."""
    ask.add_argument("--context-volume", type=int, help="most facts that are kept (default: 150; 100 for yes or no)")
    ask.add_argument("--percentile", type=float, help="of a thing's scores that a kept fact exceeds (default: 75)")
    ask.add_argument("--least-similarity", type=float, help="least cosine of fact and question (default: 0.5)")
    ask.add_argument(
        "--as-published",
        action="store_true",
        help="keep facts by their scores alone, as in the paper on KG-RAG (default: the setting KGQA_AS_PUBLISHED)",
    )
    ask.add_argument(
        "--by-parts",
        action="store_true",
        help="hold facts against every sub-sentence of the question, as KG-GPT does, and keep them by scores alone",
    )
    ask.add_argument("--with-cut", action="store_true", help="with --json: the facts that were cut as well")
    ask.add_argument(
        "--without-relation", action="append", metavar="TYPE", help="leave out the facts of a relation; repeatable"
    )
    ask.add_argument(
        "--least-evidence", choices=TIERS, metavar="KIND", help=f"the weakest kind of evidence read: {', '.join(TIERS)}"
    )
    ask.add_argument("--source", action="append", metavar="NAME", help="read facts of this source only; repeatable")
    ask.add_argument(
        "--without-type", action="append", metavar="LABEL", help="leave out facts about things of a type; repeatable"
    )
    ask.add_argument(
        "--most-facts", type=int, metavar="N", help="most facts of one thing that are read (default: 3000)"
    )
    ask.add_argument(
        "--context-json",
        choices=["composed", "model"],
        help="give the facts as JSON, composed here or made by the language model",
    )
    ask.add_argument(
        "--prior-knowledge",
        nargs="?",
        const=KNOWLEDGE[0],
        metavar="NAME|FILE",
        help=f"points that go before the facts: {', '.join(KNOWLEDGE)}, or a text file (default: the first)",
    )
    ask.add_argument("--names-by-model", action="store_true", help="the language model finds the names in the question")
    ask.add_argument("--facts-first", action="store_true", help="give the facts and ask no language model to write")
    ask.add_argument("--without-fields", action="store_true", help="give a model no fields of the facts")


def given_context(options: argparse.Namespace) -> dict[str, tuple[str, ...]]:
    """The options that were given, as they are written, each with the strategies that have a use for it."""
    return {
        f"--{name.replace('_', '-')}": strategies
        for name, strategies in _FOR.items()
        if getattr(options, name) not in (None, False)
    }


def for_nearest(name: str) -> bool:
    """Whether an option also says what is shown beneath an answer that the graph cannot give."""
    return name.removeprefix("--").replace("-", "_") in _LIMITS | _FILTERS


def limits(options: argparse.Namespace) -> Limits:
    """What is kept.

    Raises:
        SettingError: a number is out of its bounds.
    """
    from kgqa.evidence.pruning import MOST_VOLUME, Limits

    usual = Limits()
    if options.full:
        return Limits(volume=MOST_VOLUME, percentile=0.0, similarity=-1.0)
    return Limits(
        volume=options.context_volume,
        percentile=usual.percentile if options.percentile is None else options.percentile,
        similarity=usual.similarity if options.least_similarity is None else options.least_similarity,
    )


def filters(options: argparse.Namespace, schema: Schema) -> Filters:
    """What is read.

    Raises:
        SettingError: the graph has no such relation or type, a relation is read with another one, or a number is out of
            its bounds.
    """
    from kgqa.evidence.exploring.context import MOST_FACTS, Filters, Rule

    left_out = options.without_relation or ()
    _known("relation", left_out, (relation.type for relation in schema.relations))
    denied = {relation.type: relation.negates for relation in schema.relations if schema.is_read_with_another(relation)}
    for one in left_out:
        if one in denied and denied[one] not in left_out:
            raise SettingError(
                f"The relation {one!r} denies what {denied[one]} says, so both are read together. Leave out "
                f"{denied[one]!r} to leave out both."
            )
    _known("type", options.without_type or (), (node.label for node in schema.nodes))
    return Filters(
        every=Rule(least=options.least_evidence, sources=tuple(options.source or ())),
        relations={type_: Rule(keep=False) for type_ in left_out},
        without=frozenset(options.without_type or ()),
        most=MOST_FACTS if options.most_facts is None else options.most_facts,
    )


def sending(options: argparse.Namespace) -> dict[str, Any]:
    """How facts are given to a model, by the fields of ``Approach``.

    Raises:
        SettingError: the file of prior knowledge cannot be read.
    """
    return {
        "facts_first": options.facts_first,
        "evidence_fields": not options.without_fields,
        "json": options.context_json or "",
        "knowledge": _knowledge(options.prior_knowledge),
        "names_by_model": options.names_by_model,
        "by_parts": options.by_parts,
    }


def _knowledge(name: str | None) -> str:
    from kgqa.llm.prompts import knowledge
    from kgqa.llm.writing.contexts import LONGEST_KNOWLEDGE

    if name is None:
        return ""
    if name in KNOWLEDGE:
        return knowledge(name)
    try:
        with Path(name).open(encoding="utf-8") as file:
            text = file.read(LONGEST_KNOWLEDGE + 1)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it is no UTF-8 text"
        raise SettingError(
            f"The prior knowledge {name!r} cannot be read: {why}. Name a text file, or one of {', '.join(KNOWLEDGE)}."
        ) from error
    if len(text) > LONGEST_KNOWLEDGE:
        raise SettingError(
            f"The prior knowledge {name!r} has more than {LONGEST_KNOWLEDGE:,} characters. Keep it to what matters."
        )
    return text


def _known(what: str, wanted: Iterable[str], known: Iterable[str]) -> None:
    there = list(dict.fromkeys(known))
    unknown = next((one for one in wanted if one not in there), None)
    if unknown is not None:
        raise SettingError(f"This graph has no {what} {unknown!r}. It has {', '.join(there)}.")


def add_services(ask: argparse.ArgumentParser) -> None:
    """Add the options."""
    ask.add_argument(
        "--service",
        action="append",
        metavar="[NAME=]ADDRESS",
        help="of --strategy federated: a TRAPI service to ask; several times: these (default: KGQA_SERVICES)",
    )
    ask.add_argument(
        "--spoke",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="of --strategy kg-rag: take facts of SPOKE's REST service as well (default: KGQA_SPOKE)",
    )
    ask.add_argument("--full", action="store_true", help="of --strategy federated: cut no fact")
    ask.add_argument("--offline", action="store_true", help="ask no service: take what is kept of their replies")
    ask.add_argument("--again", action="store_true", help="ask the services although their replies are kept")


def given_services(options: argparse.Namespace) -> str:
    """The first of the options that was given, as it is written; empty where none was."""
    of_spoke = options.strategy == "kg-rag" and options.spoke is not None
    names = ("service", "full") if of_spoke else ("service", "full", "offline", "again")
    return next((f"--{name}" for name in names if getattr(options, name)), "")


def federation(options: argparse.Namespace, in_force: Settings) -> Federation:
    """The services that a command asks.

    Raises:
        SettingError: an address is none.
    """
    from kgqa.services.federation.service import of_settings

    return of_settings(in_force, options.service, offline=options.offline, again=options.again)


def spoke(options: argparse.Namespace, in_force: Settings) -> Spoke | None:
    """SPOKE's service, where a command asks for it.

    Raises:
        SettingError: no address is named, or it is none.
    """
    from kgqa.services.spoke import Spoke

    if options.spoke is None:
        return None
    found = Spoke.of_settings(in_force, options.spoke, offline=options.offline, again=options.again)
    if found is None:
        raise SettingError("--spoke needs an address, here or as KGQA_SPOKE (https://spoke.rbvi.ucsf.edu).")
    return found


def tell_where(approach: Approach) -> None:
    """Says on standard error which services on other machines are asked, and what they learn."""
    from kgqa.services.federation.service import is_here, learned

    if approach.spoke is not None and not (approach.spoke.terms.offline or is_here(approach.spoke.service)):
        from kgqa.services.spoke import LEARNS as TOLD

        print(f"{approach.spoke.service.url} learns {TOLD}.", file=sys.stderr)
    federation = approach.federation
    away = [one for one in federation.all if not is_here(one)]
    if approach.strategy == "federated" and away and not (federation.terms.offline or federation.terms.local_only):
        names = ", ".join(one.url for one in away)
        print(f"{names} {'learns' if len(away) == 1 else 'learn'} {learned(away)}.", file=sys.stderr)
