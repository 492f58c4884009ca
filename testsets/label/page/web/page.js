"use strict";
// One question at a time. Texts are data: they are only ever set as textContent.
const at = (id) => document.getElementById(id);
let question = null;
let busy = false;

// visible spells out what would hide or reverse text.
const visible = (s) => s.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
  (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));

function put(id, text) {
  at(id).textContent = visible(text);
}

function show(q) {
  const fresh = !question || question.seq !== q.seq;
  question = q;
  const [query, queries, document_, documents] = q.place;
  put("progress", q.person + ": " + (q.done ? "" : "query " + query + " of " + queries + ", document " + document_ + " of " + documents + " · ") +
    q.answered + " of " + q.total + " answered" + (q.put_off ? ", " + q.put_off + " put off" : "") + (q.again ? " · put off before" : ""));
  at("bar").max = q.total;
  at("bar").value = q.answered;
  at("need").hidden = !q.need;
  at("others").hidden = !q.others;
  put("others", q.others);
  put("what", q.decides ? "decided" : "labelled");
  at("cannot").hidden = q.decides;
  put("need", "Need: " + q.need);
  put("query", q.query);
  put("title", q.title);
  put("text", q.text);
  at("guide").hidden = !q.guideline;
  put("guideline", q.guideline);
  at("done").hidden = !q.done;
  for (const id of ["grades", "cannot", "later", "comment"]) at(id).toggleAttribute("inert", q.done);
  grades(q.scale);
  if (q.error) put("said", q.error);
  if (fresh) {
    at("comment").value = "";
    window.scrollTo(0, 0);
    at("query").focus({preventScroll: true});
  }
}

function grades(scale) {
  const box = at("grades");
  if (box.childElementCount === scale.length) return;
  box.replaceChildren(...scale.map((level) => {
    const b = document.createElement("button");
    const key = document.createElement("kbd");
    b.type = "button";
    key.textContent = level.grade;
    b.append(key, " " + visible(level.word));
    b.addEventListener("click", () => answer({state: "graded", grade: level.grade}, "graded " + level.grade));
    return b;
  }));
}

// answer sends one answer at a time. What the server acknowledges is on its
// disk; what it refuses, or cannot be reached for, is said, and the question stays.
async function answer(a, said) {
  if (busy || !question) return;
  busy = true;
  document.body.classList.add("busy");
  try {
    const r = await fetch("answer", {
      method: "POST",
      headers: {"Content-Type": "application/json"},
      body: JSON.stringify({seq: question.seq, comment: at("comment").value, ...a}),
    });
    const q = await r.json();
    put("said", r.ok ? said : r.status === 409 ? "this had been answered; here is what is due now" : "");
    show(q);
  } catch {
    put("said", "not kept: the program that serves this page does not answer. Start it again, and open its new link.");
  } finally {
    busy = false;
    document.body.classList.remove("busy");
  }
}

function cannot(key) {
  if (question.decides) return put("said", "somebody graded it, so a grade has to stand; s puts it off");
  if (at("comment").value.trim()) return answer({state: "cannot_judge"}, "cannot be judged");
  put("said", "say in a comment why it cannot be judged, then press the button again");
  write(key);
}

// write moves to the comment. The key that did it is no letter of the comment,
// even where its character comes after the focus moved.
let swallowed = "";
function write(key) {
  swallowed = key;
  at("comment").focus();
}
at("comment").addEventListener("beforeinput", (e) => {
  if (swallowed && e.data === swallowed) e.preventDefault();
  swallowed = "";
});

const actions = {
  x: () => cannot("x"),
  s: () => answer({state: "later"}, "put off; it comes again at the end"),
  u: () => answer({state: "undone", comment: ""}, "taken back; this is the document again"),
  c: () => write("c"),
  "?": () => { at("guide").open = !at("guide").open; if (at("guide").open) at("guide").scrollIntoView(); },
};

at("cannot").addEventListener("click", () => cannot(""));
at("later").addEventListener("click", actions.s);
at("undo").addEventListener("click", actions.u);
at("comment").addEventListener("keydown", (e) => {
  swallowed = "";
  if (e.key === "Escape" || e.key === "Enter") at("query").focus();
  e.stopPropagation();
});
document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.repeat || e.isComposing) return;
  const level = question && !question.done && question.scale.find((l) => String(l.grade) === e.key);
  if (level) {
    e.preventDefault();
    answer({state: "graded", grade: level.grade}, "graded " + level.grade);
  } else if (actions[e.key] && (e.key === "u" || e.key === "?" || (question && !question.done))) {
    e.preventDefault();
    actions[e.key]();
  }
});

fetch("question").then((r) => r.json()).then(show).catch(() => put("progress", "The program that serves this page does not answer."));
