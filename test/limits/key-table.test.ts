/** The hashes of all keys in memory: any order of additions and removals finds what a map finds. */

import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { KeyTable } from '../../src/limits/key-table.js';
import fc from '../property.js';

const hashOf = (n: number) => createHash('sha256').update(`${n}`).digest();

it('finds what was set and not removed, after any changes', () => {
  const change = fc.record({
    set: fc.boolean(),
    ids: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 60 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const table = new KeyTable();
      const expected = new Set<number>();
      for (const { set, ids } of changes) {
        if (!set) table.remove(new Set(ids));
        for (const id of ids) {
          if (set) table.set(hashOf(id), id);
          if (set) expected.add(id);
          else expected.delete(id);
        }
      }
      expect(table.count).toBe(expected.size);
      for (let id = 1; id <= 400; id += 1) expect(table.find(hashOf(id))).toBe(expected.has(id) ? id : null);
    }),
  );
});

it('finds hashes that begin alike', () => {
  const table = new KeyTable();
  const alike = (n: number) => Buffer.concat([Buffer.alloc(28, 255), Buffer.from([0, 0, n >> 8, n & 255])]);
  for (let n = 0; n < 300; n += 1) table.set(alike(n), n);
  table.remove(new Set([7, 8, 9]));
  for (let n = 0; n < 300; n += 1) expect(table.find(alike(n))).toBe([7, 8, 9].includes(n) ? null : n);
});
