"""Explore: what a graph records about one thing, and what it holds at all."""
