"""Says which of two retrieval systems is better, and how sure that is.

The program rankduel computes every number; this package hands it frames,
dictionaries and paths, and reads its documents.

>>> from rankduel import compare
>>> old = {f"q{i}": {"d1": 2.0, "d2": 1.0} for i in range(30)}
>>> new = {f"q{i}": {"d1": 1.0, "d2": 2.0} for i in range(30)}
>>> qrels = {f"q{i}": {"d2": 1} for i in range(30)}
>>> compare(old, new, qrels, "RR").verdict
'better'
"""

from ._api import bless, compare, compare_scores, evaluate, fuse, gate, power, sweep
from ._errors import RankduelError
from ._results import Comparison, Evaluation, Gate, Power, Sweep
from ._testset import TestSet

__all__ = [
    "Comparison",
    "Evaluation",
    "Gate",
    "Power",
    "RankduelError",
    "Sweep",
    "TestSet",
    "bless",
    "compare",
    "compare_scores",
    "evaluate",
    "fuse",
    "gate",
    "power",
    "sweep",
]
