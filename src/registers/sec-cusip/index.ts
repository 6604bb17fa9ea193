/** The register of CUSIPs: which symbol a CUSIP had, from the SEC's fails-to-deliver files. */

import { edgarAddresses, probeEdgar, type SecHosts } from '../edgar.js';
import { type Register, RegisterFailure } from '../register.js';
import { failsFiles } from './fails-page.js';
import { failsPage, fetchFails, retrieveFails } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';

/** `hosts` is a local server in tests; `now` stamps what is retrieved. */
export function createSecCusip(hosts?: SecHosts, now: () => Date = () => new Date()): Register {
  const addresses = edgarAddresses(hosts);
  return {
    card: {
      id: 'sec-cusip',
      source: 'curated-trackers',
      title: 'Fails-to-deliver files: CUSIPs with their trading symbols',
      publisher: 'U.S. Securities and Exchange Commission',
      homepage: 'https://www.sec.gov/data-research/sec-markets-data/fails-deliver-data',
      cadence: 'two files a month, each two to four weeks late; the page is looked at once a day',
      terms:
        'The SEC treats information on sec.gov as public; it may be copied and passed on without its permission, and naming the SEC as the source is asked for. https://www.sec.gov/about/privacy-information',
      // One record for each file: 48 files fill the 24 months, most days bring none.
      expect: { min: 0, max: 100 },
    },
    fetch: (http, context) => fetchFails(addresses, http, context),
    retrieve: (http, wanted) => retrieveFails(http, wanted, now),
    parse,
    recognise,
    probe: (http) =>
      probeEdgar(http, failsPage(addresses), (answer) => {
        const [newest, ...older] = failsFiles(answer.bytes.toString('utf8'), addresses.onWww);
        if (newest === undefined)
          throw new RegisterFailure('no link to a fails-to-deliver file', answer.bytes);
        return `${older.length + 1} files, the latest ${newest.key}`;
      }),
    readerVersion: READER_VERSION,
  };
}
