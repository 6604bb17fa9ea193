/** The register of the House: periodic transaction reports of representatives, from the Clerk. */

import { CLERK_OF_THE_HOUSE } from '../../../../tools/contract/publishers.js';
import { hostsOf } from '../../http/allowed-hosts.js';
import { requireOk, runProbeStep } from '../../http/probe-step.js';
import type { Http, Probe, Register } from '../../register.js';
import { CLERK_ORIGIN, FIRST_YEAR, indexAddress, pdfAddress } from './addresses.js';
import { downloadReport, fetchIndexes, parseIndexResponse } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';
import { missingReport } from './report.js';

export { CLERK_PACE } from './addresses.js';

/** `origin` is a local server in tests; `now` stamps what is retrieved. */
export function createHousePtr(origin = CLERK_ORIGIN, now: () => Date = () => new Date()): Register {
  return {
    metadata: {
      id: 'house-ptr',
      source: 'us-congress-stock-act',
      title: 'Periodic transaction reports of members of the House of Representatives',
      publisher: CLERK_OF_THE_HOUSE.name,
      homepage: CLERK_OF_THE_HOUSE.homepage,
      hosts: hostsOf(origin),
      cadence: 'index rebuilt about once a day; reports follow a trade by 30 to 45 days',
      terms: CLERK_OF_THE_HOUSE.terms,
      // None in a quiet hour; about 700 a year in the initial import since 2015.
      expectedRecords: { min: 0, max: 30_000 },
      backfillFrom: `${FIRST_YEAR}-01-01`,
    },
    fetch: (http, context) => fetchIndexes(http, context, origin),
    download: (http, queued) => downloadReport(http, queued, now, origin),
    recordsOfMissing: (queued) => [missingReport(queued)].filter((report) => report !== null),
    parse,
    recognise,
    probe: (http, at) => probe(origin, http, at),
    readerVersion: READER_VERSION,
  };
}

async function* probe(origin: string, http: Http, now: Date): AsyncGenerator<Probe> {
  // Early in January this year's index may not be there yet; last year's is always there.
  const year = now.getUTCFullYear() - (now.getUTCMonth() === 0 ? 1 : 0);
  const url = indexAddress(year, origin);
  const index = await runProbeStep(http, {
    what: 'yearly index',
    url,
    run: async (client) => {
      const response = await client.request(url);
      requireOk(response);
      return parseIndexResponse(response, url, year);
    },
    describe: ({ entries, reports }) =>
      `${entries} entries of ${year}, ${reports.length} of them periodic transaction reports`,
  });
  yield index.probe;
  // The oldest of the year: the newest may be listed but not served yet.
  const queued = index.found?.reports.at(-1);
  if (queued === undefined) return;
  const report = await runProbeStep(http, {
    what: 'report',
    url: pdfAddress(String(year), queued.key, origin),
    run: (client) => downloadReport(client, queued, () => now, origin),
    describe: ({ key, bytes }) => `${key}.pdf, ${bytes.length} bytes`,
  });
  yield report.probe;
}
