"""Vectors of sentences, kept on disk between questions, so that none is computed twice.

The file is bounded: what was not used for longest is removed when it grows too large. It is one SQLite file: processes
may share it, and 1,500 vectors are read by their keys in a few milliseconds. A memory-mapped array would need an index
and locks of its own; the collection of names (Chroma) builds a search index that nobody needs here, and inserts ten
times as slowly.
"""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kgqa.embedding.first_pass import features, needed, scored

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SENTENCES = Path("vectors") / "sentences.sqlite"
"""The file of vectors, in the folder of the data."""
MOST_VECTORS = 200_000
"""Vectors that are kept, about 170 MB of them with 384 dimensions."""
_COST_OF_NAME = 0.4
"""Of that of a sentence, which is longer."""
_BELOW = 1e-6
"""An estimate is so much lower than what can be kept."""


@dataclass(frozen=True, slots=True)
class SentenceGroup:
    """Sentences that are judged together.

    Attributes:
        ends: the names of the two things of each sentence; empty where nothing is to be estimated.
        most: sentences that can be kept at most; what cannot be among them may be estimated.
    """

    sentences: tuple[str, ...]
    ends: tuple[tuple[str, str], ...] = ()
    most: int = 0


@dataclass(frozen=True, slots=True)
class Similarities:
    """The cosine of each sentence with the question, and the sentences of which it is estimated."""

    scores: dict[str, float]
    estimated: frozenset[str] = frozenset()


class Embeds(Protocol):
    """What makes vectors."""

    name: str

    @property
    def dimensions(self) -> int:
        """Numbers in a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of length one, an array of shape (texts, dimensions)."""
        ...

    def embed_briskly(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """As ``embed``, faster, a little less exact."""
        ...

    def words(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """What the words of texts mean by themselves, an array of shape (texts, any number); takes next to no time."""
        ...


class SentenceVectors:
    """Vectors of sentences by one model. Safe to share between threads and processes.

    A file that cannot be used (damaged, locked, on a full disk) costs time and nothing else: vectors are computed.

    Attributes:
        computed: sentences that were computed since this was made, and
        found: those that were there.
    """

    def __init__(self, path: Path, model: Embeds, *, most: int = MOST_VECTORS) -> None:
        """Keeps at most ``most`` vectors in the file ``path``, which is made when it is first needed."""
        self._model = model
        self._file = _VectorFile(path, model.dimensions, most)
        self.computed = self.found = 0

    def of(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of some texts, each of length one: an array of shape (texts, dimensions of the model)."""
        keys = [self._key(text) for text in texts]
        return self._completed(texts, keys, self._file.read(keys))

    def _completed(
        self, texts: Sequence[str], keys: Sequence[bytes], known: Mapping[bytes, bytes]
    ) -> NDArray[np.float32]:
        """The vectors of texts of which some are known; the others are computed and kept."""
        missing = list(dict.fromkeys(text for text, key in zip(texts, keys, strict=True) if key not in known))
        self.found += len(set(keys)) - len(missing)
        new = self._made(missing) if missing else {}
        self._file.write(new)
        return self._array([known[key] if key in known else new[key] for key in keys])

    def similarities(self, question: str, groups: Sequence[SentenceGroup]) -> Similarities:
        """The cosine of a question with each sentence of some groups; the question itself is kept nowhere.

        Of a large group those that cannot be kept are estimated where they are not known; no estimate is as high as
        the lowest score that may be kept.
        """
        exact: dict[str, float] = {}
        expected: dict[str, float] = {}
        if any(group.sentences for group in groups):
            asked = self._model.embed_briskly([question])[0]
            for group in groups:
                told, guessed = self._of_group(asked, group)
                exact |= told
                expected |= {text: min(score, expected.get(text, score)) for text, score in guessed.items()}
        return Similarities(expected | exact, frozenset(expected.keys() - exact.keys()))

    def _of_group(self, asked: NDArray[np.float32], group: SentenceGroup) -> tuple[dict[str, float], dict[str, float]]:
        """The scores of a group's sentences, and the estimates of those that are not scored."""
        texts = list(dict.fromkeys(group.sentences))
        keys = [self._key(text) for text in texts]
        known = self._file.read(keys)
        budget = needed(len(texts), group.most)
        ends = dict(zip(group.sentences, group.ends, strict=True)) if group.ends else {}
        unread = len(keys) - len(known)
        if not ends or unread <= budget or not self._is_worth(unread - budget, ends):
            return dict(zip(texts, (self._completed(texts, keys, known) @ asked).tolist(), strict=True)), {}
        self.found += len(known)
        new: dict[bytes, bytes] = {}

        def score(places: Sequence[int]) -> list[float]:
            made = self._made([texts[place] for place in places])
            new.update(made)
            scores: list[float] = (self._array(list(made.values())) @ asked).tolist()
            return scores

        there = [place for place, key in enumerate(keys) if key in known]
        free = self._array([known[keys[place]] for place in there]) @ asked
        told = features(self._names(texts, ends), asked, [len(text) for text in texts])
        values, found = scored(
            [told, self._model.words(texts)], dict(zip(there, free.tolist(), strict=True)), budget, score
        )
        self._file.write(new)
        lowest = sorted(found.values(), reverse=True)[min(group.most, len(found)) - 1] - _BELOW
        guessed = {text: min(float(values[i]), lowest) for i, text in enumerate(texts) if i not in found}
        return {texts[place]: value for place, value in found.items()}, guessed

    def _is_worth(self, spared: int, ends: Mapping[str, tuple[str, str]]) -> bool:
        """Whether the sentences that are spared cost more than the names that have to be embedded for it."""
        names = {name for pair in ends.values() for name in pair}
        return (len(names) - len(self._file.read([self._key(name) for name in names]))) * _COST_OF_NAME < spared

    def _names(self, texts: Sequence[str], ends: Mapping[str, tuple[str, str]]) -> NDArray[np.float32]:
        """The vectors of the two things of each sentence, summed."""
        names = {name: place for place, name in enumerate(dict.fromkeys(n for t in texts for n in ends[t]))}
        vectors = self.of(list(names))
        first, second = ([names[ends[text][side]] for text in texts] for side in (0, 1))
        return vectors[first] + vectors[second]

    def _made(self, texts: Sequence[str]) -> dict[bytes, bytes]:
        """New vectors of texts, by their keys."""
        import numpy as np

        self.computed += len(texts)
        made = self._model.embed_briskly(texts).astype(np.float16)
        return {self._key(text): vector.tobytes() for text, vector in zip(texts, made, strict=True)}

    def _array(self, vectors: Sequence[bytes]) -> NDArray[np.float32]:
        import numpy as np

        numbers = np.frombuffer(b"".join(vectors), np.float16)
        return numbers.reshape(len(vectors), self._model.dimensions).astype(np.float32)

    def size(self) -> int:
        """How many vectors are kept; 0 where the file cannot be read."""
        return self._file.size()

    def _key(self, text: str) -> bytes:
        return hashlib.blake2b(f"{self._model.name}\0{text}".encode("utf-8", "replace"), digest_size=16).digest()


_LOG = logging.getLogger(__name__)
_SPARED = 0.9
"""Of a full cache so many are left, so that it is not emptied a little at every question."""
_AT_ONCE = 500
_BUSY_S = 5.0
_TOLERANCE = 0.01


class _VectorFile:
    """Vectors of length one in numbers of 16 bits. Safe to share between threads and processes.

    A file that cannot be used (locked, on a full disk) has no vectors and takes none, and never fails; one that is
    damaged is removed, and begun anew with the next vectors.
    """

    def __init__(self, path: Path, dimensions: int, most: int) -> None:
        """Keeps at most ``most`` vectors of so many numbers in the file ``path``, which is made when it is needed."""
        self._path = path
        self._dimensions = dimensions
        self._most = most

    def size(self) -> int:
        """How many vectors are kept; 0 where the file cannot be read."""
        try:
            with self._open() as file:
                return int(file.execute("SELECT count(*) FROM vectors").fetchone()[0])
        except sqlite3.Error:
            return 0

    def read(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors that are there, by their keys."""
        known: dict[bytes, bytes] = {}
        if not self._path.exists():
            return known
        try:
            with self._open() as file:
                for some in _parts(keys):
                    marks = ",".join("?" * len(some))
                    known.update(file.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", some))  # noqa: S608
                self._touch(file, keys)
        except sqlite3.Error as error:  # what was read till then is used, the rest is computed
            self._remove_damaged(error)
        return self._sound(known)

    def _sound(self, known: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
        """The vectors that have the dimensions of the model and the length one; others are damaged."""
        import numpy as np

        size = self._dimensions * np.dtype(np.float16).itemsize
        keys = [key for key, vector in known.items() if len(vector) == size]
        vectors = np.frombuffer(b"".join(known[key] for key in keys), np.float16).reshape(len(keys), -1 if keys else 0)
        with np.errstate(all="ignore"):
            sound = np.abs(np.linalg.norm(vectors.astype(np.float32), axis=1) - 1) < _TOLERANCE
        return {key: known[key] for key, is_sound in zip(keys, sound, strict=True) if is_sound}

    def _touch(self, file: sqlite3.Connection, keys: Sequence[bytes]) -> None:
        """Notes the day of use; a day is exact enough, and a question that asks again writes nothing."""
        today = _today()
        for some in _parts(keys):
            among = f"key IN ({','.join('?' * len(some))})"
            old = file.execute(f"SELECT 1 FROM vectors WHERE {among} AND used < ? LIMIT 1", (*some, today))  # noqa: S608
            if old.fetchone() is not None:
                file.execute(f"UPDATE vectors SET used = ? WHERE {among}", (today, *some))  # noqa: S608

    def write(self, new: Mapping[bytes, bytes]) -> None:
        """Keeps vectors by their keys, where that is possible."""
        if not new:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._open() as file:
                file.executemany(
                    "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
                    [(key, vector, _today()) for key, vector in new.items()],
                )
                self._bound(file)
        except (sqlite3.Error, OSError) as error:
            self._remove_damaged(error)

    def _remove_damaged(self, error: Exception) -> None:
        """Removes the file where it is damaged; whoever has it open goes on with what is in memory, and fails later."""
        if type(error) is not sqlite3.DatabaseError:  # the kinds below it are of locks, disks and statements
            return
        _LOG.warning("The file %s is damaged (%s) and begun anew.", self._path, error)
        for path in self._path.parent.glob(f"{self._path.name}*"):
            with suppress(OSError):
                path.unlink()

    def _bound(self, file: sqlite3.Connection) -> None:
        kept = int(file.execute("SELECT count(*) FROM vectors").fetchone()[0])
        if kept > self._most:
            file.execute(
                "DELETE FROM vectors WHERE rowid IN (SELECT rowid FROM vectors ORDER BY used, rowid LIMIT ?)",
                (kept - int(self._most * _SPARED),),
            )

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=_BUSY_S)) as file, file:
            file.execute("PRAGMA journal_mode = WAL")
            file.execute("PRAGMA synchronous = NORMAL")
            file.execute(
                "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL, used INTEGER NOT NULL)"
            )
            yield file


def _parts(keys: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Few enough at once for a statement of any build of SQLite."""
    for first in range(0, len(keys), _AT_ONCE):
        yield keys[first : first + _AT_ONCE]


def _today() -> int:
    return int(time.time() // 86_400)
