"""``python -m benchmarks NAME`` measures; without a name it says what can be measured."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import cast

from benchmarks.common import Benchmark
from kgqa.cli.console import FAILED, WRONG_USE
from kgqa.errors import KgqaError

BENCHMARKS = {
    "questions": "bundled questions with known answers: how many are answered exactly",
    "names": "names as people use them: how many lead to what they must lead to",
    "verify": "claims of a labelled set: precision and recall of each verdict",
    "garbage": "a model that speaks at random: nothing crashes, nothing is believed",
    "tables": "the bundled graph as tables with other names, asked the same questions",
    "scale": "made tables of any size: loading, memory, and answers beside those of the bundled graph",
    "scale_neo4j": "the same imported by Neo4j's own command and asked there, without and with indexes",
    "page": "what is felt in a browser, measured in Chromium",
    "sessions": "many readers at once: each gets its own answer, and what that takes",
    "damage": "damaged files of the bundled graph: no answer is silently wrong",
    "checker": "right Cypher damaged in eight ways: how much the checker restores",
    "pruning": "time and memory of pruning, and agreement with the straightforward computation",
    "federation": "replies of many services made one: processor time and memory",
    "drugmech": "the questions of the paper on BTE-RAG: valid query graphs, and what answers among the facts",
    "free": "questions as people ask them: how many are understood, and how many wrongly",
    "strong": "every strategy with a strong model, whose replies to the exact prompts were written by hand",
    "likeness": "paraphrases of plain questions: trains the model that ranks readings",
    "weighing": "labelled questions that nothing reads surely: trains the model that weighs what they may ask",
    "wordnet": "makes the thesaurus of ordinary words from the files of WordNet",
    "hgnc": "makes the vocabulary of human genes from a download of genenames.org",
    "local": "every strategy with the small model of `make model`: score, form of replies, seconds, tokens",
    "paths": "questions over unnamed things: the strategy kgt with each of its steps and without",
    "pcqa": "the pan-cancer questions of the paper on KGT, by type, with each step of kgt and without",
    "retrieval": "which of the facts that a question needs are found, as published and with lists kept whole",
}
"""What each module of the same name measures."""


def main(arguments: list[str] | None = None) -> int:
    """Run one benchmark. Returns the exit status: 0 passed, 1 not passed or not run, 2 wrong use."""
    name, *rest = (sys.argv[1:] if arguments is None else arguments) or ["-h"]
    if name not in BENCHMARKS:
        wanted = name in ("-h", "--help")
        lines = [f"  {known:<12}{what}" for known, what in BENCHMARKS.items()]
        head = "python -m benchmarks NAME [-h] [OPTIONS]" if wanted else f"There is no benchmark {name!r}; there are:"
        print(head, *lines, sep="\n", file=sys.stdout if wanted else sys.stderr)
        return 0 if wanted else WRONG_USE
    benchmark = cast("Benchmark", import_module(f"benchmarks.{name}"))
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks {name}", description=benchmark.__doc__)
    benchmark.add_options(parser)
    try:
        result = benchmark.bench(parser.parse_args(rest))
    except KgqaError as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return FAILED
    print(result.text(), end="")
    return 0 if result.passed else FAILED


if __name__ == "__main__":
    sys.exit(main())
