// One question at a time, on the page of this machine and on that of a server.
// Texts are data: they are only ever set as text.

import { el } from "../../../../../reports/html/web/src/el";

/** What is to be answered, as Go's package wire writes it. */
export interface Question {
  seq: number;
  person: string;
  done: boolean;
  query: string;
  need: string;
  title: string;
  text: string;
  again: boolean;
  scale: { grade: number; word: string }[];
  guideline: string;
  query_number: number;
  queries: number;
  document_number: number;
  documents: number;
  answered: number;
  put_off: number;
  total: number;
  others: string;
  decides: boolean;
}

export interface Answer {
  seq: number;
  state: "graded" | "cannot_judge" | "later" | "undone";
  grade?: number;
  comment: string;
}

/** Why an answer was not kept, with the question that is due where that is known. */
export class NotKept extends Error {
  constructor(why: string, readonly due?: Question) {
    super(why);
  }
}

/** How answers get to the program: what it returns is on its disk, and what it
 * refuses is NotKept. */
export type Send = (answer: Answer) => Promise<Question>;

/** visible spells out what would hide or reverse text. */
function visible(s: string): string {
  return s.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}

function keyed(id: string, key: string, text: string): HTMLButtonElement {
  return el("button", { id, type: "button" }, el("kbd", {}, key), " " + text);
}

/** Asks in a place of the page, beginning with a question. */
export function asking(place: HTMLElement, first: Question, send: Send, headings: ["h1" | "h2", "h2" | "h3"]) {
  const progress = el("p", { id: "progress", "aria-live": "polite" });
  const bar = el("progress", { id: "bar", max: "1", value: "0", "aria-label": "answered" });
  const others = el("p", { id: "others", dir: "auto" });
  const need = el("p", { id: "need" });
  const query = el(headings[0], { id: "query", tabindex: "-1", dir: "auto" });
  const title = el(headings[1], { id: "doc-title", dir: "auto" });
  const text = el("div", { id: "text", dir: "auto" });
  const paper = el("div", { id: "document" }, title, text);
  const done = el("p", { id: "done" });
  const guideline = el("div", { id: "guideline" });
  const guide = el("details", { id: "guide" }, el("summary", {}, "Guideline ", el("kbd", {}, "?")), guideline);
  const kept = el("p", { id: "kept", role: "status" });
  const grades = el("div", { id: "grades", role: "group", "aria-label": "grade" });
  const comment = el("input", { id: "comment", maxlength: "5000", autocomplete: "off" });
  const commenting = el("div", { class: "row" }, el("label", { for: "comment" }, "Comment ", el("kbd", {}, "c")), comment);
  const cannot = keyed("cannot", "x", "Cannot judge");
  const later = keyed("later", "s", "Later");
  const undo = keyed("undo", "u", "Undo");
  const root = el("div", { class: "asking" },
    el("div", { class: "ask-head" }, progress, bar),
    el("div", { class: "ask-body" }, others, need, query, paper, done, guide),
    el("div", { class: "ask-foot" }, kept, grades, commenting, el("div", { class: "row" }, cannot, later, undo)));

  let question = first;
  let busy = false;

  const show = (q: Question, fresh: boolean) => {
    question = q;
    const where = q.done ? "" : `query ${q.query_number} of ${q.queries}, document ${q.document_number} of ${q.documents} · `;
    progress.textContent = visible(q.person) + ": " + where + `${q.answered} of ${q.total} answered` + (q.put_off ? `, ${q.put_off} put off` : "") + (q.again ? " · put off before" : "");
    bar.max = Math.max(1, q.total);
    bar.value = q.answered;
    for (const [e, what] of [[others, q.others], [query, q.query], [title, q.title], [text, q.text], [guideline, q.guideline]] as const) e.textContent = visible(what);
    need.textContent = visible("Need: " + q.need);
    done.textContent = `Everything is ${q.decides ? "decided" : "labelled"}. Thank you. (u takes the last answer back.)`;
    need.hidden = !q.need;
    others.hidden = !q.others;
    guide.hidden = !q.guideline;
    paper.hidden = !q.title && !q.text;
    done.hidden = !q.done;
    cannot.hidden = q.decides;
    for (const e of [grades, cannot, later, commenting]) e.toggleAttribute("inert", q.done);
    offer(q.scale);
    if (!fresh) return;
    comment.value = "";
    root.scrollIntoView();
    query.focus({ preventScroll: true });
  };

  const offer = (scale: Question["scale"]) => {
    if (grades.childElementCount === scale.length) return;
    grades.replaceChildren(...scale.map((level) => {
      const b = el("button", { type: "button" }, el("kbd", {}, String(level.grade)), " " + visible(level.word));
      b.addEventListener("click", () => grade(level.grade));
      return b;
    }));
  };

  // One answer at a time. What the program acknowledges is on its disk; what it
  // refuses, or cannot be reached for, is said, and the question stays.
  const answer = async (a: Omit<Answer, "seq" | "comment">, said: string) => {
    if (busy) return;
    busy = true;
    root.classList.add("busy");
    try {
      const next = await send({ seq: question.seq, comment: a.state === "undone" ? "" : comment.value, ...a });
      kept.textContent = said;
      show(next, true);
    } catch (e) {
      kept.textContent = visible("not kept: " + (e as Error).message);
      if (e instanceof NotKept && e.due) show(e.due, e.due.seq !== question.seq);
    } finally {
      busy = false;
      root.classList.remove("busy");
    }
  };

  const grade = (g: number) => answer({ state: "graded", grade: g }, "graded " + g);

  // write moves to the comment. The key that did it is no letter of the comment,
  // even where its character comes after the focus moved.
  let swallowed = "";
  const write = (key: string) => {
    swallowed = key;
    comment.focus();
  };
  comment.addEventListener("beforeinput", (e) => {
    if (swallowed && e.data === swallowed) e.preventDefault();
    swallowed = "";
  });

  const cannotJudge = (key: string) => {
    if (question.decides) kept.textContent = "somebody graded it, so a grade has to stand; s puts it off";
    else if (comment.value.trim()) void answer({ state: "cannot_judge" }, "cannot be judged");
    else {
      kept.textContent = "say in a comment why it cannot be judged, then press the button again";
      write(key);
    }
  };

  const actions: Record<string, () => void> = {
    x: () => cannotJudge("x"),
    s: () => void answer({ state: "later" }, "put off; it comes again at the end"),
    u: () => void answer({ state: "undone" }, "taken back; this is the document again"),
    c: () => write("c"),
    "?": () => {
      guide.open = !guide.open;
      if (guide.open) guide.scrollIntoView();
    },
  };
  cannot.addEventListener("click", () => cannotJudge(""));
  later.addEventListener("click", () => actions.s());
  undo.addEventListener("click", () => actions.u());
  comment.addEventListener("keydown", (e) => {
    swallowed = "";
    if (e.key === "Escape" || e.key === "Enter") query.focus();
    e.stopPropagation();
  });
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.repeat || e.isComposing || !root.isConnected) return;
    const level = !question.done && question.scale.find((l) => String(l.grade) === e.key);
    if (level) {
      e.preventDefault();
      void grade(level.grade);
    } else if (Object.hasOwn(actions, e.key) && (e.key === "u" || e.key === "?" || !question.done)) {
      e.preventDefault();
      actions[e.key]();
    }
  });

  place.replaceChildren(root);
  show(first, true);
}
