"""One small graph in every form in which graphs are published: aspirin, which treats pain."""

from __future__ import annotations

import json

_PRIME = "0,DB1,drug,aspirin,DrugBank", "1,12,disease,pain,MONDO"
_COMPOUND = {"kind": "Compound", "identifier": "DB1", "name": "aspirin", "data": {}}
_DISEASE = {"kind": "Disease", "identifier": "DOID:1", "name": "pain", "data": {}}
_TREATS = {"source_id": ["Compound", "DB1"], "target_id": ["Disease", "DOID:1"], "kind": "treats", "direction": "both"}

SAME: dict[str, dict[str, str]] = {
    "kgx": {
        "nodes.tsv": "id\tcategory\tname\nA:1\tbiolink:Drug\taspirin\nB:1\tbiolink:Disease\tpain\n",
        "edges.tsv": "subject\tpredicate\tobject\nA:1\tbiolink:treats\tB:1\n",
    },
    "primekg": {
        "kg.csv": "relation,display_relation,x_index,x_id,x_type,x_name,x_source,y_index,y_id,y_type,y_name,y_source\n"
        f"indication,indication,{_PRIME[1]},{_PRIME[0]}\nindication,indication,{_PRIME[0]},{_PRIME[1]}\n"
    },
    "hetionet": {
        "h.json": json.dumps({
            "metaedge_tuples": [["Compound", "Disease", "treats", "both"]],
            "kind_to_abbrev": {"Compound": "C", "Disease": "D", "treats": "t"},
            "nodes": [_COMPOUND, _DISEASE], "edges": [_TREATS],
        })
    },
    "obo": {
        "x.obo": "format-version: 1.2\n\n[Term]\nid: A:1\nname: aspirin\nnamespace: drug\nrelationship: treats B:1\n\n"
        "[Term]\nid: B:1\nname: pain\nnamespace: disease\n"
    },
    "rdf": {
        "x.ttl": "@prefix x: <http://example.org/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        'x:a a x:Drug ; rdfs:label "aspirin" ; x:treats x:b .\nx:b a x:Disease ; rdfs:label "pain" .\n'
    },
    "neo4j": {
        "all.csv": "_id,_labels,name,_start,_end,_type\n0,:Drug,aspirin,,,\n1,:Disease,pain,,,\n,,,0,1,TREATS\n"
    },
}  # fmt: skip
