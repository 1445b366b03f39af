"""``python -m kgqa``: every step from the command line."""

from __future__ import annotations

import sys

from kgqa.cli.command import main

if __name__ == "__main__":
    sys.exit(main())
