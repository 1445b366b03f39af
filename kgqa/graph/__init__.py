"""Where graphs are asked: the one Bolt client, the embedded server, servers of one's own."""

import sys
from types import ModuleType


class _WithoutPandas(ModuleType):
    """What the driver takes from numpy, pandas and pyarrow: numpy alone.

    Wherever they are installed it imports all three, for conversions that nobody here asks for; pandas and pyarrow
    are two thirds of its import, which every start would wait for.
    """

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "np":
            import numpy

            return numpy
        return None


sys.modules.setdefault("neo4j._optional_deps", _WithoutPandas("neo4j._optional_deps"))
