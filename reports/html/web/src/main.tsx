// The query explorer. The page stands without it: this adds a table of all
// queries and a few buttons.

import { render } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Data, open, type Source } from "./data";
import { Detail } from "./detail";
import { highlight, listen } from "./figures";
import { Filters } from "./filters";
import { onPaper, paper } from "./paper";
import { select } from "./select";
import { State, VIEWS, alone, initial, read, write } from "./state";
import { PER_PAGE, Table } from "./table";
import { score, signed, thousands } from "./words";
import { figureTools, tools } from "./tools";

const KEYS: [string, string][] = [
  ["j, k", "next, previous query"],
  ["Enter", "open the query"],
  ["Esc", "close it, back to its row"],
  ["n, p", "next, previous page"],
  ["v", "another view of the lists"],
  ["/", "filter"],
  ["?", "this list"],
];

function pageOf(at: number): number {
  return Math.floor(at / PER_PAGE);
}

function Explorer({ d }: { d: Data }) {
  const [{ state: s, problems }, setAll] = useState(() => read(d, location.hash));
  const [help, setHelp] = useState(false);
  const [said, setSaid] = useState("");
  const box = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const found = useMemo(() => select(d, s), [d, s.c, s.m, s.t, s.min, s.unjudged, s.failed, s.flip, s.sort, s.down, s.strata.join(), s.signs.join()]);
  const pages = Math.max(1, Math.ceil(found.rows.length / PER_PAGE));
  const at = found.rows.indexOf(s.q);
  const page = s.page < 0 ? pageOf(Math.max(0, at)) : Math.min(s.page, pages - 1);

  const set = (change: Partial<State>, push = false) => {
    const next = { ...s, page, ...change };
    const hash = write(d, next);
    history[push ? "pushState" : "replaceState"](null, "", hash ? "#" + hash : location.pathname + location.search);
    setAll({ state: next, problems: [] });
  };
  useEffect(() => {
    const back = () => setAll(read(d, location.hash));
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, [d]);

  const summary = `${thousands(found.rows.length)} of ${thousands(d.head.n)} queries · ${alone(d) ? `mean ${score(found.mean)}` : `mean Δ ${signed(found.mean)}`} (filtered, not tested)`;
  useEffect(() => {
    const timer = setTimeout(() => setSaid(summary), 500);
    return () => clearTimeout(timer);
  }, [summary]);

  onPaper(d, s);
  const filtered = found.rows.length < d.head.n;
  useEffect(() => {
    const timer = setTimeout(() => highlight(d, s.c, filtered ? found.rows : null), 120); // typing comes first
    return () => clearTimeout(timer);
  }, [found, filtered, s.c]);

  const pick = useRef((_c: number, _q: number) => {});
  pick.current = (c, q) => {
    const hidden = c !== s.c || !found.rows.includes(q);
    set({ ...(hidden ? initial(d) : {}), c, q, page: -1 }, true);
  };
  useEffect(() => listen(d, (c, q) => pick.current(c, q)), [d]);

  // A row of another page is focused in the turn in which it comes, so that no key
  // is lost that is pressed meanwhile.
  const coming = useRef(-1);
  const focusRow = (q: number) => {
    const row = document.querySelector<HTMLElement>(`#row-${q} .open-q`);
    coming.current = row ? -1 : q;
    row?.focus();
  };
  useLayoutEffect(() => {
    if (coming.current < 0) return;
    focusRow(coming.current);
    coming.current = -1;
  });
  const show = (q: number) => {
    if (q === s.q) return close();
    set({ q, page: pageOf(found.rows.indexOf(q)) }, true);
  };
  const close = () => {
    const was = s.q;
    set({ q: -1 }, true);
    focusRow(was);
  };
  const step = (by: number) => {
    if (s.q >= 0) {
      const next = found.rows[at + by];
      if (next !== undefined) set({ q: next, page: pageOf(at + by) });
      return;
    }
    const row = document.activeElement?.closest("tr.row");
    const here = row ? found.rows.indexOf(Number(row.id.slice(4))) : page * PER_PAGE - (by > 0 ? 1 : 0);
    const to = Math.max(0, Math.min(found.rows.length - 1, here + by));
    if (pageOf(to) !== page) set({ page: pageOf(to) });
    focusRow(found.rows[to]);
  };
  const turn = (by: number) => set({ page: Math.max(0, Math.min(pages - 1, page + by)) });

  /** By key the focus goes along: the row that had it is gone. */
  const turnAndFocus = (by: number) => {
    turn(by);
    focusRow(found.rows[Math.max(0, Math.min(pages - 1, page + by)) * PER_PAGE]);
  };

  const keys = (e: KeyboardEvent) => {
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "Escape") {
      if (help) setHelp(false);
      else if (s.q >= 0) close();
      return;
    }
    if (target.matches("input, select, textarea")) return;
    const act: Record<string, () => void> = {
      j: () => step(1),
      k: () => step(-1),
      n: () => turnAndFocus(1),
      p: () => turnAndFocus(-1),
      v: () => set({ view: VIEWS[(VIEWS.indexOf(s.view) + 1) % VIEWS.length] }),
      "/": () => box.current?.focus(),
      "?": () => setHelp(!help),
    };
    if (!Object.hasOwn(act, e.key)) return;
    e.preventDefault();
    act[e.key]();
  };
  useEffect(() => {
    // The whole section listens, its heading included; outside of it letters are
    // the browser's own.
    const region = document.getElementById("queries")!;
    region.addEventListener("keydown", keys);
    return () => region.removeEventListener("keydown", keys);
  });

  return (
    <div ref={root}>
      {problems.length > 0 && (
        <p class="empty" role="alert">
          The address asks for what this report does not have: {problems.join(", ")}
        </p>
      )}
      <Filters d={d} s={s} found={found} box={box} set={(c) => set(c)} reset={() => set({ ...initial(d), c: s.c, m: s.m, q: s.q })} />
      <div class="bar">
        <span class="count">{summary}</span>
        <span class="hide" role="status">
          {said}
        </span>
        <button onClick={() => turn(-1)} disabled={page === 0} aria-label="previous page">
          ‹
        </button>
        <span class="count">
          page {page + 1} of {pages}
        </span>
        <button onClick={() => turn(1)} disabled={page >= pages - 1} aria-label="next page">
          ›
        </button>
        <button aria-expanded={help} onClick={() => setHelp(!help)}>
          Keys
        </button>
      </div>
      {help && (
        <dl class="keys">
          {KEYS.map(([key, what]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      )}
      <Table
        d={d}
        s={{ ...s, page }}
        rows={found.rows}
        set={(c) => set(c)}
        open={show}
        detail={(q) => <Detail d={d} s={s} q={q} at={at} of={found.rows.length} set={(c) => set(c)} step={step} close={close} />}
      />
    </div>
  );
}

/** Reads what a first search would read, while nothing else is to do. */
function warm(d: Data, from = 0) {
  const later = window.requestIdleCallback ?? ((f: () => void) => setTimeout(f, 50));
  later(() => {
    const to = Math.min(d.head.n, from + 2000);
    for (let q = from; q < to; q++) d.haystack(q);
    if (to < d.head.n) warm(d, to);
  });
}

async function explore(place: HTMLElement, source?: Source) {
  if (!("DecompressionStream" in window)) {
    place.firstElementChild!.textContent = "This browser is too old for the table of queries; everything else on this page stands without it.";
    return;
  }
  try {
    const d = await open(source);
    place.replaceChildren();
    paper(place);
    render(<Explorer d={d} />, place);
    performance.mark("rankduel-usable");
    warm(d);
  } catch (e) {
    place.replaceChildren();
    const p = document.createElement("p");
    p.className = "empty";
    p.textContent = "The data of this page could not be read: " + String(e);
    place.append(p);
  }
}

declare global {
  var rankduelShow: (source: Source | undefined) => Promise<void>;
}

/** For a server's own page, which has put the static part of a report in place. */
globalThis.rankduelShow = async (source) => {
  figureTools();
  const place = document.getElementById("explorer");
  if (place && source) await explore(place, source);
};

tools();
const place = document.getElementById("explorer");
if (place && document.getElementById("rd-sum")) void explore(place); // else nothing is known of single queries
