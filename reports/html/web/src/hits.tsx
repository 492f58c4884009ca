// One ranked list of a query. Where two stand side by side, a document that is
// pointed at, or has the focus, is joined to its other place.

import { belowOf, Data, Lists, UNJUDGED } from "./data";
import { FIRST } from "./shown";
import { Snippet } from "./snippet";
import { alone, type State } from "./state";
import { figure, move, rank, short } from "./words";

export interface Shared {
  d: Data;
  s: State;
  l: Lists;
  all: boolean;
  near: number; // the document whose places are marked, -1 for none
  setNear: (doc: number) => void;
  words: string[];
}

/** People's grade of a document and, next to it, a model's where there are such. */
export function Grades({ l, doc }: { l: Lists; doc: number }) {
  return (
    <>
      <Grade grade={l.grades[doc]} />
      {l.model && (
        <small title={l.model[doc] === UNJUDGED ? "not labelled by the model" : "by the model: grade " + l.model[doc]}>
          {" "}
          {l.model[doc] === UNJUDGED ? "?" : l.model[doc]}
        </small>
      )}
    </>
  );
}

/** What heads these. */
export function gradesHead(l: Lists): string {
  return l.model ? "grade, model’s" : "grade";
}

export function Grade({ grade }: { grade: number }) {
  if (grade === UNJUDGED)
    return (
      <span class="grade gu" title="unjudged">
        ?
      </span>
    );
  return (
    <span class={"grade g" + Math.min(grade, 3)} title={"grade " + grade}>
      {grade}
    </span>
  );
}

/** What makes a row of a list one of a pair. One row of a list is a stop of the
 * tab key; arrows go on from there, to the side to the other place. */
export function paired(doc: number, first: boolean, setNear: (doc: number) => void) {
  return {
    "data-doc": doc,
    tabIndex: first ? 0 : -1,
    onMouseEnter: () => setNear(doc),
    onMouseLeave: () => setNear(-1),
    onFocus: () => setNear(doc),
    onBlur: () => setNear(-1),
    onKeyDown: (e: KeyboardEvent) => {
      const row = e.currentTarget as HTMLElement;
      const tables = [...row.closest(".lists")!.querySelectorAll("table")];
      const beside = (by: number) => tables[tables.indexOf(row.closest("table")!) + by]?.querySelector(`[data-doc="${doc}"]`);
      const to: Record<string, () => Element | null | undefined> = {
        ArrowDown: () => row.nextElementSibling,
        ArrowUp: () => row.previousElementSibling,
        ArrowLeft: () => beside(-1),
        ArrowRight: () => beside(1),
      };
      if (!Object.hasOwn(to, e.key)) return;
      e.preventDefault();
      (to[e.key]() as HTMLElement | null | undefined)?.focus();
    },
  };
}

export function List({ d, s, l, all, near, setNear, words, system, other }: Shared & { system: number; other: number }) {
  const list = all ? l.lists[system] : l.lists[system].slice(0, FIRST);
  const first = system === 0;
  const scores = s.scores && d.head.scores > 0;
  return (
    <table>
      <caption>
        <bdi>{short(d.head.systems[system])}</bdi>
      </caption>
      <thead>
        <tr>
          <th scope="col" class="c-rank n">
            rank
          </th>
          <th scope="col" class="c-grade">
            {gradesHead(l)}
          </th>
          <th scope="col">document</th>
          {scores && (
            <th scope="col" class="c-hit n">
              score
            </th>
          )}
          {!alone(d) && (
            <th scope="col" class="c-move">
              {first ? "after" : "move"}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {list.map((doc, i) => {
          const there = l.ranks[other][doc];
          const below = belowOf(l, other, doc);
          const m = first ? move(i + 1, there, 0, below) : move(there, i + 1, below, 0);
          const tie = tied(l.ties[system], i);
          return (
            <tr key={doc} class={rowClass(i + 1, d.head.cutoff, near === doc)} {...paired(doc, i === 0, setNear)}>
              <td class={"n " + tie} title={tie && "the same score as its neighbor: their order says nothing"}>
                {i + 1}
                {tie && <span class="hide">, tied</span>}
              </td>
              <td>
                <Grades l={l} doc={doc} />
              </td>
              <th scope="row">
                <bdi class="id">{short(l.ids[doc])}</bdi>
                <Snippet text={l.texts[doc]} words={words} />
              </th>
              {scores && <td class="n">{figure(l.scores[system][i])}</td>}
              {!alone(d) && (
                <td class={wayOfDocument(l.grades[doc], m.way)}>
                  <span aria-hidden="true">{first ? (there || below ? "→ " + rank(there, below) : "gone") : m.sign}</span>
                  <span class="hide">{m.words}</span>
                </td>
              )}
            </tr>
          );
        })}
        {!list.length && (
          <tr>
            <td colSpan={5}>an empty list</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The place of a hit in the bracket around scores that are the same. */
function tied(ties: Uint8Array, i: number): string {
  const [before, after] = [ties[i] === 1, ties[i + 1] === 1];
  return before && after ? "tie" : before ? "tie tie-end" : after ? "tie tie-top" : "";
}

/** Only where a relevant document went is good or bad. */
export function wayOfDocument(grade: number, way: string): string {
  return grade > 0 && grade !== UNJUDGED ? way : "";
}

function rowClass(rank: number, cutoff: number, near: boolean): string {
  return (rank === cutoff ? "cut" : "") + (near ? " pair-on" : "");
}
