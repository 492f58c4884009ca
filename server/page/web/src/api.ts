// Asks the server, with the token of this tab. Nothing is asked of anybody else:
// the policy of the page allows no other host.

const KEY = "rankduel-token";

/** The server wants a token, or another one. */
export class TokenNeeded extends Error {}

/** What the server says against a request, in its own words. */
export class Refused extends Error {
  constructor(readonly status: number, detail: string, readonly problem: object = {}) {
    super(detail);
  }
}

export function token(): string {
  return sessionStorage.getItem(KEY) ?? "";
}

export function remember(secret: string) {
  if (secret) sessionStorage.setItem(KEY, secret);
  else sessionStorage.removeItem(KEY);
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token()) headers.set("Authorization", "Bearer " + token());
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers, redirect: "error" });
  } catch {
    throw new Refused(0, "the server does not answer; it may have been stopped");
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => ({}))) as { detail?: string; title?: string; errors?: { message?: string }[] };
  const more = (problem.errors ?? []).slice(0, 5).map((e) => e.message).filter(Boolean);
  const detail = [problem.detail ?? problem.title ?? "the server answered " + answer.status, ...more].join("; ");
  if (answer.status === 401) throw new TokenNeeded(token() ? "the server does not know this token" : "");
  throw new Refused(answer.status, detail, problem);
}

export async function get<T>(path: string): Promise<T> {
  return (await (await ask(path)).json()) as T;
}

/** What this server may not offer: then undefined. Its own description says. */
export async function offered<T>(path: string): Promise<T | undefined> {
  described ??= get<{ paths: Record<string, unknown> }>("/openapi.json");
  return Object.hasOwn((await described).paths, path) ? get<T>(path) : undefined;
}
let described: Promise<{ paths: Record<string, unknown> }> | undefined;

export async function text(path: string): Promise<string> {
  return (await ask(path)).text();
}

export async function bytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await ask(path)).arrayBuffer());
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const answer = await ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

export async function cancel(path: string): Promise<void> {
  await ask(path, { method: "DELETE" });
}

/** A path with a query of its own: every value is escaped. */
export function path(base: string, query: Record<string, string | number>): string {
  return base + "?" + new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
}
