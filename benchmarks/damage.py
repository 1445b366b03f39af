"""Damages the files of the default graph in many ways and asks it the same questions: none may be silently wrong.

A right answer is good, and so is a refusal that says why. An answer that is wrong, or that nothing is recorded where
something is, is what this looks for. The graph is a copy without its source, so that it cannot be loaded again; at the
end one with its source is, and is asked too.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import at_least, table, tell_line
from benchmarks.questions import Outcome, Question, bundled, run
from kgqa import settings as settings_module
from kgqa.cli.console import tell
from kgqa.errors import KgqaError
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.server.locks import is_held
from kgqa.load import catalog
from kgqa.pipeline import Asker
from kgqa.settings import Settings

NAME = "copy"
"""The graph that is damaged; its source is known under another name, and so is not taken for it."""
_REFUSING = ("refused", "failed")
_END_S = 60.0
_CHECKSUMS = ("digest", "sealed", "names_digest")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--questions", type=at_least(1), default=70, help="questions for each kind (default: 70)")
    parser.add_argument(
        "--kinds", nargs="+", choices=DAMAGE, default=list(DAMAGE), help="kinds of damage (default: all)"
    )
    parser.add_argument(
        "--without-checksums", action="store_true", help="leave the checksums out, to see what is noticed without them"
    )


def bench(options: argparse.Namespace) -> Damaged:
    """Loads the default graph into a folder of its own and damages it there."""
    with tempfile.TemporaryDirectory(prefix="kgqa-damage-") as folder:
        chosen = dataclasses.replace(settings_module.load(), data_dir=Path(folder) / "data", graph_uri="", vectors=0)
        return measure(chosen, options.kinds, options.questions, checksums=not options.without_checksums)


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of damage, and what became of the questions.

    Attributes:
        opening: what became of the graph as a whole: "asked", "refused" or "loaded again".
        wrong: what was silently wrong, a line each.
    """

    kind: str
    opening: str
    right: int
    refused: int
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Damaged:
    """The table."""

    rows: tuple[Row, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing was silently wrong."""
        return not any(row.wrong for row in self.rows)

    def text(self) -> str:
        """The table in text, and what was wrong."""
        figures = [(row.kind, row.opening, row.right, row.refused, len(row.wrong)) for row in self.rows]
        lines = table(("damage", "the graph is", "right", "refused", "silently wrong"), figures)
        for row in self.rows:
            lines += [f"{row.kind}: {line}" for line in row.wrong]
        return "\n".join(lines) + "\n"


def measure(settings: Settings, kinds: Sequence[str], number: int, *, checksums: bool = True) -> Damaged:
    """Damages the default graph of a data folder that holds nothing else, and asks it.

    Raises:
        KgqaError: it could not be loaded.
    """
    with Asker.open(settings, progress=tell) as asker:
        questions = _answerable(asker, number)
    _await_end(settings)
    graphs = settings.data_dir / "graphs"
    (graphs / catalog.DEFAULT.loader).rename(graphs / NAME)
    if not checksums:
        _leave_out_checksums(settings)
    rows = []
    with _kept(settings) as restore:
        for kind in kinds:
            restore()
            _damage(settings, NAME, kind)
            rows.append(_asked(settings, NAME, kind, questions))
            tell_line(f"{kind}: {rows[-1].opening}, {len(rows[-1].wrong)} silently wrong")
        restore()
    if checksums:
        (graphs / NAME).rename(graphs / catalog.DEFAULT.loader)
        _damage(settings, catalog.DEFAULT.loader, kinds[-1])
        row = _asked(settings, catalog.DEFAULT.loader, f"{kinds[-1]}, with the source at hand", questions)
        rows.append(dataclasses.replace(row, opening="loaded again") if row.opening == "asked" else row)
    return Damaged(tuple(rows))


def _answerable(asker: Asker, number: int) -> tuple[Question, ...]:
    """So many questions, of all that are bundled, that the whole graph answers right."""
    mixed = list(bundled())
    random.Random(0).shuffle(mixed)  # noqa: S311  the same order every time
    found: list[Question] = []
    while len(found) < number and mixed:
        some, mixed = mixed[:number], mixed[number:]
        found += [outcome.question for outcome in run(asker.ask, some).outcomes if outcome.right]
    return tuple(found[:number])


def _asked(settings: Settings, name: str, kind: str, questions: Sequence[Question]) -> Row:
    try:
        with Asker.open(settings, name, progress=tell) as asker:
            outcomes = run(asker.ask, questions).outcomes
    except KgqaError as error:
        # What is refused as a whole must be refused by its name, or by why nothing can be asked.
        wrong = () if name in str(error) else (f"refused without its name: {error}",)
        return Row(kind, "refused", 0, len(questions), wrong)
    finally:
        _await_end(settings)
    silent = [one for one in outcomes if not one.right and one.status not in _REFUSING]
    refused = sum(not one.right and one.status in _REFUSING for one in outcomes)
    right = sum(one.right for one in outcomes)
    return Row(kind, "asked", right, refused, tuple(map(_told, silent)))


def _told(outcome: Outcome) -> str:
    return f"{outcome.question.question!r} {outcome.complaint} (got {outcome.got})"


@contextmanager
def _kept(settings: Settings) -> Iterator[Callable[[], None]]:
    """Keeps the files of the graphs as they are; gives what puts them back."""
    server = ServerFolder.of(settings.data_dir)
    folders = (settings.data_dir / "graphs", server.databases, server.seals)
    kept = settings.data_dir.with_name("kept")
    for folder in folders:
        shutil.copytree(folder, kept / folder.name)

    def restore() -> None:
        for folder in (*folders, server.damaged):
            shutil.rmtree(folder, ignore_errors=True)
        for folder in folders:
            shutil.copytree(kept / folder.name, folder)

    yield restore
    shutil.rmtree(kept)


def _await_end(settings: Settings) -> None:
    """Until the graph server has ended, so that its files may be changed."""
    lock, deadline = ServerFolder.of(settings.data_dir).supervisor_lock, time.monotonic() + _END_S
    while is_held(lock) and time.monotonic() < deadline:
        time.sleep(0.1)


def _leave_out_checksums(settings: Settings) -> None:
    path = settings.data_dir / "graphs" / NAME / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({key: value for key, value in manifest.items() if key not in _CHECKSUMS}))
    shutil.rmtree(ServerFolder.of(settings.data_dir).seals)
    ServerFolder.of(settings.data_dir).seals.mkdir(mode=0o700)


@dataclass(frozen=True, slots=True)
class Files:
    """Where the parts of a graph are."""

    database: Path
    names: Path
    manifest: Path
    seal: Path

    def largest(self, pattern: str) -> Path:
        """The largest file of the database that is called so."""
        return max(self.database.glob(pattern), key=lambda path: path.stat().st_size)


def _damage(settings: Settings, name: str, kind: str) -> None:
    entry = catalog.graph(settings, name)
    server = ServerFolder.of(settings.data_dir)
    database = server.databases / entry.database
    DAMAGE[kind](Files(database, entry.names_path, entry.manifest_path, server.seals / f"{entry.database}.json"))


def _noise(path: Path) -> None:
    path.write_bytes(random.Random(path.name).randbytes(path.stat().st_size))  # noqa: S311  noise is no secret


def _halve(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _overwrite_half(path: Path) -> None:
    held = path.read_bytes()
    path.write_bytes(bytes(byte ^ 255 for byte in held[: len(held) // 2]) + held[len(held) // 2 :])


def _flip_a_bit(path: Path) -> None:
    held = bytearray(path.read_bytes())
    held[len(held) // 3] ^= 1
    path.write_bytes(held)


def _swap(one: Path, other: Path) -> None:
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


def _swap_pages(path: Path) -> None:
    held, size = path.read_bytes(), 65536
    path.write_bytes(held[:size] + held[2 * size : 3 * size] + held[size : 2 * size] + held[3 * size :])


def _each(files: Files, pattern: str, damage: Callable[[Path], object]) -> None:
    for path in files.database.glob(pattern):
        damage(path)


def _shift_names(path: Path) -> None:
    """Each thing gets the name of the next one."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    names = [row["name"] for row in rows]
    for row, name in zip(rows, [*names[1:], names[0]], strict=True):
        row["name"] = name
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def _turn_relations(path: Path) -> None:
    """A manifest that can be read, in which two relations are worded the other way round."""
    text = path.read_text(encoding="utf-8")
    for one, other in (("HAS_PHENOTYPE", "EXCLUDES_PHENOTYPE"),):
        text = text.replace(one, "\0").replace(other, one).replace("\0", other)
    path.write_text(text, encoding="utf-8")


def _lose_the_seal(files: Files) -> None:
    files.seal.unlink()
    _overwrite_half(files.largest("HAS_PHENOTYPE*.bucket"))


def _garble_the_seal(files: Files) -> None:
    _noise(files.seal)
    _each(files, "*_out_edges.*", lambda path: path.write_bytes(bytes(path.stat().st_size)))


def _left_transactions(files: Files) -> None:
    """As a server that was killed leaves them, but of other bytes."""
    (files.database / "database.lck").touch()
    (files.database / "txlog_0.wal").write_bytes(random.Random(1).randbytes(200_000))  # noqa: S311


DAMAGE: Mapping[str, Callable[[Files], object]] = {
    "schema emptied": lambda files: (files.database / "schema.json").write_text("{}"),
    "schema removed": lambda files: (files.database / "schema.json").unlink(),
    "indexes random": lambda files: _each(files, "*.*tidx", _noise),
    "an index removed": lambda files: files.largest("Disease*.*tidx").unlink(),
    "buckets halved": lambda files: _each(files, "*.bucket", _halve),
    "half a bucket overwritten": lambda files: _overwrite_half(files.largest("HAS_PHENOTYPE*.bucket")),
    "a bucket removed": lambda files: files.largest("IS_A*.bucket").unlink(),
    "a bit of a bucket": lambda files: _flip_a_bit(files.largest("Disease_0.*.bucket")),
    "two pages exchanged": lambda files: _swap_pages(files.largest("HAS_PHENOTYPE*.bucket")),
    "edges of nodes zeroed": lambda files: _each(
        files, "*_out_edges.*", lambda path: path.write_bytes(bytes(path.stat().st_size))
    ),
    "two buckets exchanged": lambda files: _swap(
        files.largest("Disease_0.*.bucket"), files.largest("Phenotype_0.*.bucket")
    ),
    "the dictionary random": lambda files: _noise(files.largest("*.dict")),
    "transactions left behind": _left_transactions,
    "the checksums lost": _lose_the_seal,
    "the checksums random": _garble_the_seal,
    "names shifted": lambda files: _shift_names(files.names),
    "names halved": lambda files: _halve(files.names),
    "relations exchanged in the manifest": lambda files: _turn_relations(files.manifest),
    "the manifest halved": lambda files: _halve(files.manifest),
}
"""What is done to the files, by its name."""
