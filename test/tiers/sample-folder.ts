/** Before the first suite that reads the sample: a folder for it, which is filled once in a run by the first that needs it. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function makeFolder(): void {
  process.env.TESTS_SAMPLE ??= mkdtempSync(join(tmpdir(), 'disclosed-tests-sample-'));
}
