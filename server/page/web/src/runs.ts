// Stored runs: a table of them, and two of them to set against each other.

import { score } from "../../../../reports/html/web/src/words";
import { el, empty, field, name, options, section, say, table, when } from "./dom";
import { path } from "./api";

export interface Run {
  run_id: string;
  name: string;
  suite: string;
  test_set: { name: string; version: string; sha256: string; part?: string; queries: number };
  created_at: string;
  primary?: { measure: string; n: number; mean: number | null } | null;
}

function label(r: Run): string {
  return `${r.name} · ${r.suite} · ${when(r.created_at)} · ${r.run_id.slice(0, 12)}`;
}

/** How many runs a server lists at once. */
export const MOST = 1000;

/** Runs over the same queries: no others can be compared. */
function comparable(a: Run, b: Run): boolean {
  return a.run_id !== b.run_id && a.test_set.sha256 === b.test_set.sha256 && (a.test_set.part ?? "") === (b.test_set.part ?? "");
}

export function comparing(runs: Run[], baseline = ""): HTMLElement {
  const title = "Compare two runs";
  const first = runs.find((a) => runs.some((b) => comparable(a, b)));
  if (!first) return section(title, empty("There are no two runs over the same queries yet. An experiment stores one run for each configuration."));
  const usable = runs.filter((r) => runs.some((o) => comparable(r, o)));
  const a = options(usable.map((r) => [r.run_id, label(r)]), (usable.find((r) => r.name === baseline) ?? usable[usable.length - 1]).run_id);
  const b = options([]);
  const fill = () => {
    const chosen = runs.find((r) => r.run_id === a.value)!;
    b.replaceChildren(...options(runs.filter((r) => comparable(chosen, r)).map((r) => [r.run_id, label(r)])).children);
  };
  fill();
  a.addEventListener("change", () => {
    fill();
    say(`${b.options.length} ${b.options.length === 1 ? "run" : "runs"} over the same queries`);
  });
  const form = el("form", {}, field("baseline A", a), field("candidate B", b), el("button", {}, "Compare"));
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    location.href = path("/", { a: a.value, b: b.value });
  });
  return section(title, form);
}

export function listed(runs: Run[]): HTMLElement {
  if (!runs.length) return section("Runs", empty("Nothing is stored yet."));
  const rows = runs.map((r) => [
    name(r.name), name(r.suite), r.primary ? `${r.primary.measure} ${score(r.primary.mean ?? NaN)}` : "–", r.primary ? String(r.primary.n) : "–", when(r.created_at),
    el("code", {}, r.run_id),
  ]);
  const all = runs.length === 1 ? "1 stored run" : `${runs.length} stored runs, the newest first`;
  const caption = runs.length < MOST ? all : `The newest ${MOST} runs; there may be older ones, which /?a=RUN&b=RUN in the address compares`;
  return section("Runs", table(caption, "runs", ["run", "test set", "mean of the measure that decides", "queries", "stored", "id"], rows));
}
