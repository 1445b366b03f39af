"""A sentence-transformers model compiled for this processor: near the same vectors in a third of the time."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BATCH = 16
"""Few, because all texts of a batch are made as long as its longest, which is waste."""
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


class Compiled:
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
        for first in range(0, len(order), _BATCH):
            features = self._preprocess([texts[place] for place in order[first : first + _BATCH]])
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
