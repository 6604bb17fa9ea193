/** The folder of the style sheet and the icon, which ship with the package as they are. */

import { join } from 'node:path';
import { packageRoot } from '../../package-root.js';

export function assetsFolder(): string {
  return join(packageRoot(), 'src/publish/assets');
}
