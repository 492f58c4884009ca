"""Comparisons in MLflow, by its public client."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any, Optional

from ._results import Comparison


def log_comparison(run_id: str, comparison: Comparison, *, client: Optional[Any] = None) -> None:
    """Logs means, differences and p of each measure, the verdicts, and the page as an artifact.

    Keys are such as ``dense/nDCG_at_10/difference``: MLflow takes letters,
    digits and ``_ - . : /``.
    """
    if client is None:
        from mlflow.tracking import MlflowClient

        client = MlflowClient()
    for row in comparison.rows():
        for field in ("mean", "baseline", "difference", "low", "high", "p_adjusted"):
            if row[field] is not None:
                client.log_metric(run_id, key(f"{row['system']}/{row['measure']}/{field}"), row[field])
    for system, verdict in comparison.verdicts.items():
        client.set_tag(run_id, key(f"rankduel.verdict.{system}"), verdict)
    with tempfile.TemporaryDirectory() as folder:
        client.log_artifact(run_id, str(comparison.report(Path(folder) / "rankduel.html")))


def key(name: str) -> str:
    """Returns name with what MLflow refuses in a key written otherwise."""
    return re.sub(r"(?:[^\w\-.:/]|_)+", "_", name.replace("@", "_at_")).strip("_")
