/** docs/fidelity.md has the current results, and no document is read wrong. Needs every document. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { COMPLETE } from '../../eval/fidelity/documents.js';
import { measureAll, scoresOf, tableOf } from '../../eval/fidelity/measures.js';
import { measureServedRows, servedTable } from '../../eval/fidelity/served.js';
import { packageRoot } from '../../src/package-root.js';
import { itNeeds } from '../samples/needs.js';

const root = packageRoot();

it('docs/fidelity.json has the figures of docs/fidelity.md', () => {
  const facts = JSON.parse(readFileSync(join(root, 'docs/fidelity.json'), 'utf8'));
  const page = readFileSync(join(root, 'docs/fidelity.md'), 'utf8');
  expect(page).toContain(tableOf(scoresOf(facts)));
  expect(page).toContain(servedTable(facts.served));
});

it('docs/fidelity.md has what written cases give after derivation, and the registers miss few of them', async () => {
  const { cases } = await measureServedRows();
  const facts = JSON.parse(readFileSync(join(root, 'docs/fidelity.json'), 'utf8'));
  expect(facts.served.cases).toEqual(cases);
  for (const { corrections } of cases) {
    const { filed = 0, replaced = 0, marked = 0, missed } = corrections ?? {};
    expect(replaced + marked + (missed ?? 0)).toBe(filed);
    expect(missed).toBeLessThanOrEqual(2);
  }
});

itNeeds(...COMPLETE)('docs/fidelity.md has the current results', async () => {
  const scores = await measureAll();
  for (const [register, , { found, equal, fields, equalFields, differences }] of scores)
    expect([register, equal, equalFields, differences]).toEqual([register, found, fields, []]);
  const page = readFileSync(join(root, 'docs/fidelity.md'), 'utf8');
  expect(page).toContain(tableOf(scores));
  expect(page).toContain(servedTable(await measureServedRows()));
});
