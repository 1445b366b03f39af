"""Embeds sentences into the file of vectors, in a process of its own with low priority.

    python -m kgqa.embedding.embed_sentences     (standard input: the file and the model as one line of JSON)

Each further line of standard input is a list of texts; when they are kept, standard output says how many are. The
process ends at once when its standard input is closed, which is what happens when the process that started it is gone.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import NoReturn

from kgqa import processes
from kgqa.embedding.models import embedder, one_thread
from kgqa.embedding.sentence_vectors import SentenceVectors
from kgqa.errors import KgqaError


def main() -> NoReturn:
    """Embed what is told until nothing more is; the exit code is 1 where there is no model."""
    if hasattr(os, "nice"):
        os.nice(19)
    told = processes.told()
    place = json.loads(told())
    try:
        model = embedder(place["model"])
    except KgqaError as error:
        print(error, file=sys.stderr, flush=True)
        processes.end(1)
    one_thread()
    vectors = SentenceVectors(Path(place["path"]), model)
    while True:
        vectors.of(json.loads(told()))
        processes.tell({"kept": vectors.size()})


if __name__ == "__main__":
    main()
