"""Results of the program: its document, and tables of it. No number is computed here."""

from __future__ import annotations

import html
import json
import os
import tempfile
from pathlib import Path
from typing import Any, NamedTuple, Optional, Sequence, Union

from . import _binary, _tables
from ._binary import Argument, Output
from ._errors import MEASUREMENT, RankduelError


class Call(NamedTuple):
    """A verb with its arguments: it can be repeated in another form."""

    arguments: Sequence[Argument]
    frame: str  # library of the caller's frames
    files: bool = os.name == "nt"

    def run(self, *more: str, accepted: Sequence[int] = (0,)) -> Output:
        return _binary.run([*self.arguments, *more], accepted=accepted, files=self.files)


class Result:
    """What a verb found. ``document`` is its JSON as a dictionary (see docs/report-fields.md)."""

    _accepted: Sequence[int] = (0,)

    def __init__(self, call: Call) -> None:
        self._call = call
        out = call.run("--format", "json", accepted=self._accepted)
        self.document: dict[str, Any] = json.loads(out.stdout)
        self.exit_code, self._sums = out.code, out.sums

    def _again(self, *more: str) -> bytes:
        out = self._call.run(*more, accepted=self._accepted)
        if out.sums != self._sums:
            raise RankduelError(
                "a frame changed since it was read",
                code=MEASUREMENT,
                remedy="call again with the frames as they are now",
            )
        return out.stdout

    def text(self) -> str:
        """Returns the report of the terminal."""
        return self._again("--format", "text").decode()

    def __str__(self) -> str:
        return self.text()

    def to_markdown(self) -> str:
        """Returns the report in Markdown."""
        return self._again("--format", "markdown").decode()


class Report(Result):
    """A result that has a page and a table in LaTeX too."""

    def to_latex(self) -> str:
        """Returns the table in LaTeX, without a float around it."""
        return self._again("--format", "latex").decode()

    def report(self, path: Union[str, os.PathLike[str]], *, corpus: Optional[str] = None) -> Path:
        """Writes the report to path, its form by the ending (.html .md .csv .tex .json .txt).

        The page shows the documents of corpus, a file or a folder, where it is given.
        """
        self._again("--quiet", "-o", os.fspath(path), *(["--corpus", corpus] if corpus else []))
        return Path(path)


class Evaluation(Report):
    """Scores of runs.

    ``table`` has one row a system and measure (system, measure, mean, n,
    undefined); ``per_query``, where it was asked for, one a system, query and
    measure (system, query_id, measure, value). A value that a measure does not
    define for a query is None (NaN in a frame). Both are frames of the
    caller's kind, and lists of dictionaries where the caller gave no frame.
    """

    def rows(self) -> list[dict[str, Any]]:
        """Returns one row a system and measure, as dictionaries."""
        fields = ("measure", "mean", "n", "undefined")
        return [
            {"system": run["name"], **{f: m[f] for f in fields}}
            for run in self.document["runs"]
            for m in run["measures"]
        ]

    @property
    def table(self) -> Any:
        return _tables.frame(self.rows(), self._call.frame)

    @property
    def per_query(self) -> Any:
        rows = [
            {
                "system": run["name"],
                "query_id": q["query_id"],
                "measure": m["measure"],
                "value": q["scores"][m["measure"]],
            }
            for run in self.document["runs"]
            for q in _asked(run)
            for m in run["measures"]  # in the order that was asked for
        ]
        return _tables.frame(rows, self._call.frame)

    @property
    def means(self) -> dict[str, dict[str, Optional[float]]]:
        """Means by system and measure."""
        return {run["name"]: {m["measure"]: m["mean"] for m in run["measures"]} for run in self.document["runs"]}

    @property
    def health(self) -> list[dict[str, Any]]:
        """Findings of all runs: code, severity, text, and the system."""
        return [{"system": run["name"], **finding} for run in self.document["runs"] for finding in run["health"]]

    def __repr__(self) -> str:
        return f"<Evaluation of {', '.join(run['name'] for run in self.document['runs'])}>"

    def _repr_html_(self) -> str:
        rows = [[r["system"], r["measure"], _number(r["mean"]), str(r["n"])] for r in self.rows()]
        return _html_table(["system", "measure", "mean", "n"], rows)


class Comparison(Report):
    """Differences of candidates from a baseline, and a verdict on each.

    ``verdict`` is better, worse, equivalent or inconclusive, of the first
    candidate; ``verdicts`` of each. ``table`` has one row a candidate and
    measure, ``per_query`` one a system, query and measure.
    """

    @property
    def verdict(self) -> str:
        verdict: str = self.document["comparisons"][0]["verdict"]
        return verdict

    @property
    def reason(self) -> str:
        """What the verdict of the first candidate rests on, in one sentence."""
        reason: str = self.document["comparisons"][0]["verdict_reason"]
        return reason

    @property
    def verdicts(self) -> dict[str, str]:
        return {c["b"]["name"]: c["verdict"] for c in self.document["comparisons"]}

    @property
    def health(self) -> list[dict[str, Any]]:
        return [{"system": c["b"]["name"], **finding} for c in self.document["comparisons"] for finding in c["health"]]

    def rows(self) -> list[dict[str, Any]]:
        """Returns one row a candidate and measure, as dictionaries."""
        return [
            {
                "system": c["b"]["name"],
                "measure": m["measure"],
                "baseline": m["mean_a"],
                "mean": m["mean_b"],
                "difference": m["mean_difference"],
                "low": (m["interval"] or {}).get("low"),
                "high": (m["interval"] or {}).get("high"),
                "p_value": m["p_value"],
                "p_adjusted": m["p_adjusted"],
                "n": m["n"],
                "verdict": m["verdict"],
                "primary": m["primary"],
            }
            for c in self.document["comparisons"]
            for m in c["measures"]
        ]

    @property
    def table(self) -> Any:
        return _tables.frame(self.rows(), self._call.frame)

    @property
    def per_query(self) -> Any:
        a = self.document["a"]["name"]
        rows: dict[tuple[str, str, str], Any] = {}
        for c in self.document["comparisons"]:
            for q in _asked(c):
                for system, side in ((a, "a"), (c["b"]["name"], "b")):
                    rows.update(((system, q["query_id"], m), value) for m, value in q[side].items())
        long = [{"system": s, "query_id": q, "measure": m, "value": v} for (s, q, m), v in rows.items()]
        return _tables.frame(long, self._call.frame)

    def __repr__(self) -> str:
        a = self.document["a"]["name"]
        return f"<Comparison with {a}: {', '.join(f'{b} {verdict}' for b, verdict in self.verdicts.items())}>"

    def _repr_html_(self) -> str:
        lines = [
            f"<p><strong>{html.escape(c['b']['name'])} against {html.escape(self.document['a']['name'])}: "
            f"{html.escape(c['verdict'])}</strong><br>{html.escape(c['verdict_reason'])}</p>"
            for c in self.document["comparisons"]
        ]
        heads = ["", "measure", "baseline", "mean", "difference", "low", "high", "p adjusted", "verdict"]
        table = [
            [
                r["system"],
                r["measure"] + ("*" if r["primary"] else ""),
                *(_number(r[k]) for k in ("baseline", "mean", "difference", "low", "high", "p_adjusted")),
                r["verdict"],
            ]
            for r in self.rows()
        ]
        return "".join(lines) + _html_table(heads, table) + "".join(self.figures("forest").values())

    def figures(self, name: str = "") -> dict[str, str]:
        """Returns figures as SVG by their names, such as "forest-0"; those whose name begins with name."""
        with tempfile.TemporaryDirectory() as folder:
            self._again("--quiet", "--plots", folder)
            return {f.stem: f.read_text("utf-8") for f in sorted(Path(folder).glob(f"{name}*.svg"))}


class Gate(Result):
    """Whether a system keeps the rules; true where it passed.

    ``state`` is passed, failed or inconclusive; ``rules`` has one row a rule.
    """

    _accepted = (0, 1, 4)

    @property
    def state(self) -> str:
        state: str = self.document["state"]
        return state

    @property
    def passed(self) -> bool:
        return self.exit_code == 0

    def __bool__(self) -> bool:
        return self.passed

    @property
    def rules(self) -> list[dict[str, Any]]:
        rules: list[dict[str, Any]] = self.document["rules"]
        return rules

    def __repr__(self) -> str:
        return f"<Gate {self.state}>\n{self.text()}"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text())}</pre>"


class Sweep(Result):
    """Settings that were tried, and what choosing the best of them is worth."""


class Power(Result):
    """How many queries a difference needs, and the smallest one that these can show."""


def _asked(part: dict[str, Any]) -> list[dict[str, Any]]:
    queries: Optional[list[dict[str, Any]]] = part.get("per_query")
    if queries is None:
        raise RankduelError("scores of queries were not kept", remedy="call with per_query=True")
    return queries


def _number(value: Optional[float]) -> str:
    return "" if value is None else f"{value:.4f}"


def _html_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def row(tag: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(c)}</{tag}>" for c in cells) + "</tr>"

    return f"<table><thead>{row('th', heads)}</thead><tbody>{''.join(row('td', r) for r in rows)}</tbody></table>"
