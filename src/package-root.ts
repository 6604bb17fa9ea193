/** Finds the root folder of the package: compiled code runs from dist/src, but reads files next to package.json. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the folder of package.json. */
export function packageRoot(): string {
  return findRoot(dirname(fileURLToPath(import.meta.url)));
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('package.json was not found above the program files');
  return findRoot(above);
}
