"""Numbers and addresses on the wire that belong to one person: records, insurance, accounts, telephone, e-mail."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from kgqa.llm.redact import CREDENTIALS
from kgqa.privacy.rules import Rule, rule

_NUMBER = (
    r"(?:\s{0,2}(?:no|nr|num|number|numéro|nummer|número|numero|n°|nº|id|code|#))?\.?\s{0,2}(?:[:#=]|is\b)?\s{0,2}"
)
_CODE = (
    r"(?=[A-Z\d/-]{0,12}\d[A-Z\d/-]{0,6}\d)[A-Z]{0,4}[-/]?\d[A-Z\d]{1,14}(?:[ .]\d[A-Z\d]{0,8}|[-/][A-Z\d]{1,8}){0,3}\b"
)
"""A number of a file: begins with at most four letters, and has two digits at least."""
_LONGER = r"(?=(?:[A-Z/. -]{0,4}\d){4})" + _CODE
"""The same with four digits at least, behind words that also count things ("patient 3")."""

_RECORD = (
    r"mrn|m\.r\.n\.|emrn|medical[ -]record|hosp(?:ital)?[ -](?:record|number|no|id)|"
    r"patient[ -](?:id|identifier|number|no)|health[ -]record|chart(?:[ -](?:number|no|id))|"
    r"encounter[ -](?:number|no|id)|admission[ -](?:number|no|id)|"
    r"accession[ -](?:number|no)|specimen[ -](?:number|no|id)|lab(?:oratory)?[ -](?:number|no)|"
    r"patientennummer|fallnummer|patienten-?id|numéro de dossier|dossier(?:[ -]n°)|ipp|"
    r"historia cl[ií]nica|nhc|n[úu]mero de historia|cartella clinica|patiëntnummer|prontu[áa]rio|病历号|住院号|病案号"
)
_NATIONAL = (
    r"ssn|social security|nhs|chi number|medicare|medicaid|health (?:card|insurance)|insurance|policy|passport|"
    r"driv(?:ing|er'?s) licen[cs]e|national (?:id|insurance|identity)|nino|curp|dni|nie|codice fiscale|"
    r"versicherten(?:nummer|-?nr)|krankenversicherten(?:nummer|-?nr)|ahv|insee|num[ée]ro de s[ée]curit[ée] sociale|"
    r"bsn|cpf|personnummer|aadhaar|身份证号?"
)
_TELEPHONE = (
    r"tel|telephone|phone|mobile|cell(?:phone)?|fax|call(?: me)?(?: (?:on|at|him on|her on))?|ring(?: (?:on|at))?|"
    r"tél|téléphone|telefon|handy|teléfono|móvil|telefono|cellulare|telefoon|telefone|電話|电话|手机"
)
_APART = r"(?<![\w:./+-])"
_ENDED = r"(?![\w:>]|[.,/-]\d|\s?(?:mg|µg|mcg|kg|ml|bp|kb|mb|iu|units?|cells?|patients|reads)\b)"
_IS_APART, _IS_ENDED = re.compile(_APART), re.compile(_ENDED)
_AT_HOME = re.compile(r"(?<!\w)(?:\(\d|0)(?:[\s()./-]{0,3}\d){8}")
_MAY_BE_DIALLED = re.compile(r"(?:\d[\s()./-]{0,3}){9}")
_UNMISTAKABLE = (
    r"[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]|"  # British insurance
    r"[A-Z]{6}[\dL-NP-V]{2}[A-EHLMPRST][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]|"  # Italian
    r"[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d[\dAB] ?\d{3} ?\d{3} ?\d{2}|"  # French
    r"\d{3}\.\d{3}\.\d{3}-\d{2}|756\.\d{4}\.\d{4}\.\d{2}"  # Brazilian, Swiss
)
"""Forms that nothing else has: with a slip in it, which no check digit forgives, a number is still somebody's."""
_WRITTEN = (
    ("gb.nhs", r"\d{3}[- ]\d{3}[- ]\d{4}"),
    ("us.ssn", r"\d{3}[- ]\d{2}[- ]\d{4}"),
    ("us.itin", r"9\d{2}[- ]\d{2}[- ]\d{4}"),
    ("ca.sin", r"\d{3}-\d{3}-\d{3}"),
    ("ca.bc_phn", r"9\d{3}[- ]\d{3}[- ]\d{3}"),
    ("es.dni", r"\d{8}-?[A-Z]"),
    ("es.nie", r"[XYZ]-?\d{7}-?[A-Z]"),
    ("pt.cc", r"\d{8} ?\d ?[A-Z\d]{2}\d"),
    ("ie.pps", r"\d{7}[A-W][A-IW]?"),
    ("de.idnr", r"\d{2} \d{3} \d{3} \d{3}"),
    ("at.vnr", r"\d{4}[ -]\d{6}"),
    ("be.nn", r"\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}"),
    ("no.fodselsnummer", r"\d{6} \d{5}"),
    ("dk.cpr", r"\d{6}-\d{4}"),
    ("is_.kennitala", r"\d{6}-\d{4}"),
    ("fi.hetu", r"\d{6}[-+A-FU-Y]\d{3}[\dA-Y]"),
    ("cz.rc", r"\d{6}/\d{3,4}"),
    ("cl.rut", r"\d{1,2}\.\d{3}\.\d{3}-[\dK]"),
    ("mx.curp", r"[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d"),
    ("in_.aadhaar", r"[2-9]\d{3}[- ]\d{4}[- ]\d{4}"),
    ("cn.ric", r"\d{17}[\dX]"),
    ("kr.rrn", r"\d{6}-\d{7}"),
    ("my.nric", r"\d{6}-\d{2}-\d{4}"),
    ("th.pin", r"\d-\d{4}-\d{5}-\d{2}-\d"),
    ("za.idnr", r"\d{6} \d{4} \d{2} \d"),
)
"""Numbers of persons that ``stdnum`` checks, as other things are written so too: each with its signs or letters. A
plain run of ten digits and more is found whatever it is, and of fewer digits are the identifiers of the field."""
_DIALLED = re.compile(r"\+|\(|0(?!\.\d+\Z)")


def _is_valid(module: str) -> Callable[[re.Match[str]], bool]:
    """Whether a match is a number of a kind: its check digits, and the date and the place in it."""

    def holds(match: re.Match[str]) -> bool:
        checked: Any = import_module(f"stdnum.{module}")
        return bool(checked.is_valid(re.sub(r"\s", "", match.group())))

    return holds


def _begins_with_date(match: re.Match[str]) -> bool:
    """Whether a Swedish number begins with a day; one with a wrong check digit is a slip and still somebody's."""
    from stdnum.exceptions import ValidationError
    from stdnum.se import personnummer

    try:
        personnummer.get_birth_date(match.group())
    except ValidationError:
        return False
    return True


def _is_account(match: re.Match[str]) -> bool:
    from stdnum import iban

    return iban.is_valid(match.group())


def _is_card(match: re.Match[str]) -> bool:
    from stdnum import luhn

    return luhn.is_valid(re.sub(r"\D", "", match.group()))


@cache
def _regions() -> tuple[str, ...]:
    """The countries in which numbers begin with a nought when they are dialled at home, or everywhere."""
    from phonenumbers import SUPPORTED_REGIONS, ndd_prefix_for_region

    return "IT", *sorted(one for one in SUPPORTED_REGIONS if ndd_prefix_for_region(one, True) == "0")


def telephones(text: str) -> Iterator[tuple[int, int]]:
    """Where telephone numbers stand that no word beside them tells: with a country's code, or as dialled at home.

    A number with a country's code needs a possible length, any other has to be one that its country gives out.
    """
    if not _MAY_BE_DIALLED.search(text):
        return
    from phonenumbers import Leniency, PhoneNumberMatcher

    for region in (None, "US", *(_regions() if _AT_HOME.search(text) else ())):
        leniency = Leniency.VALID if region else Leniency.POSSIBLE
        for found in PhoneNumberMatcher(text, region, leniency=leniency):
            digits = sum(one.isdigit() for one in found.raw_string)
            grouped = region == "US" and re.search(r"\d\D+\d", found.raw_string)
            alone = _IS_APART.match(text, found.start) and _IS_ENDED.match(text, found.end)
            if alone and digits >= 9 and (grouped or _DIALLED.match(found.raw_string)):
                yield found.start, found.end


RULES: tuple[Rule, ...] = (
    *(Rule("password or key", pattern) for pattern in CREDENTIALS),
    rule(
        "password or key",
        r"\b(?:password|passwort|passcode|api[ _-]?key|secret|mot de passe|contraseña)"
        r"(?:\s{0,2}[:=]\s{0,2}|\sis\s)(?=[^\s]*\d)\S{4,}|-----BEGIN [A-Z ]*PRIVATE KEY-----",
    ),
    rule("e-mail address", r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}"),
    rule("record number", rf"(?<!\w)(?:{_RECORD}){_NUMBER}{_CODE}"),
    rule("record number", rf"\b(?:patient|case|file|record|unit){_NUMBER}(?<=[\s#:=.]){_LONGER}"),
    rule("national number", rf"(?<!\w)(?:{_NATIONAL}){_NUMBER}{_CODE}"),
    *(
        rule("national number", f"{_APART}(?:{form}){_ENDED}", _is_valid(module), cased=True)
        for module, form in _WRITTEN
    ),
    rule("national number", rf"{_APART}(?:\d{{2}})?\d{{6}}[-+]\d{{4}}{_ENDED}", _begins_with_date),
    rule("national number", f"{_APART}(?:{_UNMISTAKABLE}){_ENDED}", cased=True),
    rule(
        "bank account or card",
        rf"{_APART}[A-Z]{{2}}\d{{2}}(?: ?[A-Z\d]{{4}}){{2,7}}(?: ?[A-Z\d]{{1,3}})?{_ENDED}",
        _is_account,
        cased=True,
    ),
    rule(
        "bank account or card",
        rf"{_APART}(?:[3-6]\d{{3}}([ -]?)\d{{4}}\1\d{{4}}\1\d{{4}}|3[47]\d{{2}}[ -]?\d{{6}}[ -]?\d{{5}}){_ENDED}",
        _is_card,
    ),
    rule(
        "phone number",
        rf"(?<!\w)(?:{_TELEPHONE})\.?\s{{0,2}}(?:(?:[:#]|is\b|number\b|no\b\.?)\s{{0,2}}){{0,2}}"
        rf"\+?\(?\d[\d\s().-]{{4,18}}\d{_ENDED}",
    ),
    rule("record number", rf"{_APART}\d{{10,18}}{_ENDED}"),
)
