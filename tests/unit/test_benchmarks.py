"""The command line of the benchmarks, and that the product does without them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.common import table

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_benchmark_says_what_it_takes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "-h"])
    assert ended.value.code == 0
    assert f"python -m benchmarks {name}" in capsys.readouterr().out
    assert callable(import_module(f"benchmarks.{name}").bench)


def test_without_a_name_all_are_listed_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == main(["-h"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(sum(line.startswith(f"  {name} ") for line in lines) == 2 for name in BENCHMARKS)
    assert main(["nothing"]) == 2
    assert "no benchmark 'nothing'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["scale", "--times", "0"], "at least 1"),
        (["checker"], "--folder"),
        (["questions", "--set", "x"], "choose from"),
    ],
)
def test_wrong_options_are_said(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_what_cannot_be_measured_fails_with_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["checker", "--folder", str(tmp_path)]) == 1
    assert "needs schemas.csv" in capsys.readouterr().err


def test_figures_stand_to_the_right() -> None:
    assert table(("of", "share"), [("all", "9.5 %"), ("none left", "100.0 %")]) == [
        "of           share",
        "all          9.5 %",
        "none left  100.0 %",
    ]


def test_the_product_imports_no_benchmark_and_no_test() -> None:
    for path in (ROOT / "kgqa").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "benchmarks" not in text, path
        assert "from tests" not in text, path
