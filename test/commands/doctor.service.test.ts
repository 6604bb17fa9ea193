/**
 * The findings of `doctor`: every register on a local server with its protocol, first as expected, then with one
 * change at a time, like changes that registers made or can make.
 */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import { checkRegisters, formatChecks } from '../../src/commands/doctor.js';
import { createHttpClients, createRegisters, type HttpClients } from '../../src/registers/index.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { DAY, newestFilings, serveFilings } from '../ingest/edgar-sample.js';
import type { FaultFixture } from '../ingest/faults/fault-fixture.js';
import { FAULT_FIXTURES } from '../ingest/faults/fault-fixtures.js';
import { type FaultServer, sendAltered, startFaultServer } from '../ingest/faults/fault-server.js';
import { type EdgarServer, madeFiling, RATE_PAGE, S3_MISSING } from '../registers/edgar/edgar-server.js';
import { waitingClock } from '../registers/http/waiting-clock.js';

const SEC = ['sec-companies', 'sec-form4', 'prices-sec', 'sec-13f'];
const ALL = [
  ...SEC,
  ...FAULT_FIXTURES.map(([id]) => id).filter((id) => !SEC.includes(id) && id !== 'prices-tiingo'),
];
const MANAGER = '9990777';

let edgar: EdgarServer;
let sec: FaultServer;
const stands = new Map<string, FaultFixture>();

beforeAll(async () => {
  edgar = await serveFilings(newestFilings(30));
  const report = { ...madeFiling(700, `${DAY}T10:00:00.000Z`, '13F-HR'), parties: [] };
  edgar.filings.push(report);
  edgar.dataSets.set('2026q3', {
    folder: 'datastandardsinnovation',
    bytes: Buffer.from(zipSync({ 'SUBMISSION.tsv': Buffer.from('ACCESSION_NUMBER') })),
  });
  edgar.tickerTable = {
    body: sampleDocuments('sec-companies', DAY)[0]!.bytes.toString('utf8'),
    etag: '"1"',
  };
  const [fails] = sampleDocuments('prices-sec', DAY).slice(-1);
  edgar.failsFiles.set(fails!.key, {
    folder: '/files/data/fails-deliver-data',
    bytes: Buffer.from(zipSync({ [`${fails!.key}.txt`]: fails!.bytes })),
  });
  edgar.submissionLists.set(
    `CIK${MANAGER.padStart(10, '0')}.json`,
    JSON.stringify({
      cik: MANAGER,
      filings: {
        recent: {
          accessionNumber: [report.accession],
          form: ['13F-HR'],
          filingDate: [DAY],
          reportDate: ['2026-09-30'],
        },
        files: [],
      },
    }),
  );
  sec = await startFaultServer(edgar.hosts.www, 'http://127.0.0.1:9');
  for (const [id, , open] of FAULT_FIXTURES)
    if (!SEC.includes(id)) stands.set(id, await open('http://127.0.0.1:9'));
});
afterAll(async () => {
  await sec.close();
  await edgar.close();
  for (const stand of stands.values()) {
    await stand.faults.close();
    await stand.close();
  }
});

const faultsOf = (id: string): FaultServer => (SEC.includes(id) ? sec : stands.get(id)!.faults);

/** Each register at the time at which its fixture has a filing; the clients are those of the service. */
async function ask(ids: readonly string[]) {
  const clock = waitingClock(0);
  const doors: HttpClients = createHttpClients({
    contact: 'Ida Invented ida@example.org',
    version: '1.0.0',
    secRequestsPerSecond: 8,
    retryPolicy: { clock, retries: 0 },
  });
  try {
    const examined = [];
    for (const id of ids) {
      const stand = stands.get(id);
      const options = stand?.options ?? {
        sec: { www: sec.origin, data: sec.origin },
        managers: [MANAGER],
      };
      const register = createRegisters(options).find(({ metadata }) => metadata.id === id)!;
      const now = new Date(stand?.firstReadAt ?? `${DAY}T20:00:00.000Z`);
      examined.push(...(await checkRegisters([register], (one) => doors.forRegister(one), now)));
    }
    return examined;
  } finally {
    await doors.close();
  }
}

describe('registers as expected', () => {
  it('are all reported as reachable, each by every kind of request that an import sends', async () => {
    const examined = await ask(ALL);
    const text = formatChecks(examined);
    expect(text).not.toContain('✗');
    expect(text.split('\n').at(-1)).toBe('16 of 16 reachable as expected');
    expect(
      Object.fromEntries(examined.map((one) => [one.register, one.probes.map(({ what }) => what)])),
    ).toEqual({
      'sec-companies': ['ticker table', 'frame of share counts'],
      'sec-form4': ['latest-filings feed', 'daily index', 'text of a filing', 'data set'],
      'sec-form35': [
        'latest-filings feed',
        'daily index',
        'text of a filing',
        'latest-filings feed of 5',
        'data set',
      ],
      'sec-13dg': ['latest-filings feed', 'daily index', 'text of a filing'],
      'sec-144': ['latest-filings feed', 'daily index', 'text of a filing'],
      'prices-sec': ['page of the fails-to-deliver files', 'fails-to-deliver file'],
      'sec-13f': ['list of submissions', 'text of a report'],
      '13f-all': ['page of the data sets', 'latest-filings feed', 'daily index', 'text of a filing'],
      'congress-members': ['current members', 'former members'],
      'house-ptr': ['yearly index', 'report'],
      'senate-ptr': ['agreement', 'search', 'report'],
      'oge-278t': ['search by surname', 'report'],
      'de-bafin': ['export'],
      'uk-nsm': ['search', 'announcement'],
      'se-fi': ['export'],
      'nl-afm': ['index', 'page of a notification'],
    });
  });

  it('of the SEC cost few requests, and only the beginning of large files', async () => {
    edgar.asked.length = 0;
    const ranges: Array<string | undefined> = [];
    edgar.hear = ({ url, headers }) => {
      if (url!.endsWith('.zip')) ranges.push(headers.range);
    };
    await ask(SEC);
    edgar.hear = () => undefined;
    expect(edgar.asked.length).toBeLessThanOrEqual(13);
    expect(ranges.length).toBeGreaterThanOrEqual(2);
    expect(new Set(ranges)).toEqual(new Set(['bytes=0-4095']));
  });
});

interface Drift {
  /** What happened, in words. */
  name: string;
  register: string;
  where: RegExp;
  status?: number;
  /** The body, or how the healthy one is changed. */
  body?: string | ((healthy: string) => string);
  /** Which probe finds it. */
  what: string;
  verdict: 'refused' | 'unknown-shape';
}

const HTML = '<!DOCTYPE html><html><head><title>Welcome</title></head><body>Hello.</body></html>';
const WALL = '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY>You don’t have permission.</BODY></HTML>';

const DRIFTS: Drift[] = [
  {
    name: 'the SEC shows its block page',
    register: 'sec-form4',
    where: /./,
    status: 403,
    body: RATE_PAGE,
    what: 'latest-filings feed',
    verdict: 'refused',
  },
  {
    name: 'the edge of the SEC refuses this place',
    register: 'sec-form4',
    where: /browse-edgar/,
    status: 403,
    body: WALL,
    what: 'latest-filings feed',
    verdict: 'refused',
  },
  {
    name: 'the feed is HTML',
    register: 'sec-form4',
    where: /browse-edgar/,
    body: HTML,
    what: 'latest-filings feed',
    verdict: 'unknown-shape',
  },
  {
    name: 'there is no daily index',
    register: 'sec-form4',
    where: /daily-index/,
    status: 403,
    body: S3_MISSING,
    what: 'daily index',
    verdict: 'refused',
  },
  {
    name: 'the daily index has other columns',
    register: 'sec-form4',
    where: /daily-index/,
    body: 'a|b|c\n',
    what: 'daily index',
    verdict: 'unknown-shape',
  },
  {
    name: 'there is no data set at either address',
    register: 'sec-form4',
    where: /_form345/,
    status: 404,
    body: HTML,
    what: 'data set',
    verdict: 'refused',
  },
  {
    name: 'filing texts are gone',
    register: 'sec-form4',
    where: /\.txt$/,
    status: 404,
    body: HTML,
    what: 'text of a filing',
    verdict: 'refused',
  },
  {
    name: 'the ticker table is gone',
    register: 'sec-companies',
    where: /company_tickers/,
    status: 404,
    body: HTML,
    what: 'ticker table',
    verdict: 'refused',
  },
  {
    name: 'frames are gone',
    register: 'sec-companies',
    where: /frames/,
    status: 404,
    body: S3_MISSING,
    what: 'frame of share counts',
    verdict: 'refused',
  },
  {
    name: 'the fails page links to nothing',
    register: 'prices-sec',
    where: /fails-deliver-data$/,
    body: HTML,
    what: 'page of the fails-to-deliver files',
    verdict: 'unknown-shape',
  },
  {
    name: 'fails-to-deliver files are gone',
    register: 'prices-sec',
    where: /\.zip$/,
    status: 404,
    body: HTML,
    what: 'fails-to-deliver file',
    verdict: 'refused',
  },
  {
    name: 'the list of submissions has no columns',
    register: 'sec-13f',
    where: /submissions/,
    body: '{"filings":{}}',
    what: 'list of submissions',
    verdict: 'unknown-shape',
  },
  {
    name: 'the file of former members is gone',
    register: 'congress-members',
    where: /historical/,
    status: 404,
    body: HTML,
    what: 'former members',
    verdict: 'refused',
  },
  {
    name: 'the House refuses',
    register: 'house-ptr',
    where: /./,
    status: 403,
    body: WALL,
    what: 'yearly index',
    verdict: 'refused',
  },
  {
    name: 'PDFs of the House are gone',
    register: 'house-ptr',
    where: /\.pdf$/,
    status: 404,
    body: HTML,
    what: 'report',
    verdict: 'refused',
  },
  {
    name: 'the Senate refuses',
    register: 'senate-ptr',
    where: /./,
    status: 403,
    body: WALL,
    what: 'agreement',
    verdict: 'refused',
  },
  {
    name: 'the search of the Senate answers 503',
    register: 'senate-ptr',
    where: /report\/data/,
    status: 503,
    body: HTML,
    what: 'search',
    verdict: 'refused',
  },
  {
    name: 'reports of the Senate are refused',
    register: 'senate-ptr',
    where: /search\/view/,
    status: 403,
    body: WALL,
    what: 'report',
    verdict: 'refused',
  },
  {
    name: 'OGE heeds no search',
    register: 'oge-278t',
    where: /API\.xsp/,
    body: (healthy) => {
      const answer = JSON.parse(healthy) as { data: Array<{ name: string }> };
      const others = Array.from({ length: 60 }, (_, i) => ({ ...answer.data[0]!, name: `Poe, Peter ${i}` }));
      return JSON.stringify({ ...answer, recordsFiltered: 16_733, data: [...others, ...answer.data] });
    },
    what: 'search by surname',
    verdict: 'unknown-shape',
  },
  {
    name: 'an address of the index of OGE is gone',
    register: 'oge-278t',
    where: /\/v3\//,
    status: 404,
    body: HTML,
    what: 'search by surname',
    verdict: 'unknown-shape',
  },
  {
    name: 'the type cell of OGE has no link',
    register: 'oge-278t',
    where: /API\.xsp/,
    body: (healthy) => healthy.replace(/<a [^>]*>|<\/a>/g, ''),
    what: 'search by surname',
    verdict: 'unknown-shape',
  },
  {
    name: 'PDFs of OGE are pages',
    register: 'oge-278t',
    where: /PAS\+Index/,
    body: HTML,
    what: 'report',
    verdict: 'unknown-shape',
  },
  {
    name: 'BaFin answers a page',
    register: 'de-bafin',
    where: /./,
    body: HTML,
    what: 'export',
    verdict: 'unknown-shape',
  },
  {
    name: 'FI answers a page',
    register: 'se-fi',
    where: /./,
    body: HTML,
    what: 'export',
    verdict: 'unknown-shape',
  },
  {
    name: 'the AFM refuses',
    register: 'nl-afm',
    where: /./,
    status: 403,
    body: WALL,
    what: 'index',
    verdict: 'refused',
  },
  {
    name: 'pages of the AFM need a script',
    register: 'nl-afm',
    where: /details/,
    body: HTML,
    what: 'page of a notification',
    verdict: 'unknown-shape',
  },
  {
    name: 'the index of the NSM was renamed',
    register: 'uk-nsm',
    where: /search/,
    status: 400,
    body: '{"message":"invalid index"}',
    what: 'search',
    verdict: 'unknown-shape',
  },
  {
    name: 'announcements of the NSM are gone',
    register: 'uk-nsm',
    where: /artefacts/,
    status: 404,
    body: HTML,
    what: 'announcement',
    verdict: 'refused',
  },
  {
    name: 'the month of Tiingo is used up',
    register: 'prices-tiingo',
    where: /./,
    body: 'You have run over your 500 symbol look up for this month.',
    what: 'daily prices',
    verdict: 'unknown-shape',
  },
  {
    name: 'Tiingo refuses the token',
    register: 'prices-tiingo',
    where: /./,
    status: 401,
    body: '{"detail":"Invalid token."}',
    what: 'daily prices',
    verdict: 'refused',
  },
];

describe('doctor reports that', () => {
  it.each(DRIFTS)('$name', async ({ register, where, status = 200, body = '', what, verdict }) => {
    const faults = faultsOf(register);
    faults.matches = (path) => where.test(path);
    faults.handler = ({ response, healthy }) =>
      sendAltered(response, healthy, {
        status,
        body: Buffer.from(typeof body === 'string' ? body : body(healthy.body.toString('utf8'))),
      });
    try {
      const examined = await ask([register]);
      expect(faults.faultCount).toBeGreaterThan(0);
      const bad = examined[0]!.probes.filter((probe) => probe.verdict !== 'reachable');
      expect(bad[0]).toMatchObject({ what, verdict });
      const text = formatChecks(examined);
      expect(text).toMatch(new RegExp(`^✗ ${register}  ${what}: `));
      expect(text.split('\n').at(-1)).toBe('0 of 1 reachable as expected');
      if (status === 403 && body !== S3_MISSING) expect(text).toMatch(/Likely causes: .*Ways out: .*import/);
    } finally {
      await faults.reset();
    }
  });

  it('a publisher that demands a pause gets no request for another of its registers', async () => {
    sec.handler = ({ response, healthy }) =>
      sendAltered(response, healthy, { status: 403, body: Buffer.from(RATE_PAGE) });
    try {
      edgar.asked.length = 0;
      const doors = createHttpClients({
        contact: 'Ida i@example.org',
        version: '1',
        secRequestsPerSecond: 8,
      });
      const registers = createRegisters({ sec: { www: sec.origin, data: sec.origin }, managers: [MANAGER] });
      const own = registers.filter(({ metadata }) => SEC.includes(metadata.id));
      const examined = await checkRegisters(
        own,
        (one) => doors.forRegister(one),
        new Date(`${DAY}T20:00:00.000Z`),
      );
      await doors.close();
      expect(sec.faultCount).toBe(1);
      expect(examined.map(({ probes }) => probes.map((probe) => probe.verdict))).toEqual(
        SEC.map(() => ['refused']),
      );
    } finally {
      await sec.reset();
    }
  });
});

describe('a machine without a network', () => {
  it('is reported in one line, soon', async () => {
    const doors = createHttpClients({
      contact: 'Ida Invented ida@example.org',
      version: '1',
      secRequestsPerSecond: 8,
      retryPolicy: { retries: 0 },
    });
    const nowhere = (name: string) => `http://${name}.invalid`;
    const registers = createRegisters({
      sec: { www: nowhere('www.sec'), data: nowhere('data.sec') },
      clerk: nowhere('clerk'),
      senateBaseUrl: nowhere('efd'),
      legislators: nowhere('members'),
    }).filter(({ metadata }) =>
      [...SEC, 'house-ptr', 'senate-ptr', 'congress-members'].includes(metadata.id),
    );
    const examined = await checkRegisters(registers, (one) => doors.forRegister(one), new Date());
    await doors.close();
    expect(formatChecks(examined)).toMatch(
      /^No register can be reached: is this machine online\? It finds no address for [\w.]+\.invalid: no network or DNS\? \(E\w+\)\n0 of 7 reachable as expected$/,
    );
    expect(examined.every(({ probes }) => probes.length === 1)).toBe(true);
  });

  it('is not reported when only a server is down', async () => {
    const faults = faultsOf('de-bafin');
    await faults.stopListening();
    try {
      const examined = await ask(['de-bafin', 'se-fi']);
      expect(examined[0]!.probes).toMatchObject([
        { verdict: 'unreachable', status: null, detail: expect.stringContaining('nothing listens') },
      ]);
      expect(formatChecks(examined)).toMatch(
        /✗ de-bafin {2}export: no answer: .*\n.*\n✓ se-fi .*\n\n1 of 2 reachable/,
      );
    } finally {
      await faults.reset();
    }
  });
});
