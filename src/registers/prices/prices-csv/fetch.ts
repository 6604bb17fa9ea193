/** Reads the CSV files of the operator's folder: those that are new, and those that changed since. */

import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Batch, type FetchContext, type RawDocument, RegisterFailure } from '../../register.js';
import { isPriceFile } from './parse.js';
import { type Piece, piecesOfFile } from './pieces.js';

/**
 * Yields each file of `folder` whose size or time of change differs from the last reading. Other files than `*.csv`,
 * and folders within, are left alone. A file comes in pieces of some thousand rows, all under its name; that it was
 * read is noted with the last one.
 * @throws RegisterFailure when the folder or a file cannot be read.
 */
export async function* fetchFiles(folder: string, context: FetchContext): AsyncGenerator<Batch> {
  const { memory, now, progress, signal } = context;
  const names = attempt(folder, () => readdirSync(folder))
    .filter((name) => /\.csv$/i.test(name) && !name.startsWith('.'))
    .sort();
  for (const [done, name] of names.entries()) {
    if (signal.aborted) return;
    progress({ what: 'price files', done, total: names.length });
    const path = join(folder, name);
    const stat = attempt(path, () => statSync(path));
    if (!stat.isFile()) continue;
    const state = stateOf(stat);
    if (memory.cursor(`file ${name}`) === state) continue;
    const document = ({ bytes, linesBefore }: Piece): RawDocument => ({
      key: name,
      kind: 'price-file',
      url: `file:${name}`,
      retrievedAt: now.toISOString(),
      bytes,
      facts: { linesBefore: String(linesBefore) },
    });
    const pieces = piecesOfFile(path);
    let piece = attempt(path, () => pieces.next().value as Piece | undefined);
    while (piece !== undefined) {
      if (signal.aborted) return;
      // A file whose heading is not understood is unread as a whole: its first piece says so.
      const current = document(piece);
      const next = isPriceFile(current)
        ? attempt(path, () => pieces.next().value as Piece | undefined)
        : undefined;
      yield {
        documents: [current],
        ...(next === undefined ? { cursors: { [`file ${name}`]: state } } : {}),
      };
      piece = next;
    }
    pieces.return(undefined);
  }
}

const stateOf = ({ size, mtimeMs }: Stats) => `${size} ${Math.floor(mtimeMs)}`;

/** What the operating system refuses is told in its own words. */
function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new RegisterFailure(`${path} cannot be read: ${(error as Error).message}`);
  }
}
