"""A provider for ir_measures. ``rankduel.ir.first()`` puts it before the others.

Then ``ir_measures.calc_aggregate``, and with it ``pt.Experiment`` of PyTerrier,
takes from rankduel the measures that mean the same in both; all others come
from where they came from before. Values are those of trec_eval 10, unrounded.
"""

from __future__ import annotations

from typing import Any, Iterable, Iterator

import ir_measures
from ir_measures import measures, providers
from ir_measures.providers.base import NOT_PROVIDED, Any as AnyValue, Choices

from . import _api


class Provider(providers.Provider):  # type: ignore[misc]
    """Measures of rankduel under the names of ir_measures."""

    NAME = "rankduel"
    SUPPORTED_MEASURES = [
        measures._nDCG(cutoff=AnyValue(), dcg=Choices("log2", "exp-log2"), gains=AnyValue()),
        measures._P(cutoff=AnyValue(required=True), rel=AnyValue()),
        measures._R(cutoff=AnyValue(required=True), rel=AnyValue()),
        measures._Success(cutoff=AnyValue(required=True), rel=AnyValue()),
        measures._RR(cutoff=AnyValue(), rel=AnyValue()),
        measures._AP(cutoff=AnyValue(), rel=AnyValue()),
        measures._Rprec(rel=AnyValue()),
        measures._Bpref(rel=AnyValue()),
    ]

    def _evaluator(self, asked: Iterable[Any], qrels: Any) -> Evaluator:
        return Evaluator(list(asked), ir_measures.util.QrelsConverter(qrels).as_dict_of_dict())


class Evaluator(providers.Evaluator):  # type: ignore[misc]
    """Scores runs with the measures and judgments that it was made for."""

    def __init__(self, asked: list[Any], qrels: dict[str, dict[str, int]]) -> None:
        super().__init__(asked, set(qrels))
        self._qrels = qrels

    def _iter_calc(self, run: Any) -> Iterator[Any]:
        hits = ir_measures.util.RunConverter(run).as_dict_of_dict()
        hits = {query: documents for query, documents in hits.items() if query in self._qrels and documents}
        if not hits:
            return
        groups: dict[Any, list[Any]] = {}
        for measure in self.measures:
            gains = measure.params.get("gains") or {}
            groups.setdefault((measure.params.get("judged_only", False), tuple(gains.items())), []).append(measure)
        for (judged_only, gains), asked in groups.items():
            yield from self._scored(hits, asked, judged_only, dict(gains))

    def _scored(
        self, hits: dict[str, dict[str, float]], asked: list[Any], judged_only: bool, gains: dict[int, int]
    ) -> Iterator[Any]:
        run = _api.evaluate(
            hits,
            {q: {d: gains.get(grade, grade) for d, grade in found.items()} for q, found in self._qrels.items()}
            if gains
            else self._qrels,
            [spelling(m) for m in asked],
            per_query=True,
            profile="trec",
            exact=True,
            judged_only=judged_only,
        ).document["runs"][0]
        names = [m["measure"] for m in run["measures"]]
        for query in run["per_query"]:
            if query["query_id"] not in hits:
                continue  # ir_measures itself gives a query without hits its default
            for measure, name in zip(asked, names):
                value = query["scores"][name]
                yield ir_measures.Metric(query["query_id"], measure, measure.DEFAULT if value is None else value)


def spelling(measure: Any) -> str:
    """Returns how rankduel spells a measure of ir_measures."""
    options = []
    if "dcg" in measure.SUPPORTED_PARAMS:
        options.append("gain=exp" if measure["dcg"] == "exp-log2" else "gain=linear")
    if measure.SUPPORTED_PARAMS.get("rel") and measure["rel"] != 1:
        options.append(f"rel={measure['rel']}")
    cutoff = measure.params.get("cutoff", NOT_PROVIDED)
    return f"{measure.NAME}{_in_brackets(options)}" + ("" if cutoff is NOT_PROVIDED else f"@{cutoff}")


def _in_brackets(options: list[str]) -> str:
    return f"({','.join(options)})" if options else ""


def first() -> Provider:
    """Puts the provider before all others of ``ir_measures``; returns it."""
    others = [p for p in ir_measures.DefaultPipeline.providers if p.NAME != Provider.NAME]
    provider = providers.register(Provider())
    ir_measures.DefaultPipeline.providers[:] = [provider, *others]
    return provider  # type: ignore[no-any-return]
