/**
 * All registers that are read over the network, each on a local server with its protocol. Long, because it is one
 * table: the filings of each register, and how its answers are rearranged.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { printIntegrityReport } from '../../../data/sample/make/integrity-report.js';
import { sampleDocuments } from '../../../src/service/sample-documents.js';
import { madeReport } from '../../registers/congress/senate-ptr/server.js';
import { startEdgarServer } from '../../registers/edgar/edgar-server.js';
import * as bafin from '../../registers/europe/de-bafin/documents.js';
import { portal } from '../../registers/europe/de-bafin/server.js';
import * as afmDocuments from '../../registers/europe/nl-afm/documents.js';
import { afm } from '../../registers/europe/nl-afm/server.js';
import * as fi from '../../registers/europe/se-fi/documents.js';
import { insynServer } from '../../registers/europe/se-fi/server.js';
import { form, page } from '../../registers/europe/uk-nsm/pages.js';
import { hit, startNsm } from '../../registers/europe/uk-nsm/server.js';
import {
  filingTables,
  holding,
  together,
  writtenSet,
} from '../../registers/portfolios/13f-all/written-set.js';
import { startOgeServer } from '../../registers/portfolios/oge-278t/oge-server.js';
import { houseRow, person, startCongressServers } from '../congress-servers.js';
import { DAY, newestFilings, serveFilings, toServedFiling } from '../edgar-sample.js';
import { type FaultFixture, rearrange, rearrangeLines, rearrangeMatches } from './fault-fixture.js';
import { startFaultServer } from './fault-server.js';

/** Which requests a fault affects. */
export type Scope = 'all' | 'documents';
type OpenFixture = (elsewhere: string) => Promise<FaultFixture>;

const NOON = `${DAY}T12:00:00.000Z`;
const asJson = (value: unknown) => Buffer.from(JSON.stringify(value));
const json = (body: Buffer) => JSON.parse(body.toString('utf8'));

const secCompanies: OpenFixture = async (elsewhere) => {
  const edgar = await startEdgarServer();
  const faults = await startFaultServer(edgar.hosts.www, elsewhere);
  const [table] = sampleDocuments('sec-companies', DAY);
  const whole = json(table!.bytes) as { fields: string[]; data: unknown[][] };
  const serveRows = (rows: number) => {
    edgar.tickerTable = {
      body: JSON.stringify({ ...whole, data: whole.data.slice(0, rows) }),
      etag: `"${rows}"`,
    };
  };
  serveRows(whole.data.length - 5);
  return {
    register: 'sec-companies',
    source: 'sec-edgar-form4',
    options: { sec: { www: faults.origin, data: faults.origin } },
    since: '2026-11-01',
    firstReadAt: NOON,
    // The frames of share counts are read once a week.
    hoursBetweenReads: 8 * 24,
    faults,
    fileNewDocuments: () => serveRows(whole.data.length),
    rearrangedBody(how, { healthy }) {
      const value = json(healthy.body) as { data: unknown[]; pts?: number };
      const data = rearrange(how, value.data);
      return asJson({ ...value, data, ...(value.pts === undefined ? {} : { pts: data.length }) });
    },
    close: () => edgar.close(),
  };
};

/** A submission with another content in place of its XML. */
const inSubmission = (healthy: Buffer, inner: string) =>
  Buffer.from(healthy.toString('utf8').replace(/<XML>[\s\S]*?<\/XML>/, () => `<XML>\n${inner}</XML>`));

/** The feed, an index, or a submission with its XML blocks. */
function rearrangedEdgar(how: 'duplicated' | 'reordered', path: string, body: Buffer): Buffer {
  const text = body.toString('latin1');
  if (path.includes('browse-edgar'))
    return Buffer.from(rearrangeMatches(how, text, /<entry>[\s\S]*?<\/entry>/g), 'latin1');
  if (!path.endsWith('.idx')) return Buffer.from(how === 'duplicated' ? text + text : text, 'latin1');
  const [heading = '', lines = ''] = text.split(/(?<=-{80}\n)/);
  return Buffer.from(heading + rearrange(how, lines.split('\n')).join('\n'), 'latin1');
}

const secForm4: OpenFixture = async (elsewhere) => {
  const filings = newestFilings(36);
  const edgar = await serveFilings(filings.slice(0, 30));
  const faults = await startFaultServer(edgar.hosts.www, elsewhere);
  return {
    register: 'sec-form4',
    source: 'sec-edgar-form4',
    options: { sec: { www: faults.origin, data: faults.origin } },
    since: '2026-11-01',
    firstReadAt: NOON,
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => void edgar.filings.push(...filings.slice(30).map(toServedFiling)),
    isDocument: (path) => path.endsWith('.txt'),
    rearrangedBody: (how, { path, healthy }) => rearrangedEdgar(how, path, healthy.body),
    wrap: (kind, bomb, { path, healthy }) =>
      kind === 'xml' && path.endsWith('.txt') ? inSubmission(healthy.body, bomb.toString()) : bomb,
    close: () => edgar.close(),
  };
};

const secForm35: OpenFixture = async (elsewhere) => {
  const filings = sampleDocuments('sec-form35', DAY).slice(-6);
  const edgar = await serveFilings(filings.slice(0, 4));
  // Before the first day that is read: only the checks of doctor look for it.
  edgar.dataSets.set('2026q3', {
    folder: 'datastandardsinnovation',
    bytes: Buffer.from(zipSync({ 'SUBMISSION.tsv': Buffer.from('ACCESSION_NUMBER') })),
  });
  const faults = await startFaultServer(edgar.hosts.www, elsewhere);
  return {
    register: 'sec-form35',
    source: 'sec-edgar-form35',
    options: { sec: { www: faults.origin, data: faults.origin } },
    since: '2026-10-01',
    firstReadAt: NOON,
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => void edgar.filings.push(...filings.slice(4).map(toServedFiling)),
    isDocument: (path) => path.endsWith('.txt'),
    rearrangedBody: (how, { path, healthy }) => rearrangedEdgar(how, path, healthy.body),
    wrap: (kind, bomb, { path, healthy }) =>
      kind === 'xml' && path.endsWith('.txt') ? inSubmission(healthy.body, bomb.toString()) : bomb,
    close: () => edgar.close(),
  };
};

const sec13DG: OpenFixture = async (elsewhere) => {
  const filings = sampleDocuments('sec-13dg', DAY).slice(-14);
  const edgar = await serveFilings(filings.slice(0, 11));
  // A past quarter, and the days of the running one.
  edgar.quarterlyUpTo = '2026-09-30';
  const faults = await startFaultServer(edgar.hosts.www, elsewhere);
  return {
    register: 'sec-13dg',
    source: 'sec-edgar-13dg',
    options: { sec: { www: faults.origin, data: faults.origin } },
    since: '2026-07-01',
    firstReadAt: NOON,
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => void edgar.filings.push(...filings.slice(11).map(toServedFiling)),
    isDocument: (path) => path.endsWith('.txt'),
    rearrangedBody: (how, { path, healthy }) => rearrangedEdgar(how, path, healthy.body),
    wrap: (kind, bomb, { path, healthy }) =>
      kind === 'xml' && path.endsWith('.txt') ? inSubmission(healthy.body, bomb.toString()) : bomb,
    close: () => edgar.close(),
  };
};

const sec144: OpenFixture = async (elsewhere) => {
  const filings = sampleDocuments('sec-144', DAY).slice(-8);
  const edgar = await serveFilings(filings.slice(0, 6));
  const faults = await startFaultServer(edgar.hosts.www, elsewhere);
  return {
    register: 'sec-144',
    source: 'sec-edgar-form144',
    options: { sec: { www: faults.origin, data: faults.origin } },
    since: '2026-10-01',
    firstReadAt: NOON,
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => void edgar.filings.push(...filings.slice(6).map(toServedFiling)),
    isDocument: (path) => path.endsWith('.txt'),
    rearrangedBody: (how, { path, healthy }) => rearrangedEdgar(how, path, healthy.body),
    wrap: (kind, bomb, { path, healthy }) =>
      kind === 'xml' && path.endsWith('.txt') ? inSubmission(healthy.body, bomb.toString()) : bomb,
    close: () => edgar.close(),
  };
};

const pricesSec: OpenFixture = async (elsewhere) => {
  const edgar = await startEdgarServer();
  const faults = await startFaultServer(edgar.hosts.www, elsewhere);
  const files = sampleDocuments('prices-sec', DAY).slice(-6);
  const serveFiles = (count: number) => {
    for (const { key, bytes } of files.slice(0, count))
      edgar.failsFiles.set(key, { folder: '/files/data/fails-deliver-data', bytes });
  };
  serveFiles(3);
  return {
    register: 'prices-sec',
    source: 'prices',
    options: { sec: { www: faults.origin, data: faults.origin } },
    since: '2025-11-20',
    firstReadAt: NOON,
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => serveFiles(files.length),
    isDocument: (path) => path.endsWith('.zip'),
    rearrangedBody(how, { path, healthy }) {
      if (!path.endsWith('.zip'))
        return Buffer.from(rearrangeMatches(how, healthy.body.toString(), /<li>.*?<\/li>/g));
      const [name, bytes] = Object.entries(unzipSync(healthy.body))[0]!;
      const [heading = '', ...lines] = strFromU8(bytes, true).split('\n');
      const trailer = lines.findIndex((line) => line.startsWith('Trailer'));
      const rows = rearrange(how, lines.slice(0, trailer));
      return Buffer.from(
        zipSync({ [name]: Buffer.from([heading, ...rows, ...lines.slice(trailer)].join('\n'), 'latin1') }),
      );
    },
    close: () => edgar.close(),
  };
};

const pricesTiingo: OpenFixture = async (elsewhere) => {
  const edgar = await serveFilings(newestFilings(250));
  let last = '2026-11-19';
  const tiingo = createServer((request, response) => {
    const { searchParams: query } = new URL(request.url ?? '/', 'http://tiingo');
    const days: object[] = [];
    const day = new Date(`${query.get('startDate')}T00:00:00Z`);
    for (; day.toISOString().slice(0, 10) <= last; day.setUTCDate(day.getUTCDate() + 1))
      days.push({ date: day.toISOString(), close: 10 + day.getUTCDate(), splitFactor: 1 });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(days));
  });
  await new Promise<void>((resolve) => tiingo.listen(0, '127.0.0.1', resolve));
  const behind = `http://127.0.0.1:${(tiingo.address() as AddressInfo).port}`;
  const faults = await startFaultServer(behind, elsewhere);
  return {
    register: 'prices-tiingo',
    source: 'prices',
    options: { sec: edgar.hosts, tiingo: { token: 'invented', host: faults.origin } },
    // The digests are made from filings, and filings decide which prices are requested.
    prerequisites: ['sec-form4'],
    prices: 'tiingo',
    since: '2026-08-20',
    firstReadAt: NOON,
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => {
      last = '2026-11-20';
    },
    rearrangedBody: (how, { healthy }) => asJson(rearrange(how, json(healthy.body))),
    close: async () => {
      await edgar.close();
      await new Promise((resolve) => tiingo.close(resolve));
    },
  };
};

const MEMBERS = Array.from({ length: 20 }, (_, i) =>
  person(`T9991${String(i).padStart(2, '0')}`, `Quentin${'abcdefghijklmnopqrst'[i]}`, 'Thornquist', {
    type: 'rep',
    state: 'OH',
    district: 1 + (i % 15),
  }),
);

const congressMembers: OpenFixture = async (elsewhere) => {
  const { legislators, ...capitol } = await startCongressServers();
  const faults = await startFaultServer(legislators.base, elsewhere);
  const sitting = legislators.parts.get('current')!;
  legislators.parts.set('current', [...sitting, ...MEMBERS.slice(0, 15)]);
  return {
    register: 'congress-members',
    source: 'us-congress-stock-act',
    options: { legislators: faults.origin },
    since: '2025-01-01',
    firstReadAt: NOON,
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => void legislators.parts.set('current', [...sitting, ...MEMBERS]),
    rearrangedBody: (how, { healthy }) => asJson(rearrange(how, json(healthy.body))),
    close: () => capitol.close(),
  };
};

const housePtr: OpenFixture = async (elsewhere) => {
  const capitol = await startCongressServers();
  const faults = await startFaultServer(capitol.clerk.origin, elsewhere);
  const file = (number: number) =>
    capitol.fileHouseReport(`2003${String(number).padStart(4, '0')}`, `2026-10-0${1 + (number % 7)}`, [
      houseRow(`Zquorra Robotics, Inc. (ZQRA) [ST]`, '2026-09-15'),
      houseRow(`Invented Goods ${number} (IG) [ST]`, '2026-09-16'),
    ]);
  for (let number = 0; number < 4; number += 1) file(number);
  return {
    register: 'house-ptr',
    source: 'us-congress-stock-act',
    options: { clerk: faults.origin },
    since: '2025-01-01',
    firstReadAt: '2026-10-08T15:00:00.000Z',
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => {
      for (let number = 4; number < 7; number += 1) file(number);
    },
    isDocument: (path) => path.endsWith('.pdf'),
    rearrangedBody(how, { path, healthy }) {
      if (path.endsWith('.pdf')) return healthy.body;
      const files = unzipSync(healthy.body);
      const name = Object.keys(files).find((one) => one.endsWith('.xml'))!;
      const xml = rearrangeMatches(how, Buffer.from(files[name]!).toString(), /<Member>.*?<\/Member>/g);
      return Buffer.from(zipSync({ [name]: Buffer.from(xml) }));
    },
    wrap(kind, bomb, { path }) {
      const name = /(\d{4}FD)\.zip$/.exec(path)?.[1];
      return kind === 'xml' && name !== undefined ? Buffer.from(zipSync({ [`${name}.xml`]: bomb })) : bomb;
    },
    close: () => capitol.close(),
  };
};

const senatePtr: OpenFixture = async (elsewhere) => {
  const capitol = await startCongressServers();
  const { efd } = capitol;
  const faults = await startFaultServer(efd.base, elsewhere);
  efd.reports.push(...[1, 2, 3, 4].map((number) => madeReport(number, `2026-09-0${number}`)));
  return {
    register: 'senate-ptr',
    source: 'us-congress-stock-act',
    options: { senateBaseUrl: faults.origin },
    since: '2026-01-01',
    firstReadAt: '2026-10-08T15:00:00.000Z',
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () =>
      void efd.reports.push(...[5, 6].map((number) => madeReport(number, `2026-10-0${number}`))),
    isDocument: (path) => path.startsWith('/search/view/'),
    rearrangedBody(how, { path, healthy }) {
      if (!path.startsWith('/search/report/data/')) return healthy.body;
      const value = json(healthy.body) as { data: unknown[] };
      return asJson({ ...value, data: rearrange(how, value.data) });
    },
    close: () => capitol.close(),
  };
};

/** One data set, which the page links to, and single filings after it. */
const managers13F: OpenFixture = async (elsewhere) => {
  const set = writtenSet(
    together(
      ...[1, 2, 3].map((at) =>
        filingTables(
          `991000000${at}-26-000001`,
          [holding(`991000000${at}-26-000001`, { VALUE: 1000 * at })],
          {
            CIK: `991000000${at}`,
          },
        ),
      ),
    ),
  );
  const filings = sampleDocuments('13f-all', DAY)
    .map((document) => ({
      ...toServedFiling(document),
      parties: [{ cik: cikIn(document.bytes), name: 'INVENTED MANAGER', role: 'Filer' as const }],
    }))
    .filter(({ filedDate = '' }) => filedDate > '2026-10-01');
  const edgar = await serveFilings([]);
  edgar.filings.push(...filings.slice(0, 8));
  const file = '/files/datastandardsinnovation/data/form-13f-data-sets/01jun2026-31aug2026_form13f.zip';
  edgar.instead = (path) => {
    if (path === file) return { status: 200, body: set };
    if (!path.endsWith('/form-13f-data-sets')) return undefined;
    return { status: 200, body: `<html><body><a href="${file}">June to August 2026</a></body></html>` };
  };
  const faults = await startFaultServer(edgar.hosts.www, elsewhere);
  return {
    register: '13f-all',
    source: 'sec-edgar-13f',
    options: { sec: { www: faults.origin, data: faults.origin }, managerQuarters: 2 },
    since: '2026-07-01',
    firstReadAt: NOON,
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => void edgar.filings.push(...filings.slice(8)),
    isDocument: (path) => path.endsWith('.txt'),
    rearrangedBody: (how, { path, healthy }) =>
      path.endsWith('.zip') || path.endsWith('data-sets')
        ? healthy.body
        : rearrangedEdgar(how, path, healthy.body),
    wrap: (kind, bomb, { path, healthy }) =>
      kind === 'xml' && path.endsWith('.txt') ? inSubmission(healthy.body, bomb.toString()) : bomb,
    close: () => edgar.close(),
  };
};

const sec13F: OpenFixture = async (elsewhere) => {
  const edgar = await startEdgarServer();
  const faults = await startFaultServer(edgar.hosts.www, elsewhere);
  const reports = sampleDocuments('sec-13f', DAY).filter(({ kind }) => kind === 'submission');
  const ciks = [...new Set(reports.map(({ bytes }) => cikIn(bytes)))];
  for (const { key, bytes } of reports)
    edgar.filings.push({
      accession: key,
      form: '13F-HR',
      acceptedAt: `${DAY}T10:00:00.000Z`,
      parties: [],
      text: bytes.toString('utf8'),
    });
  const list = (part: number) => {
    for (const cik of ciks) {
      const own = reports.filter(({ bytes }) => cikIn(bytes) === cik);
      const listed = own.slice(0, Math.ceil(own.length * part));
      const fact = (document: (typeof own)[number], name: string) =>
        new RegExp(`${name}:\\s*(\\d{4})(\\d\\d)(\\d\\d)`)
          .exec(document.bytes.toString())
          ?.slice(1)
          .join('-') ?? '';
      edgar.submissionLists.set(
        `CIK${cik.padStart(10, '0')}.json`,
        JSON.stringify({
          cik,
          filings: {
            recent: {
              accessionNumber: listed.map(({ key }) => key),
              form: listed.map(
                ({ bytes }) => /TYPE:\s*(13F-HR(?:\/A)?)/.exec(bytes.toString())?.[1] ?? '13F-HR',
              ),
              filingDate: listed.map((one) => fact(one, 'FILED AS OF DATE')),
              reportDate: listed.map((one) => fact(one, 'PERIOD OF REPORT')),
            },
            files: [],
          },
        }),
      );
    }
  };
  list(0.6);
  return {
    register: 'sec-13f',
    source: 'curated-trackers',
    options: { sec: { www: faults.origin, data: faults.origin }, managers: ciks },
    since: '2025-01-01',
    firstReadAt: NOON,
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => list(1),
    isDocument: (path) => path.endsWith('.txt'),
    rearrangedBody(how, { path, healthy }) {
      // The rows of a report are the filed facts; a cover page states their sum.
      if (path.endsWith('.txt')) return healthy.body;
      const value = json(healthy.body) as {
        cik: string;
        filings: { recent: Record<string, string[]>; files: [] };
      };
      const recent = Object.fromEntries(
        Object.entries(value.filings.recent).map(([name, column]) => [name, rearrange(how, column)]),
      );
      return asJson({ ...value, filings: { ...value.filings, recent } });
    },
    wrap: (kind, bomb, { path, healthy }) =>
      kind === 'xml' && path.endsWith('.txt') ? inSubmission(healthy.body, bomb.toString()) : bomb,
    close: () => edgar.close(),
  };
};

const cikIn = (bytes: Buffer) => String(Number(/CENTRAL INDEX KEY:\s*(\d+)/.exec(bytes.toString())?.[1]));

const oge278T: OpenFixture = async (elsewhere) => {
  const oge = await startOgeServer();
  const faults = await startFaultServer(oge.origin, elsewhere);
  const add = (number: number) =>
    oge.documents.push({
      id: number.toString(16).toUpperCase().padStart(32, '0'),
      name: 'Roe, Jane A',
      posted: `2026-0${number}-15`,
      label: '278 Transaction',
      fileName: `Jane-Roe-${number}-278T.pdf`,
      bytes: printIntegrityReport({
        name: 'Roe, Jane Abigail',
        position: 'Administrator, Bureau of Samples',
        signed: `0${number}/10/2026`,
        rows: [
          {
            description: `Invented Goods ${number}, Inc. (IGDS)`,
            type: 'Purchase',
            date: `0${number}/02/2026`,
            notified: 'No',
            amount: '$1,001 - $15,000',
          },
        ],
      }),
    });
  for (const number of [1, 2, 3, 4]) add(number);
  return {
    register: 'oge-278t',
    source: 'curated-trackers',
    options: { oge: faults.origin, filers: ['Roe, Jane A'] },
    since: '2025-01-01',
    firstReadAt: NOON,
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => {
      for (const number of [5, 6]) add(number);
    },
    isDocument: (path) => path.includes('PAS+Index'),
    rearrangedBody(how, { path, healthy }) {
      if (path.includes('PAS+Index')) return healthy.body;
      const value = json(healthy.body) as { data: unknown[]; recordsFiltered: number };
      const data = rearrange(how, value.data);
      return asJson({ ...value, data, recordsFiltered: data.length });
    },
    close: () => oge.close(),
  };
};

const deBafin: OpenFixture = async (elsewhere) => {
  const lines = Array.from({ length: 320 }, (_, i) => bafin.line({ total: `${i + 30}.000,00 EUR` }));
  const register = await portal(() => bafin.dealings(...lines));
  const faults = await startFaultServer(new URL(register.url).origin, elsewhere);
  return {
    register: 'de-bafin',
    source: 'bafin-directors-dealings',
    options: { bafin: register.url.replace(faults.upstream, faults.origin) },
    since: '2025-11-20',
    firstReadAt: '2026-09-23T12:00:00.000Z',
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () =>
      void lines.push(bafin.line({ total: '900.000,00 EUR' }), bafin.line({ total: '901.000,00 EUR' })),
    rearrangedBody: (how, { healthy }) =>
      Buffer.from(rearrangeLines(how, healthy.body.toString('utf8'), '\n')),
    close: () => register.close(),
  };
};

const seFi: OpenFixture = async (elsewhere) => {
  const lines = [20, 21, 22].map((day) =>
    fi.line({ published: `2026-09-${day} 09:00:00`, volume: `${day}000,0` }),
  );
  const register = await insynServer(
    () => 0,
    (span) => {
      const [from, to] = span.split('..') as [string, string];
      const within = lines.filter((line) => line.slice(0, 10) >= from && line.slice(0, 10) <= to);
      // A week without any row is not a valid answer.
      const fillers = ['1', '2', '3'].map((volume) =>
        fi.line({ published: `${from} 08:00:00`, nature: 'Tilldelning', volume }),
      );
      return { body: fi.insyn(...fillers, ...within) };
    },
  );
  const faults = await startFaultServer(new URL(register.url).origin, elsewhere);
  return {
    register: 'se-fi',
    source: 'fi-insynsregistret',
    options: { fi: register.url.replace(faults.upstream, faults.origin) },
    since: '2025-11-20',
    firstReadAt: '2026-09-23T12:00:00.000Z',
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => void lines.push(fi.line({ published: '2026-09-23 09:00:00', volume: '99000,0' })),
    rearrangedBody: (how, { healthy }) =>
      Buffer.from(rearrangeLines(how, healthy.body.toString('utf16le'), '\r\n'), 'utf16le'),
    close: () => register.close(),
  };
};

const nlAfm: OpenFixture = async (elsewhere) => {
  // Old enough that their pages are not requested; the others are recent.
  const entries: afmDocuments.Entry[] = Array.from({ length: 3000 }, (_, i) => ({
    id: `20250102OLD${i}`,
    date: '1/2/2025 12:00:00 AM',
  }));
  const add = (name: string) => entries.unshift({ id: `20260918${name}`, date: '9/18/2026 12:00:00 AM' });
  for (const name of ['A', 'B', 'C']) add(name);
  const register = await afm(
    () => ({ body: afmDocuments.index(entries) }),
    () => ({ body: afmDocuments.detail({ rows: [afmDocuments.sale()], date: '18 sep 2026' }) }),
  );
  const faults = await startFaultServer(new URL(register.addresses.index).origin, elsewhere);
  const through = (address: string) => address.replace(faults.upstream, faults.origin);
  return {
    register: 'nl-afm',
    source: 'afm-mar19',
    options: {
      afm: { index: through(register.addresses.index), detail: through(register.addresses.detail) },
    },
    since: '2025-11-20',
    firstReadAt: '2026-09-22T12:00:00.000Z',
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => {
      for (const name of ['D', 'E']) add(name);
    },
    isDocument: (path) => path.startsWith('/details'),
    rearrangedBody: (how, { path, healthy }) =>
      path.startsWith('/details')
        ? healthy.body
        : Buffer.from(
            rearrangeMatches(
              how,
              healthy.body.toString(),
              /<vermelding><meldingid>.*?<\/vermelding><\/vermelding>/g,
            ),
          ),
    close: () => register.close(),
  };
};

const ukNsm: OpenFixture = async (elsewhere) => {
  const nsm = await startNsm();
  const faults = await startFaultServer(nsm.url, elsewhere);
  const add = (id: string, day: string) => {
    nsm.hits.push(hit(id, `${day}T07:00:00Z`));
    nsm.artefacts.set(`NSM/RNS/${id}.html`, { body: page(form({ date: '18 September 2026' })) });
  };
  for (const [index, day] of [
    '2026-09-25',
    '2026-09-24',
    '2026-09-23',
    '2026-09-22',
    '2026-09-21',
    '2026-09-18',
  ].entries())
    add(`u-${index}`, day);
  return {
    register: 'uk-nsm',
    source: 'fca-nsm',
    options: {
      nsm: {
        searchUrl: `${faults.origin}/search`,
        artefacts: `${faults.origin}/artefacts/`,
        searchPauseMs: 0,
        artefactPauseMs: 0,
      },
    },
    since: '2026-09-18',
    firstReadAt: '2026-09-23T12:00:00.000Z',
    hoursBetweenReads: 24,
    faults,
    fileNewDocuments: () => {
      add('u-a', '2026-09-23');
      add('u-b', '2026-09-22');
    },
    isDocument: (path) => path.startsWith('/artefacts/'),
    rearrangedBody(how, { path, healthy }) {
      if (!path.startsWith('/search')) return healthy.body;
      const value = json(healthy.body) as { hits: { hits: unknown[] } };
      return asJson({ ...value, hits: { ...value.hits, hits: rearrange(how, value.hits.hits) } });
    },
    close: () => nsm.close(),
  };
};

const ONE = ['all'] as const;
const BOTH = ['all', 'documents'] as const;

/** By register, in the order of reading: whether it has lists and single documents, or only one kind of file. */
export const FAULT_FIXTURES: ReadonlyArray<[register: string, scopes: readonly Scope[], open: OpenFixture]> =
  [
    ['sec-companies', ONE, secCompanies],
    ['sec-form4', BOTH, secForm4],
    ['sec-form35', BOTH, secForm35],
    ['sec-144', BOTH, sec144],
    ['prices-sec', BOTH, pricesSec],
    ['prices-tiingo', ONE, pricesTiingo],
    ['congress-members', ONE, congressMembers],
    ['house-ptr', BOTH, housePtr],
    ['senate-ptr', BOTH, senatePtr],
    ['sec-13dg', BOTH, sec13DG],
    ['sec-13f', BOTH, sec13F],
    ['13f-all', BOTH, managers13F],
    ['oge-278t', BOTH, oge278T],
    ['de-bafin', ONE, deBafin],
    ['uk-nsm', BOTH, ukNsm],
    ['se-fi', ONE, seFi],
    ['nl-afm', BOTH, nlAfm],
  ];
