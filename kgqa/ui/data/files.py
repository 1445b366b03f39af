"""Files that a reader uploads: checked, kept for one session alone, and gone afterwards.

    <data_dir>/uploads/PID-RANDOM/nodes.csv    for the process and the session that they were sent to

The name of an uploaded file chooses among known endings and is shown; it is never a part of a path.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from pathlib import Path
from typing import BinaryIO, Literal

import streamlit as st

from kgqa import settings
from kgqa.errors import LoadError
from kgqa.load.tables.files import PACKED, SUFFIXES

MOST_BYTES = 200_000_000
"""Of one uploaded file; a folder on this machine may hold more."""
HEAD = 4096
"""Bytes at the beginning of a file that tell what it is."""
Stem = Literal["nodes", "edges", "graph"]
STEMS: tuple[Stem, ...] = ("nodes", "edges")
WHOLE: Stem = "graph"
"""A file of another form than tables, which is nodes and edges in one."""
ENDINGS = tuple(sorted({ending.rpartition(".")[2] for ending in (*SUFFIXES, PACKED)}))
"""What an uploaded file may end in, without the dot."""

FORM_ENDINGS = ("csv", "json", "jsonl", "ndjson", "nq", "nt", "obo", "sif", "trig", "tsv", "ttl", "txt")
FORM_PACKED = ("", ".gz", ".bz2")

_GZIP, _PARQUET = b"\x1f\x8b", b"PAR1"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")  # the reader of tables says what to do with those
_OTHERS = (
    (b"PK\x03\x04", "a ZIP archive or an Excel workbook; save the sheet as CSV"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook; save the sheet as CSV"),
    (b"%PDF", "a PDF; a table is needed"),
    (b"<", "a web page or XML; a table is needed"),
)


def ending_of(name: str, head: bytes, size: int) -> str:
    """The ending under which an uploaded file is kept (".csv.gz"), if its first bytes are what its name says.

    Raises:
        LoadError: it is no table, or too large.
    """
    shown = repr(name[-120:])
    lower = name.lower()
    packed = PACKED if lower.endswith(PACKED) else ""
    ending = next((one for one in SUFFIXES if lower.removesuffix(PACKED).endswith(one)), None)
    if ending is None or (packed and ending == ".parquet"):
        raise LoadError(f"The file {shown} is no table that can be read. It must end in {', '.join(SUFFIXES)} or .gz.")
    if size > MOST_BYTES:
        raise LoadError(_too_large(name, size))
    if not head:
        raise LoadError(f"The file {shown} is empty. Its first line must name the columns.")
    found = next((words for magic, words in _OTHERS if head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(magic)), None)
    if found is not None:
        raise LoadError(f"The file {shown} is {found}.")
    if head.startswith(_GZIP) != bool(packed):
        raise LoadError(f"The file {shown} {'is not' if packed else 'is'} packed with gzip. Name it after what it is.")
    if head.startswith(_PARQUET) != (ending == ".parquet") or _is_binary(head, packed, ending):
        raise LoadError(f"The file {shown} does not hold what its name says. Save it again as {ending.strip('.')}.")
    return ending + packed


def form_ending_of(name: str, size: int) -> str:
    """The ending under which a file of another form is kept; what it holds is found out when it is read.

    Raises:
        LoadError: it cannot be of any form by its name, or is too large.
    """
    lower = name.lower()
    known = (f".{ending}{packed}" for ending in FORM_ENDINGS for packed in FORM_PACKED)
    ending = next((one for one in known if lower.endswith(one)), None)
    if ending is None:
        raise LoadError(
            f"The file {name[-120:]!r} is none that can be read. It must end in .{', .'.join(FORM_ENDINGS)}; .gz or "
            ".bz2 may follow."
        )
    if size > MOST_BYTES:
        raise LoadError(_too_large(name, size))
    return ending


def _too_large(name: str, size: int) -> str:
    return (
        f"The file {name[-120:]!r} has {size / 1e6:,.0f} MB; at most {MOST_BYTES / 1e6:,.0f} MB can be uploaded. Give "
        "the folder on this machine instead."
    )


def _is_binary(head: bytes, packed: str, ending: str) -> bool:
    return b"\0" in head and not packed and ending != ".parquet" and not head.startswith(_UTF16)


def keep(file: BinaryIO, name: str, size: int, folder: Path, stem: Stem, form: str = "") -> Path:
    """Writes an uploaded file into a folder as its table of nodes or edges, in place of an earlier one.

    Args:
        form: of which it is a part, as the reader says; empty for tables.

    Raises:
        LoadError: it is no table, too large, or cannot be written.
    """
    file.seek(0)
    ending = form_ending_of(name, size) if form else ending_of(name, file.read(HEAD), size)
    file.seek(0)
    path = folder / f"{stem}{ending}"
    try:
        drop(folder, stem)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            shutil.copyfileobj(file, out)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise LoadError(
            f"The file {name[-120:]!r} could not be kept in {str(folder)!r}: {error.strerror or error}. Free "
            "space there."
        ) from error
    return path


def drop(folder: Path, stem: Stem) -> None:
    """Removes the table of nodes or edges from a folder of uploads."""
    for path in folder.glob(f"{stem}.*"):
        path.unlink()


def new_folder(data_dir: Path) -> Path:
    """A folder for the uploads of one session, which only the owner of the app can read."""
    folder = data_dir / "uploads" / f"{os.getpid()}-{secrets.token_hex(8)}"
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.mkdir(mode=0o700)
    return folder


def sweep(data_dir: Path) -> None:
    """Removes the uploads of apps that have ended."""
    with contextlib.suppress(OSError):
        for folder in (data_dir / "uploads").iterdir():
            pid = folder.name.partition("-")[0]
            if not (pid.isdecimal() and _runs(int(pid))):
                shutil.rmtree(folder, ignore_errors=True)


@st.cache_resource(show_spinner=False, scope="session", on_release=lambda folder: shutil.rmtree(folder, True))
def session_folder() -> Path:
    """The folder of this session's uploads; it ends with the session."""
    return new_folder(_swept())


@st.cache_resource(show_spinner=False)
def _swept() -> Path:
    """The data folder, without what an earlier app left in it."""
    folder = Path(settings.load().data_dir).absolute()
    sweep(folder)
    return folder


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
