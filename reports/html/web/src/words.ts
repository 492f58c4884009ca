// How data are written. Everything goes to the page as text, never as markup.

// Control characters, and marks that reorder or hide text.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text as it may be shown: of any length, and cut. */
export function clean(s: string): string {
  return s.replace(unsafe, (c) => (c === "\n" || c === "\t" ? " " : "\ufffd"));
}

/** What a button says begins with a capital. */
export const capital = (s: string) => s.slice(0, 1).toUpperCase() + s.slice(1);

export function short(s: string, most = 200): string {
  const text = clean(s);
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

/** Text that keeps its direction to itself: beside numbers and arrows an id that
 * is written from right to left would turn them round. */
export function isolated(s: string): string {
  return /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Samaritan}|\p{Script=Mandaic}|\p{Script=Adlam}/u.test(s) ? "\u2068" + s + "\u2069" : s;
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

/** A rank; of 0, which is none that is known, how far down it is known not to be. */
export function rank(r: number, below = 0): string {
  return r > 0 ? String(r) : below ? ">" + below : "–";
}

/** Where a document went, for eyes and for a screen reader. A list that ends at
 * a rank says nothing of what stood below it. */
export function move(a: number, b: number, belowA = 0, belowB = 0): { sign: string; words: string; way: "up" | "down" | "" } {
  if (a === 0 && b === 0) return { sign: "–", words: "in neither list", way: "" };
  if (a === 0) return belowA ? { sign: `↑ (>${belowA})`, words: `rank ${b}, was not in the first ${belowA}`, way: b <= belowA ? "up" : "" } : { sign: "new", words: `rank ${b}, new`, way: "up" };
  if (b === 0) return belowB ? { sign: `>${belowB}`, words: `not in the first ${belowB}, was rank ${a}`, way: a <= belowB ? "down" : "" } : { sign: "gone", words: `gone, was rank ${a}`, way: "down" };
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
