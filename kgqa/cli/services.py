"""The options of ``ask`` that say which services are asked beside the graph, and on which terms."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from kgqa.errors import SettingError

if TYPE_CHECKING:
    from kgqa.services.federation.service import Federation
    from kgqa.services.spoke.service import Spoke
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
    ask.add_argument(
        "--spoke",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="of --strategy kg-rag: take facts of SPOKE's REST service as well (default: KGQA_SPOKE)",
    )
    ask.add_argument("--full", action="store_true", help="of --strategy federated: cut no fact")
    ask.add_argument("--offline", action="store_true", help="ask no service: take what is kept of their replies")
    ask.add_argument("--again", action="store_true", help="ask the services although their replies are kept")


def given(options: argparse.Namespace) -> str:
    """The first of the options that was given, as it is written; empty where none was."""
    of_spoke = options.strategy == "kg-rag" and options.spoke is not None
    names = ("service", "full") if of_spoke else ("service", "full", "offline", "again")
    return next((f"--{name}" for name in names if getattr(options, name)), "")


def federation(options: argparse.Namespace, in_force: Settings) -> Federation:
    """The services that a command asks.

    Raises:
        SettingError: an address is none.
    """
    from kgqa.services.federation.service import of_settings

    return of_settings(in_force, options.service, offline=options.offline, again=options.again)


def spoke(options: argparse.Namespace, in_force: Settings) -> Spoke | None:
    """SPOKE's service, where a command asks for it.

    Raises:
        SettingError: no address is named, or it is none.
    """
    from kgqa.services.spoke.service import Spoke

    if options.spoke is None:
        return None
    found = Spoke.of_settings(in_force, options.spoke, offline=options.offline, again=options.again)
    if found is None:
        raise SettingError("--spoke needs an address, here or as KGQA_SPOKE (https://spoke.rbvi.ucsf.edu).")
    return found


def tell_where(approach: Approach) -> None:
    """Says on standard error which services on other machines are asked, and what they learn."""
    from kgqa.services.federation.service import is_here, learned

    if approach.spoke is not None and not (approach.spoke.terms.offline or is_here(approach.spoke.service)):
        from kgqa.services.spoke.service import LEARNS as TOLD

        print(f"{approach.spoke.service.url} learns {TOLD}.", file=sys.stderr)
    federation = approach.federation
    away = [one for one in federation.all if not is_here(one)]
    if approach.strategy == "federated" and away and not (federation.terms.offline or federation.terms.local_only):
        names = ", ".join(one.url for one in away)
        print(f"{names} {'learns' if len(away) == 1 else 'learn'} {learned(away)}.", file=sys.stderr)
