"""The text of a question before anything of the graph is looked for in it: spelling, short forms, courtesy, options."""
