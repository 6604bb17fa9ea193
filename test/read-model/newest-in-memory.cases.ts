/** An earlier generation takes what the newest one has in memory, and adds what ended since. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { publishGeneration } from '../../src/ingest/publication.js';
import type { GenerationTables } from '../../src/read-model/question.js';
import type { ReadSearch } from '../../src/read-model/questions/feed-filter.js';
import { newestSums } from '../../src/read-model/questions/newest-sums.js';
import { openForReading } from '../../src/read-model/sqlite/file.js';
import { generationTables, SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { pastName, VIEW_STATEMENTS } from '../../src/read-model/sqlite/schema.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import { bumpGeneration, type Store } from '../../src/store/database/open.js';
import { emptyStore } from '../store/empty-store.js';
import { derive, filing, NOW, trade, write } from '../store/form4/invented-filings.js';
import { momentBetween } from '../until.js';

describe('read-model/newest-in-memory', () => {
  let folder: string;
  let store: Store;
  let writer: SqliteReadModelWriter;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-memory-'));
    store = emptyStore();
    writer = openSqliteWriter(join(folder, 'read-model.db'));
  });
  afterEach(async () => {
    await writer.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Purchases on the first three days and sales on the next three, of which those of `days` cost `price`. */
  async function publish(price: number, days: readonly number[]): Promise<void> {
    for (const day of days) {
      const filedDate = `2026-02-${10 + day}`;
      const code = day <= 3 ? 'P' : 'S';
      const rows = [
        trade(0, { transactionCode: code, acquiredDisposed: code === 'P' ? 'A' : 'D', pricePerShare: price }),
      ];
      write(store, filing(day, { filedDate, filedAt: `${filedDate}T15:00:00.000Z`, transactions: rows }));
    }
    derive(store);
    bumpGeneration(store, NOW);
    await publishGeneration(store, writer);
  }

  const SEARCH: ReadSearch = {
    since: '2026-01-01',
    until: '2026-03-02T12:00:00.000Z',
    codes: ['P', 'S'],
    minCents: 0,
    maxCents: null,
    minChange: null,
    tickers: [],
    cik: null,
    ownerCik: null,
    role: null,
    planned: 'all',
    sort: 'filed',
    order: 'desc',
    after: undefined,
    limit: 100,
  };

  it('sums of filings, as many as an answer adds up of those that match', async () => {
    await publish(10, [1, 2, 3, 4, 5, 6]);
    await publish(11, [1, 3, 4, 5]);
    const file = writer.database.db.name;
    const [newest, past] = [openForReading(file), openForReading(file)];
    if (newest === null || past === null) throw new Error('There is no file.');
    past.db.exec(VIEW_STATEMENTS);
    const first: GenerationTables = {
      ...generationTables(past),
      current: ' AND valid_from <= ? AND valid_to > ?',
      currentValues: [1, 1],
      isPast: true,
      history: { ...generationTables(past).history, last: 1 },
    };
    const tables = generationTables(newest);
    const inMemory = { ...first, newest: () => ({ number: 2, tables, ended: pastName }) };
    for (const codes of [['P'], ['S'], ['P', 'S']] as const)
      for (const sort of ['filed', 'ticker'] as const)
        for (let most = 1; most <= 7; most += 1) {
          const search = { ...SEARCH, codes: [...codes], sort };
          const found = await newestSums(inMemory, search, most);
          expect(found).toEqual(await newestSums(first, search, most));
          expect(found.cents).toHaveLength(Math.min(most, 3 * codes.length));
          expect(new Set(found.cents.map((cents, at) => cents / (found.shares[at] ?? 0)))).toEqual(
            new Set([10 / 100]),
          );
        }
    for (const database of [newest, past]) database.db.close();
  });

  it('totals, also if the newest generation is opened before anything else', async () => {
    await publish(10, [1, 2, 3, 4, 5, 6]);
    const moment = (await momentBetween()).toISOString();
    await publish(11, [1, 4]);
    const model = new SqliteReadModel(writer.database.db.name);
    const newest = await model.open();
    const question = { since: '2026-01-01', until: SEARCH.until, codes: ['P', 'S'], minValue: 0 } as const;
    const ask = ({ reads }: typeof newest, until = question.until) =>
      reads.filingTotals({ ...question, until, codes: [...question.codes], ticker: null });
    expect((await ask(newest)).rows).toBe(6);
    const past = await model.past(moment);
    if (past === null) throw new Error('Nothing is kept.');
    const totals = await ask(past);
    expect(totals).toEqual({ rows: 6, purchases: expect.any(Number), sales: totals.purchases });
    // Before and after the filing of a day, and at its end.
    for (const [time, rows] of [
      ['T14:59:59.999Z', 2],
      ['T15:00:00.000Z', 3],
      ['T23:59:59.999Z', 3],
    ] as const)
      for (const one of [newest, past]) expect((await ask(one, `2026-02-13${time}`)).rows).toBe(rows);
    // The open generation does not see it. A question that read the table would.
    writer.database.db.exec('DELETE FROM filing');
    expect(await ask(past)).toEqual(totals);
    await newest.close();
    await model.close();
  });
});
