/** Reads the CSV files of the operator's folder: those that are new, and those that changed since. */

import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Batch, type FetchContext, type RawDocument, SourceError } from '../../register.js';
import { type CsvChunk, chunksOfFile } from './chunks.js';
import { isPriceFile } from './parse.js';

/**
 * Yields each file of `folder` whose size or time of change differs from the last run. Files other than
 * `*.csv`, and subfolders, are ignored. A file is read in pieces of some thousand rows, all under its name;
 * it is marked as read with the last one.
 *
 * @throws SourceError when the folder or a file cannot be read.
 */
export async function* fetchFiles(folder: string, context: FetchContext): AsyncGenerator<Batch> {
  const { crawlState, now, progress, signal } = context;
  const names = withSourceError(folder, () => readdirSync(folder))
    .filter((name) => /\.csv$/i.test(name) && !name.startsWith('.'))
    .sort();
  for (const [done, name] of names.entries()) {
    if (signal.aborted) return;
    progress({ what: 'price files', done, total: names.length });
    const path = join(folder, name);
    const stat = withSourceError(path, () => statSync(path));
    if (!stat.isFile()) continue;
    const state = fileFingerprint(stat);
    if (crawlState.cursor(`file ${name}`) === state) continue;
    const document = ({ bytes, linesBefore }: CsvChunk): RawDocument => ({
      key: name,
      kind: 'price-file',
      url: `file:${name}`,
      retrievedAt: now.toISOString(),
      bytes,
      metadata: { linesBefore: String(linesBefore) },
    });
    const pieces = chunksOfFile(path);
    // The generator returns nothing: after the last piece the value is undefined.
    let piece = withSourceError(path, () => pieces.next().value as CsvChunk | undefined);
    while (piece !== undefined) {
      if (signal.aborted) return;
      // A file with an unknown heading is unread as a whole: its first piece reports it.
      const current = document(piece);
      // As above: the value is undefined after the last piece.
      const next = isPriceFile(current)
        ? withSourceError(path, () => pieces.next().value as CsvChunk | undefined)
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

const fileFingerprint = ({ size, mtimeMs }: Stats) => `${size} ${Math.floor(mtimeMs)}`;

/** Errors of the operating system are reported in its words. */
function withSourceError<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    // The file system and the reading of pieces throw only errors.
    throw new SourceError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
