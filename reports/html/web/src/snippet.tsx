// A part of a document as plain text, the words of the query marked by splitting
// it: what is in it is never markup.

import type { ComponentChildren } from "preact";
import { clean } from "./words";

/** The words of a query that are worth marking, as snippet.go takes them. */
export function wordsOf(query: string): string[] {
  const all = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, 16);
  const long = all.filter((w) => new TextEncoder().encode(w).length > 3);
  return long.length ? long : all;
}

function marked(text: string, words: string[]): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let from = 0;
  for (const m of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const token = m[0].toLowerCase();
    if (!words.some((w) => token.startsWith(w))) continue;
    out.push(text.slice(from, m.index), <mark key={m.index}>{m[0]}</mark>);
    from = m.index + m[0].length;
  }
  out.push(text.slice(from));
  return out;
}

export function Snippet({ text, words }: { text: string | undefined; words: string[] }) {
  if (!text) return null;
  const at = text.indexOf("\n");
  const [title, body] = [clean(text.slice(0, Math.max(at, 0))), clean(text.slice(at + 1))];
  return (
    <span class="snippet">
      <bdi>
        {title && <b>{marked(title, words)}</b>} {marked(body, words)}
      </bdi>
    </span>
  );
}
