"""SPOKE by its REST service: a graph that is asked and not loaded."""
