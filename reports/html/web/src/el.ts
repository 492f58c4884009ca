// Elements, made one by one: text is only ever set as text.

export type Child = Node | string | undefined | false;

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Record<string, string | boolean> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) e.setAttribute(name, "");
    else if (value !== false) e.setAttribute(name, value);
  }
  e.append(...children.filter((c): c is Node | string => c !== undefined && c !== false));
  return e;
}
