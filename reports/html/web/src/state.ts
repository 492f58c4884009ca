// What the explorer shows is in the address, behind #, so that a link or the
// Back button returns to it. Unknown keys are ignored, bad values reported.

import type { Data } from "./data";

export type Sign = "rose" | "fell" | "same" | "undefined";
export const SIGNS: Sign[] = ["rose", "fell", "same", "undefined"];
export type View = "side" | "merged" | "changes" | "relevant";
export const VIEWS: View[] = ["side", "merged", "changes", "relevant"];
export const SORTS = ["id", "text", "stratum", "a", "b", "d", "judged", "unjudged", "best", "overlap"] as const;
export type Sort = (typeof SORTS)[number];

export interface State {
  c: number; // candidate, from 1
  m: number; // measure
  q: number; // the open query, -1 for none
  strata: number[];
  signs: Sign[];
  min: number;
  unjudged: boolean;
  failed: boolean;
  flip: boolean; // labels could turn the sign
  t: string;
  sort: Sort;
  down: boolean;
  page: number; // from 0; -1: the one that the open query is on
  view: View;
  scores: boolean; // of hits
  ideal: boolean; // the best order beside the lists
}

/** Whether there is one system, which nothing is set against. */
export function alone(d: Data): boolean {
  return d.head.systems.length === 1;
}

export function initial(d: Data): State {
  return {
    c: alone(d) ? 0 : 1, m: Math.max(0, d.head.measures.indexOf(d.head.primary)), q: -1, strata: [], signs: [], min: 0,
    unjudged: false, failed: false, flip: false, t: "", sort: alone(d) ? "a" : "d", down: !alone(d), page: 0, view: "side", scores: false, ideal: false,
  };
}

/** Reads an address; problems are said, and what they are about keeps its default. */
export function read(d: Data, hash: string): { state: State; problems: string[] } {
  const s = initial(d);
  const problems: string[] = [];
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const one = <T>(key: string, list: readonly T[], take: (at: number) => void) => {
    const value = values.get(key);
    if (value === null) return;
    const at = (list as readonly unknown[]).indexOf(value);
    if (at < 0) problems.push(`${key}=${value}`);
    else take(at);
  };
  const several = (key: string, list: readonly string[], take: (at: number[]) => void) => {
    const value = values.getAll(key);
    const at = value.map((v) => list.indexOf(v));
    at.forEach((i, n) => i < 0 && problems.push(`${key}=${value[n]}`));
    take(at.filter((i) => i >= 0));
  };
  one("c", d.head.systems.slice(1), (i) => (s.c = i + 1));
  one("m", d.head.measures, (i) => (s.m = i));
  one("v", VIEWS, (i) => (s.view = VIEWS[i]));
  several("s", d.head.strata ?? [], (i) => (s.strata = i));
  several("d", SIGNS, (i) => (s.signs = i.map((n) => SIGNS[n])));
  const q = values.get("q");
  if (q !== null) {
    s.q = d.place.get(q) ?? -1;
    s.page = -1;
    if (s.q < 0) problems.push("q=" + q);
  }
  const order = values.get("o");
  if (order !== null) {
    const name = order.replace(/^-/, "") as Sort;
    if (SORTS.includes(name)) [s.sort, s.down] = [name, order.startsWith("-")];
    else problems.push("o=" + order);
  }
  for (const [key, take] of [["min", (n: number) => (s.min = n)], ["p", (n: number) => (s.page = Math.floor(n) - 1)]] as const) {
    const value = values.get(key);
    if (value === null) continue;
    const n = Number(value);
    if (Number.isFinite(n) && n >= (key === "p" ? 1 : 0)) take(n);
    else problems.push(`${key}=${value}`);
  }
  s.unjudged = values.get("u") === "1";
  s.failed = values.get("f") === "1";
  s.flip = values.get("b") === "1";
  s.scores = values.get("x") === "1";
  s.ideal = values.get("i") === "1";
  s.t = values.get("t") ?? "";
  return { state: s, problems };
}

export function write(d: Data, s: State): string {
  const base = initial(d);
  const v = new URLSearchParams();
  if (s.c !== base.c) v.set("c", d.head.systems[s.c]);
  if (s.m !== base.m) v.set("m", d.head.measures[s.m]);
  if (s.q >= 0) v.set("q", d.id(s.q));
  for (const i of s.strata) v.append("s", d.head.strata![i]);
  for (const sign of s.signs) v.append("d", sign);
  if (s.min > 0) v.set("min", String(s.min));
  if (s.unjudged) v.set("u", "1");
  if (s.failed) v.set("f", "1");
  if (s.flip) v.set("b", "1");
  if (s.t) v.set("t", s.t);
  if (s.sort !== base.sort || s.down !== base.down) v.set("o", (s.down ? "-" : "") + s.sort);
  if (s.page > 0) v.set("p", String(s.page + 1));
  if (s.scores) v.set("x", "1");
  if (s.ideal) v.set("i", "1");
  if (s.view !== base.view) v.set("v", s.view);
  return v.toString();
}
