"""Errors of the driver and of graph servers as sentences of our own."""

from __future__ import annotations

from urllib.parse import urlsplit

from neo4j.exceptions import AuthError, ConfigurationError, DriverError, Neo4jError

from kgqa.errors import KgqaError, QueryError, ServerError, TimeLimitError

REFUSED = "The graph server refused the statement: "
"""Stands before what a server itself says of a statement."""
_SHOWN = 500
_TIMED_OUT = "Neo.ClientError.Transaction.TransactionTimedOut"
_TERMINATED = "Neo.ClientError.Transaction.Terminated"
_READ_ONLY = ("Neo.ClientError.Statement.AccessMode", "Neo.ClientError.Security.Forbidden")
_NO_DATABASE = "Neo.ClientError.Database.DatabaseNotFound"
_TOO_OFTEN = "Neo.ClientError.Security.AuthenticationRateLimit"
_EXPIRED = "Neo.ClientError.Security.CredentialsExpired"
_NO_ACCESS = "Neo.ClientError.Security.AuthorizationFailed"
_TRANSIENT = "Neo.TransientError."
_MEMORY = ("Neo.TransientError.General.OutOfMemoryError", "Neo.TransientError.General.MemoryPoolOutOfMemoryError")


def shown_uri(uri: str) -> str:
    """An address without the user and password that somebody may have written into it."""
    try:
        parts = urlsplit(uri)
    except ValueError:  # not an address at all; what stands before an "@" may still be a password
        return uri.rpartition("@")[2]
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def named_database(database: str) -> str:
    """A database as a sentence calls it.

    >>> named_database("trials"), named_database("")
    ("database 'trials'", 'default database')
    """
    return f"database {database!r}" if database else "default database"


def translate(
    error: BaseException, *, uri: str, user: str, password: str, database: str, time_limit_s: float
) -> KgqaError:
    """Our error for one of the driver's; its text names what failed, and never the password."""
    if isinstance(error, KgqaError):
        return error
    if isinstance(error, AuthError) or _code(error) in (_EXPIRED, _TOO_OFTEN, _NO_ACCESS):
        return _no_entry(_code(error), f"The graph server at {shown_uri(uri)!r}", user, database)
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


def _no_entry(code: str, server: str, user: str, database: str) -> ServerError:
    """The error for an account that the server does not let in."""
    if code == _TOO_OFTEN:
        return ServerError(
            f"{server} refuses the user {user!r} for now, because a wrong password was given too often. Wait a minute, "
            "then try again with the right one."
        )
    if code == _EXPIRED:
        return ServerError(
            f"{server} wants the user {user!r} to change the password first, as after its installation. Change it "
            "there (ALTER CURRENT USER SET PASSWORD), then give the new one."
        )
    if code == _NO_ACCESS:
        return ServerError(
            f"{server} does not let the user {user!r} into the {named_database(database)}. Choose another "
            "database, or have its administrator give this account the right to read it."
        )
    return ServerError(
        f"{server} refuses the user {user!r} or its password. Check both, here or in KGQA_GRAPH_USER and "
        "KGQA_GRAPH_PASSWORD; after several wrong passwords wait a minute."
    )


def unreachable(uri: str, detail: str = "") -> ServerError:
    """The error for a server that does not answer."""
    said = f" ({detail[:_SHOWN]})" if detail else ""
    routed = (
        " The members of a cluster that it names must be reachable from here as well; for a single server use bolt:// "
        "in place of neo4j://."
        if uri.startswith("neo4j")
        else ""
    )
    return ServerError(
        f"The graph server at {shown_uri(uri)!r} does not answer{said}. See that it runs and can be reached, then try "
        f"again.{routed}"
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


def is_time_out(error: BaseException) -> bool:
    """True when the server ended a statement because its time was up."""
    return _code(error).startswith(_TIMED_OUT)


def _of_server(error: Neo4jError, message: str, uri: str, database: str, time_limit_s: float) -> KgqaError:
    code = error.code or ""
    if is_time_out(error):
        return timed_out(time_limit_s, code)
    if code == _TERMINATED:
        return QueryError("The statement was ended on the server by somebody else. Run it again.", code=code)
    if code in _READ_ONLY:
        return QueryError(
            f"The graph server refused the statement, because questions may only read: {message[:_SHOWN]}", code=code
        )
    if code == _NO_DATABASE:
        return ServerError(
            f"The graph server at {shown_uri(uri)!r} has no database {database!r}. Give the name of one that it has, "
            "or none for its default database (KGQA_GRAPH_DATABASE); a graph that was loaded there is loaded again."
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
    return QueryError(f"{REFUSED}{message[:_SHOWN]}", code=code or None)


def _code(error: BaseException) -> str:
    return (error.code or "") if isinstance(error, Neo4jError) else ""


def _without(password: str, text: str) -> str:
    return text.replace(password, "***") if password else text
