/** Prices in the public domain: the price column of the SEC's fails-to-deliver files. */

import { SEC } from '../../../../tools/contract/publishers.js';
import { sourceOf } from '../../../../tools/contract/sources.js';
import { itemAt } from '../../../collections.js';
import { type EdgarAddresses, edgarAddresses, type SecHosts } from '../../edgar/edgar.js';
import { FIRST_BYTES_REQUEST, requireZipStart, runProbeStep } from '../../http/probe-step.js';
import type { Http, Probe, Register } from '../../register.js';
import { downloadFails, fetchFails, readFailsPage } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';

/** `hosts` is a local server in tests; `now` stamps what is retrieved. */
export function createPricesSec(hosts?: SecHosts, now: () => Date = () => new Date()): Register {
  const addresses = edgarAddresses(hosts);
  return {
    metadata: {
      id: 'prices-sec',
      source: 'prices',
      client: 'sec',
      title:
        'Fails-to-deliver files: closes and CUSIPs of securities on the days on which they failed to be delivered',
      publisher: SEC.name,
      homepage: sourceOf('prices').homepage,
      hosts: addresses.hosts,
      cadence: 'two files a month, each two to four weeks late; the page is checked once a day',
      terms: `${SEC.terms} It does not promise that these prices match those of other sources.`,
      // Two years are 48 to 50 files of at most eight records; none on most days.
      expectedRecords: { min: 0, max: 5_000 },
    },
    fetch: (http, context) => fetchFails(addresses, http, context),
    download: (http, queued) => downloadFails(http, queued, now),
    parse,
    recognise,
    probe: (http) => probe(addresses, http),
    readerVersion: READER_VERSION,
  };
}

async function* probe(addresses: EdgarAddresses, http: Http): AsyncGenerator<Probe> {
  const page = await runProbeStep(http, {
    what: 'page of the fails-to-deliver files',
    url: addresses.failsPage,
    run: async (client) => readFailsPage(await client.request(addresses.failsPage), addresses),
    describe: (files) => `${files.length} files, the latest ${itemAt(files, -1).key}`,
  });
  yield page.probe;
  const newest = page.found?.at(-1);
  if (newest === undefined) return;
  const file = await runProbeStep(http, {
    what: 'fails-to-deliver file',
    url: newest.url,
    run: async (client) => requireZipStart(await client.request(newest.url, FIRST_BYTES_REQUEST)),
    describe: () => `${newest.key} is there`,
  });
  yield file.probe;
}
