/** The history of a filing: when its rows entered, changed and left, and what entered and left with them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import type { RegisterRecord } from '../../src/records/index.js';
import { bumpGeneration, openStore, type Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import type { FilingVersions } from '../../tools/contract/reads/filings.js';
import { accession, filing, trade } from '../store/form4/invented-filings.js';
import { momentBetween } from '../until.js';

describe('read-model/filing-history', () => {
  const NOW = new Date('2026-10-08T12:00:00.000Z');
  let folder: string;
  let store: Store;
  let writer: SqliteReadModelWriter;
  let model: SqliteReadModel;
  const moments: string[] = [];

  /** @returns when the generation was served from */
  async function publish(...records: RegisterRecord[]): Promise<void> {
    writeBatch(store, { register: 'sec-form4', now: NOW, records });
    deriveForm4(store);
    bumpGeneration(store, NOW);
    await publishGeneration(store, writer);
    // As after the first import.
    writer.database.runNow('UPDATE generation SET is_filling = 0');
    writer.database.runNow('UPDATE kept_generation SET is_filling = 0');
    moments.push((await momentBetween()).toISOString());
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-history-'));
    store = openStore(join(folder, 'ledger.db'), 'write');
    writer = openSqliteWriter(join(folder, 'read-model.db'));
    model = new SqliteReadModel(join(folder, 'read-model.db'));
    await publish(filing(9));
    await publish(filing(1, { transactions: [trade(0), trade(1, { shares: 50 })] }));
    await publish(
      filing(2, {
        documentType: '4/A',
        dateOfOriginalSubmission: '2026-03-01',
        filedAt: '2026-03-02T21:30:00.000Z',
        filedDate: '2026-03-02',
        transactions: [trade(0, { shares: 90 }), trade(1, { shares: 50 })],
      }),
    );
    await publish(filing(3, { filedAt: '2026-03-03T21:30:00.000Z', filedDate: '2026-03-03' }));
  });
  afterAll(async () => {
    await model.close();
    await writer.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function plain(found: FilingVersions | null) {
    return found?.versions.map(({ from, until, event, rows, related }) => ({
      from: from !== null,
      until: until !== null,
      event,
      shares: rows.rows().map((row) => row.shares),
      related: related.map((one) => `${one.accession} ${one.event}`),
    }));
  }

  it('shows the original before and the amendment after', async () => {
    const { reads, close } = await model.open();
    const original = await reads.filingHistory({ accession: accession(1) });
    const amendment = await reads.filingHistory({ accession: accession(2) });
    expect(plain(original)).toEqual([
      { from: true, until: true, event: 'entered', shares: [100, 50], related: [] },
      { from: true, until: false, event: 'left', shares: [], related: [`${accession(2)} entered`] },
    ]);
    expect(plain(amendment)).toEqual([
      { from: true, until: false, event: 'entered', shares: [90, 50], related: [`${accession(1)} left`] },
    ]);
    // The one left when the other entered.
    expect(original?.versions[1]?.from).toBe(amendment?.versions[0]?.from);
    expect(original?.keptSince).not.toBeNull();
    expect(await reads.filingHistory({ accession: accession(7) })).toBeNull();
    await close();
  });

  it('shows at an earlier moment only what was known then', async () => {
    const [, second = '', third = ''] = moments;
    const before = (await model.past(second))?.reads;
    expect(plain((await before?.filingHistory({ accession: accession(1) })) ?? null)).toEqual([
      { from: true, until: false, event: 'entered', shares: [100, 50], related: [] },
    ]);
    expect(await before?.filingHistory({ accession: accession(2) })).toBeNull();
    const after = (await model.past(third))?.reads;
    expect(plain((await after?.filingHistory({ accession: accession(1) })) ?? null)?.at(-1)).toMatchObject({
      event: 'left',
    });
  });
});
