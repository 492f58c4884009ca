"""The functions of the package: arguments in, results out."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _binary, _settings, _tables
from ._binary import Argument, Input
from ._errors import RankduelError
from ._results import Call, Comparison, Evaluation, Gate, Power, Sweep
from ._testset import TestSet

if TYPE_CHECKING:
    from typing_extensions import Unpack

Path = Union[str, "os.PathLike[str]"]
Measures = Union[str, Sequence[str], None]


def evaluate(
    runs: Any,
    qrels: Any,
    measures: Measures = None,
    *,
    per_query: bool = False,
    **settings: Unpack[_settings.EvalSettings],
) -> Evaluation:
    """Scores one run or several against judgments.

    ``runs`` is a run, a list of runs, or a dictionary of runs by name. A run is
    a path, a frame with columns query_id, doc_id and score (or qid, docno, ...),
    ``{query: {document: score}}``, an iterable of records such as
    ``ir_measures.ScoredDoc``, or a ``ranx.Run``. ``qrels`` is the like with
    relevance in place of score, a test set in YAML, or a `TestSet`.

    >>> run = {"q1": {"d1": 2.0, "d2": 1.0}}
    >>> qrels = {"q1": {"d2": 1}}
    >>> evaluate(run, qrels, ["RR", "nDCG@10"]).means
    {'run': {'RR': 0.5, 'nDCG(gain=linear)@10': 0.6309297535714575}}
    """
    named = _named(runs, "run")
    arguments: list[Argument] = [
        "eval",
        *_runs(named),
        _judgments(qrels),
        *_measures(measures),
        *_switch("per-query", per_query),
    ]
    return Evaluation(Call([*arguments, *_flags(_settings.EVAL, settings)], _kind(*named.values(), qrels)))


def compare(
    baseline: Any,
    candidates: Any,
    qrels: Any,
    measures: Measures = None,
    *,
    per_query: bool = False,
    **settings: Unpack[_settings.CompareSettings],
) -> Comparison:
    """Compares candidates with a baseline, query by query, and decides.

    Runs and judgments are those of `evaluate`. Either side may be
    ``{name: run}``; there may be several candidates.

    >>> a = {f"q{i}": {"d1": 2.0, "d2": 1.0} for i in range(30)}
    >>> b = {f"q{i}": {"d1": 1.0, "d2": 2.0} for i in range(30)}
    >>> qrels = {f"q{i}": {"d2": 1} for i in range(30)}
    >>> compare({"old": a}, {"new": b}, qrels, "RR").verdict
    'better'
    """
    named = {**_named(baseline, "baseline", most=1), **_candidates(candidates, baseline)}
    arguments: list[Argument] = [
        "compare",
        *_runs(named),
        _judgments(qrels),
        *_measures(measures),
        *_switch("per-query", per_query),
    ]
    files = "silver" in settings or os.name == "nt"  # the program scores the runs by both kinds of labels
    arguments += _flags(_settings.COMPARE, settings)
    return Comparison(Call(arguments, _kind(*named.values(), qrels), files=files))


def compare_scores(
    baseline: Any,
    candidates: Any = None,
    measures: Measures = None,
    *,
    per_query: bool = False,
    **settings: Unpack[_settings.CompareSettings],
) -> Comparison:
    """Compares per-query scores that another program computed.

    A table has columns query_id (or qid), measure and value (or score), and
    system (or run, name) where it holds several systems; or one column a
    measure. ``pt.Experiment(..., perquery=True)`` of PyTerrier is such a table.

    >>> rows = [{"name": s, "qid": f"q{i}", "measure": "nDCG@10", "value": v + i % 3 / 100}
    ...         for s, v in (("bm25", .4), ("dense", .6)) for i in range(30)]
    >>> compare_scores(rows).verdicts
    {'dense': 'better'}
    """
    named = _named(baseline, "baseline", most=1)
    if candidates is None:
        tables = [_tables.scores_input(t) for t in named.values()]
    else:
        named |= _candidates(candidates, baseline)
        tables = [_tables.scores_input(t, name=_said(n, t)) for n, t in named.items()]
    arguments: list[Argument] = ["compare", "--scores", *tables, *_measures(measures), *_switch("per-query", per_query)]
    return Comparison(Call([*arguments, *_flags(_settings.COMPARE, settings)], _kind(*named.values())))


def gate(
    current: Any,
    baseline: Any = None,
    qrels: Any = None,
    rules: Union[str, Sequence[str], os.PathLike[str]] = (),
    measures: Measures = None,
    **settings: Unpack[_settings.GateSettings],
) -> Gate:
    """Holds a system against a baseline by rules such as ``"R@10: drop <= 5%"``.

    ``rules`` is a rule, a list of them, or a `pathlib.Path` of a file in YAML.
    ``current`` and ``baseline`` are runs as in `evaluate`, ``{name: run}``, or paths of
    what the gate reads: experiments, evaluations and comparisons in JSON, files of
    ``bless``. The result is true where the gate passed; a failed gate is a
    result, no exception.

    >>> run = {f"q{i}": {"d1": 2.0, "d2": 1.0} for i in range(30)}
    >>> qrels = {f"q{i}": {"d1": 1} for i in range(30)}
    >>> gate(run, run, qrels, "RR: >= 0.9").state
    'passed'
    """
    said = _is_named(current)
    ((name, current),) = _named(current, "current", most=1).items()
    arguments: list[Argument] = ["gate", _tables.run_input(current, name=name if said else None)]
    if baseline is not None:
        ((_, baseline),) = _named(baseline, "baseline", most=1).items()
        arguments.append(_tables.run_input(baseline, flag="--baseline"))
    if qrels is not None:
        arguments.append(_judgments(qrels))
    if isinstance(rules, os.PathLike):
        arguments += ["--rules", os.fspath(rules)]
    else:
        arguments += [f"--rule={rule}" for rule in ([rules] if isinstance(rules, str) else rules)]
    return Gate(
        Call(
            [*arguments, *_measures(measures), *_flags(_settings.GATE, settings)],
            _kind(current, baseline, qrels),
            files=True,
        )
    )


def bless(
    current: Any, path: Path, qrels: Any = None, measures: Measures = None, **settings: Unpack[_settings.BlessSettings]
) -> None:
    """Writes the scores of current to path, as a baseline that `gate` takes."""
    arguments: list[Argument] = ["gate", "bless", _tables.run_input(current), "-o", os.fspath(path)]
    if qrels is not None:
        arguments.append(_judgments(qrels))
    _binary.run([*arguments, *_measures(measures), *_flags(_settings.BLESS, settings)], files=True)


def power(*pilot: Any, qrels: Any = None, scores: bool = False, **settings: Unpack[_settings.PowerSettings]) -> Power:
    """Says how many queries a difference needs.

    ``pilot`` is two runs (with qrels), with ``scores=True`` two tables or logs
    as in `compare_scores`, the path of an experiment or of a comparison in
    JSON, or nothing, with ``sd`` as the assumed spread.

    >>> power(sd=0.2, queries=150).document["schema"]
    'rankduel/power/v1'
    """
    inputs = [_tables.scores_input(p) if scores else _tables.run_input(p) for p in pilot]
    arguments: list[Argument] = ["power", *_switch("scores", scores), *inputs]
    if qrels is not None:
        arguments.append(_judgments(qrels))
    return Power(Call([*arguments, *_flags(_settings.POWER, settings)], _kind(*pilot, qrels), files=True))


def fuse(*runs: Any, qrels: Any = None, **settings: Unpack[_settings.FuseSettings]) -> Any:
    """Fuses runs into one: rows of query_id, doc_id and score, as a frame of the caller's kind.

    >>> fuse({"q": {"d1": 9.0, "d2": 8.0}}, {"q": {"d2": 1.0}}, method="rrf")[0]["doc_id"]
    'd2'
    """
    named: dict[str, Any] = {}
    for i, run in enumerate(runs, 1):
        named.update(run if _is_named(run) else {f"run{i}": run})
    arguments: list[Argument] = [
        "fuse",
        *(_tables.run_input(r, name=_said(n, r), scores=True) for n, r in named.items()),
    ]
    if qrels is not None:
        arguments.append(_judgments(qrels))
    out = _binary.run([*arguments, "--format", "trec", *_flags(_settings.FUSE, settings)])
    rows = [
        {"query_id": q, "doc_id": d, "score": float(s)}
        for q, _, d, _, s, _ in map(str.split, out.stdout.decode().splitlines())
    ]
    return _tables.frame(rows, _kind(*named.values()))


def sweep(experiment: Path, **settings: Unpack[_settings.SweepSettings]) -> Sweep:
    """Tries the fusion settings of an experiment file, and says what choosing the best is worth."""
    return Sweep(Call(["sweep", os.fspath(experiment), *_flags(_settings.SWEEP, settings)], ""))


def _named(runs: Any, name: str, *, most: Optional[int] = None) -> dict[str, Any]:
    """Returns runs by name: those of a dictionary of runs, else of a list or of one."""
    if _is_named(runs):
        named = {str(k): v for k, v in runs.items()}
    elif isinstance(runs, (list, tuple)) and runs and not _is_record(runs[0]):
        named = {f"{name}{i}" if len(runs) > 1 else name: run for i, run in enumerate(runs, 1)}
    else:
        named = {name: runs}
    if not named or (most is not None and len(named) > most):
        raise RankduelError(
            f"{name}: {len(named)} systems", place=name, remedy="give one" if most else "give at least one"
        )
    return named


def _candidates(candidates: Any, baseline: Any) -> dict[str, Any]:
    named = _named(candidates, "candidate")
    both = named.keys() & _named(baseline, "baseline").keys()
    if both:
        raise RankduelError(f"two systems are called {both.pop()}", place="candidates", remedy="give each its own name")
    return named


def _is_named(x: Any) -> bool:
    """Reports whether x is {name: run}, and not {query: {document: score}}."""
    if not isinstance(x, Mapping) or not x:
        return False
    one = next(iter(x.values()))
    return not isinstance(one, Mapping) or any(isinstance(v, Mapping) for v in one.values())


def _is_record(x: Any) -> bool:
    return (
        not _tables.is_path(x)
        and not _tables.is_frame(x)
        and (
            any(hasattr(x, f) for f in _tables.QUERY) or (isinstance(x, Mapping) and any(f in x for f in _tables.QUERY))
        )
    )


def _said(name: str, run: Any) -> Optional[str]:
    """Returns the name to say: a path without one is called by the program as its file."""
    return None if _tables.is_path(run) and name.rstrip("0123456789") in ("run", "baseline", "candidate") else name


def _runs(named: Mapping[str, Any]) -> list[Input]:
    return [_tables.run_input(run, name=_said(name, run)) for name, run in named.items()]


def _judgments(qrels: Any) -> Input:
    return Input(qrels.path, flag="--test-set") if isinstance(qrels, TestSet) else _tables.judgments_input(qrels)


def _measures(measures: Measures) -> list[str]:
    return [f"--measure={m}" for m in ([measures] if isinstance(measures, str) else measures or [])]


def _switch(flag: str, on: bool) -> list[str]:
    return [f"--{flag}"] if on else []


def _kind(*sources: Any) -> str:
    return next((k for k in map(_tables.kind, sources) if k), "")


def _flags(known: frozenset[str], settings: Mapping[str, Any]) -> list[str]:
    """Returns settings as flags of the program; refuses names that it does not have."""
    flags = []
    for name, value in settings.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            raise TypeError(f"no setting {name!r}" + (f"; do you mean {near[0]!r}?" if near else ""))
        flag = "--" + name.replace("_", "-")
        if isinstance(value, bool):
            flags.append(f"{flag}={str(value).lower()}")
        elif isinstance(value, (list, tuple)):
            flags += [f"{flag}={v}" for v in value]
        elif value is not None:
            flags.append(f"{flag}={value}")
    return flags
