"""What the local model is, where its file lies, and whether it can be used here.

``make model`` brings the file and what runs it. The file is Qwen2.5-Coder-1.5B-Instruct in llama.cpp's form
(quantised to four bits, Q4_K_M), which its makers publish under Apache 2.0 by the model's card. It comes in parts,
inside Python packages whose publisher is not known and which hold no licence; so each part is pinned by its hash, the
whole by its own, and nothing of the packages is ever imported.
"""

from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

RUNTIME = "xllamacpp"
"""The package that runs it, of ``requirements-model.txt``."""
CONTEXT_TOKENS = 8192
"""What the process reads at most, prompt and reply together; more would take memory, and minutes on two cores."""
USUAL_CONTEXT_TOKENS = 4096
"""What it is given where nobody says otherwise. On two cores it reads 40 tokens a second, and of what it is told beyond
a minute's worth it makes nothing: lists and counts are the graph's, and it writes ten statements at most."""
HOW = "Run “make model” once (1.1 GB to download, 1.2 GB on disk)"
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class ModelFile:
    """The one file of a model.

    Attributes:
        model: its name for whoever asks it.
        sha256: of the whole file.
    """

    model: str
    name: str
    size: int
    sha256: str

    def path(self, data_dir: Path) -> Path:
        """Where it lies in a data folder."""
        return folder(data_dir) / self.name

    def is_whole(self, path: Path) -> bool:
        """Whether a file is this one, byte by byte; takes about a second for each GB.

        Raises:
            OSError: it cannot be read.
        """
        digest = hashlib.sha256()
        with path.open("rb") as stream:
            while piece := stream.read(_CHUNK):
                digest.update(piece)
        return digest.hexdigest() == self.sha256


QWEN = ModelFile(
    "Qwen2.5-Coder-1.5B-Instruct",
    "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    1_117_320_768,
    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
)
MODEL = QWEN.model


def folder(data_dir: Path) -> Path:
    """Where models lie in a data folder."""
    return data_dir / "models"


def missing(data_dir: Path, file: ModelFile = QWEN) -> str:
    """Why the local model cannot be asked here, and what to do; empty where file and runtime are there.

    The file is judged by its size; its checksum is compared each time that its process starts.
    """
    if importlib.util.find_spec(RUNTIME) is None:
        return f"What runs the local model ({RUNTIME}) is not installed. {HOW}."
    try:
        size = file.path(data_dir).stat().st_size
    except OSError:
        return f"The local model is not on this machine. {HOW}."
    return "" if size == file.size else damaged(file.path(data_dir))


def damaged(path: Path) -> str:
    """That a file is not the model, and what to do."""
    return f"The file of the local model, “{path}”, is damaged or another one. Run “make model”, which replaces it."
