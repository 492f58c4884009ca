// What is printed of the queries: those that moved most, and the open one. A
// table of thousands would be hundreds of pages.

import { render } from "preact";
import { belowOf, Data, Lists, UNJUDGED } from "./data";
import { pairOf } from "./select";
import { alone, type State } from "./state";
import { isolated, move, rank, score, short, signed } from "./words";

const MOST = 20; // queries
const ROWS = 10; // of a list

function Paper({ d, s, lists }: { d: Data; s: State; lists: Lists | undefined }) {
  const p = pairOf(d, s);
  const moved: number[] = [];
  for (let q = 0; q < d.head.n; q++) if (Math.abs(p.b[q] - p.a[q]) > 0) moved.push(q);
  moved.sort((x, y) => Math.abs(p.b[y] - p.a[y]) - Math.abs(p.b[x] - p.a[x]) || x - y);
  const [a, b] = [isolated(short(d.head.systems[0], 40)), isolated(short(d.head.systems[s.c], 40))];
  return (
    <>
      {lists && <Open d={d} s={s} l={lists} />}
      <table>
        <caption>
          {moved.length > MOST ? `The ${MOST} of ${moved.length} changed queries that moved most` : "The queries that changed"} on{" "}
          {short(d.head.measures[s.m], 60)}, {a} → {b}
        </caption>
        <tbody>
          {moved.slice(0, MOST).map((q) => (
            <tr key={q}>
              <th scope="row">
                <bdi class="id">{short(d.id(q), 40)}</bdi>
              </th>
              <td>
                <bdi>{short(d.text(q), 90)}</bdi>
              </td>
              <td class="n">
                {score(p.a[q])} → {score(p.b[q])}
              </td>
              <td class="n">{signed(p.b[q] - p.a[q])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Of one system: the queries that it answers worst. */
function Worst({ d, s }: { d: Data; s: State }) {
  const { a } = pairOf(d, s);
  const way = (d.head.better[s.m] ?? 1) < 0 ? -1 : 1;
  const scored: number[] = [];
  for (let q = 0; q < d.head.n; q++) if (Number.isFinite(a[q])) scored.push(q);
  scored.sort((x, y) => way * (a[x] - a[y]) || x - y);
  return (
    <table>
      <caption>
        {scored.length > MOST ? `The ${MOST} worst of ${scored.length} queries` : "The queries, the worst first,"} on {short(d.head.measures[s.m], 60)}
      </caption>
      <tbody>
        {scored.slice(0, MOST).map((q) => (
          <tr key={q}>
            <th scope="row">
              <bdi class="id">{short(d.id(q), 40)}</bdi>
            </th>
            <td>
              <bdi>{short(d.text(q), 90)}</bdi>
            </td>
            <td>{short(d.stratum(q), 40)}</td>
            <td class="n">{score(a[q])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Open({ d, s, l }: { d: Data; s: State; l: Lists }) {
  const systems = [0, s.c];
  return (
    <>
      <h3>
        <bdi class="id">{short(d.id(s.q), 80)}</bdi> <bdi>{short(d.text(s.q), 300)}</bdi>
      </h3>
      <div class="lists">
        {systems.map((system) => (
          <table key={system}>
            <caption>
              {short(d.head.systems[system], 60)}, the first {Math.min(ROWS, l.lists[system].length)} of {l.lists[system].length}
            </caption>
            <tbody>
              {l.lists[system].slice(0, ROWS).map((doc, i) => {
                const other = system === 0 ? s.c : 0;
                const [there, below] = [l.ranks[other][doc], belowOf(l, other, doc)];
                return (
                  <tr key={doc}>
                    <td class="n c-rank">{i + 1}</td>
                    <td class="c-grade">{l.grades[doc] === UNJUDGED ? "?" : l.grades[doc]}</td>
                    <th scope="row">
                      <bdi class="id">{short(l.ids[doc], 80)}</bdi>
                    </th>
                    <td class="c-move">{system === 0 ? "→ " + rank(there, below) : move(there, i + 1, below).sign}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        ))}
      </div>
    </>
  );
}

let now: { d: Data; s: State } | undefined;

/** Remembers what would be printed. */
export function onPaper(d: Data, s: State) {
  now = { d, s };
}

/** Keeps a place that only paper shows, written when it is printed. */
export function paper(place: HTMLElement) {
  const sheet = document.createElement("div");
  sheet.className = "paper";
  place.after(sheet);
  addEventListener("beforeprint", () => {
    if (!now) return;
    const { d, s } = now;
    if (alone(d)) return render(<Worst d={d} s={s} />, sheet);
    render(<Paper d={d} s={s} lists={s.q >= 0 && d.last?.q === s.q ? d.last.lists : undefined} />, sheet);
  });
  addEventListener("afterprint", () => render(null, sheet));
}
