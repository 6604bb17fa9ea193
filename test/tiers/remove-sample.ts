/** After the last suite: the folder of the sample is removed. */

import { rmSync } from 'node:fs';

export default function removeFolder(): void {
  rmSync(process.env.TESTS_SAMPLE ?? '', { recursive: true, force: true });
}
