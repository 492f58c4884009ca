// The data of the page, rankduel/report-data/v1: encode.go and lists.go say how
// it is laid out. It is read from blocks of the page or from scripts beside it,
// or from whatever source a server's own page hands over; nothing is fetched here.

interface ColumnHeader {
  name: string;
  type: "f64" | "f32" | "u32" | "u16" | "u8";
  offset: number;
  length: number;
}

export interface Header {
  schema: string;
  n: number;
  systems: string[];
  measures: string[];
  better: number[]; // of each measure: 1 higher, -1 lower, 0 neither
  primary: string;
  cutoff: number;
  margin: number;
  strata: string[] | null;
  depth: number;
  scores: number; // hits of each list whose scores are kept
  no_hits?: string;
  chunk: number;
  top_grade: number;
  failures: Record<string, string>;
  snippets: boolean;
  graded?: boolean; // by a model too
  unchanged: boolean;
  folder?: string;
  mark?: string;
  columns: ColumnHeader[];
}

export type Numbers = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** The ranked lists of one query. */
export interface Lists {
  ids: string[];
  grades: Uint8Array; // 255: unjudged
  model: Uint8Array | null; // a model's grades, the same; null without them
  texts: string[]; // title, line break, a part of the text; empty where none is kept
  listed: number; // documents from here on are judged, and in no list
  lists: number[][]; // by system: positions among the documents, best first
  ranks: number[][]; // by system and document: its rank, 0 for none that is known
  more: boolean[]; // by system: whether it retrieved more than its list shows
  ties: Uint8Array[]; // by system and place: 1 where the score is that of the hit before
  scores: number[][]; // by system and place, of the first ones
}

export const UNJUDGED = 255;

/** How far down a system is known not to have a document that has no rank there:
 * 0 where it did not retrieve it. Of relevant documents every rank is kept. */
export function belowOf(l: Lists, system: number, doc: number): number {
  const relevant = l.grades[doc] > 0 && l.grades[doc] !== UNJUDGED;
  return !relevant && l.more[system] ? l.lists[system].length : 0;
}
export const MISSING = 1;
export const FAILED = 2;

function decoded(text: string): Uint8Array<ArrayBuffer> {
  const own = (Uint8Array as unknown as { fromBase64?: (s: string) => Uint8Array<ArrayBuffer> }).fromBase64;
  if (own) return own.call(Uint8Array, text);
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

/** Where the data come from, compressed. */
export interface Source {
  summary(): Promise<Uint8Array<ArrayBuffer>>;
  chunk(at: number, head: Header): Promise<Uint8Array<ArrayBuffer>>;
}

/** A block of the page. */
async function block(id: string): Promise<Uint8Array<ArrayBuffer>> {
  return decoded(document.getElementById(id)?.textContent ?? "");
}

/** What a report file carries, or has beside it. */
const carried: Source = {
  summary: () => block("rd-sum"),
  chunk: async (at, head) => (head.folder ? decoded(await beside(at, head.folder, head.mark)) : block("rd-c" + at)),
};

const waiting = new Map<number, (mark: string, text: string) => void>();

/** A chunk from the folder beside the page: a script whose only call hands it over. */
function beside(at: number, folder: string, mark: string | undefined): Promise<string> {
  return new Promise((done, fail) => {
    const script = document.createElement("script");
    const over = () => {
      script.remove();
      waiting.delete(at);
    };
    waiting.set(at, (from, text) => (from === mark ? done(text) : fail(new Error(`the folder ${folder} belongs to another report`))));
    script.onload = over;
    script.onerror = () => {
      over();
      fail(new Error(`the folder ${folder} does not lie beside this file`));
    };
    script.src = `${encodeURIComponent(folder)}/c${at}.js`;
    document.head.append(script);
  });
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

const utf8 = new TextDecoder(); // what is not UTF-8 becomes U+FFFD

export class Data {
  private readonly columns = new Map<string, Numbers>();
  private readonly offsets = new Map<string, Uint32Array>();
  private readonly chunks = new Map<number, Promise<Lists[]>>();
  /** The lists that were opened last, for paper, which cannot wait. */
  last: { q: number; lists: Lists } | undefined;
  private readonly searched: (string | undefined)[];
  /** Places by id. */
  readonly place = new Map<string, number>();

  constructor(readonly head: Header, body: ArrayBuffer, start: number, private readonly source: Source) {
    for (const c of head.columns) this.columns.set(c.name, view(c, body, start));
    for (const name of ["id", "text"]) {
      const lengths = this.column(name + ".lengths");
      const at = new Uint32Array(lengths.length + 1);
      for (let q = 0; q < lengths.length; q++) at[q + 1] = at[q] + lengths[q];
      this.offsets.set(name, at);
    }
    for (let q = 0; q < head.n; q++) this.place.set(this.id(q), q);
    this.searched = new Array(head.n);
  }

  has(name: string): boolean {
    return this.columns.has(name);
  }

  column(name: string): Numbers {
    const c = this.columns.get(name);
    if (!c) throw new Error("the data have no column " + name);
    return c;
  }

  private textOf(name: string, q: number): string {
    const at = this.offsets.get(name)!;
    return utf8.decode((this.column(name) as Uint8Array).subarray(at[q], at[q + 1]));
  }

  id(q: number): string {
    return this.textOf("id", q);
  }

  text(q: number): string {
    return this.textOf("text", q);
  }

  stratum(q: number): string {
    return this.head.strata?.[this.column("stratum")[q]] ?? "";
  }

  /** What a search looks at: id and text in lower case. */
  haystack(q: number): string {
    return (this.searched[q] ??= (this.id(q) + "\n" + this.text(q)).toLowerCase());
  }

  failure(system: number, q: number): string | undefined {
    const key = system + "/" + q;
    return Object.hasOwn(this.head.failures, key) ? this.head.failures[key] : undefined;
  }

  private async chunk(at: number): Promise<ArrayBuffer> {
    return inflated(await this.source.chunk(at, this.head));
  }

  /** Whether the lists of a query were left out because its scores are the same. */
  unlisted(q: number): boolean {
    if (this.head.unchanged) return false;
    return this.head.systems.every((_, s) => this.head.measures.every((_, m) => Object.is(this.column(`${s}.score.${m}`)[q], this.column(`0.score.${m}`)[q])));
  }

  /** The ranked lists of a query; undefined where none are kept. */
  async lists(q: number): Promise<Lists | undefined> {
    if (!this.head.depth || this.unlisted(q)) return undefined;
    const at = Math.floor(q / this.head.chunk);
    let chunk = this.chunks.get(at);
    if (chunk) this.chunks.delete(at); // the last to be used is the last to go
    else chunk = this.chunk(at).then((b) => parseChunk(b, this.head));
    chunk.catch(() => this.chunks.delete(at)); // it may be there the next time
    this.chunks.set(at, chunk);
    if (this.chunks.size > 8) this.chunks.delete(this.chunks.keys().next().value!);
    const lists = (await chunk)[q - at * this.head.chunk];
    this.last = { q, lists };
    return lists;
  }
}

function view(c: ColumnHeader, body: ArrayBuffer, start: number): Numbers {
  const at = start + c.offset;
  switch (c.type) {
    case "f64":
      return new Float64Array(body, at, c.length);
    case "f32":
      return new Float32Array(body, at, c.length);
    case "u32":
      return new Uint32Array(body, at, c.length);
    case "u16":
      return new Uint16Array(body, at, c.length);
    case "u8":
      return new Uint8Array(body, at, c.length);
  }
}

declare global {
  var rankduelChunk: (mark: string, at: number, text: string) => void;
}
globalThis.rankduelChunk = (mark, at, text) => waiting.get(at)?.(mark, text);

/** Opens the summary. */
export async function open(source: Source = carried): Promise<Data> {
  const body = await inflated(await source.summary());
  const size = new DataView(body).getUint32(0, true);
  const head = JSON.parse(utf8.decode(new Uint8Array(body, 4, size))) as Header;
  if (head.schema !== "rankduel/report-data/v1") throw new Error("the data are of the kind " + head.schema);
  return new Data(head, body, 4 + size, source);
}

function parseChunk(b: ArrayBuffer, head: Header): Lists[] {
  const v = new DataView(b);
  const out: Lists[] = [];
  for (let at = 0; at < b.byteLength; at += 4 + v.getUint32(at, true)) out.push(parseLists(b, v, at + 4, head));
  return out;
}

function parseLists(b: ArrayBuffer, v: DataView, at: number, head: Header): Lists {
  const u16 = () => v.getUint16((at += 2) - 2, true);
  const u32 = () => v.getUint32((at += 4) - 4, true);
  const documents = u16();
  const listed = u16();
  const grades = new Uint8Array(b, at, documents);
  at += documents;
  const model = head.graded ? new Uint8Array(b, at, documents) : null;
  if (model) at += documents;
  const lists: number[][] = [];
  const ranks: number[][] = [];
  const more: boolean[] = [];
  const ties: Uint8Array[] = [];
  const scores: number[][] = [];
  const systems = head.systems.length;
  const four = new DataView(new ArrayBuffer(4));
  for (let s = 0; s < systems; s++) {
    const n = u16();
    more.push(v.getUint8(at++) === 1);
    const list: number[] = [];
    const rank = new Array<number>(documents).fill(0);
    let before = -1;
    for (let i = 0; i < n; i++) {
      before = (before + (v.getUint8(at + i) | (v.getUint8(at + n + i) << 8)) + 1) & 0xffff;
      list.push(before);
      rank[before] = i + 1;
    }
    at += 2 * n;
    ties.push(new Uint8Array(b, at, n));
    at += n;
    const kept = Math.min(n, head.scores);
    scores.push(
      Array.from({ length: kept }, (_, i) => {
        for (let plane = 0; plane < 4; plane++) four.setUint8(plane, v.getUint8(at + plane * kept + i));
        return four.getFloat32(0, true);
      }),
    );
    at += 4 * kept;
    lists.push(list);
    ranks.push(rank);
  }
  for (let n = u16(); n > 0; n--) {
    const [d, s] = [u16(), u16()];
    ranks[s][d] = u32();
  }
  for (let d = listed; d < documents; d++) for (let s = 0; s < systems; s++) ranks[s][d] = u32();
  const texts = () => {
    const lengths: number[] = [];
    for (let d = 0; d < documents; d++) lengths.push(u32());
    return lengths.map((n) => {
      at += n;
      return utf8.decode(new Uint8Array(b, at - n, n));
    });
  };
  return { ids: texts(), texts: head.snippets ? texts() : [], grades, model, listed, lists, ranks, more, ties, scores };
}
