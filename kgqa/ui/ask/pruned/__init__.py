"""The pruned facts on the page: how many are kept and why, other limits and a hand to try, and the drawing of it."""
