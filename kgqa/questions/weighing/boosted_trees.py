"""The trained model: boosted regression trees over a row of features, evaluated with NumPy alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = "weighing.npz"


class BoostedTrees:
    """A sum of regression trees of one depth or less, over which a logistic function gives a share."""

    def __init__(self, arrays: Mapping[str, NDArray[np.generic]]) -> None:
        """Holds trees.

        Args:
            arrays: ``feature`` (-1 for a leaf), ``threshold``, ``left``, ``right`` and ``value``, each of shape
                (nodes,), the trees one after the other and places counted over all of them; ``roots``; ``start``, the
                sum before any tree; and ``names``, those of the features in order.
        """
        self._feature, self._threshold = arrays["feature"], arrays["threshold"]
        self._left, self._right, self._value = arrays["left"], arrays["right"], arrays["value"]
        self._roots, self._start = arrays["roots"], float(arrays["start"])
        self.names = tuple(map(str, arrays["names"]))

    def shares(self, rows: Sequence[Sequence[float]]) -> NDArray[np.float64]:
        """From 0 to 1 for each row of features."""
        import numpy as np

        table = np.asarray(rows, dtype=np.float32)
        at = np.repeat(np.asarray(self._roots)[None, :], len(table), axis=0)
        lines = np.arange(len(table))[:, None]
        while True:
            feature = self._feature[at]
            inner = feature >= 0
            if not inner.any():
                break
            goes_left = table[lines, np.maximum(feature, 0)] <= self._threshold[at]
            at = np.where(inner, np.where(goes_left, self._left[at], self._right[at]), at)
        total = self._start + self._value[at].sum(axis=1)
        shares: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-total))
        return shares


@cache
def model() -> BoostedTrees:
    """The shared one, as it is shipped."""
    import io

    import numpy as np

    with np.load(io.BytesIO(files(__package__).joinpath(FILE).read_bytes()), allow_pickle=False) as read:
        return BoostedTrees({name: read[name] for name in read.files})
