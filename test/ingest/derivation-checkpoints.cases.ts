/**
 * The rows of an initial import are derived in steps: reading continues meanwhile, and a stop does not wait for them.
 */

import { setImmediate as breathe } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inventedFiling } from '../../eval/bench/digest-year.js';
import { CHECKPOINT_MS, DerivationCheckpoints } from '../../src/ingest/derivation-checkpoints.js';
import { generation, type Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { emptyStore } from '../store/empty-store.js';

describe('ingest/derivation-checkpoints', () => {
  const FILINGS = 600;
  const NOON = Date.parse('2026-11-20T12:00:00.000Z');
  let store: Store;
  let clock: number;
  let stop: AbortController;
  let showing: DerivationCheckpoints;
  beforeEach(() => {
    store = emptyStore();
    clock = NOON;
    stop = new AbortController();
    const now = () => new Date(clock);
    const log = { info() {}, warn() {} };
    showing = new DerivationCheckpoints({ store, now, signal: stop.signal, log }, () => false);
    // Each has its own issuer and owner.
    const records = Array.from({ length: FILINGS }, (_, n) =>
      inventedFiling({ n, person: n, filedAt: '2026-11-10T15:00:00.000Z', code: 'P' }),
    );
    writeBatch(store, { register: 'sec-form4', now: now(), records });
  });
  afterEach(() => store.close());

  const pending = () =>
    store
      .sql<{ count: number }>(
        'SELECT (SELECT count(*) FROM pending_issuer) + (SELECT count(*) FROM pending_owner) AS count',
      )
      .get()?.count;

  it('other registers continue while much is derived, and a register that writes a bulk file waits', async () => {
    clock += CHECKPOINT_MS;
    const shown = showing.checkpoint();
    await breathe();
    expect(pending()).toBeGreaterThan(FILINGS);
    // A register that reads document by document is not delayed.
    await showing.checkpoint();
    expect([generation(store), (pending() as number) > FILINGS]).toEqual([0, true]);
    await showing.checkpoint(true);
    expect(pending()).toBe(0);
    await shown;
    expect(generation(store)).toBe(1);
    // The next checkpoint is far away.
    await showing.checkpoint();
    expect(generation(store)).toBe(1);
  });

  it('a stop ends deriving at its next step and shows nothing incomplete', async () => {
    clock += CHECKPOINT_MS;
    const shown = showing.checkpoint();
    await breathe();
    stop.abort();
    await shown;
    expect(pending()).toBeGreaterThan(FILINGS);
    expect(generation(store)).toBe(0);
  });

  it('a clock that was set back does not keep an import from being shown', async () => {
    clock -= 5 * 3_600_000;
    await showing.checkpoint();
    expect(generation(store)).toBe(1);
  });
});
