"""Write what the product needs of the Biolink model (CC0) from the package ``biolink-model``.

    python -m benchmarks.biolink_excerpt > kgqa/services/trapi/biolink.json

The package itself is not shipped: it and ``bmt``, which reads it, bring 20 MB of RDF libraries and take seconds to
start, for what are three small trees.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import yaml

_ENUMS = (
    "DirectionQualifierEnum", "GeneOrGeneProductOrChemicalEntityAspectEnum", "CausalMechanismQualifierEnum",
    "KnowledgeLevelEnum", "AgentTypeEnum",
)  # fmt: skip


def _above(name: str, tree: Mapping[str, Any]) -> list[str]:
    entry = tree[name]
    parents = [entry["is_a"]] if entry.get("is_a") else []
    return [parent for parent in dict.fromkeys((*parents, *entry.get("mixins", ()))) if parent in tree]


def _all_above(name: str, tree: Mapping[str, Any]) -> set[str]:
    found, todo = {name}, [name]
    while todo:
        todo += [parent for parent in _above(todo.pop(), tree) if parent not in found]
        found.update(todo)
    return found


def _class(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in name.split())


def _slot(name: str) -> str:
    return name.replace(" ", "_")


def excerpt(model: Mapping[str, Any]) -> dict[str, Any]:
    """Predicates, categories and qualifier values, each with what stands right above it."""
    slots, classes = model["slots"], model["classes"]
    things = {name for name in classes if "named thing" in _all_above(name, classes)}
    things |= {above for name in things for above in _all_above(name, classes)}
    inverses = {slots[name]["inverse"]: name for name in slots if slots[name].get("inverse")}
    predicates: dict[str, Any] = {}
    for name, slot in sorted(slots.items()):
        if "related to" in _all_above(name, slots):
            entry = {"up": [_slot(parent) for parent in _above(name, slots)]}
            inverse = slot.get("inverse") or inverses.get(name)
            extra = {"inverse": inverse and _slot(inverse), "symmetric": bool(slot.get("symmetric"))}
            canonical = "canonical_predicate" in (slot.get("annotations") or {})
            words = {"aliases": slot.get("aliases"), "other_way": bool(slot.get("inverse")) and not canonical}
            predicates[_slot(name)] = entry | {key: value for key, value in (extra | words).items() if value}
    categories = {
        _class(name): {"up": [_class(parent) for parent in _above(name, classes)]}
        | ({"aliases": classes[name]["aliases"]} if classes[name].get("aliases") else {})
        | ({"prefixes": classes[name]["id_prefixes"]} if classes[name].get("id_prefixes") else {})
        for name in sorted(things)
    }
    values = {
        enum: {
            value: [said["is_a"]] if said and said.get("is_a") else []
            for value, said in model["enums"][enum]["permissible_values"].items()
        }
        for enum in _ENUMS
    }
    qualifiers = [_slot(name) for name in slots if "qualifier" in _all_above(name, slots) and name != "qualifier"]
    return {
        "version": model["version"],
        "predicates": predicates,
        "categories": categories,
        "qualifiers": qualifiers,
        "values": values,
    }


if __name__ == "__main__":
    text = files("biolink_model").joinpath("schema/biolink_model.yaml").read_text(encoding="utf-8")
    made = excerpt(yaml.safe_load(text))
    lines = []
    for part, value in made.items():
        if part in ("predicates", "categories", "values"):
            rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(entry)}" for key, entry in value.items())
            lines.append(f" {json.dumps(part)}: {{\n{rows}\n }}")
        else:
            lines.append(f" {json.dumps(part)}: {json.dumps(value)}")
    sys.stdout.write("{\n" + ",\n".join(lines) + "\n}\n")
