// How data are written. Everything goes to the page as text, never as markup.

// Control characters, and marks that reorder or hide text.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text as it may be shown: of any length, and cut. */
export function clean(s: string): string {
  return s.replace(unsafe, (c) => (c === "\n" || c === "\t" ? " " : "\ufffd"));
}

export function short(s: string, most = 200): string {
  const text = clean(s);
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

export function score(v: number): string {
  return Number.isFinite(v) ? v.toFixed(4) : "–";
}

export function signed(v: number): string {
  if (!Number.isFinite(v)) return "–";
  return v === 0 ? "0.0000" : (v > 0 ? "+" : "") + v.toFixed(4);
}

/** A score of a hit, in the six digits that are kept of it. */
export function figure(v: number | undefined): string {
  return v === undefined || !Number.isFinite(v) ? "–" : String(Number(v.toPrecision(6)));
}

export function rank(r: number): string {
  return r > 0 ? String(r) : "–";
}

/** Where a document went, for eyes and for a screen reader. */
export function move(a: number, b: number): { sign: string; words: string; way: "up" | "down" | "" } {
  if (a === 0 && b === 0) return { sign: "–", words: "in neither list", way: "" };
  if (a === 0) return { sign: "new", words: `rank ${b}, new`, way: "up" };
  if (b === 0) return { sign: "gone", words: `gone, was rank ${a}`, way: "down" };
  if (b < a) return { sign: `↑${a - b} (${a})`, words: `rank ${b}, up from ${a}`, way: "up" };
  if (b > a) return { sign: `↓${b - a} (${a})`, words: `rank ${b}, down from ${a}`, way: "down" };
  return { sign: "=", words: `rank ${b}, as before`, way: "" };
}

export function thousands(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Two names in so many characters each, cut where they are alike. */
export function apart(a: string, b: string, most: number): [string, string] {
  let same = 0;
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same++;
  const from = Math.min(a.length, b.length) > most && same > 3 ? same - 1 : 0;
  const cut = (s: string) => short(from ? "…" + s.slice(from) : s, most);
  return [cut(a), cut(b)];
}
