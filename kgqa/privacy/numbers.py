"""Numbers and addresses on the wire that belong to one person: records, insurance, telephone, e-mail, passwords."""

from __future__ import annotations

import re
from datetime import date

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
_ENDED = r"(?![\w:]|[.,/-]\d|\s?(?:mg|µg|mcg|kg|ml|bp|kb|mb|iu|units?|cells?|patients|reads)\b)"


def _is_nhs(match: re.Match[str]) -> bool:
    """Whether the check digit of a British health number is right: the digits weigh 10 to 2, modulo 11."""
    digits = [int(one) for one in match.group() if one.isdigit()]
    return (11 - sum(digit * weight for digit, weight in zip(digits, range(10, 1, -1), strict=False)) % 11) % 11 == (
        digits[-1]
    )


def _is_dni(match: re.Match[str]) -> bool:
    """Whether the letter of a Spanish identity number is the one that its digits give, modulo 23."""
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(match.group()[:8]) % 23] == match.group()[-1].upper()


def _is_social_security(match: re.Match[str]) -> bool:
    """Whether a number of nine digits can be an American one: no group is all zeros, and none begins with 9."""
    area, group, serial = re.split(r"[- ]", match.group())
    return area not in ("000", "666") and not area.startswith("9") and int(group) > 0 and int(serial) > 0


def _begins_with_date(match: re.Match[str]) -> bool:
    """Whether a Scandinavian number begins with a day: six digits, year, month and day or the other way round."""
    digits = re.sub(r"\D", "", match.group())[-10:]
    for month, day in ((digits[2:4], digits[4:6]), (digits[2:4], digits[0:2])):
        try:
            date(2000, int(month), int(day))
        except ValueError:
            continue
        return True
    return False


def _has_digits(least: int, most: int) -> re.Pattern[str]:
    return re.compile(rf"(?:\D*\d){{{least},{most}}}\D*\Z")


_NINE_TO_FIFTEEN = _has_digits(9, 15)


def _is_long(match: re.Match[str]) -> bool:
    return _NINE_TO_FIFTEEN.match(match.group()) is not None


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
    rule("national number", rf"{_APART}\d{{3}}[- ]\d{{2}}[- ]\d{{4}}{_ENDED}", _is_social_security),
    rule("national number", rf"{_APART}\d{{3}}[- ]\d{{3}}[- ]\d{{4}}{_ENDED}", _is_nhs),
    rule(
        "national number",
        rf"{_APART}[A-CEGHJ-PR-TW-Z]{{2}} ?\d{{2}} ?\d{{2}} ?\d{{2}} ?[A-D]{_ENDED}|"  # British insurance
        rf"{_APART}[A-Z]{{6}}\d{{2}}[A-EHLMPRST]\d{{2}}[A-Z]\d{{3}}[A-Z]{_ENDED}|"  # Italian
        rf"{_APART}[12] ?\d{{2}} ?(?:0[1-9]|1[0-2]) ?\d{{2}} ?\d{{3}} ?\d{{3}} ?\d{{2}}{_ENDED}|"  # French
        rf"{_APART}\d{{3}}\.\d{{3}}\.\d{{3}}-\d{{2}}{_ENDED}|{_APART}756\.\d{{4}}\.\d{{4}}\.\d{{2}}{_ENDED}",
        cased=True,
    ),
    rule("national number", rf"{_APART}\d{{8}}[A-Z]{_ENDED}", _is_dni, cased=True),
    rule("national number", rf"{_APART}(?:\d{{2}})?\d{{6}}[-+]\d{{4}}{_ENDED}", _begins_with_date),
    rule("phone number", rf"(?<!\w)(?:{_TELEPHONE})\.?\s{{0,2}}(?:[:#]\s{{0,2}})?\+?\(?\d[\d\s().-]{{4,18}}\d{_ENDED}"),
    rule("phone number", rf"{_APART}\+\d{{1,3}}[\s.-]?(?:\(0\))?(?:[\s()./-]?\d){{7,13}}{_ENDED}"),
    rule("phone number", rf"{_APART}\(\d{{2,5}}\)\s?\d{{2,4}}[\s-]?\d{{2,4}}(?:[\s-]?\d{{1,4}})?{_ENDED}", _is_long),
    rule("phone number", rf"{_APART}0\d{{1,4}}(?:[\s/-]\d{{2,8}}){{1,5}}{_ENDED}", _is_long),
    rule("phone number", rf"{_APART}0[1-9]\d{{8,9}}{_ENDED}"),
    rule("phone number", rf"{_APART}(?:1[\s.-])?[2-9]\d{{2}}[\s.-]\d{{3}}[\s.-]\d{{4}}{_ENDED}"),
    rule("record number", rf"{_APART}\d{{10,18}}{_ENDED}"),
)
