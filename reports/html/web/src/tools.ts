// Buttons that are of no use without a script: theme, print, figures as files.

import { svg } from "./save";

function button(text: string, act: () => void): HTMLButtonElement {
  const b = document.createElement("button");
  b.textContent = text;
  b.addEventListener("click", act);
  return b;
}

const THEME = "rankduel-theme";

/** The theme that was chosen in this tab: a server has several pages. Where a
 * page is shown without storage of its own, it is the system's each time. */
function chosen(): string {
  try {
    return sessionStorage.getItem(THEME) ?? "system";
  } catch {
    return "system";
  }
}

function choose(theme: string) {
  try {
    sessionStorage.setItem(THEME, theme);
  } catch {
    // it counts for this page
  }
}

function theme(): HTMLButtonElement {
  const order = ["system", "light", "dark"];
  const b = button("", () => {
    const next = order[(order.indexOf(b.textContent!.replace("Theme: ", "")) + 1) % order.length];
    choose(next);
    show(next);
  });
  const show = (theme: string) => {
    b.textContent = "Theme: " + theme;
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  const was = chosen();
  show(order.includes(was) ? was : "system");
  return b;
}

export function tools() {
  document.getElementById("tools")?.append(theme(), button("Print", () => print()));
  figureTools();
  // On paper nothing can be unfolded: the method and the values of figures are.
  let opened: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>("details.method, figure details")].filter((x) => !x.open);
    for (const x of opened) x.open = true;
  });
  addEventListener("afterprint", () => {
    for (const x of opened) x.open = false;
  });
}

/** Figures as files: a button each. */
export function figureTools() {
  for (const figure of document.querySelectorAll("figure")) {
    if (!figure.querySelector("svg")) continue;
    const bar = document.createElement("div");
    bar.className = "fig-tools";
    const b = button("SVG", () => svg(figure));
    b.setAttribute("aria-label", "Save as SVG: " + (figure.querySelector("h4")?.textContent ?? ""));
    bar.append(b);
    figure.append(bar);
  }
}
