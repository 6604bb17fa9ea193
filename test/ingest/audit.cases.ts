/** An audit fetches documents again from a local register, and says whether the register, the reading or the derivation differs. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { compareStore } from '../../eval/fidelity/store.js';
import { exitCodeOf, outcomeLines } from '../../src/commands/audit.js';
import { auditRows } from '../../src/ingest/audit.js';
import { auditDaily } from '../../src/ingest/daily-audit.js';
import { deriveEverything } from '../../src/ingest/derive/everything.js';
import { readHourly } from '../../src/ingest/hourly.js';
import { silentProgress } from '../../src/ingest/progress.js';
import { createHttpClient, type HttpClient } from '../../src/registers/http/http-client.js';
import { createRegisters } from '../../src/registers/index.js';
import type { RawDocument, Register } from '../../src/registers/register.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { readMeasure } from '../../src/store/crawl/measures.js';
import { openStore, type Store, setNextRefresh } from '../../src/store/database/open.js';
import type { AuditOutcome } from '../../tools/contract/shapes/audit.js';
import type { EdgarServer } from '../registers/edgar/edgar-server.js';
import { type CongressServers, houseRow, pdfPath, startCongressServers } from './congress-servers.js';
import { importSample, NOON } from './derived-rows.js';
import { DAY, newestFilings, serveFilings, unthrottledHttp } from './edgar-sample.js';

describe('ingest/audit', () => {
  const never = new AbortController().signal;
  let folder: string;
  let store: Store;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-audit-'));
    store = openStore(join(folder, 'live.db'), 'write');
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Every table of the ledger, to see that an audit writes nothing. */
  const image = () => store.db.serialize().toString('base64');

  describe('Form 4 on a local EDGAR', () => {
    let edgar: EdgarServer;
    let http: HttpClient;
    let registers: Register[];

    beforeEach(async () => {
      edgar = await serveFilings(newestFilings(40));
      http = unthrottledHttp();
      registers = createRegisters({ sec: edgar.hosts, now: () => NOON }).filter(
        ({ metadata }) => metadata.id === 'sec-form4',
      );
      await readHourly({
        store,
        registers,
        enabled: new Set(['sec-form4']),
        http: () => http,
        since: '2026-11-01',
        now: () => new Date(`${DAY}T12:00:00.000Z`),
        nextRefreshAt: () => null,
        signal: never,
        progress: silentProgress,
        log: { info() {}, warn() {} },
      });
      edgar.asked.length = 0;
    });
    afterEach(async () => {
      await http.close();
      await edgar.close();
    });

    const audit = (more: Partial<Parameters<typeof auditRows>[0]> = {}) =>
      auditRows({
        store,
        registers,
        http: () => http,
        now: () => NOON,
        count: 500,
        seed: '7',
        signal: never,
        ...more,
      });
    /** Serves a filing with another text. */
    const refile = (index: number, change: (text: string) => string | null) => {
      const filing = edgar.filings[index]!;
      filing.text = change(filing.text ?? '');
      return filing.accession;
    };
    const priced = () => edgar.filings.findIndex(({ text }) => /<value>\d+\.\d\d<\/value>/.test(text ?? ''));

    it('agrees where nothing changed, requests each document once, and writes nothing', async () => {
      const before = image();
      const outcome = await audit();
      expect(outcome).toMatchObject({ notComparable: 0, notFetched: 0, differing: [], failures: [] });
      expect(outcome.agree).toBe(outcome.rows);
      expect(outcome.rows).toBeGreaterThan(40);
      expect(new Set(edgar.asked).size).toBe(edgar.asked.length);
      expect(edgar.asked.length).toBeLessThanOrEqual(40);
      expect(exitCodeOf(outcome)).toBe(0);
      expect(image()).toBe(before);
    });

    it('draws the same rows for the same seed, and others for another', async () => {
      const paths = async (seed: string) => {
        edgar.asked.length = 0;
        await audit({ count: 5, seed });
        return [...edgar.asked].sort();
      };
      const first = await paths('a');
      expect(await paths('a')).toEqual(first);
      expect(await paths('b')).not.toEqual(first);
    });

    it('names the register where it changed a document, also where its rows stay, and where it withdrew one', async () => {
      const changed = refile(priced(), (text) => text.replace(/(<value>\d+)\.\d\d(<\/value>)/, '$19.87$2'));
      const same = refile(priced() + 1, (text) => `${text}\n`);
      const gone = refile(priced() + 2, () => null);
      expect(new Set([changed, same, gone]).size).toBe(3);
      const outcome = await audit();
      const kinds = new Map(
        outcome.differing.map(({ id, kind, detail }) => [id.slice(0, 20), { kind, detail }]),
      );
      expect(kinds.get(changed)).toEqual({ kind: 'register', detail: 'other bytes, another record' });
      expect(kinds.get(same)).toEqual({ kind: 'register', detail: 'other bytes, the same record' });
      expect(kinds.get(gone)).toMatchObject({
        kind: 'register',
        detail: expect.stringContaining('withdrawn'),
      });
      expect(outcome.differ).toEqual({ register: outcome.differing.length, reading: 0, derivation: 0 });
      expect(exitCodeOf(outcome)).toBe(1);
      expect(outcomeLines(outcome).join('\n')).toContain(`register\tsec-form4\t${changed}`);
    });

    it('is read by the second reader too, which finds what the register changed', async () => {
      const options = {
        store,
        registers,
        http: () => http,
        now: () => NOON,
        count: 500,
        seed: '7',
        signal: never,
      };
      const [before] = await compareStore(options);
      expect(before).toMatchObject([
        'SEC Form 4',
        'patterns over the XML',
        { documents: 40, read: 40, differences: [] },
      ]);
      const changed = refile(priced(), (text) => text.replace(/(<value>\d+)\.\d\d(<\/value>)/, '$19.87$2'));
      const [after] = await compareStore(options);
      expect(after?.[2].differences).not.toEqual([]);
      for (const line of after?.[2].differences ?? []) expect(line).toContain(changed);
    });

    it('names the reading where the same bytes give another record', async () => {
      const [form4] = registers as [Register];
      const other: Register = {
        ...form4,
        async *parse(document) {
          for await (const parsed of form4.parse(document)) {
            const records = parsed.records.map((record) =>
              record.kind === 'form4'
                ? { ...record, issuer: { ...record.issuer, name: 'Another Name Inc' } }
                : record,
            );
            yield { ...parsed, records };
          }
        },
      };
      const outcome = await audit({ registers: [other] });
      expect(outcome.agree).toBe(0);
      expect(outcome.differ).toEqual({ register: 0, reading: outcome.rows, derivation: 0 });
      expect(exitCodeOf(outcome)).toBe(1);
    });

    it('names the derivation where a row is not what its document gives, and only that row', async () => {
      const [accession, row] = store
        .rows<[accession: string, row: number]>(
          `SELECT f.accession, d."row" FROM form4_derived d JOIN form4_filing f ON f.id = d.filing_id
           WHERE d.in_feed = 1 ORDER BY f.accession LIMIT 1`,
        )
        .get() as [string, number];
      store
        .sql(
          `UPDATE form4_derived SET total_value = total_value + 1
           WHERE "row" = ? AND filing_id = (SELECT id FROM form4_filing WHERE accession = ?)`,
        )
        .run(row, accession);
      const { differing, differ } = await audit();
      expect(differing).toEqual([
        {
          register: 'sec-form4',
          id: `${accession}-${row}`,
          kind: 'derivation',
          detail: 'the same record, another row',
        },
      ]);
      expect(differ.derivation).toBe(1);
    });

    describe('the daily audit', () => {
      const daily = (at: string, more: Partial<Parameters<typeof auditDaily>[0]> = {}) =>
        auditDaily({
          store,
          registers,
          http: () => http,
          now: () => new Date(at),
          signal: never,
          log: { info() {}, warn() {} },
          ...more,
        });
      const outcome = () => readMeasure<AuditOutcome>(store, 'audit')?.measured ?? null;
      const TOMORROW = '2026-11-21T13:00:00.000Z';

      it('is not due on the day of the first run, and then once a day', async () => {
        expect(await daily(`${DAY}T18:00:00.000Z`)).toBe(false);
        expect(outcome()).toBeNull();
        expect(await daily(TOMORROW)).toBe(true);
        expect(outcome()).toMatchObject({ at: TOMORROW, seed: '2026-11-21', rows: 50, agree: 50 });
        expect(await daily('2026-11-22T12:00:00.000Z')).toBe(false);
        expect(await daily('2026-11-22T13:00:00.000Z')).toBe(true);
        expect(outcome()).toMatchObject({ at: '2026-11-22T13:00:00.000Z' });
      });

      it('does not begin shortly before the next refresh, nor after a stop', async () => {
        setNextRefresh(store, '2026-11-21T13:01:30.000Z');
        expect(await daily(TOMORROW)).toBe(false);
        setNextRefresh(store, null);
        expect(await daily(TOMORROW, { signal: AbortSignal.abort() })).toBe(false);
        expect(edgar.asked).toEqual([]);
      });

      it('that fails is in the log, and nothing is stored of it', async () => {
        const warned: string[] = [];
        const log = { info() {}, warn: (_facts: object, message: string) => void warned.push(message) };
        const http = () => {
          throw new RangeError('no client');
        };
        // An error of the client belongs to its document; one of the draw is a bug.
        expect(await daily(TOMORROW, { log, http })).toBe(true);
        expect(outcome()).toMatchObject({ notFetched: 50, failures: [{ reason: 'no client' }] });
        store.sql('DELETE FROM measure').run();
        store.db.exec('DROP TABLE form4_derived');
        expect(await daily(TOMORROW, { log })).toBe(false);
        expect(warned).toEqual(['the daily audit failed']);
        expect(outcome()).toBeNull();
      });
    });

    it('says that nothing could be fetched, and why', async () => {
      edgar.instead = () => ({ status: 503, body: 'closed' });
      const outcome = await audit();
      expect(outcome).toMatchObject({ agree: 0, notFetched: outcome.rows, differing: [] });
      expect(outcome.failures).toMatchObject([
        { register: 'sec-form4', reason: expect.stringContaining('503') },
      ]);
      expect(exitCodeOf(outcome)).toBe(2);
    });

    it('compares nothing whose document was not kept by its hash, and requests none of it', async () => {
      store.sql('DELETE FROM record_source').run();
      const outcome = await audit();
      expect(outcome).toMatchObject({ agree: 0, notComparable: outcome.rows, notFetched: 0 });
      expect(edgar.asked).toEqual([]);
    });

    it('fetches nothing more once its time is over', async () => {
      const outcome = await audit({ signal: AbortSignal.abort() });
      expect(outcome.notFetched).toBe(outcome.rows);
      expect(edgar.asked).toEqual([]);
    });
  });

  describe('reports of the House on a local Clerk', () => {
    let capitol: CongressServers;
    beforeEach(async () => {
      capitol = await startCongressServers();
    });
    afterEach(() => capitol.close());

    it('agrees, and then names the register whose report has another amount', async () => {
      const asset = 'Example Widgets Inc (EXW) [ST]';
      capitol.fileHouseReport('20030001', '2026-09-10', [houseRow(asset, '2026-09-01')]);
      await capitol.run(store, { enabled: ['congress-members', 'house-ptr'] });
      const http = createHttpClient({
        userAgent: 'disclosed-test test@example.org',
        perSecond: 1000,
        retries: 0,
      });
      const registers = createRegisters({ clerk: capitol.clerk.origin, now: () => NOON });
      const audit = () =>
        auditRows({
          store,
          registers,
          http: () => http,
          now: () => NOON,
          count: 10,
          seed: '7',
          signal: never,
        });
      expect(await audit()).toMatchObject({ rows: 1, agree: 1, differing: [] });
      const filed = capitol.clerk.files.get(pdfPath('20030001', '2026'));
      capitol.fileHouseReport('20030001', '2026-09-10', [
        houseRow(asset, '2026-09-01', { amount: '$15,001 - $50,000' }),
      ]);
      expect(capitol.clerk.files.get(pdfPath('20030001', '2026'))).not.toEqual(filed);
      const { differing } = await audit();
      expect(differing).toMatchObject([
        { register: 'house-ptr', kind: 'register', detail: 'other bytes, another record' },
      ]);
      await http.close();
    });
  });

  describe('every register of the sample', () => {
    it('agrees with its documents, or none of them was kept by its hash', async () => {
      const documents = new Map<string, RawDocument>();
      const registers = createRegisters().map((register): Register => {
        const { id } = register.metadata;
        for (const one of sampleDocuments(id, DAY)) documents.set(`${id} ${one.key}`, one);
        return { ...register, download: async (_http, { key }) => documents.get(`${id} ${key}`)! };
      });
      await importSample(
        store,
        registers.map(({ metadata }) => metadata.id),
      );
      await deriveEverything(store, {
        now: NOON,
        overrides: [],
        trackers: [],
        shown: null,
        managerQuarters: null,
      });
      const http = () => unthrottledHttp();
      const outcomes = new Map<string, Awaited<ReturnType<typeof auditRows>>>();
      for (const register of registers)
        outcomes.set(
          register.metadata.id,
          await auditRows({
            store,
            registers: [register],
            http,
            now: () => NOON,
            count: 60,
            seed: '1',
            signal: never,
          }),
        );
      const agreeing = [...outcomes]
        .filter(([, { rows, agree }]) => rows > 0 && agree === rows)
        .map(([id]) => id);
      expect(agreeing.sort()).toEqual([
        'house-ptr',
        'nl-afm',
        'oge-278t',
        'sec-13dg',
        'sec-13f',
        'sec-144',
        'sec-form4',
        'senate-ptr',
        'uk-nsm',
      ]);
      for (const list of ['de-bafin', 'se-fi', 'sec-form35'])
        expect(outcomes.get(list)).toMatchObject({
          agree: 0,
          differing: [],
          notComparable: outcomes.get(list)!.rows,
        });
    });
  });
});
