// What the script adds to the figures: the queries of a filter stand out, and a
// click opens one. Nothing is computed anew: the figures keep their numbers.

import type { Data, Numbers } from "./data";
import { wayOf } from "./select";
import { short, score, signed } from "./words";

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
  at: Map<number, number>; // place in the order
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
  const all = { m, a, b, order, at: new Map(order.map((q, i) => [q, i])) };
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

/** Draws the queries of a filter over what is drawn of all; null takes them away. */
export function highlight(d: Data, c: number, rows: number[] | null) {
  for (const p of plots()) {
    p.svg.querySelector("g.hits")?.remove();
    p.svg.classList.toggle("filtered", rows !== null && p.c === c);
    if (rows === null || p.c !== c) continue;
    const g = document.createElementNS(SVG, "g");
    g.setAttribute("class", "hits");
    const all = points(d, c);
    for (const way of ["", "up", "down"]) {
      const these = rows.filter((q) => wayOf(d, all.m, all.b[q] - all.a[q]) === way);
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", p.kind === "sorted" ? bars(all, p, these) : dots(all, p, these));
      path.setAttribute("class", `${p.kind} h-${way || "same"}`);
      g.append(path);
    }
    p.svg.append(g);
  }
}

function bars(all: Points, p: Plot, rows: number[]): string {
  const [left, right, from, to] = p.box;
  const n = all.order.length;
  const columns = Math.floor(right - left);
  const width = Math.max((right - left) / n, 1);
  const ends = new Map<number, [number, number]>(); // of a column: lowest and highest difference
  for (const q of rows) {
    const i = all.at.get(q);
    if (i === undefined) continue;
    const v = all.b[q] - all.a[q];
    const at = n <= columns ? i : Math.floor((i * columns) / n);
    const was = ends.get(at) ?? [0, 0];
    ends.set(at, [Math.min(was[0], v), Math.max(was[1], v)]);
  }
  let path = "";
  for (const [at, [low, high]] of ends) {
    const x = left + at * (n <= columns ? (right - left) / n : 1);
    const [y1, y2] = [place(high, p, from, to), place(low, p, from, to)];
    path += `M${x.toFixed(1)} ${(y1 - 1).toFixed(1)}h${width.toFixed(2)}V${(y2 + 1).toFixed(1)}h-${width.toFixed(2)}z`;
  }
  return path;
}

function dots(all: Points, p: Plot, rows: number[]): string {
  const [left, right, from, to] = p.box;
  const seen = new Set<string>();
  for (const q of rows) {
    if (!all.at.has(q)) continue;
    const round = rows.length > MOST_DOTS ? Math.round : (v: number) => Number(v.toFixed(1));
    seen.add(`M${round(place(all.a[q], p, left, right))} ${round(place(all.b[q], p, from, to))}h0`);
  }
  return [...seen].join("");
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
      line().textContent = `${short(d.id(q), 40)}: ${score(a[q])} → ${score(b[q])}, ${signed(b[q] - a[q])}. Click opens it.`;
    });
    p.svg.addEventListener("click", (e) => {
      const q = queryAt(d, p, e);
      if (q >= 0) open(p.c, q);
    });
  }
}
