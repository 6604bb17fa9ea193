/** The register of issuers: tickers from the SEC's daily table, share counts from XBRL frames. */

import { SEC } from '../../../../tools/contract/publishers.js';
import { edgarAddresses, requireFile, type SecHosts } from '../../edgar/edgar.js';
import { requireOk, runProbeStep } from '../../http/probe-step.js';
import { type Http, type Probe, type Register, SourceError } from '../../register.js';
import { fetchTickers } from './fetch.js';
import { fetchShares, settledQuarter } from './fetch-shares.js';
import { parse, READER_VERSION, recognise } from './parse.js';
import { parseSharesFrame } from './shares-frame.js';
import { parseTickerTable } from './ticker-table.js';

/** `hosts` is a local server in tests. */
export function createSecCompanies(hosts?: SecHosts): Register {
  const addresses = edgarAddresses(hosts);
  return {
    metadata: {
      id: 'sec-companies',
      source: 'sec-edgar-form4',
      title: 'Company tickers (CIK, name, ticker, exchange) and shares outstanding of the cover pages',
      publisher: SEC.name,
      homepage: 'https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data',
      hosts: addresses.hosts,
      cadence: 'tickers change from time to time and are fetched once a day, share counts once a week',
      terms: SEC.terms,
      // The whole table is one record, and each of five frames; none on a day without a change.
      expectedRecords: { min: 0, max: 6 },
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
  const table = await runProbeStep(http, {
    what: 'ticker table',
    url: addresses.tickerTable,
    run: async (client) => {
      const bytes = requireOk(await client.request(addresses.tickerTable));
      const rows = parseTickerTable(bytes);
      if (rows === null) throw new SourceError('not a table of company tickers', bytes);
      return rows;
    },
    describe: ({ data }) => `${data.length} tickers`,
  });
  yield table.probe;
  const url = addresses.sharesFrame(settledQuarter(now));
  const frame = await runProbeStep(http, {
    what: 'frame of share counts',
    url,
    run: async (client) => {
      const bytes = requireFile(await client.request(url, { maxBytes: 64 * 1024 * 1024 }));
      const found = parseSharesFrame(bytes);
      if (found === null) throw new SourceError(`${url} is not an XBRL frame`, bytes);
      return found;
    },
    describe: ({ data }) => `${data.length} companies`,
  });
  yield frame.probe;
}
