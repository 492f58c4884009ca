// Which queries are shown, and in which order. A filter shows other queries; it
// never makes another p value.

import { Data, FAILED, Numbers } from "./data";
import { alone, type Sign, type State } from "./state";

/** A pair on one measure. */
export interface Pair {
  a: Numbers;
  b: Numbers;
}

export function pairOf(d: Data, s: State): Pair {
  return { a: d.column(`0.score.${s.m}`), b: d.column(`${s.c}.score.${s.m}`) };
}

export function signOf(p: Pair, q: number): Sign {
  const v = p.b[q] - p.a[q];
  return Number.isNaN(v) ? "undefined" : v > 0 ? "rose" : v < 0 ? "fell" : "same";
}

/** Counts of unjudged hits within the cutoff, of both systems. The columns are
 * looked up once: a filter asks this of every query at every keystroke. */
export function unjudgedOf(d: Data, c: number): (q: number) => number {
  if (!d.has("0.unjudged")) return () => 0;
  const a = d.column("0.unjudged");
  if (alone(d)) return (q) => a[q];
  const b = d.column(`${c}.unjudged`);
  return (q) => a[q] + b[q];
}

export function failedOf(d: Data, c: number): (q: number) => boolean {
  const [a, b] = [d.column("0.status"), d.column(`${c}.status`)];
  return (q) => a[q] === FAILED || b[q] === FAILED;
}

/** How far labels could move the difference of a query; undefined where nobody asked. */
export function bounds(d: Data, s: State): { low: Numbers; high: Numbers } | undefined {
  const name = `${s.c}.low.${s.m}`;
  return d.has(name) ? { low: d.column(name), high: d.column(`${s.c}.high.${s.m}`) } : undefined;
}

/** Whether labels could give the difference another sign. */
export function flips(d: Data, s: State): (q: number) => boolean {
  const b = bounds(d, s);
  if (!b) return () => false;
  const p = pairOf(d, s);
  return (q) => {
    const v = p.b[q] - p.a[q];
    return v > 0 ? b.low[q] < 0 : v < 0 ? b.high[q] > 0 : b.low[q] < 0 || b.high[q] > 0;
  };
}

/** What a difference means: a higher score is not better on every measure. */
export function wayOf(d: Data, m: number, v: number): "up" | "down" | "" {
  const good = v * (d.head.better[m] ?? 1);
  return good > 0 ? "up" : good < 0 ? "down" : "";
}

/** Words, "a phrase", -without: all of them, in any order. */
export function search(text: string): { want: string[]; not: string[] } {
  const want: string[] = [];
  const not: string[] = [];
  for (const m of text.toLowerCase().matchAll(/(-?)"([^"]*)"?|(\S+)/g)) {
    const without = m[3] === undefined ? m[1] === "-" : m[3].length > 1 && m[3].startsWith("-");
    const word = m[3] === undefined ? m[2] : without ? m[3].slice(1) : m[3];
    if (word) (without ? not : want).push(word);
  }
  return { want, not };
}

type Test = (q: number) => boolean;

/** The tests of the filters that are on, by name. */
function tests(d: Data, s: State): Map<string, Test> {
  const p = pairOf(d, s);
  const list = new Map<string, Test>();
  if (s.t.trim()) {
    const { want, not } = search(s.t);
    list.set("t", (q) => {
      const hay = d.haystack(q);
      return want.every((w) => hay.includes(w)) && !not.some((w) => hay.includes(w));
    });
  }
  if (s.strata.length) {
    const column = d.column("stratum");
    list.set("s", (q) => s.strata.includes(column[q]));
  }
  if (s.signs.length) list.set("d", (q) => s.signs.includes(signOf(p, q)));
  if (s.min > 0) list.set("min", (q) => Math.abs(p.b[q] - p.a[q]) >= s.min);
  if (s.unjudged) {
    const unjudged = unjudgedOf(d, s.c);
    list.set("u", (q) => unjudged(q) > 0);
  }
  if (s.failed) list.set("f", failedOf(d, s.c));
  if (s.flip) list.set("b", flips(d, s));
  return list;
}

export interface Selection {
  rows: number[];
  mean: number; // of the differences of rows, of one system of its scores; NaN without any
  counts: { signs: Record<Sign, number>; strata: number[]; unjudged: number; failed: number; flip: number };
}

/** Filters, counts what each filter would leave if it alone were changed, sorts. */
export function select(d: Data, s: State): Selection {
  const p = pairOf(d, s);
  const all = [...tests(d, s)];
  const counts = { signs: { rose: 0, fell: 0, same: 0, undefined: 0 }, strata: (d.head.strata ?? []).map(() => 0), unjudged: 0, failed: 0, flip: 0 };
  const [flip, unjudged, failed] = [flips(d, s), unjudgedOf(d, s.c), failedOf(d, s.c)];
  const strata = d.column("stratum");
  const rows: number[] = [];
  let sum = 0;
  let n = 0;
  for (let q = 0; q < d.head.n; q++) {
    let missed = "";
    let misses = 0;
    for (const [name, test] of all) {
      if (test(q)) continue;
      missed = name;
      if (++misses > 1) break;
    }
    if (misses > 1) continue;
    if (!misses || missed === "d") counts.signs[signOf(p, q)]++;
    if (!misses || missed === "s") counts.strata[strata[q]]++;
    if ((!misses || missed === "u") && unjudged(q) > 0) counts.unjudged++;
    if ((!misses || missed === "f") && failed(q)) counts.failed++;
    if ((!misses || missed === "b") && flip(q)) counts.flip++;
    if (misses) continue;
    rows.push(q);
    const v = alone(d) ? p.a[q] : p.b[q] - p.a[q];
    if (!Number.isNaN(v)) [sum, n] = [sum + v, n + 1];
  }
  sort(d, s, rows);
  return { rows, mean: n ? sum / n : NaN, counts };
}

/** Queries lie by the bytes of their ids, so their places break ties. */
function sort(d: Data, s: State, rows: number[]) {
  const p = pairOf(d, s);
  const flip = s.down ? -1 : 1;
  if (s.sort === "id") {
    if (s.down) rows.reverse();
    return;
  }
  if (s.sort === "text" || s.sort === "stratum") {
    const of = s.sort === "text" ? (q: number) => d.text(q) : (q: number) => d.stratum(q);
    const keys = new Map(rows.map((q) => [q, of(q)]));
    rows.sort((x, y) => {
      const [kx, ky] = [keys.get(x)!, keys.get(y)!];
      return kx < ky ? -flip : kx > ky ? flip : x - y;
    });
    return;
  }
  const of = number(d, s, p);
  const keys = new Float64Array(d.head.n);
  for (const q of rows) keys[q] = of(q);
  rows.sort((x, y) => {
    const [kx, ky] = [keys[x], keys[y]];
    if (Number.isNaN(kx) || Number.isNaN(ky)) return Number(Number.isNaN(kx)) - Number(Number.isNaN(ky)) || x - y; // last both ways
    return flip * (kx - ky) || x - y;
  });
}

function number(d: Data, s: State, p: Pair): (q: number) => number {
  switch (s.sort) {
    case "a":
      return (q) => p.a[q];
    case "b":
      return (q) => p.b[q];
    case "judged": {
      const c = d.column(`${s.c}.judged`);
      return (q) => c[q];
    }
    case "unjudged":
      return unjudgedOf(d, s.c);
    case "best": {
      const c = d.column(`${s.c}.best`);
      return (q) => c[q] || NaN;
    }
    case "overlap": {
      const c = d.has("0.overlap") ? d.column(`${s.c}.overlap`) : undefined;
      return (q) => (c ? c[q] : NaN);
    }
  }
  return (q) => p.b[q] - p.a[q];
}
