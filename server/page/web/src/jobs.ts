// What the server was asked to do: started here, watched while it runs.

import { cancel, get, path, post } from "./api";
import { button, choice, el, empty, field, link, name, options, say, section, table, when } from "./dom";

export interface Job {
  id: string;
  kind: string;
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  progress?: { asked: number; total: number };
  created_at: string;
  started_at?: string | null;
  ended_at?: string | null;
  by?: string;
  error?: string;
  runs?: string[];
  comparison_url?: string;
}

export interface Names {
  configs: string[];
  baseline?: string;
  measures: string[];
}

export interface TestSet {
  name: string;
  version?: string;
  queries?: number;
  heldout_queries?: number;
  unjudged_queries?: number;
}

export function ended(j: Job): boolean {
  return j.state === "done" || j.state === "failed" || j.state === "cancelled";
}

function advance(j: Job): string {
  const p = j.progress;
  return p && p.total > 0 ? `${p.asked} of ${p.total} queries asked` : "";
}

export function jobs(list: Job[] | undefined): HTMLElement {
  if (!list) return section("Jobs", empty("This server takes no jobs."));
  if (!list.length) return section("Jobs", empty("Nothing was started yet."));
  const rows = list.map((j) => [link(path("/", { job: j.id }), j.kind || "job"), j.state, advance(j), name(j.by ?? "–"), when(j.created_at)]);
  return section("Jobs", table(list.length === 1 ? "1 job" : `${list.length} jobs`, "jobs", ["job", "state", "progress", "by", "accepted"], rows));
}

/** Starts an experiment: everything in it is a name that the server gave. */
export function starting(names: Names | undefined, sets: TestSet[]): HTMLElement | undefined {
  if (!names || names.configs.length < 2) return undefined;
  const set = options(sets.map((t) => [t.version ? `${t.name}@${t.version}` : t.name, `${t.name} ${t.version ?? ""}`]));
  const baseline = options(names.configs.map((c) => [c, c]), names.baseline);
  const boxes = names.configs.map((c) => {
    const box = el("input", { type: "checkbox", value: c });
    box.checked = true;
    return box;
  });
  const configs = el("fieldset", {}, el("legend", {}, "configurations"), ...boxes.map((b) => choice(name(b.value), b)));
  const retry = el("input", { type: "checkbox" });
  const send = el("button", {}, "Start");
  const form = el("form", {}, sets.length ? field("test set", set) : undefined, field("baseline", baseline), configs, choice("ask again what failed before", retry), send);
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    const chosen = boxes.filter((b) => b.checked || b.value === baseline.value).map((b) => b.value);
    if (chosen.length < 2) return say("choose a candidate beside the baseline", true);
    send.disabled = true;
    try {
      const body = { configs: chosen, baseline: baseline.value, ...(sets.length ? { test_set: set.value } : {}), ...(retry.checked ? { retry_failed: true } : {}) };
      const job = await post<{ id: string }>("/v1/experiments", body);
      location.href = path("/", { job: job.id });
    } catch (err) {
      send.disabled = false;
      say("not started: " + (err as Error).message, true);
    }
  });
  return section("Start an experiment", form);
}

/** Where the runs of a job are compared, as it was asked for. */
function compared(j: Job): HTMLElement | undefined {
  const at = j.comparison_url;
  const query = at?.split("?")[1];
  if (!query) return at ? el("p", {}, "compared by labels of a model too: GET ", el("code", {}, at)) : undefined;
  return el("p", {}, link("/?" + query, "compare its runs"));
}

/** One job, asked about every second until it has ended. */
export async function watching(id: string, main: HTMLElement) {
  const at = "/v1/jobs/" + encodeURIComponent(id);
  const state = el("p", { class: "big" });
  const bar = el("progress", { "aria-label": "queries asked" });
  const line = el("p", { class: "sub" });
  const rest = el("div");
  const stop = button("Cancel", async () => {
    stop.disabled = true;
    try {
      await cancel(at);
      say("cancelling: what was retrieved stays recorded");
    } catch (e) {
      stop.disabled = false;
      say((e as Error).message, true);
    }
  });
  let known = "";
  const show = (j: Job) => {
    state.textContent = j.state;
    line.textContent = [advance(j), j.by && "started by " + j.by, "accepted " + when(j.created_at), j.ended_at && "ended " + when(j.ended_at)].filter(Boolean).join(" · ");
    if (j.progress && j.progress.total > 0) [bar.max, bar.value] = [j.progress.total, j.progress.asked];
    stop.hidden = ended(j);
    if (j.state === known) return;
    known = j.state;
    say("the job is " + j.state);
    if (!ended(j)) return;
    if (j.state === "done" || !j.progress?.total) bar.hidden = true; // without a number it would go on moving
    rest.replaceChildren(...[j.error ? el("p", { class: "wrong" }, j.error) : undefined, compared(j)].filter((x): x is HTMLElement => !!x));
  };
  const first = await get<Job>(at);
  main.replaceChildren(section("Job", state, bar, line, el("div", { class: "bar" }, stop), rest));
  show(first);
  for (let j = first, missed = 0; !ended(j); ) {
    await new Promise((done) => setTimeout(done, 1000));
    try {
      show((j = await get<Job>(at)));
      missed = 0;
    } catch (e) {
      if (++missed > 30) throw e;
      say("the server does not answer; asking again", true);
    }
  }
}
