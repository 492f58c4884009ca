"""Each function ends in what its verb says."""

import json
import math
import os
import pathlib
import signal
import stat
import sys
import types

import pytest

import rankduel
from rankduel import _binary, mlflow


SOURCE = pathlib.Path(rankduel.__file__).parents[1]


def test_compare(runs, qrels):
    old, new = runs
    found = rankduel.compare({"old": old}, {"new": new}, qrels, ["RR", "P@1"], primary="RR", per_query=True)
    assert (found.verdict, found.verdicts) == ("better", {"new": "better"})
    row = next(r for r in found.table if r["measure"] == "RR")
    assert (row["baseline"], row["mean"], row["n"]) == (0.5, 0.875, 40)  # 30 of 40 queries rise from 1/2 to 1
    d = [0.5] * 30 + [0.0] * 10
    mean = sum(d) / 40
    t = mean / (math.sqrt(sum((x - mean) ** 2 for x in d) / 39) / math.sqrt(40))
    measure = next(m for m in found.document["comparisons"][0]["measures"] if m["measure"] == "RR")
    assert measure["t"]["statistic"] == pytest.approx(t, rel=1e-12)
    values = {(r["system"], r["query_id"]): r["value"] for r in found.per_query if r["measure"] == "RR"}
    assert len(values) == 80 and values["new", "q1"] == 1 and values["new", "q4"] == values["old", "q1"] == 0.5


def test_logs_of_an_evaluator(tmp_path):
    for name, right in (("old", 0), ("new", 9)):  # of ten tests after the first
        outcomes = ["passed"] + ["passed" if i < right else "failed" for i in range(10)]
        tests = [{"nodeid": f"t{i}", "outcome": o} for i, o in enumerate(outcomes)]
        (tmp_path / f"{name}.json").write_text(json.dumps({"tests": tests}))
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    measure = rankduel.compare_scores({"old": old}, {"new": new}).document["comparisons"][0]["measures"][0]
    assert measure["mcnemar"] == {"only_a": 0, "only_b": 9, "p_value": pytest.approx(2 / 2**9, rel=1e-12)}
    assert rankduel.gate(new, old, rules="passed: drop <= 5%", mode="point").state == "passed"
    assert rankduel.power(old, new, scores=True).document["schema"] == "rankduel/power/v1"


def test_labels_of_a_model(runs, qrels, tmp_path):
    old, new = runs
    people = {q: {**grades, "d1": 0} for q, grades in list(qrels.items())[:20]}  # both hits of the queries that count
    silver = tmp_path / "llm.qrels"
    silver.write_text("".join(f"{q} 0 {d} {int(d == 'd2')}\n" for q in qrels for d in ("d1", "d2", "d3")))
    found = rankduel.compare({"old": old}, {"new": new}, people, "RR", silver=silver, assume_random=True)
    labels = found.document["comparisons"][0]["silver"]
    assert labels["complete"] == 20 and labels["sampling"]["state"] == "asserted"
    assert found.document["comparisons"][0]["measures"][0]["silver"]["queries"] == 40


def test_forms_of_a_comparison(runs, qrels, tmp_path):
    found = rankduel.compare(*runs, qrels, "RR")
    assert found.text().startswith("candidate is better than baseline on RR")
    assert str(found) == found.text() and "better" in repr(found)
    assert "| RR" in found.to_markdown() and "\\begin{tabular}" in found.to_latex()
    assert "<html" in found.report(tmp_path / "x.html").read_text()
    page = found._repr_html_()
    assert "<strong>candidate against baseline: better</strong>" in page and "<svg" in page and "RR*" in page


def test_a_frame_that_changed_is_not_reported(runs, qrels):
    pandas = pytest.importorskip("pandas")
    old, new = (
        pandas.DataFrame([(q, d, s) for q in r for d, s in r[q].items()], columns=["qid", "docno", "score"])
        for r in runs
    )
    found = rankduel.compare(old, new, qrels, "RR")
    assert found.verdict == "better" and "better" in found.text()
    new["score"] *= -1
    with pytest.raises(rankduel.RankduelError, match="a frame changed"):
        found.text()


def test_several_candidates_and_paths(runs, qrels, tmp_path):
    old, new = runs
    path = tmp_path / "dense.trec"
    path.write_text("".join(f"{q} Q0 {d} 1 {s} x\n" for q, hits in new.items() for d, s in hits.items()))
    found = rankduel.compare(old, [new, path], qrels, "RR")
    assert list(found.verdicts.values()) == ["better", "better"]
    assert list(rankduel.compare(old, path, qrels, "RR").verdicts) == ["dense"]
    with pytest.raises(rankduel.RankduelError, match="two systems are called x"):
        rankduel.compare({"x": old}, {"x": new}, qrels)


def test_settings(runs, qrels):
    found = rankduel.compare(*runs, qrels, ["RR", "P@1"], margin=0.5, alpha=0.01, guardrail=["P@1"])
    assert (found.document["settings"]["margin"], found.document["settings"]["alpha"]) == (0.5, 0.01)
    with pytest.raises(TypeError, match="no setting 'margins'; do you mean 'margin'"):
        rankduel.compare(*runs, qrels, margins=0.5)
    with pytest.raises(rankduel.RankduelError, match="interval"):
        rankduel.compare(*runs, qrels, interval="none")


def test_scores_of_pyterrier():
    """Columns name, qid, measure, value are those of pt.Experiment(perquery=True) in PyTerrier 0.11."""
    rows = [
        {"name": name, "qid": str(i), "measure": "map", "value": value + i % 5 / 100}
        for name, value in (("BM25", 0.3), ("ColBERT", 0.5))
        for i in range(40)
    ]
    assert rankduel.compare_scores(rows).verdicts == {"ColBERT": "better"}
    pandas = pytest.importorskip("pandas")
    found = rankduel.compare_scores(pandas.DataFrame(rows), per_query=True)
    assert found.verdicts == {"ColBERT": "better"}
    assert found.table["mean"].tolist() == [pytest.approx(0.52)]
    a, b = (pandas.DataFrame([r for r in rows if r["name"] == n]).drop(columns="name") for n in ("BM25", "ColBERT"))
    assert rankduel.compare_scores({"x": a}, {"y": b}).verdicts == {"y": "better"}
    wide = pandas.DataFrame({"query_id": range(40), "map": [0.5 + i % 5 / 100 for i in range(40)]})
    assert rankduel.compare_scores({"x": a}, {"y": wide}).verdicts == {"y": "better"}


def test_scores_go_on_in_the_order_of_their_measures(runs, qrels):
    scored = rankduel.evaluate({"old": runs[0], "new": runs[1]}, qrels, ["RR", "AP"], per_query=True)
    assert [r["measure"] for r in scored.per_query[:2]] == ["RR", "AP"]
    assert rankduel.compare_scores(scored.per_query).document["settings"]["primary"] == "RR"


def test_inputs_have_names(runs, qrels):
    found = rankduel.compare({"old/1": runs[0]}, runs[1], qrels, "RR")
    assert "qrels" in found.text() and "/dev/fd" not in found.text()
    assert found.document["test_set"]["name"] == "qrels" and found.document["a"]["name"] == "old/1"
    assert rankduel.gate(*runs, qrels, "RR: drop <= 90%").document["baseline"]["name"] == "baseline"


def test_gate(runs, qrels, tmp_path):
    old, new = runs
    assert rankduel.gate(new, old, qrels, "RR: drop <= 5%")
    assert rankduel.gate({"new": new}, {"old": old}, qrels, "RR: drop <= 5%").document["current"]["name"] == "new"
    with pytest.raises(rankduel.RankduelError, match="2 systems"):
        rankduel.gate({"new": new, "newer": new}, old, qrels, "RR: drop <= 5%")
    failed = rankduel.gate(old, new, qrels, ["RR: drop <= 5%"])
    assert not failed and failed.state == "failed" and failed.exit_code == 1 and "RR" in repr(failed)
    assert failed.rules[0]["status"] == "failed"
    kept = tmp_path / "baseline.json"
    rankduel.bless(new, kept, qrels, "RR")
    assert not rankduel.gate(old, kept, qrels, "RR: drop <= 5%")
    rules = tmp_path / "rules.yaml"
    rules.write_text("rules:\n  - 'RR: drop <= 60%'\n")
    assert rankduel.gate(old, new, qrels, rules)


def test_power():
    """The paired t-test with d = .25 needs 128 pairs for power .8 (Faul et al. 2007, G*Power 3; R 4: 127.5)."""
    row = rankduel.power(sd=0.2, effect=0.05).document["rows"][0]
    assert row["effects"] == [{"effect": 0.05, "queries": 128, "queries_sure": None}]


def test_fuse(runs):
    """1/(60+1) + 1/(60+2) of both orders; Cormack, Clarke and Buettcher 2009, k = 60."""
    found = rankduel.fuse({"q": {"a": 9.0, "b": 8.0}}, {"q": {"b": 3.0, "c": 2.0}}, method="rrf")
    assert [(r["doc_id"], pytest.approx(r["score"])) for r in found] == [
        ("b", 1 / 61 + 1 / 62),
        ("a", 1 / 61),
        ("c", 1 / 62),
    ]
    assert rankduel.fuse(
        {"x": {"q": {"a": 4.0, "b": 1.0}}}, {"y": {"q": {"b": 1.0, "c": 0.5}}}, method="sum", set="norm=none"
    )[0] == {
        "query_id": "q",
        "doc_id": "a",
        "score": 4.0,
    }


def test_errors_of_the_program(tmp_path):
    bad = tmp_path / "run.txt"
    bad.write_text("q Q0 d 1 2 x\nq d 1\n")
    with pytest.raises(rankduel.RankduelError) as error:
        rankduel.evaluate(bad, {"q": {"d": 1}}, "RR")
    assert error.value.code == 2 and error.value.place == f"{bad}:2"
    assert error.value.remedy == 'a run line is "qid Q0 docid rank score tag"'


def test_a_binary_that_is_missing_or_killed(monkeypatch, tmp_path):
    monkeypatch.setenv("RANKDUEL_BIN", str(tmp_path / "none"))
    with pytest.raises(rankduel.RankduelError, match="RANKDUEL_BIN .* is no program; unset it"):
        rankduel.evaluate({"q": {"d": 1}}, {"q": {"d": 1}}, "RR")
    killed = tmp_path / "killed"
    killed.write_text(f"#!/bin/sh\nkill -{int(signal.SIGKILL)} $$\n")
    killed.chmod(killed.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("RANKDUEL_BIN", str(killed))
    with pytest.raises(rankduel.RankduelError, match="signal 9; .*memory|signal 9. *; .*memory") as error:
        rankduel.evaluate({"q": {"d": 1}}, {"q": {"d": 1}}, "RR")
    assert error.value.code == 3
    monkeypatch.delenv("RANKDUEL_BIN")
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setattr(_binary.sysconfig, "get_path", lambda *_: str(tmp_path))
    with pytest.raises(rankduel.RankduelError, match="was not found; install the wheel"):
        rankduel.evaluate({"q": {"d": 1}}, {"q": {"d": 1}}, "RR")


def test_a_large_run_passes_through_a_pipe_that_the_program_leaves(qrels):
    large = {f"q{i}": {f"d{j}": -j for j in range(1000)} for i in range(300)}
    with pytest.raises(rankduel.RankduelError, match="nDCX"):
        rankduel.evaluate(large, qrels, "nDCX@10")


def test_module():
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    out = _binary.subprocess.run(
        [sys.executable, "-m", "rankduel", "version"], env=environment, capture_output=True, text=True
    )
    assert out.stdout.startswith("rankduel ") and out.returncode == 0


def test_mlflow(runs, qrels):
    """A stub with the three calls of MLflow's public client: mlflow is not in Debian."""
    seen = {}
    client = types.SimpleNamespace(
        log_metric=lambda run, key, value: seen.update({key: value}),
        set_tag=lambda run, key, value: seen.update({key: value}),
        log_artifact=lambda run, path: seen.update({"page": pathlib.Path(path).read_text()}),
    )
    mlflow.log_comparison("r1", rankduel.compare(*runs, qrels, ["nDCG@10", "RR"]), client=client)
    assert seen["candidate/RR/difference"] == 0.375 and "candidate/nDCG_gain_linear_at_10/mean" in seen, sorted(seen)
    assert seen["rankduel.verdict.candidate"] == "better" and "<html" in seen["page"]


def test_plugin(pytester):
    pytester.makeconftest(
        f"import sys; sys.path.insert(0, {str(SOURCE)!r}); pytest_plugins = ['rankduel.pytest_plugin']"
    )
    pytester.makepyfile(
        f"""
        def test_it(rankduel_gate):
            assert rankduel_gate({{f"q{{i}}": {{"d": 1.0}} for i in range(30)}}, "base.json", {{f"q{{i}}": {{"d": 1}} for i in range(30)}}, "RR: drop <= 5%")
        """
    )
    result = pytester.runpytest_subprocess()
    result.stdout.fnmatch_lines(["*there is no baseline base.json; pytest --rankduel-bless writes it*"])
    assert pytester.runpytest_subprocess("--rankduel-bless").ret == 0
    assert pytester.runpytest_subprocess().ret == 0
