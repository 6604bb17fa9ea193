/** Managers' transactions in AFM's register (Netherlands): an XML index of all ids, one page for each. */

import { nl } from '../../../../tools/contract/markets/nl.js';
import { hostsOf } from '../../http/allowed-hosts.js';
import type { Register } from '../../register.js';
import { marketMetadata } from '../market-metadata.js';
import { ADDRESSES, downloadDetail, fetchIndex, probeIndex, recogniseFile } from './fetch.js';
import { parse } from './parse.js';

/** `addresses` point to a local server in tests. */
export function createNlAfm(addresses = ADDRESSES): Register {
  return {
    metadata: {
      ...marketMetadata(nl),
      hosts: hostsOf(addresses.index, addresses.detail),
      cadence: 'on working days',
      terms:
        'All rights reserved; copying with acknowledgement of the source is permitted, automated access is not addressed.',
      // Entries of the index, which holds the whole register (9,364 in August 2026), and the rows of new pages.
      expectedRecords: { min: 3_000, max: 40_000 },
    },
    fetch: (http, context) => fetchIndex(http, context, addresses),
    download: downloadDetail,
    parse,
    recognise: recogniseFile,
    probe: (http, now) => probeIndex(http, now, addresses),
    readerVersion: 3,
  };
}
