"""Writes the question benchmark of the default graph from the annotation files alone.

Nothing here uses the graph, the linker or the planner that the benchmark measures: the files are read line by line,
and every answer is computed with sets. ``python -m kgqa.evaluation.hpo_questions`` writes the two sets anew.
"""
