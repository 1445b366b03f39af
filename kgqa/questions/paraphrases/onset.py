"""When something begins, in whatever words: "when do the first signs of X appear", "how old are babies when X first
shows", "which diseases first declare themselves in adulthood".

Such a question is put as the plain one: "When does X begin?", "When does A begin in X?", or with "have adult onset" in
the place of its verb, as the graph calls that time of life.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from functools import cache

from kgqa.language import thesaurus
from kgqa.language.inflection import singular_of
from kgqa.language.normalise import NAME, blanked
from kgqa.language.notation import any_of
from kgqa.language.vocabulary import DETERMINER, RELATIVE, vocabulary
from kgqa.records import Entity

_NAMED = rf"(?:{DETERMINER}\s+)?(?P<{{}}>{NAME}+)(?:['’]s?\b)?"
_ADVERB = (
    r"(?:(?:usual+y|normally|typically|generally|commonly|mostly|often|ordinarily|first|actually|tends?\s+to)\s+)*"
)
_BEHIND = r"(?:\s+(?:usual+y|normally|typically|generally|commonly|mostly|first))*"
_DO = r"(?:do|does|did|will|would|can|could|may|might)"
_AGE = (
    r"(?:when|(?:(?:at|from|in|during|by)\s+)?(?:about\s+|roughly\s+)?(?:what|which)\s+(?:ages?|stages?|times?|points?|periods?|phases?)"
    r"(?:\s+(?:of|in)\s+life)?)"
)
_HOW_OLD = (
    r"how\s+(?:old|young)\s+(?:is|are|was|were)\s+(?:an?\s+|the\s+)?"
    rf"(?:{{people}}|patients|people|babies|children|kids|they)\s+{_ADVERB}when"
)
_SIGNS = (
    r"(?:(?:the\s+|its\s+)?(?:very\s+)?(?:(?:first|earliest|initial)\s+)?(?:signs?|symptoms?)"
    r"(?:\s+(?:and|or)\s+(?:signs?|symptoms?))?\s+(?:of|in|from)\s+)?"
)
_ITSELF = r"\s+(?:itself|themselves)"
_VERB = (
    r"(?:(?:start|begin)s?\s+(?:showing|appearing|to\s+(?:show|appear|manifest))(?:\s+(?:up|itself|themselves))?"
    rf"|(?:show|manifest|declare|reveal|present|announce)s?{_ITSELF}|show(?:s|ed)?(?:\s+up)?"
    rf"|makes?{_ITSELF}\s+(?:felt|known|noticed|apparent)"
    r"|becomes?\s+(?:apparent|evident|noticeable|visible|obvious|manifest)"
    r"|sets?\s+in|comes?\s+on|kicks?\s+in|turns?\s+up|comes?\s+to\s+light|breaks?\s+out"
    r"|(?:begin|start|commence|appear|arise|emerge|manifest|surface|develop|present)s?)"
)
"""That something comes to be seen; "show" and "present" alone say it where nothing follows that is shown."""
_OPTIONS = r"(?P<options>\s*[,;:–—-]?\s*(?:as|in|at|during|is\s+it|already)\s+[a-z' -]+?\bor\b[a-z' -]+)?"
_END = r"[?.!,\s]*"
_OF = r"\s*,?\s+(?:in|of|with|from)\s+"
_FORMS = (
    rf"{_AGE}\s+{_DO}\s+{_ADVERB}{_SIGNS}(?:the\s+first\s+)?{{a}}(?:{_OF}{{b}})?{_BEHIND}\s+{_ADVERB}{_VERB}{_BEHIND}"
    rf"(?:{_OF}{{c}})?",
    rf"{_HOW_OLD}\s+{_SIGNS}{{a}}(?:{_OF}{{b}})?\s+{_ADVERB}{_VERB}{_BEHIND}(?:{_OF}{{c}})?",
    rf"(?:in|with|for)\s+{{b}}\s*,\s*{_AGE}\s+{_DO}\s+{_ADVERB}{{a}}{_BEHIND}\s+{_ADVERB}{_VERB}{_BEHIND}",
    rf"{{a}}\s*[,:;–—-]+\s*{_AGE}\s+{_DO}\s+{_ADVERB}(?:it|this|that|they)\s+{_ADVERB}{_VERB}{_BEHIND}",
)
_LIFE = r"(?P<life>[a-z]+(?:\s+[a-z]+){0,2}?)"
_WHERE = rf"(?=\s*(?:{_END}|\s(?:in|of)\s+(?:the\s+)?{NAME}+{_END})$)"
_BEGINNING = re.compile(
    rf"(?P<said>(?P<before>(?:(?:can|could|may|might)\s+)?{_ADVERB}){_VERB}{_BEHIND}\s+(?:in|during|at|around)\s+(?:the\s+)?{_LIFE})"
    rf"{_WHERE}",
    re.IGNORECASE,
)
_WHOSE = re.compile(
    r"(?P<said>\bwhose\s+(?:(?:stated|recorded|usual|typical)\s+)?onset\s+(?:is|falls|lies)\s+(?:(?:in|during|at)\s+)?(?:the\s+)?"
    rf"{_LIFE}){_WHERE}",
    re.IGNORECASE,
)
_WITH_ONSET = re.compile(
    rf"\b(?P<said>(?:have|carry|bear|show|(?:are|is)\s+(?:tagged|marked|noted|annotated)\s+with)\s+(?:an?|their|its|the)\s+(?:(?:stated|recorded|usual|typical)\s+)?(?P<time>{NAME}+))"
    rf"(?=\s*(?:{_END}|\s(?:in|of)\s+(?:the\s+)?{NAME}+{_END})$)",
    re.IGNORECASE,
)
_RELATIVE = re.compile(rf"\b{RELATIVE}\s+$", re.IGNORECASE)
_WHICH = re.compile(r"\b(?:which|what|how\s+many|list|those|all)\b", re.IGNORECASE)
_PERIOD = re.compile(r"(?P<of>[a-z]+)\s+(?:life|period|years|age|phase|stage)", re.IGNORECASE)
_STAGES = frozenset(
    {"a", "an", "as", "or", "in", "at", "already", "later", "earlier", "only", "is", "it", "during", "the"}
)


def asked_time(text: str, entities: Sequence[Entity], begins: Callable[[str], bool]) -> str | None:
    """The plain question of a text that asks when a thing begins, or when one begins in another; None where it asks
    something else as well.

    Args:
        begins: whether it is recorded of things of a type when they begin.
    """
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    for pattern in _patterns():
        match = pattern.fullmatch(masked)
        if match is None or not _are_stages(match["options"] or ""):
            continue
        named = [one for group in "abc" if (one := _at(match, group, entities)) is not None]
        if not named or len(named) < len(entities) or len(named) > 2:
            return None
        first, *others = named
        if not others and _may_begin(first, begins):
            return f"When does {first.mention} begin?"
        if others and _may_begin(others[0], begins) and not begins(first.chosen.label):
            return f"When does {first.mention} begin in {others[0].mention}?"
        return None
    return None


def beginning_at(
    text: str,
    entities: Sequence[Entity],
    labels_of: Callable[[str], Set[str]],
    begins: Callable[[str], bool],
    onset: Callable[[str], str | None],
) -> str | None:
    """A text that says of something that it begins at a time of life, with that as the graph has it ("have adult
    onset"); None where it does not, or where it is not clear what begins.

    Args:
        labels_of: the types of the graph that a word is one for.
        onset: what the graph calls the beginning at some time, None where it has none.
    """
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    if not any(begins(label) for label in _spoken_of(masked, entities, labels_of)):
        return None
    if match := _WITH_ONSET.search(masked):
        time = next((one for one in entities if one.start == match.start("time")), None)
        called = onset(time.mention) if time is not None else None
        return _put(text, match, f"have {called}") if called and called != text[slice(*match.span("said"))] else None
    match = _WHOSE.search(masked)
    called = _called(match["life"], onset) if match is not None else None
    if match is not None and called:
        return _put(text, match, f"with {called}")
    match = _BEGINNING.search(masked)
    if match is None or not _is_subject(masked[: match.start("said")], entities, labels_of, begins):
        return None
    called = _called(match["life"], onset)
    return _put(text, match, f"have {called}") if called else None


def _put(text: str, match: re.Match[str], said: str) -> str:
    return f"{text[: match.start('said')]}{said}{text[match.end('said') :]}"


def _is_subject(
    before: str, entities: Sequence[Entity], labels_of: Callable[[str], Set[str]], begins: Callable[[str], bool]
) -> bool:
    """Whether the verb behind some words is said of what they ask for: of several things it may be said of any ("which
    diseases have seizures that start in infancy")."""
    relative = _RELATIVE.search(before)
    if relative is not None:
        close = before[: relative.start()].rstrip()
        if close.endswith(NAME):
            name = next((one for one in entities if one.end == len(close)), None)
            return name is not None and _may_begin(name, begins)
        return bool(labels_of(close.split()[-1].lower())) if close else False
    if _WHICH.search(before) is not None:
        return True
    return all(_may_begin(one, begins) for one in entities)


def _may_begin(name: Entity, begins: Callable[[str], bool]) -> bool:
    return any(begins(one.label) for one in (name.chosen, *name.rivals))


def _spoken_of(masked: str, entities: Sequence[Entity], labels_of: Callable[[str], Set[str]]) -> Iterator[str]:
    yield from (each.label for one in entities for each in (one.chosen, *one.rivals))
    for word in re.findall(r"[a-z]+", masked.lower()):
        yield from labels_of(word)


def _called(life: str, onset: Callable[[str], str | None]) -> str | None:
    """What the graph calls the beginning at a time of life ("childhood", "the neonatal period", "adult life")."""
    period = _PERIOD.fullmatch(life)
    ways = [f"onset in {life}", f"onset at {life}", f"{life} onset", *([f"{period['of']} onset"] if period else [])]
    return next((found for way in ways if (found := onset(way)) is not None), None)


def _are_stages(options: str) -> bool:
    """Whether what is offered behind a question for a time are times of life, or people of that age."""
    words = (word for word in re.findall(r"[a-z-]+", options.lower()) if word not in _STAGES)
    return all(
        thesaurus.is_kind_of(word, "time of life", 6) or thesaurus.is_person(singular_of(word)) or word == "grown-up"
        for word in words
    )


def _at(match: re.Match[str], group: str, entities: Sequence[Entity]) -> Entity | None:
    if group not in match.re.groupindex or match[group] is None:
        return None
    return next((one for one in entities if one.start == match.start(group)), None)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """The forms of questions for the time at which something begins."""
    people = any_of(vocabulary().people, str)
    names = {group: _NAMED.format(group) for group in "abc"}
    found = []
    for form in _FORMS:
        written = form.replace("{people}", people)
        for group, name in names.items():
            written = written.replace(f"{{{group}}}", name)
        found.append(re.compile(rf"[^\w{NAME}]*(?:(?:and|so|but)\s+)?{written}{_OPTIONS}{_END}", re.IGNORECASE))
    return tuple(found)
