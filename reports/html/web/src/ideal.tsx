// The best order that the judgments allow, beside what was retrieved: whom a
// system has above the others, and whom neither has.

import { UNJUDGED } from "./data";
import { Grades, gradesHead, paired, type Shared } from "./hits";
import { FIRST } from "./shown";
import { Snippet } from "./snippet";
import { alone } from "./state";
import { rank, short } from "./words";

export function Ideal({ d, s, l, all, near, setNear, words }: Shared) {
  const [a, b] = [l.ranks[0], l.ranks[s.c]];
  const best = (doc: number) => Math.min(a[doc] || Infinity, b[doc] || Infinity);
  const docs = l.ids.map((_, doc) => doc).filter((doc) => l.grades[doc] > 0 && l.grades[doc] !== UNJUDGED);
  docs.sort((x, y) => l.grades[y] - l.grades[x] || (best(x) === best(y) ? x - y : best(x) - best(y)));
  const shown = all ? docs : docs.slice(0, FIRST);
  const missed = docs.filter((doc) => best(doc) === Infinity).length;
  return (
    <table class="ideal">
      <caption>
        the ideal order: {docs.length} relevant, {missed} in {alone(d) ? "no list" : "neither list"}
      </caption>
      <thead>
        <tr>
          <th scope="col" class="c-rank n">
            ideal
          </th>
          <th scope="col" class="c-grade">
            {gradesHead(l)}
          </th>
          <th scope="col">document</th>
          <th scope="col" class="c-move">
            {alone(d) ? "rank" : "ranks"}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((doc, i) => (
          <tr key={doc} class={(i + 1 === d.head.cutoff ? "cut" : "") + (near === doc ? " pair-on" : "")} {...paired(doc, i === 0, setNear)}>
            <td class="n">{i + 1}</td>
            <td>
              <Grades l={l} doc={doc} />
            </td>
            <th scope="row">
              <bdi class="id">{short(l.ids[doc])}</bdi>
              <Snippet text={l.texts[doc]} words={words} />
            </th>
            <td class={best(doc) === Infinity ? "down" : ""}>{best(doc) === Infinity ? (alone(d) ? "missed" : "neither") : alone(d) ? a[doc] : `${rank(a[doc])} → ${rank(b[doc])}`}</td>
          </tr>
        ))}
        {!docs.length && (
          <tr>
            <td colSpan={4}>no document is judged relevant</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
