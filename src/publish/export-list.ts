/**
 * The list of a folder of exports, `index.json`: valid JSON with one row a line in ascending order of the names, so
 * that a list of half a million files can be brought up to date without ever being held whole.
 */

import { StringDecoder } from 'node:string_decoder';
import { readExport, streamExport, writeLongExport } from './export-file.js';

/** One row of a folder's index.json. */
export interface ListRow {
  name: string;
  bytes: number;
  sha256: string;
  /** When this content came to be: a file that did not change keeps it. */
  as_of: string;
}

/** What stands before the rows. */
export interface ListHead {
  source: string;
  license: string;
  source_license?: string;
  as_of: string;
  terms: string;
}

/** A row as it stands in the file. */
interface Line {
  name: string;
  json: string;
}

/** Files that are looked at side by side. */
const SIDE_BY_SIDE = 32;
const PART = 256 * 1024;

export interface ListUpdate {
  path: string;
  /** To be looked at, in ascending order. */
  names: readonly string[];
  /** The row that now stands for a name, null where its file went, `kept` to leave the row as it is. */
  look(name: string): Promise<ListRow | null | 'kept'>;
  /** Told of a row whose name was not looked at; gives whether it stays. */
  other(name: string): Promise<boolean>;
  /** Asked once, when the first names were looked at; null where nothing was ever exported. */
  head(): ListHead | null;
}

/** Looks at the names and rewrites the list in one pass. @throws what `look` throws; the old list then stays. */
export async function updateList(update: ListUpdate): Promise<void> {
  const rows = mergedRows(update);
  const first = await rows.next();
  const head = update.head() ?? (await oldHead(update.path));
  if (head === null) return;
  const text = async function* () {
    let part = JSON.stringify({ ...head, files: [] }).slice(0, -2);
    for (let row = first, comma = ''; row.done !== true; row = await rows.next(), comma = ',') {
      part += `${comma}\n${row.value}`;
      if (part.length < PART) continue;
      yield part;
      part = '';
    }
    yield `${part}\n]}`;
  };
  await writeLongExport(update.path, text(), head.as_of);
}

/** Both sequences ascend, so each is read once. */
async function* mergedRows(update: ListUpdate): AsyncGenerator<string> {
  const old = lines(update.path)[Symbol.asyncIterator]();
  let before = await old.next();
  const other = async function* (below: string | null) {
    while (before.done !== true && (below === null || before.value.name < below)) {
      const { name, json } = before.value;
      if (await update.other(name)) yield json;
      before = await old.next();
    }
  };
  for (let at = 0; at < update.names.length; at += SIDE_BY_SIDE) {
    const names = update.names.slice(at, at + SIDE_BY_SIDE);
    const found = await Promise.all(names.map((name) => update.look(name)));
    for (const [index, name] of names.entries()) {
      yield* other(name);
      const stood = before.done !== true && before.value.name === name ? before.value.json : null;
      if (stood !== null) before = await old.next();
      const now = found[index] as ListRow | null | 'kept';
      if (now === 'kept' && stood !== null) yield stood;
      else if (now !== null && now !== 'kept') yield JSON.stringify(now);
    }
  }
  yield* other(null);
}

/** The rows of the list as they stand; none where there is no list. */
async function* lines(path: string): AsyncGenerator<Line> {
  const found = await streamExport(path);
  if (found === null) {
    // A list of an earlier version is one line.
    for (const row of (await wholeList(path)).sort((a, b) => (a.name < b.name ? -1 : 1)))
      yield { name: row.name, json: JSON.stringify(row) };
    return;
  }
  const decoder = new StringDecoder();
  let rest = '';
  for await (const bytes of found.open('plain') as AsyncIterable<Buffer>) {
    const parts = (rest + decoder.write(bytes)).split('\n');
    rest = parts.pop() as string;
    for (const part of parts) {
      const json = part.endsWith(',') ? part.slice(0, -1) : part;
      // The first line is the head.
      if (json.startsWith('{"name":')) yield { name: nameOf(json), json };
    }
  }
}

function nameOf(json: string): string {
  const end = json.indexOf('"', 9);
  const plain = json.slice(9, end);
  return plain.includes('\\') ? (JSON.parse(json) as ListRow).name : plain;
}

async function oldHead(path: string): Promise<ListHead | null> {
  const found = await readExport(path);
  if (found === null) return null;
  const { files: _files, ...head } = JSON.parse(found.body.toString()) as ListHead & { files: unknown };
  return head;
}

/** Every row at once; none where there is no list. */
export async function wholeList(path: string): Promise<ListRow[]> {
  const found = await readExport(path);
  return found === null ? [] : (JSON.parse(found.body.toString()) as { files: ListRow[] }).files;
}
