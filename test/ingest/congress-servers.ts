/** The Clerk, eFD and the identity files as local servers with invented members, and a run against all three. */

import { type PrintedRow, printHouseReport } from '../../data/sample/make/house-report.js';
import { readHourly } from '../../src/ingest/hourly.js';
import { silentProgress } from '../../src/ingest/progress.js';
import type { RegisterOutcome } from '../../src/ingest/register-run.js';
import type { MemberOverride } from '../../src/records/congress/member.js';
import { createSenateClient } from '../../src/registers/congress/senate-ptr/client.js';
import { createHttpClient, type HttpClient } from '../../src/registers/http/http-client.js';
import { createRegisters } from '../../src/registers/index.js';
import type { Register } from '../../src/registers/register.js';
import type { Store } from '../../src/store/database/open.js';
import {
  type LegislatorsServer,
  startLegislatorsServer,
} from '../registers/congress/congress-members/legislators-server.js';
import {
  type ClerkServer,
  type Listed,
  startClerkServer,
  yearZip,
} from '../registers/congress/house-ptr/clerk-server.js';
import { type SenateServer, startSenateServer } from '../registers/congress/senate-ptr/server.js';
import { waitingClock } from '../registers/http/waiting-clock.js';

export const REGISTERS = ['congress-members', 'house-ptr', 'senate-ptr'];
/** Years whose index the local Clerk has from the start. */
export const YEARS = [2025, 2026];

export interface CongressRunOptions {
  enabled?: string[];
  since?: string | ((register: Register) => string);
  overrides?: MemberOverride[];
  signal?: AbortSignal;
  /** Replaces one of the registers, such as by one with an older parser. */
  change?: (register: Register) => Register;
}

export interface CongressServers {
  clerk: ClerkServer;
  efd: SenateServer;
  legislators: LegislatorsServer;
  /** The moment of the next run. */
  clock: Date;
  /** Files a House report on `day` (YYYY-MM-DD) and lists it. */
  fileHouseReport(id: string, day: string, rows: PrintedRow[], last?: string): void;
  /** One run into `store`, with new clients, as in a separate process. */
  run(store: Store, options?: CongressRunOptions): Promise<RegisterOutcome[]>;
  close(): Promise<void>;
}

export function person(bioguide: string, first: string, last: string, term: object): object {
  return {
    id: { bioguide },
    name: { first, last },
    terms: [{ start: '2025-01-03', end: '2027-01-03', party: 'Democrat', ...term }],
  };
}

/** Sits for the district under which the local Clerk lists every report. */
export const IDALIA = person('I999101', 'Idalia', 'Invented', { type: 'rep', state: 'CA', district: 11 });
export const MORDECAI = person('P999009', 'Mordecai', 'Plumquist', {
  type: 'sen',
  start: '2023-01-03',
  end: '2029-01-03',
  state: 'VT',
  party: 'Independent',
});

export function houseRow(asset: string, day: string, more: Partial<PrintedRow> = {}): PrintedRow {
  const date = slashed(day);
  return { asset, type: 'P', date, notified: date, amount: '$1,001 - $15,000', ...more };
}

export const zipPath = (year: number | string) => `/public_disc/financial-pdfs/${year}FD.zip`;
export const pdfPath = (id: string, year: number | string) => `/public_disc/ptr-pdfs/${year}/${id}.pdf`;

const slashed = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
const quiet = { info() {}, warn() {} };

export async function startCongressServers(): Promise<CongressServers> {
  const [clerk, efd, legislators] = await Promise.all([
    startClerkServer(),
    startSenateServer(),
    startLegislatorsServer(),
  ]);
  const lists = new Map<string, Listed[]>(YEARS.map((year) => [String(year), []]));
  const serveList = (year: string) => {
    // An index is never empty: other filings are listed too.
    const listed = [{ id: '10000001', date: `1/5/${year}`, type: 'C' }, ...(lists.get(year) ?? [])];
    const bytes = yearZip(Number(year), listed);
    clerk.files.set(zipPath(year), { bytes, etag: `"${year}-${listed.length}"` });
  };
  for (const year of lists.keys()) serveList(year);
  legislators.parts.set('current', [IDALIA, MORDECAI]);
  legislators.parts.set('historical', [
    person('G999999', 'Obsoleta', 'Gone', { type: 'rep', state: 'NV', district: 1 }),
  ]);
  const capitol: CongressServers = {
    clerk,
    efd,
    legislators,
    clock: new Date('2026-10-08T15:00:00.000Z'),
    fileHouseReport(id, day, rows, last = 'Invented') {
      const year = day.slice(0, 4);
      const listed = lists.get(year) ?? [];
      lists.set(year, [...listed, { id, date: slashed(day), last }]);
      serveList(year);
      const bytes = printHouseReport({
        filingId: id,
        name: `Hon. Ida ${last}`,
        stateDistrict: 'CA11',
        rows,
        signed: slashed(day),
      });
      clerk.files.set(pdfPath(id, year), { bytes });
    },
    async run(store, { enabled = REGISTERS, since = '2025-01-01', overrides, signal, change } = {}) {
      const stop = signal ?? new AbortController().signal;
      const now = () => capitol.clock;
      const doors = openClients(stop);
      const registers = createRegisters({
        senateBaseUrl: efd.base,
        clerk: clerk.origin,
        legislators: legislators.base,
        now,
      });
      try {
        return await readHourly({
          store,
          registers: change === undefined ? registers : registers.map(change),
          enabled: new Set(enabled),
          http: ({ metadata }) => (metadata.id === 'senate-ptr' ? doors.senate : doors.others),
          since,
          now,
          nextRefreshAt: (finished) => new Date(finished.getTime() + 3_600_000).toISOString(),
          signal: stop,
          progress: silentProgress,
          memberOverrides: overrides,
          log: quiet,
        });
      } finally {
        await Promise.all([doors.senate.close(), doors.others.close()]);
      }
    },
    close: async () => {
      await Promise.all([clerk.close(), efd.close(), legislators.close()]);
    },
  };
  return capitol;
}

/** The Senate's client on a clock that does not wait, and a client for the others without their pauses. */
function openClients(signal: AbortSignal): { senate: HttpClient; others: HttpClient } {
  const clock = waitingClock(Date.parse('2026-10-08T15:00:00.000Z'));
  const contact = 'Jane Roe jane@example.org';
  return {
    senate: createSenateClient({ contact, version: '1.0.0', clock, random: () => 0, signal }),
    others: createHttpClient({
      userAgent: `disclosed-test ${contact}`,
      perSecond: 10_000,
      maxConcurrent: 1,
      retries: 0,
      signal,
    }),
  };
}
