/** The other registers at the size of a real initial import, each on its local test server. */

import { printHouseReport } from '../../../data/sample/make/house-report.js';
import { printIntegrityReport } from '../../../data/sample/make/integrity-report.js';
import { houseRow, IDALIA, MORDECAI, pdfPath, zipPath } from '../../../test/ingest/congress-servers.js';
import { startLegislatorsServer } from '../../../test/registers/congress/congress-members/legislators-server.js';
import { startClerkServer, yearZip } from '../../../test/registers/congress/house-ptr/clerk-server.js';
import { madeReport, startSenateServer } from '../../../test/registers/congress/senate-ptr/server.js';
import * as bafin from '../../../test/registers/europe/de-bafin/documents.js';
import { portal } from '../../../test/registers/europe/de-bafin/server.js';
import * as afmDocuments from '../../../test/registers/europe/nl-afm/documents.js';
import { afm } from '../../../test/registers/europe/nl-afm/server.js';
import * as fi from '../../../test/registers/europe/se-fi/documents.js';
import { insynServer } from '../../../test/registers/europe/se-fi/server.js';
import { form, page } from '../../../test/registers/europe/uk-nsm/pages.js';
import { hit, startNsm } from '../../../test/registers/europe/uk-nsm/server.js';
import { startOgeServer } from '../../../test/registers/portfolios/oge-278t/oge-server.js';

/** Hosts of the registers, and where each is on this machine. */
export type Ports = Record<string, number>;

interface RegisterStub {
  ports: Ports;
  close(): Promise<void>;
}

const DAY = 86_400_000;
const portOf = (address: string) => Number(new URL(address).port);

/** @param filers whose OGE reports are tracked, as the index spells their names */
export async function startRegisterStubs(
  size: number,
  now: Date,
  filers: readonly string[],
): Promise<RegisterStub> {
  const all = await Promise.all([
    house(size, now),
    senate(size, now),
    members(),
    oge(filers, now),
    germany(size, now),
    britain(size, now),
    sweden(),
    netherlands(size, now),
  ]);
  return {
    ports: Object.assign({}, ...all.map(({ ports }) => ports)),
    close: async () => {
      await Promise.all(all.map((one) => one.close()));
    },
  };
}

/** YYYY-MM-DD, `back` days ago. */
const dayOf = (now: Date, back: number) => new Date(now.getTime() - back * DAY).toISOString().slice(0, 10);
const slashed = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}/${day.slice(0, 4)}`;
const isWeekday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Reports are printed on request. */
class Reports extends Map<string, { bytes: Buffer; etag?: string }> {
  readonly days = new Map<string, string>();
  override get(path: string) {
    const day = this.days.get(path);
    if (day === undefined) return super.get(path);
    const id = /(\d+)\.pdf$/.exec(path)?.[1] ?? '';
    const rows = [houseRow('Zquorra Robotics, Inc. (ZQRA) [ST]', dayOf(new Date(day), 20))];
    const bytes = printHouseReport({
      filingId: id,
      name: 'Hon. Ida Invented',
      stateDistrict: 'CA11',
      rows,
      signed: slashed(day),
    });
    return { bytes };
  }
}

async function house(size: number, now: Date): Promise<RegisterStub> {
  const clerk = await startClerkServer();
  const files = new Reports();
  const thisYear = now.getUTCFullYear();
  for (let year = 2015; year <= thisYear; year += 1) {
    const count = Math.max(2, Math.round(570 * size));
    const listed = [{ id: '10000001', date: `1/5/${year}`, type: 'C' }];
    const end = year === thisYear ? now.getTime() : Date.UTC(year, 11, 30);
    for (let n = 0; n < count; n += 1) {
      const id = String(20_000_000 + (year - 2015) * 1000 + n);
      const start = Date.UTC(year, 0, 5);
      const day = new Date(start + ((end - start) * n) / count).toISOString().slice(0, 10);
      listed.push({ id, date: slashed(day), type: 'P' });
      files.days.set(pdfPath(id, year), day);
    }
    files.set(zipPath(year), { bytes: yearZip(year, listed), etag: `"${year}"` });
  }
  clerk.files = files;
  return { ports: { 'disclosures-clerk.house.gov': portOf(clerk.origin) }, close: clerk.close };
}

async function senate(size: number, now: Date): Promise<RegisterStub> {
  const efd = await startSenateServer();
  const count = Math.max(10, Math.round(2390 * size));
  const span = (now.getTime() - Date.UTC(2012, 5, 1)) / DAY;
  for (let n = 0; n < count; n += 1) efd.reports.push(madeReport(n, dayOf(now, 1 + (span * n) / count)));
  return { ports: { 'efdsearch.senate.gov': portOf(efd.base) }, close: efd.close };
}

async function members(): Promise<RegisterStub> {
  const served = await startLegislatorsServer();
  served.parts.set('current', [IDALIA, MORDECAI]);
  served.parts.set('historical', [
    { ...IDALIA, id: { bioguide: 'G999999' }, name: { first: 'Obsoleta', last: 'Gone' } },
  ]);
  return { ports: { 'unitedstates.github.io': portOf(served.base) }, close: served.close };
}

async function oge(filers: readonly string[], now: Date): Promise<RegisterStub> {
  const served = await startOgeServer();
  for (let n = 1; n <= 8 * filers.length; n += 1) {
    const filer = filers[n % filers.length] ?? '';
    const day = dayOf(now, 30 * n);
    const row = {
      description: `Invented Goods ${n}, Inc. (IGDS)`,
      type: 'Purchase',
      notified: 'No',
      amount: '$1,001 - $15,000',
    };
    const bytes = printIntegrityReport({
      name: filer,
      position: 'Administrator, Bureau of Samples',
      signed: slashed(day),
      rows: [{ ...row, date: slashed(dayOf(now, 30 * n + 9)) }],
    });
    const id = n.toString(16).toUpperCase().padStart(32, '0');
    served.documents.push({
      id,
      name: filer,
      posted: day,
      label: '278 Transaction',
      fileName: `Report-${n}-278T.pdf`,
      bytes,
    });
  }
  return { ports: { 'extapps2.oge.gov': portOf(served.origin) }, close: served.close };
}

async function germany(size: number, now: Date): Promise<RegisterStub> {
  const dotted = (day: string) => day.split('-').reverse().join('.');
  const lines = Array.from({ length: Math.max(320, Math.round(900 * size)) }, (_, n) => {
    const day = (more: number) => dotted(dayOf(now, 2 + (n % 80) + more));
    const total = `${30 + (n % 900)}.000,00 EUR`;
    return bafin.line({ total, traded: day(2), notified: day(1), active: `${day(0)} 10:15:00` });
  });
  const served = await portal(() => bafin.dealings(...lines));
  return { ports: { 'portal.mvp.bafin.de': portOf(served.url) }, close: served.close };
}

async function britain(size: number, now: Date): Promise<RegisterStub> {
  const nsm = await startNsm();
  for (let back = 0; back <= 91; back += 1) {
    const day = dayOf(now, back);
    if (!isWeekday(day)) continue;
    for (let n = 0; n < Math.max(2, Math.round(18 * size)); n += 1) {
      const id = `${day}-${n}`;
      nsm.hits.push(hit(id, `${day}T0${7 + (n % 3)}:00:00Z`));
      nsm.artefacts.set(`NSM/RNS/${id}.html`, { body: page(form({ name: `Ada Bramble ${n}` })) });
    }
  }
  const port = portOf(nsm.url);
  return { ports: { 'api.data.fca.org.uk': port, 'data.fca.org.uk': port }, close: nsm.close };
}

async function sweden(): Promise<RegisterStub> {
  const served = await insynServer(
    () => 0,
    (span) => {
      const [from = '', to = ''] = span.split('..');
      const lines: string[] = [];
      for (let at = Date.parse(from); at <= Date.parse(to); at += DAY) {
        const day = new Date(at).toISOString().slice(0, 10);
        for (let n = 0; n < 12; n += 1)
          lines.push(
            fi.line({
              published: `${day} 09:0${n % 10}:00`,
              traded: `${day} 00:00:00`,
              volume: `${15_000 + n},0`,
            }),
          );
      }
      return { body: fi.insyn(...lines) };
    },
  );
  return { ports: { 'marknadssok.fi.se': portOf(served.url) }, close: served.close };
}

async function netherlands(size: number, now: Date): Promise<RegisterStub> {
  const american = (day: string) => `${slashed(day)} 12:00:00 AM`;
  const recent = Math.max(6, Math.round(360 * size));
  const entries = Array.from({ length: 9000 }, (_, n) => ({
    id: n < recent ? `NEW${n}` : `OLD${n}`,
    date: american(n < recent ? dayOf(now, 1 + (n * 85) / recent) : dayOf(now, 400 + (n % 2000))),
  }));
  const index = afmDocuments.index(entries);
  const days = new Map(entries.map(({ id }, n) => [id, dayOf(now, 1 + (n * 85) / recent)]));
  const served = await afm(
    () => ({ body: index }),
    (id) => ({
      body: afmDocuments.detail({ id, rows: [afmDocuments.sale()], date: dutch(days.get(id) ?? '') }),
    }),
  );
  return { ports: { 'www.afm.nl': portOf(served.addresses.index) }, close: served.close };
}

const MONTHS = 'jan feb mrt apr mei jun jul aug sep okt nov dec'.split(' ');
const dutch = (day: string) =>
  `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
