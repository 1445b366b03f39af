"""The page where a graph is chosen, loaded from tables or reached on a server of your own."""
