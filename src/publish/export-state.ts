/** What the exports on disk were made of, so that the next run need not look at each of them. */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';

const span = z.object({ since: z.string(), until: z.string() });
const state = z.object({
  /** Everything besides the rows that decides what the files say. */
  madeBy: z.string(),
  /** By folder: the moments between which the rows of its files were filed. */
  spans: z.record(span),
});
export type ExportState = z.infer<typeof state>;

/** Null where nothing is known: then every file has to be looked at. */
export function readExportState(root: string): ExportState | null {
  try {
    return state.parse(JSON.parse(readFileSync(join(root, 'state.json'), 'utf8')));
  } catch {
    return null;
  }
}

export function writeExportState(root: string, next: ExportState): void {
  const file = join(root, 'state.json');
  // A store without a row has no export, and so no folder yet.
  mkdirSync(root, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(next));
  renameSync(`${file}.${process.pid}`, file);
}
