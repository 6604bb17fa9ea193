/** Reads the CSV files of the operator's folder: those that are new, and those that changed since. */

import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Batch, type FetchContext, RegisterFailure } from '../register.js';

const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Yields each file of `folder` whose size or time of change differs from the last reading. Other files than `*.csv`,
 * and folders within, are left alone.
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
    if (stat.size > MAX_BYTES) throw new RegisterFailure(`${path} is larger than ${MAX_BYTES} bytes`);
    const bytes = attempt(path, () => readFileSync(path));
    yield {
      documents: [
        { key: name, kind: 'price-file', url: `file:${name}`, retrievedAt: now.toISOString(), bytes },
      ],
      cursors: { [`file ${name}`]: state },
    };
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
