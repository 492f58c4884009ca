// What the pages of a server are made of.

import { el, type Child } from "../../../../reports/html/web/src/el";
import { short } from "../../../../reports/html/web/src/words";

export { el };

/** A name that somebody gave: it keeps its direction to itself. */
export function name(s: string, most = 120): HTMLElement {
  return el("bdi", s.length > most ? { title: short(s, 1000) } : {}, short(s, most));
}

export function link(href: string, ...children: Child[]): HTMLElement {
  return el("a", { href }, ...children);
}

export function button(text: string, act: () => void): HTMLButtonElement {
  const b = el("button", { type: "button" }, text);
  b.addEventListener("click", act);
  return b;
}

export function section(title: string, ...children: Child[]): HTMLElement {
  const id = "s-" + title.toLowerCase().replace(/[^a-z]+/g, "-");
  return el("section", { "aria-labelledby": id }, el("h2", { id }, title), ...children);
}

export function empty(text: string): HTMLElement {
  return el("p", { class: "empty" }, text);
}

/** A table whose first column names its rows. */
export function table(caption: string, kind: string, heads: string[], rows: Child[][]): HTMLElement {
  const head = el("tr", {}, ...heads.map((h) => (h ? el("th", { scope: "col" }, h) : el("td"))));
  const body = rows.map((cells) => el("tr", {}, ...cells.map((c, i) => (i ? el("td", {}, c) : el("th", { scope: "row" }, c)))));
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, el("table", { class: kind }, el("caption", {}, caption), el("thead", {}, head), el("tbody", {}, ...body)));
}

export function field(label: string, input: HTMLElement): HTMLElement {
  return el("label", { class: "field" }, el("span", {}, label), input);
}

export function choice(label: Child, input: HTMLInputElement): HTMLElement {
  return el("label", { class: "choice" }, input, el("span", {}, label));
}

export function options(list: [value: string, text: string][], chosen = ""): HTMLSelectElement {
  return el("select", {}, ...list.map(([value, text]) => el("option", { value, selected: value === chosen }, short(text, 100))));
}

/** Says something to everybody: at the top of the page, and by a screen reader. */
export function say(text: string, wrong = false) {
  const place = document.getElementById("said")!;
  place.className = wrong ? "wrong" : "";
  place.textContent = text;
}

export function when(time: string | undefined | null): string {
  const at = time ? new Date(time) : undefined;
  return at && !Number.isNaN(at.getTime()) ? at.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }) : "–";
}
