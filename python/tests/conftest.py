import os
import sys

import pytest

if os.environ.get("RANKDUEL_TEST_WITHOUT_PANDAS"):
    sys.modules["pandas"] = sys.modules["numpy"] = None

pytest_plugins = ["pytester", "rankduel.pytest_plugin"]


@pytest.fixture
def runs():
    """Two runs of 40 queries: the second finds the relevant document one rank higher in three of four."""
    old = {f"q{i}": {"d1": 3.0, "d2": 2.0, "d3": 1.0} for i in range(40)}
    new = {
        f"q{i}": {"d1": 2.0, "d2": 3.0, "d3": 1.0} if i % 4 else {"d1": 3.0, "d2": 2.0, "d3": 1.0} for i in range(40)
    }
    return old, new


@pytest.fixture
def qrels():
    return {f"q{i}": {"d2": 1, "d3": 0} for i in range(40)}
