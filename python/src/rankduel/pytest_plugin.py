"""A fixture for pytest that holds a system against a kept baseline.

    def test_retrieval(rankduel_gate):
        assert rankduel_gate(run, "tests/baseline.json", qrels, "R@10: drop <= 5%")

``pytest --rankduel-bless`` writes the baselines.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Callable, Union

import pytest

from . import _api
from ._errors import RankduelError
from ._results import Gate


def pytest_addoption(parser: Any) -> None:
    parser.getgroup("rankduel").addoption(
        "--rankduel-bless", action="store_true", help="write the baselines of rankduel_gate"
    )


@pytest.fixture
def rankduel_gate(request: Any) -> Callable[..., Gate]:
    """Returns `rankduel.gate` whose baseline is a file that ``--rankduel-bless`` writes."""

    def hold(
        current: Any, baseline: Union[str, os.PathLike[str]], qrels: Any = None, rules: Any = (), **settings: Any
    ) -> Gate:
        file = Path(baseline)
        if request.config.getoption("--rankduel-bless"):
            file.parent.mkdir(parents=True, exist_ok=True)
            _api.bless(current, file, qrels, settings.get("measures"))
        if not file.exists():
            raise RankduelError(
                f"there is no baseline {file}", place=str(file), remedy="pytest --rankduel-bless writes it"
            )
        return _api.gate(current, file, qrels, rules, **settings)

    return hold
