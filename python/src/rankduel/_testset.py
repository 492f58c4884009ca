"""Test sets in YAML, by their path."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any, Union

from . import _binary


@dataclass(frozen=True)
class TestSet:
    """A versioned test set, checked when it is loaded.

    ``document`` says what it holds: queries, strata, judgments, parts.
    """

    path: str
    name: str
    version: str
    sha256: str
    document: dict[str, Any] = field(repr=False)

    __test__ = False  # no class of tests

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]]) -> TestSet:
        """Returns the test set in path; raises RankduelError with the line of a fault."""
        file = os.fspath(path)
        document = json.loads(_binary.run(["testset", "show", file, "--format", "json"]).stdout)
        return cls(file, document["name"], document["version"], document["sha256"], document)
