"""The provider passes the tests that ir_measures has for pytrec_eval.

They are in its source and not in its package: RANKDUEL_IR_MEASURES names a
checkout, and they were seen to pass with ir_measures 0.4.3 (commit dc04a88).
"""

import os
import sys
import unittest

import pytest

SOURCE = os.environ.get("RANKDUEL_IR_MEASURES", "")
if SOURCE:
    sys.path.insert(0, SOURCE)
ir_measures = pytest.importorskip(
    "ir_measures", reason="ir_measures is not installed, and RANKDUEL_IR_MEASURES is not set"
)

from rankduel import ir  # noqa: E402

QRELS = {"q1": {"a": 1, "b": 2}, "q2": {"c": 1}}
RUN = {"q1": {"x": 3.0, "b": 2.0, "a": 1.0}, "q3": {"c": 1.0}}


@pytest.mark.skipif(not SOURCE, reason="RANKDUEL_IR_MEASURES is not set: the tests are in the source of ir_measures")
@pytest.mark.parametrize("name", ["P", "nDCG", "Success"])
def test_as_pytrec_eval(name, monkeypatch):
    from tests import test_pytrec_eval

    monkeypatch.setattr(ir_measures.providers, "PytrecEvalProvider", ir.Provider)
    monkeypatch.setattr(ir_measures, "pytrec_eval", ir.Provider())
    suite = unittest.TestSuite([test_pytrec_eval.TestPytrecEval(f"test_{name}")])
    result = unittest.TextTestRunner(stream=sys.stderr).run(suite)
    assert result.testsRun == 1 and result.wasSuccessful(), result.failures + result.errors


def test_first_in_line():
    """By hand: a and b at ranks 2 and 3 of q1; q2, without hits, counts as 0; q3 has no judgments."""
    assert ir.first() is ir_measures.DefaultPipeline.providers[0]
    ir.first()
    assert [p.NAME for p in ir_measures.DefaultPipeline.providers].count("rankduel") == 1
    assert ir_measures.calc_aggregate([ir_measures.AP, ir_measures.P @ 3, ir_measures.Judged @ 3], QRELS, RUN) == {
        ir_measures.AP: (1 / 2 + 2 / 3) / 2 / 2,
        ir_measures.P @ 3: 2 / 3 / 2,
        ir_measures.Judged @ 3: 2 / 3 / 2,
    }


def test_measures_that_are_not_claimed():
    provider = ir.Provider()
    assert not provider.supports(ir_measures.ERR @ 10) and not provider.supports(ir_measures.RBP)
    assert ir.spelling(ir_measures.nDCG(dcg="exp-log2") @ 5) == "nDCG(gain=exp)@5"
    assert ir.spelling(ir_measures.AP(rel=2)) == "AP(rel=2)"
