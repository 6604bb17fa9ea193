/** `disclosed docs`: fills the generated parts of the documents, or checks that they are up to date. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.js';
import { fillDocument, GENERATED_DOCUMENTS } from '../publish/markdown.js';

/** @returns 1 when `--check` finds a stale document. */
export function docs(options: { check?: boolean }): number {
  let stale = 0;
  for (const name of GENERATED_DOCUMENTS) {
    const path = join(packageRoot(), name);
    const before = readFileSync(path, 'utf8');
    const after = fillDocument(before);
    if (after === before) continue;
    stale += 1;
    if (options.check === true) console.error(`${name} is stale: run "npm run docs"`);
    else writeFileSync(path, after);
  }
  return options.check === true && stale > 0 ? 1 : 0;
}
