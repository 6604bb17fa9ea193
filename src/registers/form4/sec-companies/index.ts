/** The register of issuers: tickers from the SEC's daily table, share counts from XBRL frames. */

import { edgarAddresses, fileOf, type SecHosts } from '../../edgar/edgar.js';
import { asked, whole } from '../../http/probing.js';
import { type Http, type Probe, type Register, RegisterFailure } from '../../register.js';
import { fetchTickers } from './fetch.js';
import { fetchShares, settledQuarter } from './fetch-shares.js';
import { parse, READER_VERSION, recognise } from './parse.js';
import { frameOf } from './shares-frame.js';
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
    probe: (http, now) => probe(addresses, http, now),
    readerVersion: READER_VERSION,
  };
}

async function* probe(
  addresses: ReturnType<typeof edgarAddresses>,
  http: Http,
  now: Date,
): AsyncGenerator<Probe> {
  const table = await asked(http, {
    what: 'ticker table',
    url: addresses.tickerTable,
    ask: async (door) => {
      const bytes = whole(await door.request(addresses.tickerTable));
      const rows = tableRows(bytes);
      if (rows === null) throw new RegisterFailure('no table of company tickers', bytes);
      return rows;
    },
    tell: ({ data }) => `${data.length} tickers`,
  });
  yield table.probe;
  const url = addresses.sharesFrame(settledQuarter(now));
  const frame = await asked(http, {
    what: 'frame of share counts',
    url,
    ask: async (door) => {
      const bytes = fileOf(await door.request(url, { maxBytes: 64 * 1024 * 1024 }));
      const found = frameOf(bytes);
      if (found === null) throw new RegisterFailure(`${url} is no XBRL frame`, bytes);
      return found;
    },
    tell: ({ data }) => `${data.length} companies`,
  });
  yield frame.probe;
}
