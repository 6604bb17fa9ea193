/** Invented 13F reports of managers, and answers from them: stored, derived and published as real ones, in memory. */

import { deriveManagers } from '../../src/ingest/derive/managers.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import { createReads } from '../../src/read-model/reads.js';
import { generationTables } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import type { ManagerFiling, SecurityName } from '../../src/records/portfolios/manager-filing.js';
import { ByteWriter, PositionSums } from '../../src/records/portfolios/packed-positions.js';
import { bumpGeneration } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import type { Reads } from '../../tools/contract/reads.js';
import { emptyStore } from '../store/empty-store.js';

export type InventedPosition = [key: string, value: number | null, amount: number | null, flags?: number];

/** A report as a data set or a submission gives it; `rows` are positions, one for each row of the table. */
export function managerFiling(
  accession: string,
  rows: readonly InventedPosition[],
  facts: Partial<ManagerFiling> = {},
): ManagerFiling {
  const sums = new PositionSums();
  for (const [key, value, amount, flags = 0] of rows) sums.add(key, flags, value, amount);
  const securities = rows.map(
    ([key]): SecurityName => ({ key, name: `ISSUER ${key.slice(0, 6)}`, titleOfClass: 'COM' }),
  );
  const valueSum = rows.reduce((sum, [, value]) => sum + (value ?? 0), 0);
  return {
    kind: 'manager-filing',
    accession,
    cik: '910001',
    managerName: 'Saltmarsh Capital LLC',
    formType: '13F-HR',
    amendmentType: null,
    periodEnd: '2026-06-30',
    filedDate: '2026-08-10',
    reportType: '13F HOLDINGS REPORT',
    isConfidentialExpired: false,
    isConfidentialOmitted: false,
    tableEntryTotal: rows.length,
    tableValueTotal: valueSum,
    otherManagers: [],
    rowCount: rows.length,
    valueSum,
    positionCount: sums.size,
    packed: sums.pack(new ByteWriter()),
    dataSet: null,
    securities,
    ...facts,
  };
}

/** Answers from these filings, derived at `now`. */
export async function managerReads(filings: readonly ManagerFiling[], now: Date): Promise<Reads> {
  const ledger = emptyStore();
  writeBatch(ledger, { register: '13f-all', now, records: filings });
  await deriveManagers(ledger, { now, quarters: null });
  bumpGeneration(ledger, now);
  const writer = openSqliteWriter(':memory:');
  await publishGeneration(ledger, writer);
  return createReads(generationTables(writer.database));
}

const APPLE = '037833100';
const TOOLS = '10101A105';

/** Six managers in two quarters: one is new, one leaves, one only gives notice. */
export function inventedManagerFilings(): ManagerFiling[] {
  return Array.from({ length: 6 }, (_, at) => {
    const cik = String(910_001 + at);
    const managerName = `Saltmarsh Capital ${'ABCDEF'[at]} LLC`;
    const before = { cik, managerName, periodEnd: '2026-03-31', filedDate: '2026-05-10' };
    const after = { cik, managerName, periodEnd: '2026-06-30', filedDate: '2026-08-10' };
    const shares = 1000 + at * 100;
    const tools: InventedPosition[] = at === 0 ? [] : [[TOOLS, 20 * shares, shares]];
    return [
      managerFiling(`000091000${at}-26-000001`, [[APPLE, 200 * shares, shares], ...tools], before),
      at === 5
        ? managerFiling(`000091000${at}-26-000002`, [], {
            ...after,
            formType: '13F-NT',
            reportType: '13F NOTICE',
            tableEntryTotal: null,
            tableValueTotal: null,
            otherManagers: [{ cik: '910001', name: 'Saltmarsh Capital A LLC' }],
          })
        : managerFiling(`000091000${at}-26-000002`, [[APPLE, 210 * (shares + 50), shares + 50]], after),
    ];
  }).flat();
}
