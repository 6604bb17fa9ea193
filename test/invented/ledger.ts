/**
 * The ledger of the invented service: invented records of every register, stored, derived and published as real ones, all in
 * memory.
 */

import { deriveEverything } from '../../src/ingest/derive/everything.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import { createReads } from '../../src/read-model/reads.js';
import { generationTables } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import type { ErratumLine } from '../../src/records/erratum.js';
import type { RegisterRecord } from '../../src/records/index.js';
import { KNOWN_REGISTERS } from '../../src/registers/known-registers.js';
import { sourceFacts } from '../../src/store/crawl/record-sources.js';
import { describeSources, finishRun, startRun } from '../../src/store/crawl/run-journal.js';
import { bumpGeneration, type Store } from '../../src/store/database/open.js';
import { replaceErrata } from '../../src/store/errata/replace-errata.js';
import { writeTrackers } from '../../src/store/portfolios/trackers.js';
import { keepManifests } from '../../src/store/rows/manifests.js';
import { writeBatch } from '../../src/store/write-batch.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import { emptyStore } from '../store/empty-store.js';
import { form4Of, NOW, READ_AT } from './filings.js';
import { inventedFund } from './fund.js';
import { inventedSchedules } from './holders.js';
import { inventedManagerFilings } from './managers.js';
import { inventedManifests } from './manifests.js';
import { inventedEuRows } from './market-rows.js';
import { inventedReports, MARTA } from './member.js';
import { forms35Of, noticesOf } from './other-forms.js';

/** The id of the log of changes. */
export const INVENTED_LOG = 'invented';
/** The place of the first change: all changes are filings of the second generation. */
export const FIRST_CHANGE = [2, 1] as const;
/** From when on changes are recorded: everything but the Forms 4 is known before. */
const FIRST = new Date('2026-01-01T00:00:00.000Z');

/**
 * Answers from these filings, and from the records of the other registers, which are always the same; with errata, from a further
 * generation with them.
 */
export async function readsOf(
  filings: readonly FilingFacts[],
  errata?: readonly ErratumLine[],
): Promise<Reads> {
  const writer = await publishedLedger(filings, errata);
  return createReads(generationTables(writer.database));
}

/** The read model that answers. */
export async function publishedLedger(
  filings: readonly FilingFacts[],
  errata?: readonly ErratumLine[],
): Promise<SqliteReadModelWriter> {
  const ledger = emptyStore();
  const writer = openSqliteWriter(':memory:');
  ledger.sql('UPDATE change_state SET log = ? WHERE id = 1').run(INVENTED_LOG);
  readRegisters(ledger, FIRST);
  writeOthers(ledger, filings);
  keepManifests(ledger, inventedManifests(3));
  await derive(ledger);
  bumpGeneration(ledger, FIRST);
  await publishGeneration(ledger, writer);
  readRegisters(ledger, new Date(READ_AT));
  writeForms4(ledger, filings);
  await derive(ledger);
  bumpGeneration(ledger, new Date(READ_AT));
  await publishGeneration(ledger, writer);
  if (errata !== undefined) {
    replaceErrata(ledger, errata, new Date(READ_AT));
    await derive(ledger);
    bumpGeneration(ledger, new Date(READ_AT));
    await publishGeneration(ledger, writer);
  }
  ledger.close();
  return writer;
}

/** A run of each register, which ends well. */
function readRegisters(ledger: Store, now: Date): void {
  const registers = KNOWN_REGISTERS.filter(({ metadata: { id } }) => !/^prices-(csv|tiingo)$/.test(id));
  const ids = registers.map(({ metadata }) => metadata.id);
  describeSources(ledger, sourceDescriptions(registers, new Set(ids)));
  for (const id of ids) {
    const run = startRun(ledger, id, now);
    finishRun(ledger, run, { outcome: 'ok', documents: 1, records: 1, warnings: 0, now });
  }
}

function writeOthers(ledger: Store, filings: readonly FilingFacts[]): void {
  const batches: Record<string, RegisterRecord[]> = {
    'congress-members': [{ kind: 'members', part: 'current', members: [MARTA] }],
    'house-ptr': inventedReports(),
    'de-bafin': inventedEuRows('de'),
    'uk-nsm': inventedEuRows('uk'),
    'se-fi': inventedEuRows('se'),
    'nl-afm': inventedEuRows('nl'),
    'sec-13dg': inventedSchedules(),
    '13f-all': inventedManagerFilings(),
    'sec-144': noticesOf(filings),
    'sec-form35': forms35Of(filings),
  };
  for (const [register, records] of Object.entries(batches))
    writeBatch(ledger, { register, now: new Date(READ_AT), records });
}

function writeForms4(ledger: Store, filings: readonly FilingFacts[]): void {
  const records = filings.map(form4Of);
  const sources = records.map((record) => {
    const { accession } = record;
    const url = `https://www.sec.gov/Archives/edgar/data/900001/${accession}.txt`;
    const bytes = Buffer.from(JSON.stringify(record));
    return {
      document: sourceFacts({ key: accession, url, bytes, retrievedAt: '2026-11-20T11:59:00.000Z' }),
      records: [record],
    };
  });
  writeBatch(ledger, { register: 'sec-form4', now: new Date(READ_AT), records, sources });
}

async function derive(ledger: Store): Promise<void> {
  await deriveEverything(ledger, {
    now: NOW,
    overrides: [],
    trackers: [],
    shown: null,
    managerQuarters: null,
  });
  const fund = inventedFund();
  writeTrackers(ledger, [fund.row.slug], [fund]);
}
