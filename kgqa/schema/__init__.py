"""The schema of a graph, and the words of its types, relations and properties."""
