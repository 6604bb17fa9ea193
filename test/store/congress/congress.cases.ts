/** Reports and members in the store: they are read back as written, derivation loses nothing, slugs never move. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveCongress } from '../../../src/ingest/derive/congress.js';
import type { ResolvedMembers } from '../../../src/records/congress/member.js';
import { shownReports } from '../../../src/store/changes/shown-reports.js';
import { memberReports, pendingMembers } from '../../../src/store/congress/effective-trades.js';
import { memberPortfolio } from '../../../src/store/congress/member-portfolio.js';
import {
  allMembers,
  assignedSlugs,
  isIdentityPending,
  writeResolvedMembers,
} from '../../../src/store/congress/resolved-members.js';
import { listWarnings } from '../../../src/store/crawl/run-journal.js';
import { openStore, type Store, StoreError } from '../../../src/store/database/open.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import { publishedReads } from '../../published-reads.js';
import { emptyStore } from '../empty-store.js';
import {
  derive,
  houseReport,
  IDA,
  members,
  NOW,
  senateReport,
  trade,
  write,
  writeAt,
  writeMembers,
} from './invented-reports.js';

describe('store/congress/congress', () => {
  const UUID = '99900000-0000-4000-8000-000000000001';
  const LATER = new Date('2026-10-09T12:00:00.000Z');
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  const ask = (slug = 'idalia-invented') =>
    publishedReads(store).congressMember({
      slug,
      since: null,
      until: '2099-12-31',
      ticker: null,
      limit: 500,
    });
  const ids = async (slug?: string) => (await ask(slug))?.trades.map((one) => one.filingId);

  it('shows the rows of a report that is filed again once, and says that it repeats another', async () => {
    const trades = [0, 1, 2].map((row) => trade(row, { assetDescription: `Asset ${row} [OT]`, ticker: '' }));
    const amended = trade(0, { ...trades[0], rowId: '2000152831', filingStatus: 'Amended' });
    writeMembers(store, members(IDA));
    write(
      store,
      houseReport('20030001', { disclosureDate: '2026-02-01', trades }),
      houseReport('20030002', { disclosureDate: '2026-02-02', trades }),
      houseReport('20030003', { disclosureDate: '2026-02-03', trades: [amended] }),
    );
    derive(store);
    expect(await ids()).toEqual(['20030003-0', '20030001-2', '20030001-1']);
    expect(shownReports(store, IDA.bioguide)).toMatchObject([
      { hidden: { amended: 1, repeated: 0 }, isAmendment: false },
      { hidden: { amended: 0, repeated: 3 }, isAmendment: false },
      { hidden: { amended: 0, repeated: 0 }, isAmendment: true },
    ]);
    expect(shownReports(store, IDA.bioguide)![2]!.describe().facts.form).toBe('amendment');
    expect(memberPortfolio(store, IDA.bioguide).reports).toMatchObject([
      { documentId: '20030001', isAmendment: false },
      { documentId: '20030002', isAmendment: false },
      { documentId: '20030003', isAmendment: true },
    ]);
  });

  describe('what is written', () => {
    it('is read back exactly: reports with every field, members with every term', () => {
      const whole = houseReport('20030001', {
        vehicles: ['Trust (Owner: SP) ⇒ Account'],
        comments: 'A remark',
        trades: [
          trade(0, {
            rowId: '1000000001',
            filingStatus: 'Amended',
            amountMax: null,
            amountMid: null,
            location: 'Reno, NV',
          }),
          trade(1, {
            ticker: '',
            received: { ticker: 'QVEX', assetDescription: 'Quivexel (Received)' },
            subholding: 'Trust > Account',
            description: 'Call, strike 20',
            comments: 'late',
          }),
          trade(2, { received: { ticker: '', assetDescription: 'Quivexel (Received)' } }),
        ],
      });
      const odd = houseReport('20010001', { vehicles: ['Trust'], assetCaseUncertain: true });
      const paper = senateReport(UUID, { readability: 'scanned', reason: 'paper', trades: [], amendment: 2 });
      writeMembers(store, members(IDA));
      write(store, odd, whole, paper);
      derive(store);
      expect(allMembers(store)).toEqual([IDA]);
      expect(memberReports(store, 'I999101')).toEqual([odd, whole, paper]);
    });

    it('marks on each trade of a report that the letter case of its assets is not certain', async () => {
      writeMembers(store, members(IDA));
      write(store, houseReport('20010001', { assetCaseUncertain: true }), houseReport('20030001'));
      derive(store);
      const marks = (await ask())?.trades.map((one) => [one.filingId, one.assetCaseUncertain]);
      expect(marks).toEqual([
        ['20030001-0', undefined],
        ['20010001-0', true],
      ]);
    });

    it('changes nothing if it is written again', () => {
      writeMembers(store, members(IDA));
      write(store, houseReport('20030001'), senateReport(UUID));
      derive(store);
      expect(write(store, houseReport('20030001'), senateReport(UUID))).toEqual({ changed: 0, unchanged: 2 });
      expect(writeMembers(store, members(IDA))).toEqual({ changed: 0, unchanged: 1 });
      expect(isIdentityPending(store, [])).toBe(false);
      expect(derive(store)).toBe(0);
    });

    it('counts trades as rows of the source, through corrections too', () => {
      const rows = () =>
        store
          .sql<{ n: number }>("SELECT stored_rows AS n FROM register_state WHERE register = 'house-ptr'")
          .get()?.n;
      write(store, houseReport('20030001', { trades: [trade(0), trade(1)] }), houseReport('20030002'));
      expect(rows()).toBe(3);
      write(store, houseReport('20030001', { trades: [trade(0)] }));
      expect(rows()).toBe(2);
    });

    it('is not replaced by an unreadable response', async () => {
      writeMembers(store, members(IDA));
      write(store, senateReport(UUID));
      const lost = senateReport(UUID, { readability: 'failed', reason: 'the session was lost', trades: [] });
      expect(write(store, lost)).toEqual({ changed: 0, unchanged: 1 });
      derive(store);
      expect(await ids()).toEqual([`${UUID}-0`]);
    });

    it('is not replaced by a damaged copy that looks like a scan', async () => {
      writeMembers(store, members(IDA));
      write(store, houseReport('20030001'));
      const blank = houseReport('20030001', { readability: 'scanned', reason: 'filed on paper', trades: [] });
      expect(write(store, blank)).toEqual({ changed: 0, unchanged: 1 });
      derive(store);
      expect(await ids()).toEqual(['20030001-0']);
    });

    it('keeps the moment when a report was first seen, whatever follows', async () => {
      writeMembers(store, members(IDA));
      writeAt(store, NOW, houseReport('20030001', { readability: 'failed', reason: 'odd', trades: [] }));
      writeAt(store, LATER, houseReport('20030001'), houseReport('20030002'));
      derive(store);
      const seen = new Map((await ask())?.trades.map((one) => [one.filingId, one.ingestedAt]));
      expect(seen).toEqual(
        new Map([
          ['20030001-0', NOW.toISOString()],
          ['20030002-0', LATER.toISOString()],
        ]),
      );
    });
  });

  describe('derivation', () => {
    it('is still pending after a sudden end between the writing and the derivation', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'store-congress-'));
      const file = join(folder, 'live.db');
      let one = openStore(file, 'write');
      writeMembers(one, members(IDA));
      write(one, houseReport('20030001'));
      one.close();
      one = openStore(file, 'write');
      expect(isIdentityPending(one, [])).toBe(true);
      expect(derive(one)).toBe(1);
      expect(await publishedReads(one).memberNames()).toEqual([
        { slug: 'idalia-invented', name: 'Idalia Invented', chamber: 'senate' },
      ]);
      one.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('processes only the members whose reports changed', () => {
      writeMembers(store, members(IDA));
      const other = {
        asFiled: 'Hon. Otto Other',
        prefix: 'Hon.',
        first: 'Otto',
        last: 'Other',
        suffix: null,
      };
      write(
        store,
        houseReport('20030001'),
        houseReport('20030002', { filerName: other, stateDistrict: 'NV01' }),
      );
      expect(derive(store)).toBe(2);
      write(store, houseReport('20030003'));
      expect(derive(store)).toBe(1);
      expect(pendingMembers(store)).toEqual([]);
    });

    it('assigns no slug before the identity files were read for the first time', async () => {
      write(store, houseReport('20030001'));
      expect(deriveCongress(store, { now: NOW, overrides: [], identityAwaited: true })).toBe(0);
      expect(assignedSlugs(store)).toEqual([]);
      writeMembers(store, members(IDA));
      derive(store);
      expect(assignedSlugs(store)).toEqual([
        { slug: 'idalia-invented', memberId: 'I999101', standing: 'own' },
      ]);
      // Once they are known, a new report does not wait for them.
      write(store, houseReport('20030002'));
      expect(deriveCongress(store, { now: NOW, overrides: [], identityAwaited: true })).toBe(1);
    });

    it('replaces amended rows, and keeps both with a warning if the evidence is not enough', async () => {
      writeMembers(store, members(IDA));
      const amended = (row: number, more = {}) =>
        trade(row, { rowId: `100000000${row}`, filingStatus: 'Amended', ...more });
      write(
        store,
        houseReport('20030001', {
          trades: [
            trade(0),
            trade(1, { assetDescription: 'Twice', transactionDate: '2026-09-04' }),
            trade(2, { assetDescription: 'Twice', transactionDate: '2026-09-05' }),
          ],
        }),
        houseReport('20030002', {
          disclosureDate: '2026-10-01',
          trades: [
            amended(0, { amountLabel: '$15,001 - $50,000' }),
            amended(1, { assetDescription: 'Twice' }),
          ],
        }),
      );
      derive(store);
      expect(await ids()).toEqual(['20030002-1', '20030002-0', '20030001-2', '20030001-1']);
      expect((await ask())?.member.lifetimeFilings).toBe(2);
      expect(listWarnings(store, { kind: 'amended-row-of-several' }, 10)).toEqual([
        expect.objectContaining({ register: 'house-ptr', where: '20030002-1', count: 1 }),
      ]);
    });

    it('journals a warning when the queue is empty, and never one that was resolved before', () => {
      writeMembers(store, members(IDA));
      const wanted = (key: string) => ({ key, kind: 'ptr-pdf', url: `https://example.org/${key}` });
      const step = (key: string, report = houseReport(key)) =>
        writeBatch(store, {
          register: 'house-ptr',
          now: NOW,
          records: [report],
          outcomes: [{ key, outcome: 'done' }],
        });
      writeBatch(store, {
        register: 'house-ptr',
        now: NOW,
        queued: ['20030001', '20030002', '20030003'].map(wanted),
      });
      const amended = (asset: string) =>
        trade(0, { rowId: '1000000001', filingStatus: 'Amended', assetDescription: asset, ticker: '' });
      // An initial import reads the newest first: the amendment comes before its original.
      step(
        '20030003',
        houseReport('20030003', {
          disclosureDate: '2026-10-02',
          trades: [amended('Zquorra Robotics, Inc. (ZQRA) [ST]')],
        }),
      );
      step(
        '20030002',
        houseReport('20030002', { disclosureDate: '2026-10-01', trades: [amended('Never seen before')] }),
      );
      derive(store);
      expect(listWarnings(store, {}, 10)).toEqual([]);
      step('20030001');
      derive(store);
      expect(listWarnings(store, {}, 10)).toEqual([
        expect.objectContaining({ kind: 'amended-row-without-original', where: '20030002-0', count: 1 }),
      ]);
      step('20030004');
      derive(store);
      expect(listWarnings(store, {}, 10)[0]?.count).toBe(1);
    });
  });

  describe('slugs', () => {
    it('move with a filed name to the resolved member, as an alias', async () => {
      write(store, houseReport('20030001'));
      derive(store);
      expect((await ask('ida-invented'))?.member.party).toBe('');
      writeMembers(store, members(IDA));
      derive(store);
      expect(assignedSlugs(store)).toEqual([
        { slug: 'ida-invented', memberId: 'I999101', standing: 'alias' },
        { slug: 'idalia-invented', memberId: 'I999101', standing: 'own' },
      ]);
      expect(await ask('ida-invented')).toEqual(await ask('idalia-invented'));
    });

    it('work under another name of the member too, as long as only one member could claim it', async () => {
      const nicknamed = { ...IDA, name: { ...IDA.name, nickname: 'Dally' } };
      writeMembers(store, members(nicknamed));
      write(store, houseReport('20030001'));
      derive(store);
      expect(await ask('dally-invented')).toEqual(await ask('idalia-invented'));
      expect((await ask('dally-invented'))?.member.slug).toBe('idalia-invented');
      expect(assignedSlugs(store).map(({ slug }) => slug)).toEqual(['idalia-invented']);
      const rival = { ...IDA, bioguide: 'I999102', name: { ...IDA.name, first: 'Dally', nickname: null } };
      writeMembers(store, members(nicknamed, rival));
      derive(store);
      expect(await ask('dally-invented')).toBeNull();
      expect(await ask('idalia-invented')).not.toBeNull();
    });

    it.each([
      [
        'moves to another member',
        [{ slug: 'idalia-invented', memberId: 'X000001', standing: 'own' as const }],
      ],
      ['vanishes', []],
    ])('are refused if the derived rows have one that %s', (_what, slugs) => {
      writeMembers(store, members(IDA));
      write(store, houseReport('20030001'));
      derive(store);
      const readings: ResolvedMembers = { members: [], slugs, aliases: [], reports: [], warnings: [] };
      expect(() => writeResolvedMembers(store, readings, [])).toThrow(StoreError);
      expect(assignedSlugs(store)).toEqual([
        { slug: 'idalia-invented', memberId: 'I999101', standing: 'own' },
      ]);
    });
  });
});
