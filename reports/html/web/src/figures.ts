// What the script adds to the figures: the queries of a filter stand out, and a
// click opens one. Nothing is computed anew: the figures keep their numbers.

import type { Data, Numbers } from "./data";
import { wayOf } from "./select";
import { isolated, short, score, signed } from "./words";

const SVG = "http://www.w3.org/2000/svg";
const MOST_DOTS = 5000; // as the figures themselves
const NEAR = 14; // how far from a dot a click may be

interface Plot {
  svg: SVGSVGElement;
  kind: string;
  c: number; // candidate
  box: number[]; // left, right, from, to
  low: number;
  high: number;
}

/** The queries of a pair on the measure that decides, as a figure has them. */
interface Points {
  a: Numbers;
  b: Numbers;
  m: number;
  order: number[]; // the largest difference first
  at: Int32Array; // of each query its place in the order, -1 for none
}

const known = new Map<number, Points>();

function points(d: Data, c: number): Points {
  const before = known.get(c);
  if (before) return before;
  const m = Math.max(0, d.head.measures.indexOf(d.head.primary));
  const [a, b] = [d.column(`0.score.${m}`), d.column(`${c}.score.${m}`)];
  const order: number[] = [];
  for (let q = 0; q < d.head.n; q++) if (Number.isFinite(a[q]) && Number.isFinite(b[q])) order.push(q);
  order.sort((x, y) => b[y] - a[y] - (b[x] - a[x]) || x - y);
  const at = new Int32Array(d.head.n).fill(-1);
  order.forEach((q, i) => (at[q] = i));
  const all = { m, a, b, order, at };
  known.set(c, all);
  return all;
}

function plots(): Plot[] {
  const numbers = (s: string | undefined) => (s ?? "").split(" ").map(Number);
  return [...document.querySelectorAll<SVGSVGElement>("svg[data-plot]")].map((svg) => {
    const [low, high] = numbers(svg.dataset.range);
    return { svg, kind: svg.dataset.plot!, c: Number(svg.dataset.c), box: numbers(svg.dataset.box), low, high };
  });
}

function place(v: number, p: Plot, from: number, to: number): number {
  return from + ((v - p.low) / (p.high - p.low)) * (to - from);
}

const WAYS = ["", "up", "down"] as const;

const idle = window.requestIdleCallback ?? ((f: () => void) => setTimeout(f, 30));
let asked = 0; // what was asked for last: anything before it is not drawn any more

/** Draws the queries of a filter over what is drawn of all; null takes them away.
 * A figure at a time, while nothing else is to do: typing comes first. */
export function highlight(d: Data, c: number, rows: number[] | null) {
  const mine = ++asked;
  const shown = (p: Plot) => Number(getComputedStyle(p.svg).display === "none");
  const todo = plots().sort((x, y) => shown(x) - shown(y));
  const next = () => {
    const p = todo.shift();
    if (!p || mine !== asked) return;
    p.svg.querySelector("g.hits")?.remove();
    p.svg.classList.toggle("filtered", rows !== null && p.c === c);
    if (rows !== null && p.c === c) p.svg.append(hits(d, p, rows));
    idle(next);
  };
  idle(next);
}

function hits(d: Data, p: Plot, rows: number[]): SVGGElement {
  const g = document.createElementNS(SVG, "g");
  g.setAttribute("class", "hits");
  const all = points(d, p.c);
  const by = { "": [] as number[], up: [] as number[], down: [] as number[] };
  for (const q of rows) if (all.at[q] >= 0) by[wayOf(d, all.m, all.b[q] - all.a[q])].push(q);
  for (const way of WAYS) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", p.kind === "sorted" ? bars(all, p, by[way]) : dots(all, p, by[way], rows.length > MOST_DOTS));
    path.setAttribute("class", `${p.kind} h-${way || "same"}`);
    g.append(path);
  }
  return g;
}

function bars(all: Points, p: Plot, rows: number[]): string {
  const [left, right, from, to] = p.box;
  const n = all.order.length;
  const columns = Math.floor(right - left);
  const width = Math.max((right - left) / n, 1);
  const ends = new Map<number, [number, number]>(); // of a column: lowest and highest difference
  for (const q of rows) {
    const i = all.at[q];
    const v = all.b[q] - all.a[q];
    const at = n <= columns ? i : Math.floor((i * columns) / n);
    const was = ends.get(at);
    if (!was) ends.set(at, [Math.min(0, v), Math.max(0, v)]);
    else if (v < was[0]) was[0] = v;
    else if (v > was[1]) was[1] = v;
  }
  let path = "";
  for (const [at, [low, high]] of ends) {
    const x = left + at * (n <= columns ? (right - left) / n : 1);
    const [y1, y2] = [place(high, p, from, to), place(low, p, from, to)];
    path += `M${x.toFixed(1)} ${(y1 - 1).toFixed(1)}h${width.toFixed(2)}V${(y2 + 1).toFixed(1)}h-${width.toFixed(2)}z`;
  }
  return path;
}

/** A dot a place: where there are many, a place is a whole unit. */
function dots(all: Points, p: Plot, rows: number[], many: boolean): string {
  const [left, right, from, to] = p.box;
  const fine = many ? 1 : 10;
  const seen = new Set<number>();
  for (const q of rows) {
    seen.add(Math.round(place(all.a[q], p, left, right) * fine) * 10_000 + Math.round(place(all.b[q], p, from, to) * fine));
  }
  let path = "";
  for (const at of seen) path += `M${Math.floor(at / 10_000) / fine} ${(at % 10_000) / fine}h0`;
  return path;
}

/** The query at a point of a figure, -1 for none. */
function queryAt(d: Data, p: Plot, e: MouseEvent): number {
  const matrix = p.svg.getScreenCTM();
  if (!matrix) return -1;
  const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix.inverse());
  const [left, right, from, to] = p.box;
  const all = points(d, p.c);
  const n = all.order.length;
  if (p.kind === "sorted") {
    if (at.x < left - 3 || at.x > right + 3 || !n) return -1; // a pointer has whole pixels
    const share = Math.min(Math.max((at.x - left) / (right - left), 0), 1 - 1e-9);
    const columns = Math.floor(right - left);
    if (n <= columns) return all.order[Math.floor(share * n)];
    const column = Math.floor(share * columns);
    const inside = all.order.slice(Math.floor((column * n) / columns), Math.max(1, Math.floor(((column + 1) * n) / columns)));
    return inside.reduce((x, y) => (Math.abs(all.b[y] - all.a[y]) > Math.abs(all.b[x] - all.a[x]) ? y : x), inside[0]);
  }
  let [best, near] = [-1, NEAR * NEAR];
  for (const q of all.order) {
    const [x, y] = [place(all.a[q], p, left, right) - at.x, place(all.b[q], p, from, to) - at.y];
    if (x * x + y * y < near) [best, near] = [q, x * x + y * y];
  }
  return best;
}

/** Makes the figures answer: what is pointed at is said, a click opens it. */
export function listen(d: Data, open: (c: number, q: number) => void) {
  for (const p of plots()) {
    if (p.c >= d.head.systems.length) continue;
    const said = document.createElement("p");
    said.className = "note pick no-print";
    said.textContent = "Click to open a query in the table below.";
    const figure = p.svg.closest("figure")!;
    if (!figure.querySelector(".pick")) p.svg.after(said);
    const line = () => figure.querySelector<HTMLElement>(".pick")!;
    p.svg.classList.add("live");
    p.svg.addEventListener("mousemove", (e) => {
      const q = queryAt(d, p, e);
      if (q < 0) return;
      const { a, b } = points(d, p.c);
      line().textContent = `${isolated(short(d.id(q), 40))}: ${score(a[q])} → ${score(b[q])}, ${signed(b[q] - a[q])}. Click opens it.`;
    });
    p.svg.addEventListener("click", (e) => {
      const q = queryAt(d, p, e);
      if (q >= 0) open(p.c, q);
    });
  }
}
