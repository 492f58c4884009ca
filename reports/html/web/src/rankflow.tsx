// Where the relevant documents of one query went: ranks of the baseline at the
// left, of the candidate at the right, a line a document.

import { Data, Lists, UNJUDGED } from "./data";
import type { State } from "./state";
import { short } from "./words";

const [LEFT, RIGHT, TOP] = [40, 260, 26];
const BELOW = 70; // for the ranks below the cutoff, by their logarithm

export function RankFlow({ d, s, l }: { d: Data; s: State; l: Lists }) {
  const [a, b] = [l.ranks[0], l.ranks[s.c]];
  const docs = l.ids.map((_, doc) => doc).filter((doc) => l.grades[doc] > 0 && l.grades[doc] !== UNJUDGED);
  if (!docs.length) return null;
  const k = Math.max(2, d.head.cutoff);
  const found = docs.filter((doc) => a[doc] || b[doc]);
  const deepest = Math.max(k + 1, ...docs.map((doc) => Math.max(a[doc], b[doc])));
  const below = docs.some((doc) => Math.max(a[doc], b[doc]) > k);
  const step = Math.min(16, 200 / k);
  const last = TOP + step * (k - 1);
  const bottom = last + (below ? BELOW : 8) + 20;
  const at = (r: number) => (!r ? bottom : r <= k ? TOP + step * (r - 1) : last + 8 + ((BELOW - 8) * Math.log(r / k)) / Math.log(deepest / k));
  const way = (doc: number) => (a[doc] === b[doc] ? "same" : b[doc] && (!a[doc] || b[doc] < a[doc]) ? "up" : "down");
  const count = { up: 0, down: 0, same: 0 };
  for (const doc of found) count[way(doc)]++;
  const [entered, left] = [found.filter((doc) => !a[doc]).length, found.filter((doc) => !b[doc]).length];
  const said = `${count.up} rose, ${count.down} fell, ${count.same} stayed, ${docs.length - found.length} in neither list`;
  const every = k <= 12 ? 1 : Math.ceil(k / 10);
  const marks = Array.from({ length: k }, (_, i) => i + 1).filter((r) => r === 1 || r === k || (r % every === 0 && k - r >= every));
  return (
    <details class="flow1">
      <summary>Rank flow of the relevant documents: {said}</summary>
      <svg viewBox={`0 0 300 ${bottom + 24}`} width="300" height={bottom + 24} role="img" aria-label={`Ranks of the ${docs.length} relevant documents before and after: ${said}`}>
        <text x="0" y="12" class="f-ink">
          {short(d.head.systems[0], 18)}
        </text>
        <text x="300" y="12" text-anchor="end" class="f-ink">
          {short(d.head.systems[s.c], 18)}
        </text>
        <path d={`M${LEFT} ${last + step / 2}H${RIGHT}`} class="s-ink" />
        {[...marks, ...(below ? [deepest] : []), 0].map((r) =>
          [LEFT - 10, RIGHT + 10].map((x) => (
            <text key={r + "/" + x} x={x} y={at(r) + 4} text-anchor={x < LEFT ? "end" : "start"} class="f-mut">
              {r || "–"}
            </text>
          )),
        )}
        {found.map((doc) => (
          <path key={doc} d={`M${LEFT} ${at(a[doc])}L${RIGHT} ${at(b[doc])}`} class={"way-" + way(doc)} stroke-width={1 + Math.min(3, l.grades[doc])}>
            <title>{`${short(l.ids[doc], 60)}, grade ${l.grades[doc]}: ${a[doc] || "not retrieved"} → ${b[doc] || "not retrieved"}`}</title>
          </path>
        ))}
        <text x="150" y={bottom + 20} text-anchor="middle" class="f-mut">
          {entered} entered · {left} left · {docs.length - found.length} in neither
        </text>
      </svg>
      <p class="note">Wider: a higher grade. Solid rose, dashed fell, dotted stayed. The line is the cutoff; – is not retrieved.</p>
    </details>
  );
}
