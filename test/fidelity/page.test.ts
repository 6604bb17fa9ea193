/** docs/fidelity.md has the current results, and no document is read wrong. Needs every document. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { itNeeds } from '../samples/needs.js';
import { COMPLETE } from './documents.js';
import { measureAll, tableOf } from './measures.js';

const root = join(__dirname, '../..');

itNeeds(...COMPLETE)('docs/fidelity.md has the current results', async () => {
  const scores = await measureAll();
  for (const [register, , { found, equal, fields, equalFields, differences }] of scores)
    expect([register, equal, equalFields, differences]).toEqual([register, found, fields, []]);
  expect(readFileSync(join(root, 'docs/fidelity.md'), 'utf8')).toContain(tableOf(scores));
});
