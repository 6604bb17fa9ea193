/** The register of issuers: tickers from the SEC's daily table, share counts from XBRL frames. */

import { edgarAddresses, probeEdgar, type SecHosts } from '../edgar.js';
import { type Register, RegisterFailure } from '../register.js';
import { fetchTickers } from './fetch.js';
import { fetchShares } from './fetch-shares.js';
import { parse, READER_VERSION, recognise } from './parse.js';
import { tableRows } from './table.js';

/** `hosts` is a local server in tests. */
export function createSecCompanies(hosts?: SecHosts): Register {
  const addresses = edgarAddresses(hosts);
  return {
    card: {
      id: 'sec-companies',
      source: 'sec-edgar-form4',
      title: 'Company tickers (CIK, name, ticker, exchange) and shares outstanding of the cover pages',
      publisher: 'U.S. Securities and Exchange Commission',
      homepage: 'https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data',
      cadence: 'tickers change from time to time and are asked for once a day, share counts once a week',
      terms:
        'The SEC treats information on sec.gov as public; it may be copied and passed on without its permission, and naming the SEC as the source is asked for. https://www.sec.gov/about/privacy-information',
      // The whole table is one record, and each of five frames; a day without a change brings none.
      expect: { min: 0, max: 6 },
    },
    async *fetch(http, context) {
      yield* fetchTickers(addresses, http, context);
      yield* fetchShares(addresses, http, context);
    },
    parse,
    recognise,
    probe: (http) =>
      probeEdgar(http, addresses.tickerTable, (answer) => {
        const table = tableRows(answer.bytes);
        if (table === null) throw new RegisterFailure('no table of company tickers', answer.bytes);
        return `${table.data.length} tickers`;
      }),
    readerVersion: READER_VERSION,
  };
}
