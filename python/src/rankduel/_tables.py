"""Reads runs, judgments and scores of many kinds, and gives frames back."""

from __future__ import annotations

import csv
import io
import itertools
import math
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Optional

from ._binary import Input
from ._errors import RankduelError

QUERY = ("query_id", "qid", "q_id", "query-id", "query")
DOCUMENT = ("doc_id", "docno", "docid", "corpus-id", "document")
SCORE = ("score", "sim", "similarity")
GRADE = ("relevance", "label", "grade", "rel", "gain")
SYSTEM = ("system", "run", "name")
MEASURE = ("measure", "metric")
VALUE = ("value", "score")

_CHUNK = 500_000  # lines that are encoded at once


class Columns(NamedTuple):
    """A run or judgments as three columns of one length."""

    queries: Sequence[Any]
    documents: Sequence[Any]
    values: Sequence[Any]


def is_path(x: Any) -> bool:
    return isinstance(x, (str, os.PathLike))


def is_frame(x: Any) -> bool:
    return hasattr(x, "columns") or hasattr(x, "column_names")


def kind(x: Any) -> str:
    """Returns the library of a frame, such as "pandas"; empty of what is none."""
    return type(x).__module__.partition(".")[0] if is_frame(x) else ""


def frame(rows: list[dict[str, Any]], like: str) -> Any:
    """Returns rows as a frame of the library like; as they are where it is none."""
    if like == "pandas":
        import pandas

        return pandas.DataFrame(rows)
    if like == "polars":
        import polars

        return polars.DataFrame(rows)
    if like == "pyarrow":
        import pyarrow

        return pyarrow.Table.from_pylist(rows)
    return rows


def run_input(run: Any, *, name: Optional[str] = None, flag: Optional[str] = None, scores: bool = False) -> Input:
    """Returns a run as the program reads it; with scores, their size is kept and not their order alone."""
    if is_path(run):
        return Input(os.fspath(run), name, flag)
    columns = _columns(run, SCORE, "run")
    _check_finite(columns.values, "run")
    return Input(lambda: _run_lines(columns, scores), name, flag)


def judgments_input(judgments: Any) -> Input:
    """Returns judgments as the program reads them."""
    if is_path(judgments):
        path = os.fspath(judgments)
        test_set = path.lower().endswith((".yaml", ".yml"))
        return Input(path, flag="--test-set" if test_set else "--qrels")
    columns = _columns(judgments, GRADE, "qrels")
    _check_finite(columns.values, "qrels")
    return Input(lambda: _lines(columns, "{} 0 {} {}\n"), flag="--qrels")


def scores_input(scores: Any, *, name: Optional[str] = None) -> Input:
    """Returns a table of scores, one row a query and measure, as CSV."""
    if is_path(scores):
        return Input(os.fspath(scores), name)
    columns = _score_columns(scores)
    names = list(columns)
    chosen = {"query_id": _pick(names, QUERY, "scores")}
    measure = _first(names, MEASURE)
    if measure:
        chosen |= {"measure": measure, "score": _pick(names, VALUE, "scores")}
        system = _first(names, SYSTEM)
        if system:
            chosen["run"] = system
    else:  # one column a measure
        chosen |= {n: n for n in names if n != chosen["query_id"]}
    kept = {head: columns[name] for head, name in chosen.items()}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(kept)
    for row in zip(*kept.values()):
        writer.writerow(["" if _is_missing(v) else repr(float(v)) if _is_float(v) else v for v in row])
    data = text.getvalue().encode()
    return Input(lambda: [data], name)


def _score_columns(scores: Any) -> dict[str, Any]:
    if is_frame(scores):
        return {name: _column(scores, name) for name in _names(scores)}
    rows = [dict(row) for row in scores]
    if not rows:
        raise RankduelError("scores: no row", place="scores", remedy="give one row a query and measure")
    return {head: [row.get(head) for row in rows] for head in rows[0]}


def _columns(source: Any, value: Sequence[str], what: str) -> Columns:
    if hasattr(source, "to_dataframe") and not is_frame(source):
        source = source.to_dataframe()  # Run and Qrels of ranx
    if is_frame(source):
        names = _names(source)
        picked = [_pick(names, group, what) for group in (QUERY, DOCUMENT, value)]
        found = Columns(*(_column(source, name) for name in picked))
    elif isinstance(source, Mapping):
        found = _of_mapping(source, what)
    elif isinstance(source, Iterable):
        found = _of_records(source, value, what)
    else:
        raise RankduelError(
            f"{what}: {type(source).__name__} is no run and no table",
            place=what,
            remedy="give a path, a frame, {query: {document: number}} or records with query_id and doc_id",
        )
    if len(found.queries) == 0:
        raise RankduelError(f"{what}: no row", place=what, remedy="give at least one query with one document")
    return found


def _of_mapping(source: Mapping[Any, Any], what: str) -> Columns:
    queries: list[Any] = []
    documents: list[Any] = []
    values: list[Any] = []
    for query, found in source.items():
        if not isinstance(found, Mapping):
            raise RankduelError(
                f"{what}: query {query!r} has {type(found).__name__} in place of {{document: number}}",
                place=what,
                remedy="give each query a dictionary of its documents",
            )
        queries += [query] * len(found)
        documents += found
        values += found.values()
    return Columns(queries, documents, values)


def _of_records(source: Iterable[Any], value: Sequence[str], what: str) -> Columns:
    rows = []
    for record in source:
        row = [
            next((v for v in (_field(record, f) for f in fields) if v is not None), None)
            for fields in (QUERY, DOCUMENT, value)
        ]
        if None in row:
            raise RankduelError(
                f"{what}: record {record!r} lacks a query, a document or a number",
                place=what,
                remedy=f"name them {QUERY[0]}, {DOCUMENT[0]} and {value[0]}",
            )
        rows.append(row)
    return Columns(*zip(*rows)) if rows else Columns((), (), ())


def _field(record: Any, name: str) -> Any:
    return record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)


def _names(source: Any) -> list[str]:
    return [str(c) for c in (source.column_names if hasattr(source, "column_names") else source.columns)]


def _first(names: Sequence[str], wanted: Sequence[str]) -> Optional[str]:
    return next((w for w in wanted if w in names), None)


def _pick(names: Sequence[str], wanted: Sequence[str], what: str) -> str:
    found = _first(names, wanted)
    if found is None:
        raise _lacks(what, wanted, names)
    return found


def _lacks(what: str, wanted: Sequence[str], names: Sequence[str]) -> RankduelError:
    return RankduelError(
        f"{what}: no column {' or '.join(wanted)} among {', '.join(names)}",
        place=what,
        remedy=f"rename one to {wanted[0]}",
    )


def _column(source: Any, name: str) -> Any:
    """Returns a column: an array where it is of pandas, else a list."""
    if kind(source) == "pandas":
        return source[name]
    try:
        import narwhals
    except ImportError:
        pass
    else:
        return narwhals.from_native(source, eager_only=True).get_column(name).to_list()
    if not hasattr(source, "__dataframe__"):
        return list(source[name])
    from pandas.api.interchange import from_dataframe

    return from_dataframe(source)[name]


def _is_float(value: Any) -> bool:
    return isinstance(value, float) or type(value).__name__.startswith(("float", "Decimal"))


def _is_missing(value: Any) -> bool:
    return value is None or (_is_float(value) and math.isnan(value))


def _check_finite(values: Any, what: str) -> None:
    if hasattr(values, "isna"):
        bad = int(values.isna().sum())
    else:
        bad = sum(map(_is_missing, values))
    if bad:
        raise RankduelError(
            f"{what}: {bad} of {len(values)} values are missing (NaN)", place=what, remedy="drop or fill them"
        )


def _text_ids(values: Any, what: str) -> Any:
    """Returns ids as a list of texts; refuses floats, whose texts are not those of the source."""
    if hasattr(values, "cat"):  # a column of categories
        return [*map(_text_ids(values.cat.categories, what).__getitem__, values.cat.codes)]
    texts = values.tolist() if hasattr(values, "tolist") else list(values)
    kinds = set(map(type, texts))
    if kinds <= {str}:
        return texts
    for odd in kinds - {str, int}:
        if not issubclass(odd, (str, int)) or issubclass(odd, bool):
            example = next(t for t in texts if type(t) is odd)
            raise RankduelError(
                f"{what}: the id {example!r} is a {odd.__name__}",
                place=what,
                remedy="give ids as text or integers: what was read as a float lost its spelling (1 became 1.0)",
            )
    return [*map(str, texts)]


def _checked(text: str, words: int, what: str, *ids: Iterable[str]) -> bytes:
    """Returns encoded lines that have so many words; finds ids that are empty, hold blanks or half a character."""
    try:
        data = text.encode()
        if _ends_of_words(data) == words and b"  " not in data and not data.startswith(b" ") and b"\n " not in data:
            return data
    except UnicodeEncodeError:
        pass
    for one in itertools.chain(*ids):
        if not one or one.split() != [one] or any("\ud800" <= c <= "\udfff" for c in one):
            raise RankduelError(
                f"{what}: the id {one!r} is empty, has blanks or half a character",
                place=what,
                remedy="replace it in the run and in the judgments: lines of TREC files are cut at blanks",
            )
    return text.encode()


def _ends_of_words(data: bytes) -> int:
    """Returns the number of blanks and control characters."""
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        return int(numpy.count_nonzero(numpy.frombuffer(data, dtype=numpy.uint8) <= 32))
    return len(data) - len(data.translate(None, bytes(range(33))))


def _lines(columns: Columns, form: str) -> Iterator[bytes]:
    queries, documents = _text_ids(columns.queries, "qrels"), _text_ids(columns.documents, "qrels")
    values = columns.values.tolist() if hasattr(columns.values, "tolist") else list(columns.values)
    for i in range(0, len(queries), _CHUNK):
        q, d, v = (column[i : i + _CHUNK] for column in (queries, documents, values))
        text = "".join(map(form.format, q, d, map(_plain, v)))
        yield _checked(text, 4 * len(q), "qrels", q, d)


def _plain(value: Any) -> Any:
    return int(value) if not isinstance(value, int) and float(value).is_integer() else value


def _run_lines(columns: Columns, scores: bool) -> Iterator[bytes]:
    """Yields a run whose scores are dense ranks within a query: the same order, with the same ties."""
    fast = hasattr(columns.values, "to_numpy")  # pandas is there already
    return _run_lines_fast(columns, scores) if fast else _run_lines_plain(columns, scores)


def _run_lines_plain(columns: Columns, scores: bool) -> Iterator[bytes]:
    by_query: dict[str, list[tuple[str, Any]]] = {}
    for q, d, s in zip(_text_ids(columns.queries, "run"), _text_ids(columns.documents, "run"), columns.values):
        by_query.setdefault(q, []).append((d, s))
    for q, hits in by_query.items():
        rank = {s: i for i, s in enumerate(sorted({s for _, s in hits}, reverse=True))}
        text = "".join(
            f"{q} Q0 {d} {rank[s] + 1} {float(s)!r} -\n" if scores else f"{q} Q0 {d} {rank[s] + 1} {-rank[s]} -\n"
            for d, s in hits
        )
        yield _checked(text, 6 * len(hits), "run", [q], (d for d, _ in hits))


def _run_lines_fast(columns: Columns, scores: bool) -> Iterator[bytes]:
    import numpy
    import pandas

    codes, unique = pandas.factorize(pandas.Series(columns.queries))
    values = numpy.asarray(columns.values, dtype=float)
    documents = numpy.empty(len(values), dtype=object)
    documents[:] = _text_ids(columns.documents, "run")
    falls = (codes[1:] > codes[:-1]) | ((codes[1:] == codes[:-1]) & (values[1:] <= values[:-1]))
    if not falls.all():
        order = numpy.lexsort((-values, codes))
        codes, values, documents = codes[order], values[order], documents[order]
    first = numpy.append(True, codes[1:] != codes[:-1])
    steps = numpy.cumsum(first | numpy.append(True, values[1:] != values[:-1]), dtype=numpy.int32)
    rank = steps - numpy.repeat(steps[first], numpy.diff(numpy.append(numpy.flatnonzero(first), len(codes))))
    unique = _text_ids(unique, "run")
    heads = numpy.array([f"{q} Q0 " for q in unique], dtype=object)
    tails = numpy.array([f" {i + 1} {-i} -\n" for i in range(int(rank.max()) + 1)], dtype=object)
    for i in range(0, len(codes), _CHUNK):
        part = slice(i, i + _CHUNK)
        docs = documents[part].tolist()
        pieces = [""] * (3 * len(docs))
        pieces[0::3] = heads[codes[part]].tolist()
        pieces[1::3] = docs
        pieces[2::3] = (
            tails[rank[part]].tolist()
            if not scores
            else [f" {r + 1} {s!r} -\n" for r, s in zip(rank[part].tolist(), values[part].tolist())]
        )
        yield _checked("".join(pieces), 6 * len(docs), "run", unique, docs)
