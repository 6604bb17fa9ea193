/** In PostgreSQL too, a stored row that cannot be read costs that row: the other rows of a list are given, and it is counted. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { openPostgresDatabase, type PostgresDatabase } from '../../src/database/postgres-database.js';
import { tryBeginTerm } from '../../src/database/writer-term.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import { PostgresReadModel } from '../../src/read-model/postgres/model.js';
import { openPostgresWriter } from '../../src/read-model/postgres/writer.js';
import { buildSample } from '../../src/service/build-sample.js';
import { sampleStoreFile } from '../../src/service/data-folder.js';
import { openStore } from '../../src/store/database/open.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';
import { EVERY_EU_ROW, EVERY_LOT } from './every-row.js';

const DAY = '2026-11-20';
const EVER = { since: '2000-01-01', until: '2100-01-01T00:00:00.000Z' };
const suite = POSTGRES_MISSING === null ? describe : describe.skip;

suite(`rows of PostgreSQL ${POSTGRES_MISSING ?? ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-unreadable-'));
  let servers: TestPostgres;
  let admin: PostgresDatabase;
  let model: PostgresReadModel;
  beforeAll(async () => {
    servers = await startPostgres();
    const url = await servers.database();
    admin = openPostgresDatabase(url);
    const config = readConfig({ DATA_DIR: folder });
    await buildSample(config, DAY);
    const store = openStore(sampleStoreFile(config, DAY), 'write');
    const term = await tryBeginTerm(admin, 'a test');
    const writer = await openPostgresWriter(url, { epoch: term?.epoch ?? 0, program: 'test', leadMs: 0 });
    await publishGeneration(store, writer);
    await writer.close();
    await term?.end();
    store.close();
    model = new PostgresReadModel(url);
  });
  afterAll(async () => {
    await model.close();
    await admin.close();
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are left out where they cannot be read, and the pages behind them are full', async () => {
    const { reads, unreadable } = await model.open();
    const latest = { ...EVER, codes: ['P' as const, 'S' as const], minValue: 0, ticker: null };
    const questions = {
      feed: (limit: number) => reads.latestFilings({ ...latest, limit }),
      search: async (limit: number) =>
        (await reads.searchFilings({ ...EVERY_LOT, ...EVER, ...latest, tickers: [], limit })).rows,
      europe: async (limit: number) =>
        (await reads.searchEuFilings({ ...EVERY_EU_ROW, ...EVER, markets: ['de', 'se'], limit })).rows,
    };
    const before = new Map<string, string[]>();
    for (const [name, ask] of Object.entries(questions)) before.set(name, (await ask(8)).rows().map(idOf));
    const [[schema]] = (await admin.rows<[string]>('SELECT tables FROM disclosed.generation')) as [[string]];
    const [, lost = ''] = before.get('feed') ?? [];
    const at = lost.lastIndexOf('-');
    await admin.run(`UPDATE ${schema}.filing SET packed = 'x' WHERE accession = ? AND "row" = ?`, [
      lost.slice(0, at),
      Number(lost.slice(at + 1)),
    ]);
    const [, , row = ''] = before.get('europe') ?? [];
    await admin.run(`UPDATE ${schema}.eu_row SET json = 'x' WHERE filing_id = ?`, [row]);
    for (const [name, ask] of Object.entries(questions)) {
      const found = await ask(7);
      const left = (before.get(name) ?? []).filter((id) => id !== lost && id !== row);
      expect([name, found.rows().map(idOf), found.unreadable]).toEqual([name, left, 1]);
    }
    expect(unreadable.counts().map(({ table, rows }) => [table, rows])).toEqual([
      ['filing', 1],
      ['eu_row', 1],
    ]);
  });
});

const idOf = ({ filingId }: { filingId: string }) => filingId;
