"""Identifiers and where they can be looked up."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from kgqa.presentation import links


@pytest.mark.parametrize("curie", ["OMIM:154700", "ORPHA:558", "HP:0001083", "NCBIGene:2200", "PMID:1", "DECIPHER:45"])
def test_identifiers_of_the_default_graph_have_an_encrypted_address(curie: str) -> None:
    address = links.address(curie)
    assert address is not None
    assert address.startswith("https://")
    assert curie.split(":")[1] in address


@pytest.mark.parametrize(
    "curie", ["", "x", "javascript:alert(1)", "http://evil.example", "HP:1", "HP:0001083)[x", "nowhere:12", "OMIM:1 2"]
)
def test_what_is_no_identifier_has_no_address(curie: str) -> None:
    assert links.address(curie) is None


def test_looking_up_addresses_leaves_nothing_in_the_home_folder(tmp_path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path / "home"), "KGQA_DATA_DIR": str(tmp_path / "data")}
    (tmp_path / "home").mkdir()
    script = "from kgqa.presentation import links; print(links.address('OMIM:154700'))"
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip().startswith("https://")
    assert list((tmp_path / "home").iterdir()) == []
