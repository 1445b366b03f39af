"""Nothing calls home: the switches of every dependency that would, set in one place before any of them is imported."""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping

TELEMETRY_OFF = {
    "ANONYMIZED_TELEMETRY": "False",  # Chroma
    "DISABLE_TELEMETRY": "1",  # Hugging Face, older releases
    "DO_NOT_TRACK": "1",  # the common convention, read by Hugging Face and others
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "OTEL_SDK_DISABLED": "true",  # OpenTelemetry, which Chroma brings along
    "STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false",
}
"""Set whatever the environment says."""

DOWNLOADS_OFF = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}
"""Set unless the environment says otherwise: who wants a model from the hub may ask for it."""


def silence(environment: MutableMapping[str, str] | None = None) -> None:
    """Switches telemetry and downloads off in an environment (the process's own when None)."""
    # OpenVINO has no such switch: it does without the package that would tell its makers of each model it reads.
    sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]
    environment = os.environ if environment is None else environment
    environment.update(TELEMETRY_OFF)
    for name, value in DOWNLOADS_OFF.items():
        environment.setdefault(name, value)
