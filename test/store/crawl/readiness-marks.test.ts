/** A store of a release that made no marks goes on being answered from while the lists are read again. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { finishRun, startRun } from '../../../src/store/crawl/journal.js';
import { markListed, marksOf } from '../../../src/store/crawl/readiness.js';
import { openStore } from '../../../src/store/database/open.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-marks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = new Date('2026-11-20T12:00:00.000Z');

it('takes a register that was read to its end before the upgrade for a whole one, and no other', () => {
  const file = join(folder, 'live.db');
  const old = openStore(file, 'write');
  for (const [register, outcome] of [
    ['de-bafin', 'ok'],
    ['se-fi', 'stopped'],
    ['nl-afm', 'imported'],
  ] as const)
    finishRun(old, startRun(old, register, at), {
      outcome,
      documents: 1,
      records: 1,
      doubts: 0,
      reason: '',
      firstBytes: '',
      now: at,
    });
  old.db.exec("DELETE FROM register_cursor; DELETE FROM migration WHERE name = '012-readiness-marks.sql'");
  old.close();

  const store = openStore(file, 'write');
  expect(marksOf(store, 'de-bafin')).toEqual({ listedAt: at.toISOString(), isShown: true, isWhole: true });
  const none = { listedAt: null, isShown: false, isWhole: false };
  expect([marksOf(store, 'se-fi'), marksOf(store, 'nl-afm')]).toEqual([none, none]);
  // Its lists are read again: nothing has to wait until that is derived.
  const later = new Date('2026-11-20T13:00:00.000Z');
  markListed(store, 'de-bafin', later, true);
  expect(marksOf(store, 'de-bafin')).toEqual({ listedAt: later.toISOString(), isShown: true, isWhole: true });
  store.close();
});
