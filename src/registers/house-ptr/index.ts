/** The register of the House: periodic transaction reports of representatives, from the Clerk. */

import { type HttpAnswer, type Probe, type Register, RegisterFailure } from '../register.js';
import { CLERK, FIRST_YEAR, indexAddress } from './addresses.js';
import { fetchIndexes, readAnswer, retrieveReport } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';
import { missingReport } from './report.js';

export { CLERK_PACE } from './addresses.js';

/** `origin` is a local server in tests; `now` stamps what is retrieved. */
export function createHousePtr(origin = CLERK, now: () => Date = () => new Date()): Register {
  return {
    card: {
      id: 'house-ptr',
      source: 'us-congress-stock-act',
      title: 'Periodic transaction reports of members of the House of Representatives',
      publisher: 'Clerk of the U.S. House of Representatives',
      homepage: 'https://disclosures-clerk.house.gov/FinancialDisclosure',
      cadence: 'index rebuilt about once a day; reports follow a trade by 30 to 45 days',
      terms:
        'Public domain as to copyright, yet restricted in use: 5 U.S.C. 13107(c) forbids using a report for an unlawful purpose, for a commercial purpose other than by news and communications media for dissemination to the general public, for establishing a credit rating, or for soliciting money.',
      // No report in a quiet hour; about 700 a year on a first fill since 2015.
      expect: { min: 0, max: 30_000 },
      fillsFrom: `${FIRST_YEAR}-01-01`,
    },
    fetch: (http, context) => fetchIndexes(http, context, origin),
    retrieve: (http, wanted) => retrieveReport(http, wanted, now, origin),
    missing: (wanted) => [missingReport(wanted)].filter((report) => report !== null),
    parse,
    recognise,
    async probe(http, at): Promise<Probe> {
      // Early in January this year's index may not be there yet; last year's always is.
      const year = at.getUTCFullYear() - (at.getUTCMonth() === 0 ? 1 : 0);
      const url = indexAddress(year, origin);
      let answer: HttpAnswer;
      try {
        answer = await http.request(url);
      } catch (error) {
        if (!(error instanceof RegisterFailure)) throw error;
        return { verdict: 'refused', url, status: null, detail: error.message, firstBytes: error.firstBytes };
      }
      const firstBytes = answer.bytes.toString('latin1', 0, 300);
      const { status } = answer;
      if (status !== 200)
        return { verdict: 'refused', url, status, detail: `answered ${status}`, firstBytes };
      try {
        const { entries, reports } = readAnswer(answer, url, year);
        const detail = `${entries} entries of ${year}, ${reports.length} of them periodic transaction reports`;
        return { verdict: 'reachable', url, status, detail, firstBytes };
      } catch (error) {
        if (!(error instanceof RegisterFailure)) throw error;
        return { verdict: 'unknown-shape', url, status, detail: error.message, firstBytes };
      }
    },
    readerVersion: READER_VERSION,
  };
}
