"""The command that checks a text, claim by claim, against a graph."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from kgqa import settings
from kgqa.cli import models
from kgqa.cli.console import FAILED, requests, tell, write, wrong_use
from kgqa.errors import KgqaError, SettingError
from kgqa.language.phrases import VERDICTS
from kgqa.llm.messages import Provider

if TYPE_CHECKING:
    from kgqa.cli.console import Commands
    from kgqa.pipeline import Asker
    from kgqa.records import Claim
    from kgqa.settings import Settings
    from kgqa.strategies.approach import Approach
    from kgqa.strategies.check_text import CheckedText


def add(commands: Commands) -> None:
    """Add ``verify``."""
    verify = commands.add_parser("verify", help="check the claims of a text against a graph")
    verify.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a plain text; left out with --jsonl")
    verify.add_argument("--question", default="", help="the question that the text answers")
    verify.add_argument("--graph", help="name of the graph (default: the setting KGQA_GRAPH)")
    verify.add_argument(
        "--split",
        action="store_true",
        help="have the language model take the text apart into claims; else only what is read whole is checked",
    )
    verify.add_argument("--provider", choices=get_args(Provider), help="where the model runs")
    verify.add_argument("--model", help="name of the language model (default: the setting KGQA_MODEL)")
    verify.add_argument("--address", help="of the model's server (default: the setting KGQA_MODEL_ADDRESS)")
    verify.add_argument(
        "--send-identifiers",
        action="store_true",
        help="send a text to a model on another machine although it may identify a patient",
    )
    verify.add_argument("--json", action="store_true", help="print one JSON object")
    verify.add_argument(
        "--jsonl", action="store_true", help="read one JSON object with a text a line, write one with its claims a line"
    )
    verify.set_defaults(run=_verify, judge=None)


def _verify(options: argparse.Namespace) -> int:
    from kgqa.pipeline import Asker

    if options.jsonl == (options.file is not None):
        return wrong_use("verify needs a file with a text, or --jsonl and texts on standard input.")
    if not options.split and any(value is not None for value in (options.provider, options.model, options.address)):
        return wrong_use("--provider, --model and --address are for --split, which asks a language model.")
    in_force = settings.load(models.environment(options))
    approach = _approach(options, in_force)
    text = "" if options.jsonl else _text(options.file)
    if where := models.elsewhere(approach):
        more = "with the names of the graph’s kinds and relations"
        print(f"Texts go to {where}, to be split into claims, {more}.", file=sys.stderr)
    with Asker.open(in_force, options.graph, progress=tell) as asker:
        if options.jsonl:
            return _each(asker, approach, options)
        checked = _checked(asker, approach, text, options.question, options)
    if options.json:
        write({"id": None, **_as_json(checked)})
    else:
        _print(checked)
    return 0


def _approach(options: argparse.Namespace, in_force: Settings) -> Approach:
    """How texts are taken apart: by the model that is set, where that is wanted.

    Raises:
        SettingError: no model is set.
        ModelError: the model may not be asked; the message says why.
    """
    from kgqa.llm.providers import from_settings, model
    from kgqa.strategies.approach import Approach

    chosen = from_settings(in_force) if options.split else None
    if options.split and (chosen is None or not chosen.model):
        raise SettingError("--split needs a language model. Name one with --provider and --model, or leave it out.")
    asked = model(chosen, local_only=bool(in_force.local_only)) if chosen is not None else None
    return Approach("llm-only", asked)


def _text(file: Path) -> str:
    """The text of a file.

    Raises:
        SettingError: it cannot be read.
    """
    try:
        return file.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise SettingError(f"The file {str(file)!r} cannot be read: {why}. Name a plain text.") from error


def _checked(asker: Asker, approach: Approach, text: str, question: str, options: argparse.Namespace) -> CheckedText:
    agreed = models.agreed(approach, text, anything=options.send_identifiers, what="text")
    return asker.check_text(text, question=question, approach=agreed)


def _each(asker: Asker, approach: Approach, options: argparse.Namespace) -> int:
    """Checks every line of standard input; one that cannot be checked says why, and the next one comes."""
    status = 0
    for request in requests("text"):
        problem, question = request.problem, request.values.get("question") or options.question
        if not problem and not isinstance(question, str):
            problem = "The question of a text must be a text."
        if not problem:
            try:
                told = _as_json(_checked(asker, approach, request.values["text"], question, options))
            except KgqaError as error:
                problem = str(error)
        if problem:
            status, told = FAILED, {"claims": [], "error": problem}
        write({"id": request.id, **told})
    return status


def _as_json(checked: CheckedText) -> dict[str, Any]:
    told: dict[str, Any] = {"claims": [_claim(one, checked) for one in checked.claims]}
    return {**told, "notes": list(checked.notes)} if checked.notes else told


def _claim(claim: Claim, checked: CheckedText) -> dict[str, Any]:
    """A claim; ends and relation are null where they were not read."""
    from kgqa.exports import claims

    told = claims.as_json(claim)
    del told["written"], told["second_opinion"]
    told["polarity"] = claims.NEGATIVE if claim.negated else claims.POSITIVE
    told["evidence"] = [claims.record_as_json(one) for one in checked.evidence_of(claim)]
    return told


def _print(checked: CheckedText) -> None:
    from kgqa.cli.output import on_one_line, source

    for claim in checked.claims:
        print(VERDICTS[claim.verdict], on_one_line(claim.text), on_one_line(claim.reason), sep="\t")
        for one in checked.evidence_of(claim):
            print(f"  [{one.number}]\t{on_one_line(one.in_words)}\t{on_one_line(source(one))}")
    for note in checked.notes:
        print(on_one_line(note), file=sys.stderr)
    for call in checked.calls:
        print(
            f"{call.model}: {call.purpose}, {call.prompt}, {call.tokens_in:,} tokens read, {call.tokens_out:,} written",
            file=sys.stderr,
        )
    if not checked.claims:
        print("No claim was found in the text.", file=sys.stderr)
