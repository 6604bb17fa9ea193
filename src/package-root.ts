/** Where this package stands on disk: compiled code runs from dist/src, the files it ships with stand above. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the folder that holds our package.json. */
export function packageRoot(): string {
  return findRoot(dirname(fileURLToPath(import.meta.url)));
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('package.json was not found above the program files');
  return findRoot(above);
}
