"""Where a patient lives or lies: postal addresses, wards and beds."""

from __future__ import annotations

from kgqa.privacy.rules import Rule, rule

_STREET = r"street|road|avenue|lane|boulevard|crescent|terrace|highway|parkway"
_SHORT = (
    r"St|Rd|Ave|Ln|Dr|Drive|Blvd|Court|Ct|Close|Way|Place|Pl|Gardens|Square|Sq|Row|Mews|Grove|Hill|Walk|Cres|Park|Green"
)
_STATES = (
    "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]"
)
_NAME = r"[A-ZÀ-Þ][\w'’.-]{1,30}"

_OF = r"(?:(?:de|du|des|del|da|do|la|las|los|le|les|l['’]) ?){0,2}"

RULES: tuple[Rule, ...] = (
    rule(
        "postal address",
        rf"(?<![\w:./-])\d{{1,5}}[a-z]?,? (?:[^\W\d][\w'’.-]{{1,30}} ){{1,3}}(?:{_STREET})\b(?:, {_NAME}(?! \w+\?))?",
    ),
    rule(
        "postal address",
        rf"(?<![\w:./-])\d{{1,5}}[A-Za-z]?,? (?:{_NAME} ){{1,3}}(?:{_SHORT})\b\.?(?=$|[\s,.;:?)])(?:, {_NAME})?",
        cased=True,
    ),
    rule(
        "postal address",
        r"\b[A-ZÄÖÜ][a-zäöüß]{2,20}(?:straße|strasse|str\.|weg|allee|platz|gasse|laan|straat)\s\d{1,4}[a-z]?\b",
        cased=True,
    ),
    rule(
        "postal address",
        rf"\b\d{{1,4}}(?: bis| ter)?,? (?:[Rr]ue|avenue|boulevard|chemin|impasse|allée|place) {_OF}"
        rf"{_NAME}(?:[ -]{_NAME}){{0,3}}",
        cased=True,
    ),
    rule(
        "postal address",
        rf"(?:\b(?:[Cc]alle|[Aa]venida|[Pp]laza|Rua|[Vv]iale|[Pp]iazza|[Cc]orso)|(?<=abita in )[Vv]ia|"
        rf"(?<=residente in )[Vv]ia) {_OF}{_NAME}(?: {_NAME}){{0,2}},? ?\d{{1,4}}\b",
        cased=True,
    ),
    rule("postal address", r"(?<![\w:-])(?:[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]?) \d[ABD-HJLNP-UW-Z]{2}(?![\w-])", cased=True),
    rule("postal address", rf"(?<=[\w,.] )(?:{_STATES}),? \d{{5}}(?:-\d{{4}})?(?![\w-])", cased=True),
    rule("postal address", r"\bP\.?\s?O\.? Box \d{1,6}\b|\bPostfach \d{1,6}\b"),
    rule(
        "ward or bed",
        r"\b(?:ward|bed|room|bay|cubicle|zimmer|bett|chambre|habitación|cama|stanza|letto|kamer)"
        r"(?: (?:no\.?|number|nr\.?))?:? ?(?:[A-Z]?-?\d{1,4}[A-Z]?)\b(?! ?(?:%|mg|air|temperature))",
    ),
    rule("ward or bed", r"\b(?:Ward|Bay|Station|Bed) (?:[A-Z]?\d{1,3}[A-Z]?|[A-Z])\b(?= |,|\.|$|;)", cased=True),
)
