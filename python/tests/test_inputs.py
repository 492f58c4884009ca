"""Every kind of input gives the numbers of the file."""

import collections
import pathlib
import random
import sys
import types

import pytest

import rankduel

RUNS = pathlib.Path(__file__).parents[2] / "examples/runs"
MEASURES = ["nDCG@10", "R@5", "AP", "RR"]


def rows_of_run(path):
    return [(q, d, float(s)) for q, _, d, _, s, _ in map(str.split, path.read_text().splitlines())]


def rows_of_qrels(path):
    return [(q, d, int(g)) for q, _, d, g in map(str.split, path.read_text().splitlines())]


def nested(rows):
    found = {}
    for q, d, v in rows:
        found.setdefault(q, {})[d] = v
    return found


@pytest.fixture
def run():
    return rows_of_run(RUNS / "baseline.trec")


@pytest.fixture
def judged():
    return rows_of_qrels(RUNS / "qrels.txt")


@pytest.fixture
def want():
    found = rankduel.evaluate(RUNS / "baseline.trec", RUNS / "qrels.txt", MEASURES, per_query=True)
    return found.means["baseline"], [(r["query_id"], r["measure"], r["value"]) for r in found.per_query]


def same(found, want):
    rows = found.per_query
    rows = rows.to_dict("records") if hasattr(rows, "to_dict") else rows
    assert found.means["run"] == want[0]
    assert sorted((r["query_id"], r["measure"], r["value"]) for r in rows) == sorted(want[1])


def test_value_of_a_hand_computed_run():
    found = rankduel.evaluate(
        {"q": {"a": 3, "b": 2, "c": 1}}, {"q": {"c": 1, "b": 1, "x": 1}}, ["P@2", "R@3", "RR", "AP"]
    )
    assert found.means == {"run": {"P@2": 1 / 2, "R@3": 2 / 3, "RR": 1 / 2, "AP": (1 / 2 + 2 / 3) / 3}}


def test_dictionaries(run, judged, want):
    random.Random(1).shuffle(run)
    same(rankduel.evaluate(nested(run), nested(judged), MEASURES, per_query=True), want)


def test_records(run, judged, want):
    scored = collections.namedtuple("ScoredDoc", "query_id doc_id score")
    qrel = collections.namedtuple("Qrel", "query_id doc_id relevance iteration")
    same(rankduel.evaluate((scored(*r) for r in run), [qrel(*r, "0") for r in judged], MEASURES, per_query=True), want)


def test_ranx(run, judged, want):
    pandas = pytest.importorskip("pandas")
    a, b = (types.SimpleNamespace() for _ in range(2))
    a.to_dataframe = lambda: pandas.DataFrame(run, columns=["q_id", "doc_id", "score"])
    b.to_dataframe = lambda: pandas.DataFrame(judged, columns=["q_id", "doc_id", "score"]).rename(
        columns={"score": "rel"}
    )
    same(rankduel.evaluate(a, b, MEASURES, per_query=True), want)


@pytest.mark.parametrize("names", [("query_id", "doc_id", "relevance"), ("qid", "docno", "label")])
def test_frames(run, judged, want, names):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(run, columns=[*names[:2], "score"]).sample(frac=1, random_state=7)
    labels = pandas.DataFrame(judged, columns=names)
    found = rankduel.evaluate(frame, labels, MEASURES, per_query=True)
    assert isinstance(found.table, pandas.DataFrame)
    assert list(found.per_query.columns) == ["system", "query_id", "measure", "value"]
    same(found, want)
    for column in names[:2]:
        frame[column] = frame[column].astype("category")
    same(rankduel.evaluate(frame, labels, MEASURES, per_query=True), want)


def test_integer_ids():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"qid": [7, 7, 8], "docno": [1, 2, 1], "score": [1.5, 2.5, 1]})
    labels = pandas.DataFrame({"qid": [7, 8], "docno": [1, 1], "label": [1, 1]})
    assert rankduel.evaluate(frame, labels, "RR", per_query=True).per_query["value"].tolist() == [0.5, 1]


def test_ties_are_those_of_the_file(tmp_path):
    rng = random.Random(3)
    run = {f"q{i}": {f"d{j}": rng.choice([1, 2, 3]) for j in range(12)} for i in range(20)}
    qrels = {f"q{i}": {f"d{rng.randrange(12)}": rng.choice([1, 2])} for i in range(20)}
    file = tmp_path / "run"
    file.write_text("".join(f"{q} Q0 {d} 1 {s} x\n" for q, hits in run.items() for d, s in hits.items()))
    assert rankduel.evaluate(run, qrels, MEASURES).means["run"] == rankduel.evaluate(file, qrels, MEASURES).means["run"]


def test_test_set():
    path = RUNS.parent / "clinical/testset.yaml"
    loaded = rankduel.TestSet.load(path)
    assert (loaded.name, loaded.version, loaded.document["queries"]) == ("clinical", "v1", 50)
    run = {"para-01": {"d": 1.0}}
    assert rankduel.evaluate(run, loaded, "RR").means == rankduel.evaluate(run, path, "RR").means


class Exchanged:
    """A frame of a library that is not known, with the protocol of frames."""

    def __init__(self, frame):
        self._frame = frame
        self.columns = list(frame.columns)

    def __dataframe__(self, *args, **kwargs):
        return self._frame.__dataframe__(*args, **kwargs)


def test_protocol_of_frames(run, judged, want):
    pandas = pytest.importorskip("pandas")
    frame = Exchanged(pandas.DataFrame(run, columns=["query_id", "doc_id", "score"]))
    same(rankduel.evaluate(frame, nested(judged), MEASURES, per_query=True), want)


def test_narwhals_where_it_is_installed(run, judged, want, monkeypatch):
    """A stub of the two calls that are made: narwhals itself is not in Debian."""
    column = lambda name: types.SimpleNamespace(
        to_list=lambda: [r[["query_id", "doc_id", "score"].index(name)] for r in run]
    )
    stub = types.SimpleNamespace(from_native=lambda frame, eager_only: types.SimpleNamespace(get_column=column))
    monkeypatch.setitem(sys.modules, "narwhals", stub)
    frame = types.SimpleNamespace(columns=["query_id", "doc_id", "score"])
    same(rankduel.evaluate(frame, nested(judged), MEASURES, per_query=True), want)


@pytest.mark.parametrize(
    ("run", "says"),
    [
        ({}, "no row"),
        ({"q": {}, "r": 3}, "in place of {document: number}"),
        ({"q": {"a b": 1}}, "'a b' is empty, has blanks"),
        ({"q": {"": 1}}, "'' is empty"),
        ({"q": {"a\n": 1}}, "has blanks"),
        ({"q": {"\udc80": 1}}, "half a character"),
        ({1.0: {"a": 1}}, "1.0 is a float"),
        ({True: {"a": 1}}, "True is a bool"),
        ({"q": {"a": float("nan")}}, "1 of 1 values are missing"),
        ({"q": {"a": None}}, "1 of 1 values are missing"),
        (5, "int is no run"),
        ([{"query_id": "q", "score": 1}], "lacks a query, a document or a number"),
    ],
)
def test_what_is_refused(run, says):
    with pytest.raises(rankduel.RankduelError, match=says) as error:
        rankduel.evaluate(run, {"q": {"a": 1}}, "RR")
    assert error.value.code == 2


def test_what_is_refused_of_frames():
    pandas = pytest.importorskip("pandas")
    labels = {"1": {"2": 1}}
    for columns, says in [
        ({"qid": [1.0], "docno": ["2"], "score": [1]}, "1.0 is a float"),
        ({"qid": ["1"], "docno": ["2"], "score": [None]}, "values are missing"),
        ({"qid": ["1"], "docno": ["a b"], "score": [1]}, "has blanks"),
        ({"qid": ["1"], "document_name": ["2"], "score": [1]}, "no column doc_id or docno"),
        ({"qid": [], "docno": [], "score": []}, "no row"),
    ]:
        with pytest.raises(rankduel.RankduelError, match=says):
            rankduel.evaluate(pandas.DataFrame(columns), labels, "RR")
    twice = pandas.DataFrame({"qid": ["1", "1"], "docno": ["2", "2"], "score": [1, 2]})
    with pytest.raises(rankduel.RankduelError, match="twice|again|duplicate"):
        rankduel.evaluate(twice, labels, "RR")
