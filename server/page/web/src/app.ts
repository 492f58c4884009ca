// The page of a server: what is stored, what runs, and a comparison, which the
// script of the HTML report shows, explorer.js, with data from here.

import type { Source } from "../../../../reports/html/web/src/data";
import { bytes, get, offered, path, Refused, remember, text, token, TokenNeeded } from "./api";
import { el, empty, field, name, say, section, table } from "./dom";
import { jobs, starting, watching, type Job, type Names, type TestSet } from "./jobs";
import { short } from "../../../../reports/html/web/src/words";
import { labels, working, type Tasks } from "./labels";
import { comparing, listed, MOST, type Run } from "./runs";

const main = document.getElementById("main")!;
const asked = new URLSearchParams(location.search);

/** The static part of the report, as it was made, with its own heading. Nothing
 * in it can run: the policy of this page has no place for it. What it is asked for
 * by, runs and how they are compared, is the query of the page. */
async function comparison(of: Record<string, string>) {
  say("comparing …");
  const parts = new DOMParser().parseFromString(await text(path("/v1/comparisons/page", of)), "text/html");
  const head = parts.querySelector("header");
  document.getElementById("title")!.replaceChildren(...(head?.querySelector("h1")?.childNodes ?? []));
  document.getElementById("about")!.replaceChildren(...(head?.querySelector("p")?.childNodes ?? []));
  document.title = document.getElementById("title")!.textContent + " · rankduel";
  main.replaceChildren(...(parts.getElementById("main")?.childNodes ?? []));
  const known = main.querySelector("#explorer .empty")?.textContent?.startsWith("The table") ?? false;
  const source: Source = {
    summary: () => bytes(path("/v1/comparisons/data", of)),
    chunk: (at) => bytes(path("/v1/comparisons/data", { ...of, chunk: at })),
  };
  await globalThis.rankduelShow(known ? source : undefined);
  say("");
}

function testSets(list: TestSet[] | undefined, faulty: string[]): HTMLElement {
  const wrong = faulty.map((text) => el("p", { class: "wrong" }, short(text, 500)));
  if (!list?.length) return section("Test sets", ...wrong, empty("This server names no test sets."));
  const rows = list.map((t) => [name(t.name), t.version || "–", String(t.queries ?? "–"), String(t.heldout_queries ?? 0), String(t.unjudged_queries ?? 0)]);
  const caption = list.length === 1 ? "The test set that may be named" : `${list.length} test sets that may be named`;
  return section("Test sets", ...wrong, table(caption, "runs", ["test set", "version", "queries", "held out", "not judged"], rows));
}

/** Who labels sees what is to be labelled, and nothing of the systems. */
async function overview() {
  const [who, tasks] = await Promise.all([get<{ name: string; scope: string }>("/v1/whoami"), offered<Tasks>("/v1/labels")]);
  const label = tasks ? [labels(tasks)] : who.scope === "label" ? [section("Label", empty("There is nothing to label on this server."))] : [];
  if (who.scope === "label") main.replaceChildren(...label);
  else await everything(label);
}

async function everything(label: HTMLElement[]) {
  const [runs, work, names, sets] = await Promise.all([
    get<{ runs: Run[] | null }>("/v1/runs?limit=" + MOST),
    offered<{ jobs: Job[] | null }>("/v1/jobs"),
    offered<Names>("/v1/names"),
    offered<{ test_sets: TestSet[] | null; faulty?: string[] }>("/v1/testsets"),
  ]);
  const stored = runs.runs ?? [];
  const start = work && starting(names, sets?.test_sets ?? []);
  main.replaceChildren(
    el("div", { class: "two" }, comparing(stored, names?.baseline), ...(start ? [start] : [])), ...label,
    listed(stored), jobs(work && (work.jobs ?? [])), testSets(sets?.test_sets ?? undefined, sets?.faulty ?? []),
  );
}

/** Asks for a token, once for this tab. */
function askToken(why: string) {
  const input = el("input", { type: "password", autocomplete: "off", spellcheck: "false", required: true });
  const form = el("form", {}, field("token", input), el("button", {}, "Open"));
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    remember(input.value.trim());
    void show();
  });
  main.replaceChildren(section("A token is needed", el("p", {}, "Whoever runs this server makes one with ", el("code", {}, "rankduel token add NAME"), ". It is kept for this tab alone."), form));
  say(why, true);
  input.focus();
}

async function show() {
  const [a, b, job, task] = [asked.get("a"), asked.get("b"), asked.get("job"), asked.get("task")];
  document.getElementById("pages")!.hidden = false;
  try {
    if (a && b) await comparison(Object.fromEntries(asked));
    else if (job) await watching(job, main);
    else if (task) await working(task, asked.get("do") === "adjudication" ? "adjudication" : "labelling", main);
    else await overview();
    document.getElementById("forget")!.hidden = !token();
    performance.mark("rankduel-shown");
  } catch (e) {
    if (e instanceof TokenNeeded) return askToken(e.message);
    main.replaceChildren(empty(e instanceof Refused ? e.message : "This page could not be shown: " + String(e)));
    say("");
  }
}

document.getElementById("forget")!.addEventListener("click", () => {
  remember("");
  location.href = "/";
});
void show();
