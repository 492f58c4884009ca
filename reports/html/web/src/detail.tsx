// One query: what happened, and its ranked lists side by side.

import { useEffect, useRef, useState } from "preact/hooks";
import { belowOf, Data, Lists, UNJUDGED } from "./data";
import { Grades, gradesHead, List, paired, type Shared, wayOfDocument } from "./hits";
import { Ideal } from "./ideal";
import { Join } from "./join";
import { useNarrow } from "./narrow";
import { bounds, pairOf, wayOf } from "./select";
import { RankFlow } from "./rankflow";
import { FIRST } from "./shown";
import { Snippet, wordsOf } from "./snippet";
import { State, VIEWS, View, alone } from "./state";
import { capital, isolated, move, rank, score, short, signed } from "./words";

const VIEW_NAMES: Record<View, string> = { side: "side by side", merged: "merged", changes: "only changes", relevant: "only relevant" };

interface Props {
  d: Data;
  s: State;
  q: number;
  at: number; // among the filtered queries
  of: number;
  set: (change: Partial<State>) => void;
  step: (by: number) => void;
  close: () => void;
}

export function Detail(p: Props) {
  const { d, s, q } = p;
  const heading = useRef<HTMLHeadingElement>(null);
  const [lists, setLists] = useState<Lists | undefined | null>(null); // null: being opened
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let current = true;
    setLists(null);
    d.lists(q).then(
      (l) => current && setLists(l),
      (e: unknown) => current && setProblem(String(e)),
    );
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
    return () => {
      current = false;
    };
  }, [q]);
  const pair = pairOf(d, s);
  const open = bounds(d, s);
  return (
    <div onClick={(e) => e.stopPropagation()}>
      <div class="bar">
        <button onClick={() => p.step(-1)} disabled={p.at <= 0}>
          ← Previous
        </button>
        <span class="count">
          {p.at + 1} of {p.of}
        </span>
        <button onClick={() => p.step(1)} disabled={p.at >= p.of - 1}>
          Next →
        </button>
        <button onClick={p.close}>Close</button>
      </div>
      <h3 tabIndex={-1} ref={heading}>
        <bdi class="id">{short(d.id(q))}</bdi> <bdi>{short(d.text(q), 1000)}</bdi>
      </h3>
      <p class="sub">
        {d.stratum(q) && <>{short(d.stratum(q))} · </>}
        {d.head.measures[s.m]}: {score(pair.a[q])}
        {!alone(d) && <> → {score(pair.b[q])}, <b class={wayOf(d, s.m, pair.b[q] - pair.a[q])}>{signed(pair.b[q] - pair.a[q])}</b></>}
        {open && open.low[q] !== open.high[q] && ` · once all is judged anywhere from ${signed(open.low[q])} to ${signed(open.high[q])}`}
      </p>
      {(alone(d) ? [0] : [0, s.c]).map((system) => {
        const why = d.failure(system, q);
        return (
          why !== undefined && (
            <p key={system} class="down">
              {short(d.head.systems[system])} failed{why && ": " + short(why, 500)}
            </p>
          )
        );
      })}
      {problem && <p class="empty">The lists of this query could not be opened: {problem}</p>}
      {lists === null && !problem && <p class="sub">opening…</p>}
      {lists === undefined && <p class="empty">No ranked lists: {d.unlisted(q) ? "they were left out of queries whose scores did not change, to keep the file small." : short(d.head.no_hits || "none were kept.", 400)}</p>}
      {lists && <Ranked key={q} {...p} l={lists} />}
    </div>
  );
}

/** What happened to the relevant documents, in a sentence. */
function story(d: Data, s: State, l: Lists): string {
  const k = d.head.cutoff;
  const moved: [number, string][] = [];
  const lost: string[] = [];
  let unjudged = 0;
  for (let doc = 0; doc < l.ids.length; doc++) {
    const [a, b] = [l.ranks[0][doc], l.ranks[s.c][doc]];
    const grade = l.grades[doc];
    const name = `${isolated(short(l.ids[doc], 40))} (grade ${grade})`;
    if (grade === UNJUDGED) {
      if (b > 0 && b <= k && (a === 0 || a > k)) unjudged++;
    } else if (grade > 0) {
      if (!a && !b) lost.push(name);
      else if (a !== b) moved.push([grade * 1000 - Math.min(a || 999, b || 999), `${name} ${!a ? "came in at " + b : !b ? "left, was at " + a : (b < a ? "rose " : "fell ") + a + " → " + b}`]);
    }
  }
  moved.sort((x, y) => y[0] - x[0]);
  const parts = moved.slice(0, 3).map((m) => m[1]);
  if (moved.length > 3) parts.push(`${moved.length - 3} more relevant documents moved`);
  if (unjudged) parts.push(`${unjudged} unjudged entered the first ${k}`);
  if (lost.length) parts.push("in neither list: " + lost.slice(0, 3).join(", ") + (lost.length > 3 ? ` and ${lost.length - 3} more` : ""));
  return parts.length ? parts.join("; ") + "." : "No relevant document moved.";
}

function Ranked({ d, s, l, set }: Props & { l: Lists }) {
  const [all, setAll] = useState(false);
  const [near, setNear] = useState(-1); // the document whose two places are marked
  const [tab, setTab] = useState(1); // the list that a narrow screen shows
  const narrow = useNarrow();
  const longest = Math.max(l.lists[0].length, l.lists[s.c].length);
  const words = wordsOf(d.text(s.q));
  const side = alone(d) || s.view === "side";
  const shared = { d, s, l, all, near, setNear, words };
  return (
    <>
      {!alone(d) && <p>{story(d, s, l)}</p>}
      <div class="bar" role="group" aria-label="How the lists are shown">
        {!alone(d) &&
          narrow &&
          [0, 1].map((n) => (
            <button key={n} aria-pressed={s.view === "side" && tab === n} onClick={() => (setTab(n), set({ view: "side" }))}>
              <bdi>{short(d.head.systems[n && s.c], 14)}</bdi>
            </button>
          ))}
        {!alone(d) &&
          VIEWS.slice(narrow ? 1 : 0).map((v) => (
            <button key={v} aria-pressed={s.view === v} onClick={() => set({ view: v })}>
              {capital(VIEW_NAMES[v])}
            </button>
          ))}
        {side && d.head.scores > 0 && (
          <button aria-pressed={s.scores} onClick={() => set({ scores: !s.scores })}>
            Scores
          </button>
        )}
        <button aria-pressed={s.ideal} onClick={() => set({ ideal: !s.ideal })}>
          Ideal order
        </button>
      </div>
      <div class={"lists" + (side ? (alone(d) ? (s.ideal ? "" : " merged") : s.ideal ? " three" : "") : s.ideal ? " wide-first" : " merged")}>
        {!side ? (
          <Merged {...shared} />
        ) : (
          <>
            {(!narrow || alone(d) || tab === 0) && <List {...shared} system={0} other={alone(d) ? 0 : s.c} />}
            {!alone(d) && (!narrow || tab === 1) && <List {...shared} system={s.c} other={0} />}
          </>
        )}
        {s.ideal && <Ideal {...shared} />}
        {!narrow && <Join near={near} of={[all, s.view, s.scores, s.ideal].join()} />}
      </div>
      {!alone(d) && <RankFlow d={d} s={s} l={l} />}
      {!all && longest > FIRST && (
        <button onClick={() => setAll(true)}>All {longest} hits</button>
      )}
      <Neither d={d} s={s} l={l} words={words} />
    </>
  );
}

/** Both lists as one, by the candidate's order and then by the baseline's. */
function Merged({ d, s, l, all, near, setNear, words }: Shared) {
  const [a, b] = [l.ranks[0], l.ranks[s.c]];
  let docs = [...l.lists[s.c], ...l.lists[0].filter((doc) => !b[doc] || b[doc] > l.lists[s.c].length)];
  if (s.view === "changes") docs = docs.filter((doc) => a[doc] !== b[doc]);
  if (s.view === "relevant") docs = docs.filter((doc) => l.grades[doc] !== UNJUDGED && l.grades[doc] > 0);
  if (!all) docs = docs.slice(0, FIRST);
  return (
      <table>
        <caption>{docs.length ? VIEW_NAMES[s.view] : "nothing to show: " + VIEW_NAMES[s.view]}</caption>
        <thead>
          <tr>
            <th scope="col" class="c-rank n">
              <bdi>{short(d.head.systems[0], 12)}</bdi>
            </th>
            <th scope="col" class="c-rank n">
              <bdi>{short(d.head.systems[s.c], 12)}</bdi>
            </th>
            <th scope="col" class="c-grade">
              {gradesHead(l)}
            </th>
            <th scope="col">document</th>
            <th scope="col" class="c-move">
              move
            </th>
          </tr>
        </thead>
        <tbody>
          {docs.map((doc, i) => {
            const [belowA, belowB] = [belowOf(l, 0, doc), belowOf(l, s.c, doc)];
            const m = move(a[doc], b[doc], belowA, belowB);
            return (
              <tr key={doc} class={near === doc ? "pair-on" : ""} {...paired(doc, i === 0, setNear)}>
                <td class="n">{rank(a[doc], belowA)}</td>
                <td class="n">{rank(b[doc], belowB)}</td>
                <td>
                  <Grades l={l} doc={doc} />
                </td>
                <th scope="row">
                  <bdi class="id">{short(l.ids[doc])}</bdi>
                  <Snippet text={l.texts[doc]} words={words} />
                </th>
                <td class={wayOfDocument(l.grades[doc], m.way)}>
                  <span aria-hidden="true">{m.sign}</span>
                  <span class="hide">{m.words}</span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
  );
}

/** Judged documents that are in no list that is shown. */
function Neither({ d, s, l, words }: { d: Data; s: State; l: Lists; words: string[] }) {
  const docs: number[] = [];
  for (let doc = l.listed; doc < l.ids.length; doc++) docs.push(doc);
  if (!docs.length) return null;
  return (
    <details>
      <summary>{docs.length} judged beyond these lists</summary>
      <ul>
        {docs.map((doc) => (
          <li key={doc}>
            <Grades l={l} doc={doc} /> <bdi class="id">{short(l.ids[doc])}</bdi>{" "}
            {alone(d) ? (l.ranks[0][doc] ? "rank " + l.ranks[0][doc] : "not retrieved") : l.ranks[0][doc] || l.ranks[s.c][doc]
              ? `${isolated(short(d.head.systems[0], 30))} ${rank(l.ranks[0][doc])}, ${isolated(short(d.head.systems[s.c], 30))} ${rank(l.ranks[s.c][doc])}`
              : "not retrieved"}
            <Snippet text={l.texts[doc]} words={words} />
          </li>
        ))}
      </ul>
    </details>
  );
}
