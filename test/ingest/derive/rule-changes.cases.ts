/** An upgrade that changes the rules of derivation: the next run rebuilds the rows of the old rules. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DERIVATION_VERSION } from '../../../src/derive/index.js';
import { readHourly } from '../../../src/ingest/hourly.js';
import { silentProgress } from '../../../src/ingest/progress.js';
import type { HttpClient } from '../../../src/registers/http/http-client.js';
import { createRegisters } from '../../../src/registers/index.js';
import { openStore, type Store } from '../../../src/store/database/open.js';
import { derivationVersion } from '../../../src/store/derivation-version.js';
import { EU_MARKETS } from '../../../tools/contract/markets/index.js';
import type { EdgarServer } from '../../registers/edgar/edgar-server.js';
import { derivedRows, importSample, NOON } from '../derived-rows.js';
import { newestFilings, serveFilings, unthrottledHttp } from '../edgar-sample.js';

describe('ingest/derive/rule-changes', () => {
  let edgar: EdgarServer;
  let http: HttpClient;
  let folder: string;
  let store: Store;
  let told: string[];

  beforeEach(async () => {
    edgar = await serveFilings(newestFilings(60));
    http = unthrottledHttp();
    folder = mkdtempSync(join(tmpdir(), 'disclosed-rules-'));
    store = openStore(join(folder, 'live.db'), 'write');
    told = [];
    await importSample(store, ['congress-members', 'house-ptr', 'se-fi', 'sec-form35'], 20);
  });

  afterEach(async () => {
    store.close();
    await http.close();
    await edgar.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = () =>
    readHourly({
      store,
      registers: createRegisters({ sec: edgar.hosts, now: () => NOON }),
      enabled: new Set(['sec-form4']),
      http: () => http,
      since: '2026-11-01',
      now: () => NOON,
      nextRefreshAt: () => null,
      signal: new AbortController().signal,
      progress: silentProgress,
      log: { info: (_fields, message) => told.push(message), warn() {} },
    });

  /** The first run of a store, by the rules of today. */
  const runFirst = async () => {
    await run();
    told = [];
    return derivedRows(store);
  };

  /** Derived rows as other rules would have made them. */
  const OLD_ROWS = [
    `UPDATE form4_label SET signal_quality = 'planned', intent_label = 'old ' || id`,
    'UPDATE form4_derived SET in_feed = 0, total_value = 1',
    `UPDATE issuer SET name = 'Old name'`,
    `UPDATE insider SET tickers = '["OLD"]', directional_filings = 0`,
    `UPDATE pdmr_filing SET exclusion = 'old-rule' WHERE id % 2 = 0`,
    'DELETE FROM pdmr_feed WHERE total_value > 100000',
    `UPDATE pdmr_feed SET public_row = '{}'`,
    `UPDATE stock_act_filer SET party = 'Old'`,
    `UPDATE member SET name = 'Old name'`,
    'DELETE FROM member_trade WHERE "row" = 0',
    `UPDATE form35_filing SET derived = '{"restated":["h0"]}'`,
  ];
  const spoil = () => {
    for (const statement of OLD_ROWS) store.db.exec(statement);
  };
  const setVersion = (version: number | null) =>
    store.db.prepare('UPDATE generation SET derivation_version = ?').run(version);

  it.each([
    ['another number', DERIVATION_VERSION + 1],
    ['no number', null],
  ])(
    'what a release with %s left is derived again, though no register gave anything new',
    async (_, version) => {
      const right = await runFirst();
      for (const rows of Object.values(right).filter((one) => one !== right.stock_act_superseded))
        expect(rows.length).toBeGreaterThan(0);
      spoil();
      setVersion(version);
      expect(derivedRows(store)).not.toEqual(right);
      await run();
      expect(derivedRows(store)).toEqual(right);
      expect(derivationVersion(store)).toBe(DERIVATION_VERSION);
      expect(told.filter((message) => message.includes('derived again'))).toHaveLength(1);
    },
  );

  it.each([
    ['before the number is noted', 'UPDATE OF derivation_version ON generation', DERIVATION_VERSION + 1],
    ['between issuers and owners', 'DELETE ON pending_owner', DERIVATION_VERSION],
    ['between two members', 'DELETE ON pending_member', DERIVATION_VERSION],
  ])('a run that dies %s loses nothing', async (_, moment, noted) => {
    const right = await runFirst();
    spoil();
    setVersion(DERIVATION_VERSION + 1);
    store.db.exec(`CREATE TRIGGER death BEFORE ${moment} BEGIN SELECT RAISE(ABORT, 'died here'); END`);
    await expect(run()).rejects.toMatchObject({ message: 'died here' });
    expect(derivationVersion(store)).toBe(noted);
    expect(derivedRows(store)).not.toEqual(right);
    store.db.exec('DROP TRIGGER death');
    await run();
    expect(derivedRows(store)).toEqual(right);
  });

  it('the same rules derive nothing a second time', async () => {
    await runFirst();
    spoil();
    const left = derivedRows(store);
    await run();
    expect(derivedRows(store)).toEqual(left);
    expect(told.filter((message) => message.includes('derived again'))).toEqual([]);
  });

  it('the warnings about a market go to the register that fills it', () => {
    const metadata = new Map(createRegisters().map((register) => [register.metadata.id, register.metadata]));
    for (const { register, source } of Object.values(EU_MARKETS))
      expect(metadata.get(register)?.source).toBe(source.id);
  });
});
