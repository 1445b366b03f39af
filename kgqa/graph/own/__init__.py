"""A graph on a server of the user's own: how it is reached, what is read of it, what a reader chose for it."""
