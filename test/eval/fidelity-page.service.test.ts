/** docs/fidelity.md has the current results, and no document is read wrong. Needs every document. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { COMPLETE } from '../../eval/fidelity/documents.js';
import { measureAll, scoresOf, tableOf } from '../../eval/fidelity/measures.js';
import { packageRoot } from '../../src/package-root.js';
import { itNeeds } from '../samples/needs.js';

const root = packageRoot();

it('docs/fidelity.json has the figures of docs/fidelity.md', () => {
  const facts = JSON.parse(readFileSync(join(root, 'docs/fidelity.json'), 'utf8'));
  expect(readFileSync(join(root, 'docs/fidelity.md'), 'utf8')).toContain(tableOf(scoresOf(facts)));
});

itNeeds(...COMPLETE)('docs/fidelity.md has the current results', async () => {
  const scores = await measureAll();
  for (const [register, , { found, equal, fields, equalFields, differences }] of scores)
    expect([register, equal, equalFields, differences]).toEqual([register, found, fields, []]);
  expect(readFileSync(join(root, 'docs/fidelity.md'), 'utf8')).toContain(tableOf(scores));
});
