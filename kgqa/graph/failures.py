"""Errors of the driver and of graph servers as sentences of our own."""

from __future__ import annotations

from urllib.parse import urlsplit

from neo4j.exceptions import AuthError, ConfigurationError, DriverError, Neo4jError

from kgqa.errors import KgqaError, QueryError, ServerError, TimeLimitError

_SHOWN = 500
_TIMED_OUT = "Neo.ClientError.Transaction.TransactionTimedOut"
_TERMINATED = "Neo.ClientError.Transaction.Terminated"
_READ_ONLY = ("Neo.ClientError.Statement.AccessMode", "Neo.ClientError.Security.Forbidden")
_NO_DATABASE = "Neo.ClientError.Database.DatabaseNotFound"
_SECURITY = "Neo.ClientError.Security."
_TRANSIENT = "Neo.TransientError."
_MEMORY = ("Neo.TransientError.General.OutOfMemoryError", "Neo.TransientError.General.MemoryPoolOutOfMemoryError")


def shown_uri(uri: str) -> str:
    """An address without the user and password that somebody may have written into it."""
    parts = urlsplit(uri)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def translate(
    error: BaseException, *, uri: str, user: str, password: str, database: str, time_limit_s: float
) -> KgqaError:
    """Our error for one of the driver's; its text names what failed, and never the password."""
    if isinstance(error, KgqaError):
        return error
    if isinstance(error, AuthError) or _code(error).startswith(f"{_SECURITY}Auth"):
        return ServerError(
            f"The graph server at {shown_uri(uri)!r} refuses the user {user!r} or its password ({_code(error)}). Check "
            "KGQA_GRAPH_USER and KGQA_GRAPH_PASSWORD; after several wrong passwords wait a minute."
        )
    if isinstance(error, Neo4jError):
        return _of_server(error, _without(password, error.message or ""), uri, database, time_limit_s)
    if isinstance(error, ConfigurationError | ValueError):
        return ServerError(
            f"The address {shown_uri(uri)!r} of the graph server cannot be used: {_without(password, str(error))} "
            "Set KGQA_GRAPH_URI to an address such as bolt://localhost:7687."
        )
    if isinstance(error, DriverError | OSError):
        return unreachable(uri, _without(password, str(error)))
    return QueryError(f"The statement could not be sent: {_without(password, str(error))[:_SHOWN]}")


def unreachable(uri: str, detail: str = "") -> ServerError:
    """The error for a server that does not answer."""
    said = f" ({detail[:_SHOWN]})" if detail else ""
    return ServerError(
        f"The graph server at {shown_uri(uri)!r} does not answer{said}. See that it runs and can be reached, then try "
        "again."
    )


def timed_out(time_limit_s: float, code: str | None = None) -> TimeLimitError:
    """The error for a statement that needed too long."""
    return TimeLimitError(
        f"The query needed longer than {time_limit_s:g} s and was ended. Ask with fewer conditions, or set "
        "KGQA_TIME_LIMIT_S higher.",
        code=code,
    )


def is_access_refusal(error: BaseException) -> bool:
    """True when the server refused a write because this account or session may only read."""
    return isinstance(error, Neo4jError) and error.code in _READ_ONLY


def _of_server(error: Neo4jError, message: str, uri: str, database: str, time_limit_s: float) -> KgqaError:
    code = error.code or ""
    if code.startswith(_TIMED_OUT):
        return timed_out(time_limit_s, code)
    if code == _TERMINATED:
        return QueryError("The statement was ended on the server by somebody else. Run it again.", code=code)
    if code in _READ_ONLY:
        return QueryError(
            f"The graph server refused the statement, because questions may only read: {message[:_SHOWN]}", code=code
        )
    if code == _NO_DATABASE:
        return ServerError(
            f"The graph server at {shown_uri(uri)!r} has no database {database!r}. Set KGQA_GRAPH_DATABASE to one that "
            "it has, or load the graph again."
        )
    if code in _MEMORY:
        return QueryError(
            "The statement needs more memory than the graph server has. Ask for something narrower.", code=code
        )
    if code.startswith(_TRANSIENT):
        return QueryError(
            f"The graph server is busy and did not run the statement: {message[:_SHOWN]} Try again in a moment.",
            code=code,
        )
    return QueryError(f"The graph server refused the statement: {message[:_SHOWN]}", code=code or None)


def _code(error: BaseException) -> str:
    return (error.code or "") if isinstance(error, Neo4jError) else ""


def _without(password: str, text: str) -> str:
    return text.replace(password, "***") if password else text
