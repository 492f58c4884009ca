// Files that the page hands out: what is filtered, as others can read it.

import { Data, Lists, UNJUDGED } from "./data";
import { pairOf } from "./select";
import { alone, write, type State } from "./state";

function download(name: string, type: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A name that says what was filtered. */
function named(d: Data, s: State, ending: string): string {
  const filter = write(d, { ...s, q: -1, page: 0, view: "side" }).replace(/[^A-Za-z0-9.@=-]+/g, "_");
  return "queries" + (filter ? "-" + filter.slice(0, 80) : "") + ending;
}

/** A cell that a spreadsheet takes as text: one that begins like a formula gets
 * an apostrophe, and what holds a separator gets quotes. */
export function cell(v: string | number): string {
  if (typeof v === "number") return Number.isFinite(v) ? String(v) : "";
  const text = /^[=+\-@\t\r]/.test(v) && !Number.isFinite(Number(v)) ? "'" + v : v;
  return /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

export function csv(d: Data, s: State, rows: number[]) {
  const p = pairOf(d, s);
  if (alone(d)) return scores(d, s, rows);
  const lines = [["query_id", "query_text", "stratum", "measure", "a", "b", "difference"].join(",")];
  for (const q of rows) {
    lines.push([d.id(q), d.text(q), d.stratum(q), d.head.measures[s.m], p.a[q], p.b[q], p.b[q] - p.a[q]].map(cell).join(","));
  }
  download(named(d, s, ".csv"), "text/csv", lines.join("\n") + "\n");
}

function scores(d: Data, s: State, rows: number[]) {
  const a = pairOf(d, s).a;
  const lines = rows.map((q) => [d.id(q), d.text(q), d.stratum(q), d.head.measures[s.m], a[q]].map(cell).join(","));
  download(named(d, s, ".csv"), "text/csv", ["query_id,query_text,stratum,measure,score", ...lines].join("\n") + "\n");
}

export function json(d: Data, s: State, rows: number[]) {
  const p = pairOf(d, s);
  const known = (v: number) => (Number.isFinite(v) ? v : null);
  const list = rows.map((q) => ({
    query_id: d.id(q), query_text: d.text(q), stratum: d.stratum(q), a: known(p.a[q]), b: known(p.b[q]), difference: known(p.b[q] - p.a[q]),
  }));
  const all = { measure: d.head.measures[s.m], a: d.head.systems[0], b: d.head.systems[s.c], filter: write(d, s), queries: list };
  download(named(d, s, ".json"), "application/json", JSON.stringify(all, null, 1) + "\n");
}

export function ids(d: Data, s: State, rows: number[]) {
  download(named(d, s, ".txt"), "text/plain", rows.map((q) => d.id(q)).join("\n") + "\n");
}

/** Pairs within the cutoff that nobody has judged, for whoever labels them. */
export async function unjudgedPairs(d: Data, s: State, rows: number[]) {
  const lines = ["query_id,query_text,doc_id,rank_a,rank_b,grade"];
  for (const q of rows) {
    const l = await d.lists(q);
    if (l) lines.push(...unjudgedOf(d, s, q, l));
  }
  download(named(d, s, "-unjudged.csv"), "text/csv", lines.join("\n") + "\n");
}

function unjudgedOf(d: Data, s: State, q: number, l: Lists): string[] {
  const out: string[] = [];
  for (let doc = 0; doc < l.listed; doc++) {
    const [a, b] = [l.ranks[0][doc], l.ranks[s.c][doc]];
    const near = (a > 0 && a <= d.head.cutoff) || (b > 0 && b <= d.head.cutoff);
    if (near && l.grades[doc] === UNJUDGED) out.push([d.id(q), d.text(q), l.ids[doc], a || "", b || "", ""].map(cell).join(","));
  }
  return out;
}

/** A figure as it stands on the page, with a ground of its own. */
export function svg(figure: Element) {
  for (const drawn of figure.querySelectorAll("svg")) {
    if (getComputedStyle(drawn).display === "none") continue;
    const copy = drawn.cloneNode(true) as SVGElement;
    copy.removeAttribute("hidden");
    copy.removeAttribute("aria-labelledby");
    copy.setAttribute("aria-label", figure.querySelector("h4")?.textContent ?? "");
    download(figure.id + ".svg", "image/svg+xml", new XMLSerializer().serializeToString(copy));
  }
}
