// The table of queries: pages of real rows, so that find-in-page, print and a
// screen reader work on it.

import type { ComponentChildren } from "preact";
import { Data, FAILED, MISSING } from "./data";
import { useNarrow } from "./narrow";
import { pairOf, signOf, wayOf } from "./select";
import { alone, type Sort, type State } from "./state";
import { apart, rank, score, short, signed } from "./words";

export const PER_PAGE = 50;

const MARKS = { rose: "+", fell: "-", same: "=", undefined: "?" };

interface Column {
  key: string;
  head: string;
  long: string;
  sort?: Sort;
  always?: boolean; // on a narrow screen too
  number?: boolean;
}

/** Whether anything is known of a column: scores of other programs have no ranks. */
function known(d: Data, s: State, name: string): boolean {
  return [0, s.c].some((system) => d.column(`${system}.${name}`).some((v) => (name === "best" ? v > 0 : v >= 0)));
}

function columns(d: Data, s: State): Column[] {
  const [a, b] = [d.head.systems[0], d.head.systems[s.c]];
  const [shortA, shortB] = apart(a, b, 11);
  const one = alone(d);
  const list: Column[] = [
    { key: "sign", head: "", long: one ? "faults" : "rose or fell", always: true },
    { key: "id", head: "query", long: "query", sort: "id", always: true },
    ...(d.column("text").length ? [{ key: "text", head: "text", long: "text of the query", sort: "text" as const }] : []),
    ...((d.head.strata ?? []).length > 1 ? [{ key: "stratum", head: "stratum", long: "stratum", sort: "stratum" as const }] : []),
    { key: "a", head: one ? "score" : shortA, long: "score of " + short(a), sort: "a", number: true, always: one },
    ...(one
      ? []
      : [
          { key: "b", head: shortB, long: "score of " + short(b), sort: "b" as const, number: true },
          { key: "d", head: "Δ", long: "difference", sort: "d" as const, number: true, always: true },
        ]),
    ...(known(d, s, "judged") ? [{ key: "judged", head: "judged", long: "share of the first 10 hits that is judged" + (one ? "" : ", both systems"), sort: "judged" as const, number: true }] : []),
  ];
  if (d.head.depth) list.push({ key: "unjudged", head: "unj.", long: `unjudged in the first ${d.head.cutoff}, both systems`, sort: "unjudged", number: true });
  if (known(d, s, "best")) list.push({ key: "best", head: "first", long: "rank of the first relevant document, before and after", sort: "best", number: true });
  if (d.head.depth && !one) list.push({ key: "overlap", head: "same", long: `documents that both have in the first ${d.head.cutoff}`, sort: "overlap", number: true });
  return list;
}

interface Props {
  d: Data;
  s: State;
  rows: number[];
  set: (change: Partial<State>) => void;
  open: (q: number) => void;
  detail: (q: number) => ComponentChildren;
}

export function Table({ d, s, rows, set, open, detail }: Props) {
  const narrow = useNarrow();
  const list = columns(d, s).filter((c) => c.always || !narrow);
  const from = s.page * PER_PAGE;
  const shown = rows.slice(from, from + PER_PAGE);
  const pair = pairOf(d, s);
  return (
    <table class="qtable">
      <caption>
        {rows.length ? `Queries ${from + 1} to ${from + shown.length} of ${rows.length}` : "No query passes the filter"}
      </caption>
      <colgroup>
        {list.map((c) => (
          <col key={c.key} class={"c-" + c.key} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {list.map((c) => (
            <Head key={c.key} c={c} s={s} set={set} />
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.flatMap((q) => [
          <tr key={q} class={s.q === q ? "row open" : "row"} id={"row-" + q} onClick={() => open(q)}>
            {list.map((c) => (
              <Cell key={c.key} c={c} d={d} s={s} q={q} sign={signOf(pair, q)} a={pair.a[q]} b={pair.b[q]} />
            ))}
          </tr>,
          s.q === q && (
            <tr key={"d" + q}>
              <td class="detail" colSpan={list.length}>
                {detail(q)}
              </td>
            </tr>
          ),
        ])}
      </tbody>
    </table>
  );
}

function Head({ c, s, set }: { c: Column; s: State; set: Props["set"] }) {
  const on = c.sort === s.sort;
  const name = c.number ? "n" : "";
  if (!c.sort)
    return (
      <th scope="col" class={name}>
        <span class="hide">{c.long}</span>
      </th>
    );
  return (
    <th scope="col" class={name} aria-sort={on ? (s.down ? "descending" : "ascending") : undefined}>
      <button title={c.long} onClick={() => set({ sort: c.sort!, down: on ? !s.down : !!c.number, page: 0 })}>
        {c.head}
        {on ? (s.down ? " ▼" : " ▲") : ""}
      </button>
    </th>
  );
}

interface CellProps {
  c: Column;
  d: Data;
  s: State;
  q: number;
  sign: keyof typeof MARKS;
  a: number;
  b: number;
}

function Cell({ c, d, s, q, sign, a, b }: CellProps) {
  const name = c.number ? "n" : "";
  const way = wayOf(d, s.m, b - a);
  switch (c.key) {
    case "sign":
      return (
        <td class={way} title={sign}>
          {alone(d) ? "" : MARKS[sign]}
          {flags(d, s, q)}
        </td>
      );
    case "id":
      return (
        <th scope="row">
          <button class="open-q" title={short(d.id(q))} aria-expanded={s.q === q}>
            <bdi>{short(d.id(q))}</bdi>
          </button>
          <span class="under">
            <bdi>{short(d.text(q))}</bdi>
          </span>
        </th>
      );
    case "text":
      return (
        <td class={name} title={short(d.text(q), 1000)}>
          <bdi>{short(d.text(q))}</bdi>
        </td>
      );
    case "stratum":
      return <td class={name}>{short(d.stratum(q))}</td>;
    case "d":
      return <td class={name + " " + way}>{signed(b - a)}</td>;
  }
  return <td class={name}>{numberText(c.key, d, s, q, a, b)}</td>;
}

function numberText(key: string, d: Data, s: State, q: number, a: number, b: number): string {
  const both = (name: string, of: (v: number) => string, between: string) =>
    alone(d) ? of(d.column("0." + name)[q]) : of(d.column("0." + name)[q]) + between + of(d.column(s.c + "." + name)[q]);
  switch (key) {
    case "a":
      return score(a);
    case "b":
      return score(b);
    case "judged":
      return both("judged", (v) => (Number.isNaN(v) ? "–" : String(Math.round(v * 100))), "/");
    case "unjudged":
      return both("unjudged", String, "/");
    case "best":
      return both("best", rank, "→");
  }
  return String(d.column(s.c + ".overlap")[q]);
}

/** What is wrong with a query, in a letter each. */
function flags(d: Data, s: State, q: number) {
  const status = [d.column("0.status")[q], d.column(s.c + ".status")[q]];
  return (
    <>
      {status.includes(FAILED) && <abbr title="failed in a system"> F</abbr>}
      {status.includes(MISSING) && <abbr title="missing from a run: an empty ranking"> M</abbr>}
    </>
  );
}
