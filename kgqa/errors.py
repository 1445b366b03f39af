"""What can go wrong, by who can act on it. Every message says what failed, the value, and what to do next."""

from __future__ import annotations


class KgqaError(Exception):
    """Base of every error this package raises on purpose; its text is fit to be shown to a reader."""


class SettingError(KgqaError):
    """A setting or command-line option has a value that cannot be used."""


class TextError(KgqaError):
    """A text that is to be checked against the graph is empty or too long."""


class ServerError(KgqaError):
    """The graph server could not be started, reached or trusted."""


class EndedError(ServerError):
    """The graph server ended while it worked on a statement; it is started again.

    Attributes:
        generation: the run of the server that ended.
    """

    def __init__(self, message: str, generation: int) -> None:
        super().__init__(message)
        self.generation = generation


class QueryError(KgqaError):
    """The graph server refused or could not finish a statement.

    Attributes:
        code: the server's status code, or None where it gave none.
    """

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.code = code


class TimeLimitError(QueryError):
    """A statement needed longer than the time limit and was ended."""


class StoppedError(KgqaError):
    """The reader stopped the work."""


class LoadError(KgqaError):
    """A graph could not be loaded; what was there before is untouched."""


class UnknownGraphError(KgqaError):
    """No graph of that name is loaded."""


class DamagedGraphError(KgqaError):
    """The files of a loaded graph are not what was loaded, so it is not asked."""


class GoneError(UnknownGraphError):
    """A graph that was opened has been replaced, renamed or removed since."""
