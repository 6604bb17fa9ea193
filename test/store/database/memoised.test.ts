/** Values that are kept as long as the data does not change. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { bumpGeneration, generation, openStore } from '../../../src/store/database/open.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-remembered-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a memoised value is computed once, and again after another process wrote', () => {
  const writer = openStore(join(folder, 'live.db'), 'write');
  const reader = openStore(join(folder, 'live.db'), 'read');
  let asked = 0;
  const number = () =>
    reader.memoisedPerDataVersion('number', () => {
      asked += 1;
      return generation(reader);
    });
  expect([number(), number(), asked]).toEqual([0, 0, 1]);
  bumpGeneration(writer, new Date());
  expect([number(), number(), asked]).toEqual([1, 1, 2]);
  expect(reader.memoisedPerDataVersion('another', () => 'one')).toBe('one');
  writer.close();
  reader.close();
});

it('a writing connection sees its own writes', () => {
  const store = openStore(':memory:', 'write');
  const number = () => store.memoisedPerDataVersion('number', () => generation(store));
  expect(number()).toBe(0);
  bumpGeneration(store, new Date());
  expect(number()).toBe(1);
  store.close();
});
