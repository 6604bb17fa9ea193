/**
 * `npm run fidelity -- --store DIR [--rows 200] [--seed S]`: the rows that `disclosed audit` draws with that seed, but read by the
 * second reader, which shares no code with the parser. Needs CONTACT, as every request to a register does.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/config.js';
import { type AuditOptions, type Drawn, drawDocuments, fetchAll } from '../../src/ingest/audit.js';
import type { Holdings13F } from '../../src/records/portfolios/form13f.js';
import { createHttpClients } from '../../src/registers/index.js';
import { clientSettings, configuredRegisters } from '../../src/service/configured-registers.js';
import { liveStoreFile } from '../../src/service/data-folder.js';
import { enabledRegisters } from '../../src/service/enabled-registers.js';
import { reportByDocument } from '../../src/store/congress/stock-act-rows.js';
import { openStore, type Store } from '../../src/store/database/open.js';
import { readFilings } from '../../src/store/form4/form4-rows.js';
import { cellsOf, senateRow } from './congress.js';
import { filingRows, form4Rows } from './form4.js';
import { heldRow, heldRows } from './form13f.js';
import type { RegisterScore } from './measures.js';
import { type ComparedRow, Tally } from './tally.js';

interface SecondReader {
  title: string;
  reader: string;
  read(text: string): ComparedRow[];
  /** The rows that are stored of the record; null if there is none. */
  stored(store: Store, record: string): ComparedRow[] | null;
}

/** The registers whose second reader needs no eyes. */
const SECOND_READERS: Readonly<Record<string, SecondReader>> = {
  'sec-form4': {
    title: 'SEC Form 4',
    reader: 'patterns over the XML',
    read: form4Rows,
    stored: (store, record) => filingRows(readFilings(store, 'accession', [record])[0]?.filing),
  },
  'sec-13f': {
    title: 'SEC 13F',
    reader: 'patterns over the XML',
    read: heldRows,
    stored(store, record) {
      const found = store
        .sql<{ record: string }>('SELECT record FROM report_13f WHERE accession = ?')
        .get(record);
      return found === undefined ? null : (JSON.parse(found.record) as Holdings13F).rows.map(heldRow);
    },
  },
  'senate-ptr': {
    title: 'Senate',
    reader: 'cells of the page',
    read: cellsOf,
    stored: (store, record) => reportByDocument(store, record)?.report.trades.map(senateRow) ?? null,
  },
};

/** Fetches and compares, with what the settings and `folder`, a data folder or a ledger, give. */
export async function measureStore(
  folder: string,
  { rows, seed }: { rows: number; seed: string },
): Promise<RegisterScore[]> {
  const config = readConfig(process.env, { DATA_DIR: folder });
  const stop = new AbortController();
  const clients = createHttpClients(clientSettings(config, stop.signal));
  const file = liveStoreFile(config);
  const store = openStore(existsSync(file) ? file : join(folder, 'live.db'), 'read');
  const enabled = enabledRegisters(config);
  const registers = configuredRegisters(config).filter(({ metadata }) => enabled.has(metadata.id));
  const now = () => new Date();
  const http: AuditOptions['http'] = (register) => clients.forRegister(register);
  try {
    return await compareStore({ store, registers, http, now, count: rows, seed, signal: stop.signal });
  } finally {
    await clients.close();
    store.close();
  }
}

/** The scores of the registers that have a second reader; each document counts once, with all its rows. */
export async function compareStore(options: AuditOptions): Promise<RegisterScore[]> {
  const { drawn } = drawDocuments(options);
  const readable = drawn.filter(({ register }) => SECOND_READERS[register.metadata.id] !== undefined);
  const fetched = await fetchAll(readable, options);
  const tallies = new Map<string, Tally>();
  for (const [one, answer] of fetched) {
    const { id } = one.register.metadata;
    const tally = tallies.get(id) ?? new Tally();
    tallies.set(id, tally);
    if ('raw' in answer) compareDocument(options.store, one, answer.raw.bytes.toString('utf8'), tally);
  }
  return [...tallies].flatMap(([id, { score }]): RegisterScore[] => {
    const second = SECOND_READERS[id];
    return second === undefined ? [] : [[second.title, second.reader, score]];
  });
}

function compareDocument(
  store: Store,
  { register, document, rows }: Drawn,
  text: string,
  tally: Tally,
): void {
  const second = SECOND_READERS[register.metadata.id];
  const [first] = rows;
  if (second === undefined || first === undefined) return;
  tally.document(document.queued.key, second.read(text), second.stored(store, first.record));
}
