"""TRAPI: the messages in which knowledge graph services ask each other (https://github.com/NCATSTranslator/ReasonerAPI).

``model`` is the one form in which the product knows a message; ``reading`` and ``writing`` are its forms on the wire
(1.5, 1.6, and 2.0 beta); ``biolink`` is the vocabulary of the messages, and puts it into words.
"""
