// What people label and adjudicate, each by the name of their token: a list of
// it, and the questions, which the page of a single machine shows by the same.

import { asking, NotKept, type Answer, type Question } from "../../../../testsets/label/page/web/src/asking";
import { get, path, post, Refused } from "./api";
import { el, empty, link, name, say, section, table } from "./dom";

export interface Task {
  name: string;
  queries: number;
  documents: number;
  people: { person: string; answered: number; total: number }[];
  labels: boolean;
  decides: boolean;
  rule?: string;
  decisions?: { decided: number; open: number };
  faulty?: boolean;
}

export interface Tasks {
  person: string;
  tasks: Task[];
}

export type Activity = "labelling" | "adjudication";

function progress(done: number, all: number, what: string): HTMLElement {
  return el("span", { class: "far" }, el("progress", { max: String(Math.max(1, all)), value: String(done), "aria-label": what }), ` ${done} of ${all}`);
}

function people(t: Task): HTMLElement {
  if (!t.people.length) return el("span", {}, "nobody yet");
  return el("ul", { class: "people" }, ...t.people.map((p) => el("li", {}, name(p.person), " ", progress(p.answered, p.total, p.person + " answered"))));
}

/** What somebody can do with a task, and what it waits for. */
function next(t: Task, person: string): HTMLElement {
  const to = (what: Activity, words: string) => link(path("/", { task: t.name, do: what }), words);
  const mine = t.people.find((p) => p.person === person);
  const list: HTMLElement[] = [];
  if (t.labels) {
    const left = mine ? mine.total - mine.answered : t.documents;
    list.push(to("labelling", !left ? "look at the last one again" : mine?.answered ? "go on labelling" : "label"));
  }
  if (t.decisions?.open) list.push(t.decides ? to("adjudication", `decide what differs (${t.decisions.open})`) : el("span", {}, `${t.decisions.open} to be decided by somebody else`));
  else if (t.decides && t.decisions?.decided) list.push(to("adjudication", "look at the decisions"));
  else if (t.decides && !t.decisions && !t.labels) list.push(el("span", {}, "decided when everybody is done"));
  if (t.faulty) list.push(el("span", { class: "wrong" }, "its files have a fault; the server's log says which"));
  return list.length ? el("ul", { class: "people" }, ...list.map((e) => el("li", {}, e))) : el("span", {}, "–");
}

function decided(t: Task): HTMLElement | string {
  if (!t.decisions) return "–";
  const all = t.decisions.decided + t.decisions.open;
  return all ? progress(t.decisions.decided, all, "decided") : "nothing differs";
}

export function labels(list: Tasks): HTMLElement {
  const nameless = list.person ? undefined : empty("Labels are kept by the name of a token, and this server has none yet. Whoever runs it makes one for each person: rankduel token add ada --scope label");
  const rows = list.tasks.map((t) => [name(t.name), next(t, list.person), people(t), decided(t), String(t.queries), String(t.documents)]);
  return section("Label", nameless, table(list.tasks.length === 1 ? "1 pool" : `${list.tasks.length} pools`, "runs labels", ["pool", "to do", "labelled", "decided", "queries", "documents"], rows));
}

/** The questions of one task, until there are none. */
export async function working(task: string, what: Activity, main: HTMLElement) {
  const at = "/v1/labels/" + encodeURIComponent(task) + "/" + what;
  const send = async (answer: Answer): Promise<Question> => {
    try {
      return await post<Question>(at, answer);
    } catch (e) {
      throw new NotKept((e as Error).message, e instanceof Refused ? (e.problem as { question?: Question }).question : undefined);
    }
  };
  const first = await get<Question>(at);
  document.title = (what === "labelling" ? "Label " : "Decide ") + task + " · rankduel";
  document.getElementById("about")!.replaceChildren(what === "labelling" ? "label " : "decide ", name(task));
  const place = el("section", { "aria-label": what });
  main.replaceChildren(place);
  say("");
  asking(place, first, send, ["h2", "h3"]);
}
