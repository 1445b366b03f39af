"""Questions put together from what their words stand for, in whatever order they stand.

The strict reader knows the forms of sentences. What it does not read is derived here: every word that says something
stands for a type, a relation, a property, a value, a number or a name of the graph (``senses``), these are joined along
the schema to one tree (``trees``), and the tree that explains every word at the least cost is what is asked
(``parser``). Words in an unexpected order, or without the small words between them, change nothing. A floating parser
in
the sense of Pasupat and Liang, *Compositional Semantic Parsing on Semi-Structured Tables* (ACL 2015), Section 4.
"""
