/** `disclosed errata check`: compares every line of the errata with what is stored. */

import { existsSync } from 'node:fs';
import { type Config, ConfigError } from '../config.js';
import type { ErratumLine } from '../records/erratum.js';
import { liveStoreFile } from '../service/data-folder.js';
import { curatedErrata, readErrataFile } from '../service/errata.js';
import { openStore, StoreError } from '../store/database/open.js';
import { checkErrata } from '../store/errata/replace-errata.js';

/** @returns 0 when every line can be applied, 1 with the lines that cannot */
export function checkErrataLines(config: Config, file: string | undefined): number {
  const lines = readLines(config, file);
  if (lines === null) return 1;
  const storeFile = liveStoreFile(config);
  if (!existsSync(storeFile)) throw new StoreError(`There is no live store yet: ${storeFile}`);
  const store = openStore(storeFile, 'read');
  try {
    const wrong = checkErrata(store, lines).flatMap((why, at) =>
      why === null ? [] : { why, line: lines[at] },
    );
    for (const { why, line } of wrong) console.log(`${line?.register} ${line?.row} ${line?.field}: ${why}`);
    console.log(`${lines.length} lines, ${wrong.length} of them cannot be applied.`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    store.close();
  }
}

/** Null for a file that cannot be read. */
function readLines(config: Config, file: string | undefined): ErratumLine[] | null {
  try {
    return file === undefined ? curatedErrata(config) : readErrataFile(file);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.log(error.message);
    return null;
  }
}
