"""Open graphs as a TRAPI service: ``answering`` finds what a query graph asks for, ``app`` speaks HTTP."""
