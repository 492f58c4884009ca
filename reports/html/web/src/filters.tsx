// The filters, each with what it would leave. They combine, and stand in the
// address.

import type { Ref } from "preact";
import { useState } from "preact/hooks";
import type { Data } from "./data";
import * as save from "./save";
import type { Selection } from "./select";
import { SIGNS, State, alone } from "./state";
import { capital, short, thousands } from "./words";

interface Props {
  d: Data;
  s: State;
  found: Selection;
  box: Ref<HTMLInputElement>;
  set: (change: Partial<State>) => void;
  reset: () => void;
}

function toggled<T>(list: T[], one: T): T[] {
  return list.includes(one) ? list.filter((x) => x !== one) : [...list, one];
}

export function Filters({ d, s, found, box, set, reset }: Props) {
  const strata = d.head.strata ?? [];
  return (
    <div class="no-print" role="search">
      <div class="bar">
        {d.head.systems.length > 2 && (
          <label>
            candidate
            <select value={s.c} onChange={(e) => set({ c: Number(e.currentTarget.value), page: 0 })}>
              {d.head.systems.slice(1).map((name, i) => (
                <option key={i} value={i + 1}>
                  {short(name, 60)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          measure
          <select value={s.m} onChange={(e) => set({ m: Number(e.currentTarget.value), page: 0 })}>
            {d.head.measures.map((name, i) => (
              <option key={i} value={i}>
                {short(name, 60)}
              </option>
            ))}
          </select>
        </label>
        <input
          ref={box}
          type="search"
          placeholder={'words, "a phrase", -without'}
          aria-label="Filter by id or text of the query"
          value={s.t}
          onInput={(e) => set({ t: e.currentTarget.value, page: 0 })}
        />
        {!alone(d) && (
        <label>
          |Δ| ≥
          <input
            type="number"
            min="0"
            step="0.01"
            value={s.min || ""}
            onInput={(e) => set({ min: Math.max(0, Number(e.currentTarget.value) || 0), page: 0 })}
          />
        </label>
        )}
      </div>
      <div class="bar">
        {!alone(d) && SIGNS.map((sign) => (
          <button key={sign} aria-pressed={s.signs.includes(sign)} onClick={() => set({ signs: toggled(s.signs, sign), page: 0 })}>
            {capital(sign)}: {thousands(found.counts.signs[sign])}
          </button>
        ))}
        {d.head.depth > 0 && (
          <button aria-pressed={s.unjudged} onClick={() => set({ unjudged: !s.unjudged, page: 0 })}>
            Unjudged in the first {d.head.cutoff}: {thousands(found.counts.unjudged)}
          </button>
        )}
        <button aria-pressed={s.failed} onClick={() => set({ failed: !s.failed, page: 0 })}>
          Failed: {thousands(found.counts.failed)}
        </button>
        {d.has(`${s.c}.low.${s.m}`) && (
          <button aria-pressed={s.flip} onClick={() => set({ flip: !s.flip, page: 0 })}>
            Labels could turn it: {thousands(found.counts.flip)}
          </button>
        )}
        <button onClick={reset}>Reset</button>
        <Export d={d} s={s} rows={found.rows} />
      </div>
      {strata.length > 1 && (
        <div class="bar" role="group" aria-label="Strata">
          {strata.map((name, i) => (
            <button key={i} aria-pressed={s.strata.includes(i)} onClick={() => set({ strata: toggled(s.strata, i), page: 0 })}>
              {short(name, 40) || "(none)"}: {thousands(found.counts.strata[i])}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Export({ d, s, rows }: { d: Data; s: State; rows: number[] }) {
  const [busy, setBusy] = useState(false);
  const take = async (what: string) => {
    setBusy(true);
    if (what === "csv") save.csv(d, s, rows);
    if (what === "json") save.json(d, s, rows);
    if (what === "ids") save.ids(d, s, rows);
    if (what === "unjudged") await save.unjudgedPairs(d, s, rows);
    setBusy(false);
  };
  return (
    <select
      class="save"
      aria-label="Save what is filtered"
      value=""
      disabled={busy}
      onChange={(e) => {
        const what = e.currentTarget.value;
        e.currentTarget.value = "";
        void take(what);
      }}
    >
      <option value="">Save…</option>
      <option value="csv">rows as CSV</option>
      <option value="json">rows as JSON</option>
      <option value="ids">query ids, one a line</option>
      {d.head.depth > 0 && <option value="unjudged">unjudged pairs to label</option>}
    </select>
  );
}
