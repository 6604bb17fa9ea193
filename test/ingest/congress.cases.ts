/**
 * The hourly run against a local Clerk, a local eFD and local identity files: filed reports arrive, failures are
 * reported.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { printScannedReport } from '../../data/sample/make/house-report.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { createHousePtr } from '../../src/registers/congress/house-ptr/index.js';
import type { Register } from '../../src/registers/register.js';
import { queueCounts } from '../../src/store/crawl/queue.js';
import { listUnreadDocuments, listWarnings, sourceStates } from '../../src/store/crawl/run-journal.js';
import { openStore, type Store } from '../../src/store/database/open.js';
import { publishedReads } from '../published-reads.js';
import { madeReport, WALL_PAGE } from '../registers/congress/senate-ptr/server.js';
import { emptyStore } from '../store/empty-store.js';
import {
  type CongressServers,
  houseRow,
  IDALIA,
  MORDECAI,
  pdfPath,
  startCongressServers,
  zipPath,
} from './congress-servers.js';

describe('ingest/congress', () => {
  let capitol: CongressServers;
  let folder: string;
  let store: Store;

  beforeEach(async () => {
    capitol = await startCongressServers();
    folder = mkdtempSync(join(tmpdir(), 'disclosed-congress-'));
    store = openStore(join(folder, 'live.db'), 'write');
    capitol.fileHouseReport('20031001', '2025-03-10', [
      houseRow('Zquorra Robotics, Inc. (ZQRA) [ST]', '2025-02-20'),
    ]);
    capitol.fileHouseReport('20031002', '2026-09-30', [
      houseRow('Quivexel Therapeutics, Inc. (QVEX) [ST]', '2026-09-01'),
      houseRow('Zyloquent Software Corp (ZYLO) [ST]', '2026-09-02', { owner: 'SP', type: 'S (partial)' }),
    ]);
    capitol.efd.reports = [madeReport(1, '2026-09-15'), madeReport(2, '2026-10-01')];
  });
  afterEach(async () => {
    store.close();
    await capitol.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const everything = { since: null, until: '2099-12-31', ticker: null, limit: 500 };
  const member = (slug: string) => publishedReads(store).congressMember({ slug, ...everything });
  const filingIds = async (slug: string) => (await member(slug))?.trades.map((trade) => trade.filingId);
  const source = () => sourceStates(store).find((one) => one.source === 'us-congress-stock-act')!;
  const later = (hours = 1) => {
    capitol.clock = new Date(capitol.clock.getTime() + hours * 3_600_000);
  };
  const outcomes = async (...given: Parameters<CongressServers['run']>) =>
    (await capitol.run(...given)).map(({ register, outcome }) => `${register} ${outcome}`);
  const pdfsAsked = () => capitol.clerk.asked.filter((path) => path.includes('.pdf'));

  describe('the hourly run over the Congress', () => {
    it('reads the identity files first, then fills both chambers, and counts trades as rows', async () => {
      expect(await outcomes(store)).toEqual(['congress-members ok', 'house-ptr ok', 'senate-ptr ok']);
      expect(await publishedReads(store).congressMembers()).toEqual([
        { slug: 'idalia-invented', name: 'Idalia Invented', chamber: 'house', district: 'CA11' },
        { slug: 'mordecai-plumquist', name: 'Mordecai Plumquist', chamber: 'senate', district: 'VT' },
      ]);
      expect(await publishedReads(store).memberNames()).toEqual([
        { slug: 'idalia-invented', name: 'Idalia Invented', chamber: 'house' },
        { slug: 'mordecai-plumquist', name: 'Mordecai Plumquist', chamber: 'senate' },
      ]);
      expect(await filingIds('idalia-invented')).toEqual(['20031002-1', '20031002-0', '20031001-0']);
      expect(source()).toMatchObject({
        status: 'ok',
        rows: 5,
        warnings: 0,
        lastReadAt: capitol.clock.toISOString(),
      });
    });

    it('sends only conditional requests to an unchanged Clerk, and is as fresh as the answer', async () => {
      await capitol.run(store);
      const before = await member('idalia-invented');
      capitol.clerk.asked.length = 0;
      capitol.legislators.asked.length = 0;
      later();
      expect(await outcomes(store)).toEqual(['congress-members ok', 'house-ptr ok', 'senate-ptr ok']);
      expect(capitol.clerk.asked).toEqual([`${zipPath(2026)} 304`, `${zipPath(2025)} 304`]);
      expect(capitol.legislators.asked).toEqual([]);
      expect(source()).toMatchObject({ status: 'ok', lastReadAt: capitol.clock.toISOString() });
      expect(await member('idalia-invented')).toEqual(before);
    });

    it('adds a new report of either chamber, and says when it was first seen', async () => {
      await capitol.run(store);
      const first = capitol.clock.toISOString();
      capitol.fileHouseReport('20031003', '2026-10-08', [
        houseRow('Xquinby & Daughters, Inc. (XQIN) [ST]', '2026-10-01'),
      ]);
      capitol.efd.reports.push(madeReport(3, '2026-10-08'));
      capitol.clerk.asked.length = 0;
      later();
      await capitol.run(store);
      expect(pdfsAsked()).toEqual([pdfPath('20031003', 2026)]);
      const trades = (await member('idalia-invented'))!.trades;
      expect(trades.map((trade) => [trade.filingId, trade.ingestedAt])).toEqual([
        ['20031003-0', capitol.clock.toISOString()],
        ['20031002-1', first],
        ['20031002-0', first],
        ['20031001-0', first],
      ]);
      expect(await filingIds('mordecai-plumquist')).toHaveLength(3);
      expect(source().rows).toBe(7);
    });

    it('reports a blocked Senate as a failure of the Senate, while the House is still read', async () => {
      await capitol.run(store);
      const senator = await member('mordecai-plumquist');
      capitol.efd.instead = () => ({ status: 403, body: WALL_PAGE });
      capitol.efd.asked.length = 0;
      capitol.fileHouseReport('20031003', '2026-10-08', [
        houseRow('Xquinby & Daughters, Inc. (XQIN) [ST]', '2026-10-01'),
      ]);
      later();
      expect(await outcomes(store)).toEqual(['congress-members ok', 'house-ptr ok', 'senate-ptr failed']);
      // One refusal is enough: the run sends no further requests.
      expect(capitol.efd.asked).toHaveLength(1);
      expect(source().status).toBe('failing');
      expect(source().note).toMatch(
        /^The last attempt of senate-ptr failed: .*register not reachable: eFD refuses this client.*5 U\.S\.C\. 13107\(c\)/,
      );
      expect(source().note).not.toContain('house-ptr');
      expect(await filingIds('idalia-invented')).toContain('20031003-0');
      expect(await member('mordecai-plumquist')).toEqual(senator);
      capitol.efd.instead = () => undefined;
      later();
      await capitol.run(store);
      expect(source()).toMatchObject({ status: 'ok', lastReadAt: capitol.clock.toISOString() });
    });

    it('answers about the House if the Senate never granted access', async () => {
      capitol.efd.instead = () => ({ status: 403, body: WALL_PAGE });
      await capitol.run(store);
      expect(source()).toMatchObject({ status: 'failing', rows: 3, lastReadAt: capitol.clock.toISOString() });
      expect(await filingIds('idalia-invented')).toHaveLength(3);
      expect(await member('mordecai-plumquist')).toBeNull();
    });

    it('says that the Senate is switched off, and removes its old failure', async () => {
      capitol.efd.instead = () => ({ status: 403, body: WALL_PAGE });
      await capitol.run(store);
      later();
      await capitol.run(store, { enabled: ['congress-members', 'house-ptr'] });
      expect(source()).toMatchObject({
        status: 'ok',
        note: expect.stringMatching(/^Switched off here: senate-ptr\. /),
      });
    });

    it('accepts the terms once more if the session is lost on the way, and loses no report', async () => {
      capitol.efd.instead = (question) => {
        // The session ends with the first report page; the page itself then shows the search form, with a 200.
        if (question.includes('/search/view/') && agreements() === 1) capitol.efd.agreed.clear();
        return undefined;
      };
      const agreements = () => capitol.efd.asked.filter((one) => one === 'POST /search/home/').length;
      expect(await outcomes(store)).toContain('senate-ptr ok');
      expect(agreements()).toBe(2);
      expect(await filingIds('mordecai-plumquist')).toHaveLength(2);
      expect(queueCounts(store)['senate-ptr']).toMatchObject({ waiting: 0, unread: 0 });
    });

    it('keeps a member whom the identity files lose for a day, with the same address', async () => {
      await capitol.run(store);
      const before = await member('idalia-invented');
      capitol.legislators.parts.set('current', [MORDECAI]);
      later(24);
      await capitol.run(store);
      expect(await member('idalia-invented')).toEqual(before);
      expect((await publishedReads(store).congressMembers()).map(({ slug }) => slug)).toEqual([
        'idalia-invented',
        'mordecai-plumquist',
      ]);
      expect(listWarnings(store, { kind: 'member-unresolved' }, 10)).toEqual([]);
      // A member who moved to the file of former members is read there, and no member appears twice.
      const left = structuredClone(IDALIA) as { terms: Array<{ party: string }> };
      left.terms[0]!.party = 'Independent';
      capitol.legislators.parts.set('historical', [left]);
      later(24);
      await capitol.run(store);
      expect((await member('idalia-invented'))?.member).toEqual({ ...before!.member, party: 'I' });
    });

    it('keeps requesting reports that are listed but refused, and then lists them as filed but missing', async () => {
      const pdf = pdfPath('20031002', 2026);
      const { bytes } = capitol.clerk.files.get(pdf)!;
      capitol.clerk.files.delete(pdf);
      const denied = `GET /search/view/ptr/${madeReport(2, '2026-10-01').id}/`;
      capitol.efd.instead = (question) => (question === denied ? { status: 404, body: '' } : undefined);
      for (let run = 0; run < 11; run += 1) {
        await capitol.run(store);
        expect(queueCounts(store)).toMatchObject({
          'house-ptr': { waiting: 1, gone: 0 },
          'senate-ptr': { waiting: 1, gone: 0 },
        });
        later(24);
      }
      // A listed report counts as filed before the register serves it.
      expect(await member('idalia-invented')).toMatchObject({
        member: { lifetimeFilings: 2 },
        unreadReports: [{ reason: 'Listed by the register; not fetched yet.' }],
      });
      await capitol.run(store);
      expect(queueCounts(store)).toMatchObject({ 'house-ptr': { gone: 1 }, 'senate-ptr': { gone: 1 } });
      expect(await member('idalia-invented')).toMatchObject({
        member: { lifetimeFilings: 2, lastSeen: '2026-09-30' },
        trades: [{ filingId: '20031001-0' }],
        unreadReports: [
          {
            filingId: '20031002',
            disclosureDate: '2026-09-30',
            reason: 'Listed by the Clerk, who does not have the document.',
          },
        ],
      });
      expect(await member('mordecai-plumquist')).toMatchObject({
        member: { lifetimeFilings: 2 },
        unreadReports: [{ disclosureDate: '2026-10-01', reason: expect.stringContaining('eFD') }],
      });
      // It turns up after all, in a saved file.
      const house = createHousePtr(capitol.clerk.origin);
      const document = { ...house.recognise({ name: '20031002.pdf', bytes })!, bytes, retrievedAt: '' };
      await importDocuments(store, house, [document], () => capitol.clock);
      await capitol.run(store);
      expect((await member('idalia-invented'))?.unreadReports).toEqual([]);
      expect(await filingIds('idalia-invented')).toEqual(['20031002-1', '20031002-0', '20031001-0']);
    });

    it('keeps an unresolved name, and merges it when the identity file comes', async () => {
      capitol.legislators.parts.set('current', [MORDECAI]);
      await capitol.run(store);
      expect((await member('ida-invented'))?.member).toMatchObject({
        memberName: 'Ida Invented',
        chamber: 'house',
        district: 'CA11',
        party: '',
        lifetimeFilings: 2,
      });
      expect(listWarnings(store, { kind: 'member-unresolved' }, 10)).toEqual([
        expect.objectContaining({
          register: 'house-ptr',
          detail: 'Hon. Ida Invented, house, CA11, 2025-03-10',
          count: 1,
        }),
        expect.objectContaining({
          register: 'house-ptr',
          detail: 'Hon. Ida Invented, house, CA11, 2026-09-30',
          count: 1,
        }),
      ]);
      // An hour without news records nothing twice.
      later();
      await capitol.run(store);
      expect(listWarnings(store, { kind: 'member-unresolved' }, 10).map(({ count }) => count)).toEqual([
        1, 1,
      ]);

      capitol.legislators.parts.set('current', [MORDECAI, IDALIA]);
      later(24);
      await capitol.run(store);
      const known = await member('idalia-invented');
      expect(known?.member).toMatchObject({ slug: 'idalia-invented', party: 'D', lifetimeFilings: 2 });
      expect(known?.trades.map((trade) => [trade.memberSlug, trade.party])).toEqual(
        Array(3).fill(['idalia-invented', 'D']),
      );
      // The earlier address keeps answering, with the one record.
      expect(await member('ida-invented')).toEqual(known);
      expect((await publishedReads(store).congressMembers()).map(({ slug }) => slug)).toEqual([
        'idalia-invented',
        'mordecai-plumquist',
      ]);
    });

    it('applies the operator’s override for a name that the files cannot settle', async () => {
      capitol.fileHouseReport(
        '20031009',
        '2026-10-02',
        [houseRow('Zquorra Robotics, Inc. (ZQRA) [ST]', '2026-09-20')],
        'Misspelt',
      );
      await capitol.run(store);
      expect((await member('ida-misspelt'))?.member.party).toBe('');
      const overrides = [
        {
          filedName: 'Ida Misspelt',
          chamber: 'house' as const,
          bioguide: 'I999101',
          source: 'a telephone call',
        },
      ];
      later();
      await capitol.run(store, { overrides });
      expect(await filingIds('idalia-invented')).toContain('20031009-0');
      expect((await member('ida-misspelt'))?.member.slug).toBe('idalia-invented');
      // Without the override the name has its own record again, and the slug of the member has not moved.
      later();
      await capitol.run(store);
      expect(await filingIds('idalia-invented')).not.toContain('20031009-0');
    });

    it('stores a report that the parser does not understand, counts it, and reads it with a better parser', async () => {
      const half = (register: Register): Register =>
        register.metadata.id !== 'house-ptr'
          ? register
          : {
              ...register,
              // An older parser, which loses the second half of this one document.
              parse: (document) =>
                register.parse(
                  document.key === '20031002'
                    ? { ...document, bytes: document.bytes.subarray(0, document.bytes.length / 2) }
                    : document,
                ),
            };
      await capitol.run(store, { change: half });
      const first = capitol.clock.toISOString();
      expect(listUnreadDocuments(store, 10)).toEqual([
        expect.objectContaining({
          register: 'house-ptr',
          key: '20031002',
          reason: expect.stringMatching(/\S/),
        }),
      ]);
      const before = await member('idalia-invented');
      expect(before?.member).toMatchObject({ lifetimeFilings: 2, lastSeen: '2026-09-30' });
      expect(before?.trades.map((trade) => trade.filingId)).toEqual(['20031001-0']);
      expect(before?.unreadReports).toEqual([
        {
          filingId: '20031002',
          disclosureDate: '2026-09-30',
          sourceLink: expect.stringContaining('/2026/20031002.pdf'),
          reason: `The report cannot be read: ${listUnreadDocuments(store, 1)[0]!.reason}`,
        },
      ]);
      expect(source().rows).toBe(4);

      capitol.clerk.asked.length = 0;
      later();
      const better = (register: Register) => ({ ...register, readerVersion: register.readerVersion + 1 });
      await capitol.run(store, { change: better });
      // Its bytes were stored, so it is not requested again.
      expect(pdfsAsked()).toEqual([]);
      const after = await member('idalia-invented');
      expect(after?.unreadReports).toEqual([]);
      expect(after?.member.lifetimeFilings).toBe(2);
      expect(after?.trades.map((trade) => [trade.filingId, trade.ingestedAt])).toEqual([
        ['20031002-1', first],
        ['20031002-0', first],
        ['20031001-0', first],
      ]);
      expect(listUnreadDocuments(store, 10)).toEqual([]);
      expect(source().rows).toBe(5);
    });

    it('records paper reports of both chambers as filed, without trades', async () => {
      capitol.fileHouseReport('9119991', '2026-08-01', [
        houseRow('Zquorra Robotics, Inc. (ZQRA) [ST]', '2026-07-01'),
      ]);
      capitol.clerk.files.set(pdfPath('9119991', 2026), { bytes: printScannedReport('9119991') });
      capitol.efd.reports.push(madeReport(3, '2026-10-02', { kind: 'paper', rows: [] }));
      await capitol.run(store);
      for (const slug of ['idalia-invented', 'mordecai-plumquist']) {
        const facts = await member(slug);
        expect(facts?.member.lifetimeFilings).toBe(3);
        expect(facts?.unreadReports).toEqual([
          expect.objectContaining({ reason: expect.stringMatching(/paper/) }),
        ]);
        expect(
          facts?.trades.every(
            (trade) => !facts.unreadReports.some(({ filingId }) => trade.filingId.startsWith(filingId)),
          ),
        ).toBe(true);
      }
      expect(source()).toMatchObject({ status: 'ok', rows: 7 });
    });

    it('reads every year that the indexes offer on an initial import', async () => {
      for (let year = 2015; year < 2025; year += 1)
        capitol.fileHouseReport(`2000${year}`, `${year}-06-10`, [
          houseRow('Zquorra Robotics, Inc. (ZQRA) [ST]', `${year}-06-01`),
        ]);
      capitol.efd.reports.push(madeReport(9, '2013-05-06'));
      await capitol.run(store, { since: ({ metadata }) => metadata.backfillFrom ?? '2025-10-08' });
      // Before the first known term no member can be identified by the name.
      const all = (await publishedReads(store).congressMembers()).map(({ slug }) => slug);
      const trades = (await Promise.all(all.map((slug) => filingIds(slug)))).flat();
      expect(trades).toHaveLength(5 + 10 + 1);
      expect(queueCounts(store)['house-ptr']).toMatchObject({ waiting: 0, done: 12 + 12 });
    });

    it('resumes after a stop in the middle of the import, and ends as if nothing had happened', async () => {
      for (let month = 1; month <= 9; month += 1)
        capitol.fileHouseReport(`2004000${month}`, `2026-0${month}-20`, [
          houseRow('Zquorra Robotics, Inc. (ZQRA) [ST]', `2026-0${month}-02`),
        ]);
      capitol.efd.reports.push(
        ...Array.from({ length: 9 }, (_, n) => madeReport(10 + n, `2026-09-0${n + 1}`)),
      );
      const calm = emptyStore();
      await capitol.run(calm);
      capitol.clerk.asked.length = 0;
      capitol.efd.asked.length = 0;

      // Stopped in the House, then in the Senate, each time with the file closed and opened again.
      let stop = new AbortController();
      capitol.clerk.hear = () => pdfsAsked().length === 4 && stop.abort();
      capitol.efd.instead = (question) => {
        if (question.includes('/search/view/') && capitol.efd.asked.length === 7) stop.abort();
        return undefined;
      };
      for (const place of ['house-ptr', 'senate-ptr']) {
        stop = new AbortController();
        const ended = await capitol.run(store, { signal: stop.signal, enabled: ['congress-members', place] });
        expect(ended.at(-1)).toMatchObject({ register: place, outcome: 'stopped' });
        const queue = queueCounts(store)[place]!;
        expect(queue.waiting).toBeGreaterThan(0);
        expect(queue.waiting).toBeLessThan(11);
        store.close();
        store = openStore(join(folder, 'live.db'), 'write');
      }
      expect(source().status).toBe('filling');
      expect(await outcomes(store)).toEqual(['congress-members ok', 'house-ptr ok', 'senate-ptr ok']);
      for (const slug of ['idalia-invented', 'mordecai-plumquist'])
        expect(await member(slug)).toEqual(
          await publishedReads(calm).congressMember({ slug, ...everything }),
        );
      expect(sourceStates(store)).toEqual(sourceStates(calm));
      calm.close();
    });
  });
});
