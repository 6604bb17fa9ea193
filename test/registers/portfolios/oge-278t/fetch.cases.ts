/** Requests to OGE: whose documents, which of them, when again, and what every other response means. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RegisterRecord } from '../../../../src/records/index.js';
import { type HttpClient, SourcePausedError } from '../../../../src/registers/http/http-client.js';
import { createOge278T, createOgeClient } from '../../../../src/registers/portfolios/oge-278t/index.js';
import { parseIndexResponse } from '../../../../src/registers/portfolios/oge-278t/index-response.js';
import {
  DocumentNotFoundError,
  type Http,
  type QueuedDocument,
  SourceError,
} from '../../../../src/registers/register.js';
import { RegisterMemory } from '../../crawl-state.js';
import { firstProbe } from '../../http/probes.js';
import { inventedReport, type OgeServer, type ServedDocument, startOgeServer } from './oge-server.js';

describe('registers/portfolios/oge-278t/fetch', () => {
  const NOW = '2026-11-20T12:00:00.000Z';
  const FILERS = ['Roe, Jane A'];
  const pdf = inventedReport('Roe, Jane Abigail');

  let oge: OgeServer;
  let door: HttpClient;
  let http: Http;
  let waits: number[];

  const id = (number: number) => number.toString(16).toUpperCase().padStart(32, '0');
  const listed = (number: number, more: Partial<ServedDocument> = {}): ServedDocument => ({
    id: id(number),
    name: 'Roe, Jane A',
    posted: `2026-0${1 + (number % 9)}-15`,
    label: '278 Transaction',
    fileName: `Jane-Roe-${number}-278T.pdf`,
    bytes: pdf,
    ...more,
  });

  beforeEach(async () => {
    oge = await startOgeServer();
    waits = [];
    let time = 0;
    const clock = {
      now: () => time,
      wait: async (ms: number) => {
        waits.push(ms);
        time += ms;
      },
    };
    door = createOgeClient({
      contact: 'Jané Roe jane@example.org',
      version: '1.0.0',
      clock,
      random: () => 0,
      retries: 0,
    });
    http = door;
  });
  afterEach(async () => {
    await door.close();
    await oge.close();
  });

  const register = (filers: readonly string[] = FILERS) =>
    createOge278T({ filers, origin: oge.origin, now: () => new Date(NOW) });

  /** Reads the lists once; returns what they name, and the warnings. */
  async function readLists(
    memory: RegisterMemory,
    {
      filers = FILERS,
      since = '2020-01-01',
      door = http,
    }: { filers?: string[]; since?: string; door?: Http } = {},
  ) {
    memory.documents.clear();
    const wanted = new Map<string, QueuedDocument>();
    const warnings: string[] = [];
    await memory.run(register(filers), door, { now: NOW, since });
    const documents = [...memory.documents.values()];
    for (const document of documents)
      for await (const step of register(filers).parse(document)) {
        for (const one of step.toFetch ?? []) wanted.set(one.key, one);
        warnings.push(...step.warnings.map(({ kind, detail }) => `${kind}: ${detail}`));
      }
    return { wanted: [...wanted.values()], warnings, documents };
  }

  const failureOf = (work: Promise<unknown>): Promise<SourceError> =>
    work.then(
      () => {
        throw new Error('no failure');
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(SourceError);
        return error as SourceError;
      },
    );

  describe('the index', () => {
    it('is searched once for each surname as its page does, newest first, a second and a half apart', async () => {
      oge.documents = [listed(1), listed(2, { name: 'Roe, Jane' }), listed(3, { name: 'Poe, John' })];
      const { wanted, warnings } = await readLists(new RegisterMemory(), {
        filers: ['Roe, Jane A', 'Roe, Jane B', 'Poe, Edgar'],
      });
      expect(oge.asked).toHaveLength(2);
      const columns = ['docDate', 'title', 'type', 'name', 'agency', 'level'].map(
        (name, at) =>
          `columns[${at}][data]=${name}&columns[${at}][searchable]=true&columns[${at}][orderable]=true`,
      );
      for (const [place, surname] of ['Roe', 'Poe'].entries())
        expect(oge.asked[place]).toBe(
          `/201/Presiden.nsf/API.xsp/v3/rest?draw=1&order[0][column]=0&order[0][dir]=desc&${columns.join('&')}&start=0&length=1000&search[value]=&columns[3][search][value]=${surname}`,
        );
      expect(waits).toEqual([1500]);
      expect(wanted.map(({ key }) => key).sort()).toEqual([id(1), id(2)]);
      expect(warnings).toEqual([]);
    });

    it('gives each report with its facts, under its id and never under its name', async () => {
      const fileName = "Jane-O'Roe 1,2 (50%) 278-T(2) AMENDED.pdf";
      oge.documents = [listed(7, { fileName, label: '278 Transaction (Amended 05/01/2026)' })];
      const { wanted } = await readLists(new RegisterMemory());
      expect(wanted).toEqual([
        {
          key: id(7),
          kind: 'report-pdf',
          url: `${oge.origin}/201/Presiden.nsf/PAS+Index/${id(7)}/$FILE/${encodeURIComponent(fileName)}`,
          metadata: {
            name: 'Roe, Jane A',
            title: 'Administrator',
            agency: 'Bureau of Samples',
            postedAt: '2026-08-15',
            amended: 'Amended 05/01/2026',
            fileName,
          },
          priority: 20260815,
        },
      ]);
    });

    it.each([
      ['278 Transaction', 'Jane-Roe.pdf', true],
      ['278 Transaction (Amended 08/12/2025)', 'x.pdf', true],
      ['Periodic Report', 'Donald J. Roe 9.3.25 278-T.pdf', true],
      ['Periodic Report', 'Jane-Roe-2026-278 T(2).pdf', true],
      ['Termination', 'Jane-Roe-2026-278TERM.pdf', false],
      ['Termination', 'Jane-Roe-2026-278-TERM.pdf', false],
      ['278 Termination', 'Jane-Roe-2026.pdf', false],
      ['Annual (2026)', 'Jane-Roe-2026-278.pdf', false],
      ['New Entrant', 'Jane-Roe-278e.pdf', false],
      ['Ethics Agreement', 'Jane-Roe-EA.pdf', false],
    ])('treats "%s" with the file %s as a 278-T: %s', async (label, fileName, isTransactionReport) => {
      oge.documents = [listed(1, { label, fileName })];
      const { wanted, warnings } = await readLists(new RegisterMemory());
      expect(wanted).toHaveLength(isTransactionReport ? 1 : 0);
      expect(warnings).toEqual([]);
    });

    it('lists a report that is released only on request as filed, and each of two equal ones', async () => {
      oge.documents = [
        listed(1),
        listed(2, { id: '' }),
        listed(2, { id: '' }),
        listed(3, { id: '', label: 'Annual (2025)' }),
        listed(4, { id: '', name: 'Roe, Otto' }),
      ];
      const { wanted, warnings, documents } = await readLists(new RegisterMemory(), {
        filers: ['Roe, Jane'],
      });
      expect(wanted).toHaveLength(1);
      expect(warnings).toEqual([]);
      const records: RegisterRecord[] = [];
      for (const document of documents)
        for await (const step of register().parse(document)) records.push(...step.records);
      expect(records).toMatchObject(
        [1, 2].map((nth) => ({
          documentId: `on request: Roe, Jane A 2026-03-15 ${nth}`,
          readability: 'on-request',
          filerName: 'Roe, Jane A',
          postedAt: '2026-03-15',
          transactions: [],
          sourceUrl: 'https://extapps2.oge.gov/201/Presiden.nsf/201%20Request?OpenForm&Filer=Roe',
        })),
      );
      expect(records).toHaveLength(2);
    });

    it('leaves out reports posted before the first requested day, and other people of that name', async () => {
      oge.documents = [
        listed(1, { posted: '2025-12-31' }),
        listed(2, { posted: '2026-01-01' }),
        listed(3, { name: 'Roe, Jane B' }),
        listed(4, { name: 'Roe, Janet' }),
      ];
      const { wanted, warnings } = await readLists(new RegisterMemory(), { since: '2026-01-01' });
      expect(wanted.map(({ key }) => key)).toEqual([id(2)]);
      expect(warnings).toEqual(['other-filers: Roe, Janet; Roe, Jane B']);
    });

    it('is read again only when a document was added, regardless of the time of day in it', async () => {
      const memory = new RegisterMemory();
      oge.documents = [listed(1)];
      expect((await readLists(memory)).documents).toHaveLength(1);
      oge.timeOfDay = '17:31:02';
      expect((await readLists(memory)).documents).toEqual([]);
      oge.documents.push(listed(2));
      expect((await readLists(memory)).wanted.map(({ key }) => key).sort()).toEqual([id(1), id(2)]);
      // An earlier first day requests more.
      expect((await readLists(memory, { since: '2019-01-01' })).documents).toHaveLength(1);
    });

    it('is read page by page', async () => {
      oge.documents = Array.from({ length: 2100 }, (_, number) => listed(number + 1));
      const { wanted } = await readLists(new RegisterMemory(), { filers: ['Roe, Jane'] });
      expect(oge.asked.map((path) => /start=(\d+)/.exec(path)![1])).toEqual(['0', '1000', '2000']);
      expect(wanted).toHaveLength(2100);
    });

    it.each([404, 400, 500])(
      'is requested at its other address when the first returns %d',
      async (status) => {
        oge.documents = [listed(1)];
        oge.instead = (path) => (path.includes('/v3/') ? { status, body: '' } : undefined);
        expect((await readLists(new RegisterMemory(), { filers: ['Roe, Jane'] })).wanted).toHaveLength(1);
        expect(oge.asked[1]).toContain('/API.xsp/v2/rest?');
      },
    );

    it('that does not apply the search is read in full, once a day, and gives the same reports', async () => {
      oge.isSearchHeeded = false;
      oge.documents = Array.from({ length: 2500 }, (_, number) =>
        listed(number + 1, number % 500 === 0 ? {} : { name: `Poe, P${number}` }),
      );
      const memory = new RegisterMemory();
      const filers = ['Roe, Jane', 'Doe, John'];
      const { wanted, warnings } = await readLists(memory, { filers });
      expect(wanted).toHaveLength(5);
      expect(warnings).toEqual([]);
      // One search that is not applied, then three pages without one.
      expect(oge.asked.map((path) => /start=(\d+)/.exec(path)![1])).toEqual(['0', '0', '1000', '2000']);
      expect(oge.asked.filter((path) => path.includes('[search][value]=Roe'))).toHaveLength(1);
      expect(oge.asked.filter((path) => path.includes('Doe'))).toEqual([]);
      await readLists(memory, { filers });
      expect(oge.asked).toHaveLength(5);
    });

    it('that finds nothing for a filer who has filed is read in full too', async () => {
      oge.documents = [listed(1, { name: 'Roe, Jane' })];
      oge.searched = (name) => name === 'nobody';
      const { wanted } = await readLists(new RegisterMemory(), { filers: ['Roe, Jane'] });
      expect(wanted).toHaveLength(1);
      expect(oge.asked).toHaveLength(2);
    });

    it('that lost half of its documents is rejected, and the cursors stay', async () => {
      const memory = new RegisterMemory();
      oge.documents = [listed(1), listed(2), listed(3)];
      await readLists(memory, { filers: ['Roe, Jane'] });
      const before = new Map(memory.cursors);
      oge.documents = [listed(1)];
      const failure = await failureOf(readLists(memory, { filers: ['Roe, Jane'] }));
      expect(failure.message).toMatch(/1 records of Roe, 3 the last time/);
      expect(memory.cursors).toEqual(before);
    });

    it('that fails for one name does not delay the others', async () => {
      oge.documents = [listed(1), listed(2, { name: 'Doe, John' })];
      oge.instead = (path) => (path.includes('Roe') ? { status: 500, body: 'Domino error' } : undefined);
      const memory = new RegisterMemory();
      const failure = await failureOf(readLists(memory, { filers: ['Roe, Jane', 'Doe, John'] }));
      expect(failure).toMatchObject({ firstBytes: 'Domino error' });
      expect([...memory.documents.keys()]).toEqual(['index Doe']);
    });

    it.each([
      ['a bare 400', 400, '', /answered 400/],
      [
        'a page',
        200,
        '<html><body>The application is down for maintenance</body></html>',
        /not an index of documents/,
      ],
      ['JSON of another kind', 200, '{"error":{"code":5}}', /not an index of documents/],
    ])('that returns %s changes nothing', async (_what, status, body, message) => {
      oge.instead = () => ({ status, body });
      const memory = new RegisterMemory();
      const failure = await failureOf(readLists(memory));
      expect(failure.message).toMatch(message);
      expect(failure.firstBytes).toBe(body);
      expect(memory.cursors.size).toBe(0);
    });

    it('pauses for an hour after a 403', async () => {
      oge.instead = () => ({ status: 403, body: 'Forbidden' });
      const failure = await failureOf(readLists(new RegisterMemory()));
      expect(failure).toBeInstanceOf(SourcePausedError);
      expect(door.pausedUntil()?.getTime()).toBe(3_600_000);
    });
  });

  describe('a record of the index', () => {
    const withType = (type: unknown, more = {}) =>
      parseIndexResponse(
        Buffer.from(
          JSON.stringify({
            recordsTotal: 1,
            data: [
              { docDate: '2026-05-20T00:00:00', name: 'Roe, Jane', title: '', agency: '', type, ...more },
            ],
          }),
        ),
        'answer',
      )!;
    const link = (href: string, label = '278 Transaction') => `<a href='${href}'>${label}</a>`;
    const request = 'https://extapps2.oge.gov/201/Presiden.nsf/201%20Request?OpenForm&Filer=Roe';
    const place = `https://extapps2.oge.gov/201/Presiden.nsf/PAS+Index/${'ab'.repeat(16)}`;

    it.each([
      ['raw', `${place}/$FILE/Jane Roe, 278-T(2).pdf`, 'Jane Roe, 278-T(2).pdf'],
      ['encoded', `${place}/%24FILE/Jane%20Roe%20278T.pdf`, 'Jane Roe 278T.pdf'],
      ['with a percent sign', `${place}/$FILE/50% Roe 278T.pdf`, '50% Roe 278T.pdf'],
      ['followed by a command', `${place}/$FILE/Roe 278T.pdf?OpenElement`, 'Roe 278T.pdf'],
      ['with an ampersand', `${place}/$FILE/Roe &amp; Roe 278T.pdf`, 'Roe & Roe 278T.pdf'],
      ['with the enclosing sign', `${place}/$FILE/O'Roe 278T.pdf`, "O'Roe 278T.pdf"],
    ])('has its file name %s', (_what, href, fileName) => {
      const { entries, warnings } = withType(link(href));
      expect(entries).toMatchObject([{ documentId: 'AB'.repeat(16), fileName }]);
      expect(warnings).toEqual([]);
    });

    it.each([
      ['in the type', '278 Transaction (Amended 08/12/2025)', '', 'x.pdf', 'Amended 08/12/2025'],
      ['in its own field', '278 Transaction', 'Yes', 'x.pdf', 'Yes'],
      ['in the file name', '278 Transaction', '', 'Roe-278T(2)_AMENDED.pdf', 'AMENDED'],
      ['nowhere', '278 Transaction', '', 'Roe-278T.pdf', null],
      [
        'by the day of its field, regardless of the time of day after it',
        '278 Transaction',
        '2025-08-12T04:19:07',
        'a.pdf',
        '2025-08-12',
      ],
    ])('is marked as amended %s', (_what, label, amended, file, expected) => {
      expect(withType(link(`${place}/$FILE/${file}`, label), { amended }).entries).toMatchObject([
        { amended: expected },
      ]);
    });

    it.each([
      [
        'before a remark',
        `${link(`${place}/$FILE/Roe-278T.pdf`)} (Amended 08/12/2025)`,
        'Amended 08/12/2025',
      ],
      [
        'before another remark',
        `${link(`${place}/$FILE/Roe-278T.pdf`)} (Pending Final OGE Disposition)`,
        null,
      ],
      ['after its label', `278 Transaction <a href="${place}/$FILE/Roe-278T.pdf" >(PDF)</a>`, null],
      ['after another one', `${link(request, 'x')} ${link(`${place}/$FILE/Roe-278T.pdf`)}`, null],
    ])('has its link %s', (_what, type, amended) => {
      const { entries, warnings } = withType(type);
      expect(entries).toMatchObject([{ documentId: 'AB'.repeat(16), fileName: 'Roe-278T.pdf', amended }]);
      expect(warnings).toEqual([]);
    });

    it.each([
      ['inside its label', `278 Transaction (${link(request, 'Request this Document')})`, 1],
      ['of another paper', `Annual (2026) (${link(request, 'Request this Document')})`, 0],
      [
        'to a page of contacts',
        `Waiver <a href='https://www.oge.gov/web/oge.nsf/list' >(Contact agency to request)</a>`,
        0,
      ],
    ])('with a request %s gets no warning', (_what, type, reports) => {
      const { entries, requests, onRequest, warnings } = withType(type);
      expect([entries.length, requests.length, onRequest, warnings.length]).toEqual([0, reports, 1, 0]);
    });

    it.each([
      ['no link', '278 Transaction'],
      ['no text', null],
      ['a link elsewhere', link('https://example.org/278T.pdf')],
      ['another id', link('https://extapps2.oge.gov/201/Presiden.nsf/PAS+Index/12AB/$FILE/Roe-278T.pdf')],
    ])('with %s gets a warning', (_what, type) => {
      const { entries, warnings } = withType(type);
      expect(entries).toEqual([]);
      expect(warnings).toMatchObject([{ kind: 'entry-unreadable', where: 'answer record 1' }]);
    });

    it.each([{ docDate: 'soon' }, { name: '' }])('without %j gets a warning', (more) => {
      expect(withType(link(`${place}/$FILE/Roe-278T.pdf`), more).warnings).toHaveLength(1);
    });
  });

  describe('a report', () => {
    const wantedOf = async (document: ServedDocument) => {
      oge.documents = [document];
      return (await readLists(new RegisterMemory(), { filers: ['Roe, Jane'] })).wanted[0]!;
    };

    it('is returned as its bytes, with its facts, with any characters in its name', async () => {
      const wanted = await wantedOf(listed(1, { fileName: 'Jane Roe, 9.3.25 278-T(2) #1?.pdf' }));
      const document = await register().download!(http, wanted);
      expect(document).toMatchObject({
        key: id(1),
        kind: 'report-pdf',
        retrievedAt: NOW,
        metadata: wanted.metadata,
      });
      expect(document.bytes.equals(pdf)).toBe(true);
      const steps = [];
      for await (const step of register().parse(document)) steps.push(...step.records);
      expect(steps).toMatchObject([
        { documentId: id(1), filerName: 'Roe, Jane A', readability: 'read', sourceUrl: document.url },
      ]);
    });

    it('is requested only from OGE, wherever the list leads', async () => {
      const wanted = await wantedOf(listed(1));
      const document = await register().download!(http, { ...wanted, url: 'https://example.org/evil.pdf' });
      expect(document.url.startsWith(oge.origin)).toBe(true);
      await failureOf(register().download!(http, { ...wanted, key: '../../names.nsf' }));
    });

    it('that OGE lists but does not have remains listed as filed', async () => {
      const wanted = await wantedOf(listed(1, { bytes: null }));
      expect(register().recordsOfMissing!(wanted)).toMatchObject([
        {
          documentId: id(1),
          filerName: 'Roe, Jane A',
          postedAt: '2026-02-15',
          readability: 'failed',
          sourceUrl: wanted.url,
          transactions: [],
        },
      ]);
    });

    it('is denied when OGE does not have it', async () => {
      const wanted = await wantedOf(listed(1, { bytes: null, posted: '2026-11-01' }));
      await expect(register().download!(http, wanted)).rejects.toThrow(DocumentNotFoundError);
    });

    it.each([
      ['a bare 400', 400, 'Bad Request'],
      ['a page in place of a PDF', 200, '<html>Please log in</html>'],
    ])('answered with %s is retried later, and the first bytes are reported', async (_what, status, body) => {
      const wanted = await wantedOf(listed(1));
      oge.instead = () => ({ status, body });
      expect((await failureOf(register().download!(http, wanted))).firstBytes).toBe(body);
    });
  });

  describe('the probe', () => {
    const probe = () => firstProbe(register(), http, new Date(NOW));

    it('reports what the index returns', async () => {
      oge.documents = [listed(1), listed(2, { label: 'Annual (2025)', fileName: 'x.pdf' })];
      expect(await probe()).toMatchObject({
        verdict: 'reachable',
        status: 200,
        detail: '2 documents found, 1 of the first 2 are 278-T',
      });
      expect(oge.asked).toHaveLength(2);
    });

    it('detects a search that is not applied', async () => {
      oge.isSearchHeeded = false;
      oge.documents = [listed(1), listed(2, { name: 'Doe, John' })];
      expect(await probe()).toMatchObject({
        verdict: 'unknown-shape',
        detail: expect.stringMatching(/the search for Roe is not applied \(2 records, 2 names/),
      });
    });

    it.each([
      [400, '', 'refused', 400],
      [200, '<html>', 'unknown-shape', 200],
      [403, 'Forbidden', 'refused', null],
    ])('classifies a %d with "%s" as: %s', async (status, body, verdict, told) => {
      oge.instead = () => ({ status, body });
      expect(await probe()).toMatchObject({ verdict, status: told, firstBytes: body });
    });
  });

  describe('a saved file', () => {
    const known = (name: string, bytes: Buffer) => register().recognise({ name, bytes });

    it('is recognised by its content and its name', () => {
      expect(known('saved/Jane-Roe-278T.pdf', pdf)).toMatchObject({
        key: 'Jane-Roe-278T.pdf',
        kind: 'report-pdf',
      });
      expect(known(`${id(7).toLowerCase()}.pdf`, pdf)).toMatchObject({ key: id(7), kind: 'report-pdf' });
      expect(known('Jane-Roe-278TERM.pdf', pdf)).toBeNull();
      expect(known('20026537.pdf', pdf)).toBeNull();
      expect(known('Jane-Roe-278T.pdf', Buffer.from('<html>'))).toBeNull();
      expect(known('other.json', Buffer.from('{"recordsTotal":1,"data":[]}'))).toBeNull();
    });

    it('of the index names the reports of the tracked filers', async () => {
      oge.documents = [listed(1), listed(2, { name: 'Doe, John' })];
      oge.isSearchHeeded = false;
      const { documents } = await readLists(new RegisterMemory(), { filers: ['Roe, Jane'] });
      const found = known('answer.json', documents[0]!.bytes)!;
      expect(found).toMatchObject({ key: 'answer.json', kind: 'index' });
      const wanted: QueuedDocument[] = [];
      for await (const step of register().parse({ ...found, bytes: documents[0]!.bytes, retrievedAt: NOW }))
        wanted.push(...(step.toFetch ?? []));
      expect(wanted.map(({ key }) => key)).toEqual([id(1)]);
    });
  });
});
