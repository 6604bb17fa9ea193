/** The yearly indexes of the House and its reports, from a local server. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { printScannedReport } from '../../../../data/sample/make/house-report.js';
import { createHousePtr } from '../../../../src/registers/congress/house-ptr/index.js';
import { createHttpClient, type HttpClient } from '../../../../src/registers/http/http-client.js';
import {
  DocumentNotFoundError,
  type QueuedDocument,
  type Register,
  SourceError,
} from '../../../../src/registers/register.js';
import { RegisterMemory } from '../../crawl-state.js';
import { firstProbe } from '../../http/probes.js';
import { type ClerkServer, startClerkServer, yearZip } from './clerk-server.js';

describe('registers/congress/house-ptr/fetch', () => {
  const NOW = '2026-07-06T12:00:00.000Z';
  const zip = (year: number) => `/public_disc/financial-pdfs/${year}FD.zip`;
  const serve = (year: number, ...ids: string[]) => {
    const listed = ids.map((id, place) => ({ id, date: `${place + 1}/2/${year}` }));
    clerk.files.set(zip(year), { bytes: yearZip(year, listed), etag: `"${year}-${ids.length}"` });
  };

  let clerk: ClerkServer;
  let http: HttpClient;
  let register: Register;

  beforeEach(async () => {
    clerk = await startClerkServer();
    http = createHttpClient({ userAgent: 'disclosed test', perSecond: 10_000, retries: 0 });
    register = createHousePtr(clerk.origin, () => new Date(NOW));
  });
  afterEach(async () => {
    await http.close();
    await clerk.close();
  });

  describe('the yearly indexes', () => {
    it('are read newest first down to the first requested year, each earlier one once', async () => {
      for (const year of [2023, 2024, 2025, 2026]) serve(year, `2${year}001`, `2${year}002`);
      const memory = new RegisterMemory();
      await memory.run(register, http, { now: NOW, since: '2024-03-01' });
      expect(clerk.asked).toEqual([zip(2026), zip(2025), zip(2024)]);
      clerk.asked = [];
      await memory.run(register, http, { now: NOW, since: '2024-03-01' });
      expect(clerk.asked).toEqual([`${zip(2026)} 304`, `${zip(2025)} 304`]);
    });

    it('resume where they were stopped', async () => {
      for (const year of [2023, 2024, 2025, 2026]) serve(year, `2${year}001`);
      const memory = new RegisterMemory();
      await memory.run(register, http, { now: NOW, since: '2023-01-01', steps: 3 });
      clerk.asked = [];
      await memory.run(register, http, { now: NOW, since: '2023-01-01' });
      expect(clerk.asked).toEqual([`${zip(2026)} 304`, `${zip(2025)} 304`, zip(2023)]);
    });

    it('are read again when an earlier first day is set', async () => {
      for (const year of [2025, 2026]) serve(year, `2${year}001`);
      const memory = new RegisterMemory();
      await memory.run(register, http, { now: NOW, since: '2026-02-01' });
      expect(clerk.asked).toEqual([zip(2026)]);
      clerk.asked = [];
      await memory.run(register, http, { now: NOW, since: '2025-06-01' });
      expect(clerk.asked).toEqual([zip(2026), zip(2025)]);
    });

    it('do not reach back before 2015', async () => {
      for (let year = 2015; year <= 2026; year += 1) serve(year, `2${year}001`);
      await new RegisterMemory().run(register, http, { now: NOW, since: '2012-01-01' });
      expect(clerk.asked).toHaveLength(12);
      expect(clerk.asked.at(-1)).toBe(zip(2015));
    });

    it('give the reports to fetch, newest first, and leave out those filed before the first requested day', async () => {
      serve(2026, '20260001', '20260002', '20260003');
      serve(2025, '20250001');
      const memory = new RegisterMemory();
      await memory.run(register, http, { now: NOW, since: '2026-02-01' });
      const wanted: QueuedDocument[] = [];
      for await (const parsed of register.parse(memory.documents.get('2026FD')!))
        wanted.push(...(parsed.toFetch ?? []));
      expect(wanted.map(({ key }) => key)).toEqual(['20260003', '20260002']);
      expect(wanted[0]).toMatchObject({
        kind: 'ptr-pdf',
        url: `${clerk.origin}/public_disc/ptr-pdfs/2026/20260003.pdf`,
        metadata: {
          prefix: 'Hon.',
          first: 'Ida',
          last: 'Invented',
          stateDistrict: 'CA11',
          filingDate: '2026-03-02',
          year: '2026',
        },
      });
      expect(wanted[0]!.priority!).toBeGreaterThan(wanted[1]!.priority!);
    });

    it('report entries that cannot be read and new types, and skip the other reports', async () => {
      const bytes = yearZip(2026, [
        { id: '20260001', date: '1/2/2026' },
        { id: '20260002', date: '' },
        { id: 'x', date: '1/2/2026' },
        { id: '10072231', date: '1/2/2026', type: 'C' },
        { id: '20260003', date: '1/2/2026', type: 'Z' },
      ]);
      const found = { wanted: [] as string[], warnings: [] as string[] };
      for await (const parsed of register.parse({
        key: '2026FD',
        kind: 'index',
        url: '',
        retrievedAt: NOW,
        bytes,
      })) {
        found.wanted.push(...(parsed.toFetch ?? []).map(({ key }) => key));
        found.warnings.push(...parsed.warnings.map(({ kind }) => kind));
      }
      expect(found).toEqual({
        wanted: ['20260001'],
        warnings: ['entry-unreadable', 'entry-unreadable', 'unknown-filing-type'],
      });
    });

    it('larger than any year can be are rejected unread', async () => {
      const listed = Array.from({ length: 40_000 }, () => ({ id: '20260001', date: '1/2/2026' }));
      clerk.files.set(zip(2026), { bytes: yearZip(2026, listed) });
      serve(2025, '20250001');
      const memory = new RegisterMemory();
      await expect(memory.run(register, http, { now: NOW, since: '2025-06-01' })).rejects.toThrow(
        'would unpack to',
      );
      expect([...memory.documents.keys()]).toEqual(['2025FD']);
    });

    it('may be missing in January, but not later', async () => {
      serve(2025, '20250001');
      const early = new RegisterMemory();
      await early.run(register, http, { now: '2026-01-03T12:00:00.000Z', since: '2025-06-01' });
      expect([...early.documents.keys()]).toEqual(['2025FD']);
      clerk.files.set(zip(2026), { bytes: yearZip(2026, []) });
      await early.run(register, http, { now: '2026-01-05T12:00:00.000Z', since: '2025-06-01' });
      clerk.files.delete(zip(2026));
      const late = new RegisterMemory();
      await expect(late.run(register, http, { now: NOW, since: '2025-06-01' })).rejects.toThrow(
        'answered 404',
      );
      expect([...late.documents.keys()]).toEqual(['2025FD']);
    });

    it.each([
      ['a page', () => Buffer.from('<html>Maintenance</html>')],
      ['an empty index', () => yearZip(2026, [])],
      ['the index of another year', () => yearZip(2024, [{ id: '20240001', date: '1/2/2024' }])],
      [
        'an index whose types are unknown',
        () =>
          yearZip(
            2026,
            [1, 2, 3].map((n) => ({ id: `2026000${n}`, date: '1/2/2026', type: '' })),
          ),
      ],
      [
        'an index whose reports are unreadable',
        () =>
          yearZip(
            2026,
            [1, 2, 3].map((n) => ({ id: `2026000${n}`, date: '2026.1.2' })),
          ),
      ],
      ['an index that was cut', () => yearZip(2026, [{ id: '20260001', date: '1/2/2026' }])],
    ])('are not replaced by %s', async (_what, make) => {
      serve(2026, '20260001', '20260002', '20260003');
      serve(2025, '20250001');
      const memory = new RegisterMemory();
      await memory.run(register, http, { now: NOW, since: '2026-01-01' });
      const before = new Map(memory.cursors);
      clerk.files.set(zip(2026), { bytes: make(), etag: '"new"' });
      await expect(memory.run(register, http, { now: NOW, since: '2026-01-01' })).rejects.toThrow(
        SourceError,
      );
      expect(memory.cursors).toEqual(before);
    });
  });

  describe('one report', () => {
    const wanted: QueuedDocument = {
      key: '20260001',
      kind: 'ptr-pdf',
      url: 'https://elsewhere.invalid/20260001.pdf',
      metadata: { year: '2026', filingDate: '2026-07-01', last: 'Invented' },
    };
    const path = '/public_disc/ptr-pdfs/2026/20260001.pdf';

    it('is fetched from the Clerk, regardless of the address in the list', async () => {
      clerk.files.set(path, { bytes: printScannedReport('x') });
      const document = await register.download!(http, wanted);
      expect(document).toMatchObject({
        key: '20260001',
        url: `${clerk.origin}${path}`,
        retrievedAt: NOW,
        metadata: wanted.metadata,
      });
      expect(clerk.asked).toEqual([path]);
    });

    it('is denied when the Clerk does not have it', async () => {
      await expect(register.download!(http, wanted)).rejects.toThrow(DocumentNotFoundError);
    });

    it('is not a web page sent in its place', async () => {
      clerk.files.set(path, { bytes: Buffer.from('<html>Please wait</html>') });
      await expect(register.download!(http, wanted)).rejects.toThrow('is not a PDF');
      clerk.refuse = 403;
      await expect(register.download!(http, wanted)).rejects.toThrow('answered 403');
    });

    it('is never requested with an invalid number', async () => {
      await expect(register.download!(http, { ...wanted, key: '../../x' })).rejects.toThrow(SourceError);
      expect(clerk.asked).toEqual([]);
    });
  });

  describe('the probe and saved files', () => {
    it('reports what the Clerk returns', async () => {
      serve(2026, '20260001', '20260002');
      const at = new Date(NOW);
      expect(await firstProbe(register, http, at)).toMatchObject({
        verdict: 'reachable',
        status: 200,
        detail: '2 entries of 2026, 2 of them periodic transaction reports',
      });
      clerk.files.set(zip(2026), { bytes: Buffer.from('<html></html>') });
      expect(await firstProbe(register, http, at)).toMatchObject({ verdict: 'unknown-shape' });
      clerk.refuse = 403;
      expect(await firstProbe(register, http, at)).toMatchObject({ verdict: 'refused', status: 403 });
    });

    it('recognise saved reports and indexes, and nothing else', () => {
      const pdf = printScannedReport('x');
      expect(register.recognise({ name: '/saved/20260001.pdf', bytes: pdf })).toEqual({
        key: '20260001',
        kind: 'ptr-pdf',
        url: 'file:20260001.pdf',
      });
      expect(
        register.recognise({
          name: '2026FD.zip',
          bytes: yearZip(2026, [{ id: '20260001', date: '1/2/2026' }]),
        }),
      ).toMatchObject({ key: '2026FD', kind: 'index' });
      expect(register.recognise({ name: 'Somebody-05.09.2025-278T.pdf', bytes: pdf })).toBeNull();
      expect(register.recognise({ name: '20260001.pdf', bytes: Buffer.from('<html>') })).toBeNull();
      expect(register.recognise({ name: 'other.zip', bytes: Buffer.from('PK') })).toBeNull();
    });
  });
});
