/** docs/fidelity.md says what is measured today, and nothing that is read is read wrong. Needs ../shared/registers. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SAMPLES } from './documents.js';
import { measureAll, tableOf } from './measures.js';

const root = join(__dirname, '../..');
const there = existsSync(SAMPLES);

(there ? test : test.skip)(
  `docs/fidelity.md is what is measured${there ? '' : ' (skipped: ../shared/registers is not there)'}`,
  async () => {
    const scores = await measureAll();
    for (const [register, , { found, equal, fields, equalFields, differences }] of scores)
      expect([register, equal, equalFields, differences]).toEqual([register, found, fields, []]);
    expect(readFileSync(join(root, 'docs/fidelity.md'), 'utf8')).toContain(tableOf(scores));
  },
);
