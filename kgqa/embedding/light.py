"""The installed embedding model for a few short texts, computed with NumPy alone.

``sentence_transformers`` needs seconds to be imported, and the first question after a start is not to wait for it. The
model is a BERT of six layers (MiniLM, Wang et al. 2020); its forward pass is short, its weights are read where they
lie, and its vectors are those of ``kgqa.embedding.models.Embedder`` up to rounding. For many texts that one is faster.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgqa.embedding.models import checked_default

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

LONGEST = 64
"""Pieces of words that are read of a text."""


class LightEmbedder:
    """The weights of the installed model. Use ``light_embedder``; safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        """Read a model.

        Args:
            folder: with ``model.safetensors``, ``tokenizer.json`` and ``config.json`` of a BERT.

        Raises:
            OSError: a file is missing.
        """
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        settings = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self._layers = int(settings["num_hidden_layers"])
        self._heads = int(settings["num_attention_heads"])
        self._weights: dict[str, Floats] = load_file(folder / "model.safetensors")
        self._tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(LONGEST)
        self._most = int(settings["max_position_embeddings"])

    def embed(self, texts: Sequence[str]) -> Floats:
        """Vectors of length one, an array of shape (texts, 384)."""
        import numpy as np

        vectors = np.zeros((len(texts), self._weights["embeddings.LayerNorm.weight"].shape[0]), np.float32)
        by_length: dict[int, list[int]] = {}
        read = [self._tokenizer.encode(text).ids for text in texts]
        for place, ids in enumerate(read):
            by_length.setdefault(len(ids), []).append(place)
        for places in by_length.values():  # texts of one length need no mask
            hidden = self._forward(np.array([read[place] for place in places]))
            means = hidden.mean(axis=1)
            vectors[places] = means / np.linalg.norm(means, axis=1, keepdims=True)
        return vectors

    def words(self, texts: Sequence[str]) -> Floats:
        """What texts mean by their pieces alone, without what stands around them: the mean of the vectors that the
        model begins with, an array of shape (texts, 384)."""
        import numpy as np

        table = self._weights["embeddings.word_embeddings.weight"]
        read = (self._tokenizer.encode(text, add_special_tokens=False).ids or [0] for text in texts)
        return np.stack([table[ids].mean(axis=0) for ids in read])

    def in_context(self, text: str) -> Floats:
        """A vector of each piece of a text among the others, of any length, an array of shape (pieces, 384).

        The first and the last are of the pieces that begin and end every text. A text is cut where the model ends, at
        512 pieces.
        """
        import numpy as np

        vectors: Floats = self._forward(np.array([self._whole.encode(text).ids]))[0]
        return vectors

    @cached_property
    def _whole(self) -> Any:
        """Reads a text up to where the model ends."""
        from tokenizers import Tokenizer

        tokenizer: Any = Tokenizer.from_str(self._tokenizer.to_str())
        tokenizer.enable_truncation(self._most)
        return tokenizer

    def _forward(self, ids: NDArray[np.int64]) -> Floats:
        weights = self._weights
        hidden = weights["embeddings.word_embeddings.weight"][ids]
        hidden = hidden + weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        hidden = hidden + weights["embeddings.token_type_embeddings.weight"][0]
        hidden = self._normalised(hidden, "embeddings.LayerNorm")
        for layer in range(self._layers):
            name = f"encoder.layer.{layer}"
            attended = self._linear(self._attention(hidden, f"{name}.attention.self"), f"{name}.attention.output.dense")
            hidden = self._normalised(hidden + attended, f"{name}.attention.output.LayerNorm")
            inner = _gelu(self._linear(hidden, f"{name}.intermediate.dense"))
            hidden = self._normalised(hidden + self._linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")
        return hidden

    def _attention(self, hidden: Floats, name: str) -> Floats:
        import numpy as np

        texts, length, width = hidden.shape
        split = (texts, length, self._heads, width // self._heads)
        query, key, value = (
            np.ascontiguousarray(self._linear(hidden, f"{name}.{part}").reshape(split).transpose(0, 2, 1, 3))
            for part in ("query", "key", "value")
        )
        scores = query @ np.ascontiguousarray(key.transpose(0, 1, 3, 2)) / np.float32(split[-1] ** 0.5)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares: Floats = scores / scores.sum(axis=-1, keepdims=True)
        joined: Floats = (shares @ value).transpose(0, 2, 1, 3).reshape(texts, length, width)
        return joined

    def _linear(self, hidden: Floats, name: str) -> Floats:
        flat = hidden.reshape(-1, hidden.shape[-1])  # one product of two matrices is what BLAS is fast at
        result: Floats = flat @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return result.reshape(*hidden.shape[:-1], -1)

    def _normalised(self, hidden: Floats, name: str) -> Floats:
        import numpy as np

        centred = hidden - hidden.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(1e-12))
        result: Floats = centred / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return result


@cache
def light_embedder() -> LightEmbedder:
    """The shared one. Raises SettingError where the installed model is missing or has been changed."""
    from threadpoolctl import threadpool_limits

    embedder = LightEmbedder(checked_default())
    # Products as small as these are done before a second thread of BLAS has begun, and the threads then spin: beside a
    # graph server and pages, one thread is twice as fast and takes half of the processor. Only what is loaded is
    # limited, which NumPy is now.
    threadpool_limits(limits=1, user_api="blas")
    return embedder


def _gelu(values: Floats) -> Floats:
    """The Gaussian error linear unit, with its error function by Abramowitz and Stegun 7.1.26 (error below 1.5e-7)."""
    import numpy as np

    scaled = np.abs(values) * np.float32(0.5**0.5)
    t = 1 / (1 + np.float32(0.3275911) * scaled)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    error = 1 - series * np.exp(-scaled * scaled)
    result: Floats = (0.5 * values * (1 + np.sign(values) * error)).astype(np.float32)
    return result
