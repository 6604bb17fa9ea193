/** Prices in the public domain: the price column of the SEC's fails-to-deliver files. */

import { edgarAddresses, probeEdgar, type SecHosts } from '../edgar.js';
import { type Register, RegisterFailure } from '../register.js';
import { failsFiles } from './fails-page.js';
import { fetchFails, retrieveFails } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';

/** `hosts` is a local server in tests; `now` stamps what is retrieved. */
export function createPricesSec(hosts?: SecHosts, now: () => Date = () => new Date()): Register {
  const addresses = edgarAddresses(hosts);
  return {
    card: {
      id: 'prices-sec',
      source: 'prices',
      door: 'sec',
      title:
        'Fails-to-deliver files: closes and CUSIPs of securities on the days on which they failed to be delivered',
      publisher: 'U.S. Securities and Exchange Commission',
      homepage: 'https://www.sec.gov/data-research/sec-markets-data/fails-deliver-data',
      cadence: 'two files a month, each two to four weeks late; the page is looked at once a day',
      terms:
        'The SEC treats information on sec.gov as public; it may be copied and passed on without its permission, and naming the SEC as the source is asked for. It does not promise that these prices match those of other sources. https://www.sec.gov/about/privacy-information',
      // 48 to 50 files of eight records at most fill two years; most days bring none.
      expect: { min: 0, max: 5_000 },
    },
    fetch: (http, context) => fetchFails(addresses, http, context),
    retrieve: (http, wanted) => retrieveFails(http, wanted, now),
    parse,
    recognise,
    probe: (http) =>
      probeEdgar(http, addresses.failsPage, (answer) => {
        const files = failsFiles(answer.bytes.toString('utf8'), addresses.onWww);
        const last = files.at(-1);
        if (last === undefined) throw new RegisterFailure('no link to a fails-to-deliver file', answer.bytes);
        return `${files.length} files, the latest ${last.key}`;
      }),
    readerVersion: READER_VERSION,
  };
}
