"""The options of ``ask`` that say which services are asked beside the graph, and on which terms."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgqa.services.federation.service import Federation
    from kgqa.settings import Settings
    from kgqa.strategies.approach import Approach


def add(ask: argparse.ArgumentParser) -> None:
    """Add the options."""
    ask.add_argument(
        "--service",
        action="append",
        metavar="[NAME=]ADDRESS",
        help="of --strategy federated: a TRAPI service to ask; several times: these (default: KGQA_SERVICES)",
    )
    ask.add_argument("--full", action="store_true", help="of --strategy federated: cut no fact")
    ask.add_argument("--offline", action="store_true", help="ask no service: take what is kept of their replies")
    ask.add_argument("--again", action="store_true", help="ask the services although their replies are kept")


def given(options: argparse.Namespace) -> str:
    """The first of the options that was given, as it is written; empty where none was."""
    names = ("service", "full", "offline", "again")
    return next((f"--{name}" for name in names if getattr(options, name)), "")


def federation(options: argparse.Namespace, in_force: Settings) -> Federation:
    """The services that a command asks.

    Raises:
        SettingError: an address is none.
    """
    from kgqa.services.federation.service import of_settings

    return of_settings(in_force, options.service, offline=options.offline, again=options.again)


def tell_where(approach: Approach) -> None:
    """Says on standard error which services on other machines are asked, and what they learn."""
    from kgqa.services.federation.service import is_here, learned

    federation = approach.federation
    away = [one for one in federation.all if not is_here(one)]
    if approach.strategy == "federated" and away and not (federation.terms.offline or federation.terms.local_only):
        names = ", ".join(one.url for one in away)
        print(f"{names} {'learns' if len(away) == 1 else 'learn'} {learned(away)}.", file=sys.stderr)
