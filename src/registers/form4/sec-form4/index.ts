/** The register of Form 4 filings: statements of changes in beneficial ownership, from EDGAR. */

import { SEC } from '../../../../tools/contract/publishers.js';
import { edgarAddresses, type SecHosts } from '../../edgar/edgar.js';
import type { Register } from '../../register.js';
import { downloadOwnership } from '../backfill.js';
import { fetchForm4 } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';
import { probeForm4 } from './probe.js';

/** `hosts` is a local server in tests; `now` stamps what is retrieved. */
export function createSecForm4(hosts?: SecHosts, now: () => Date = () => new Date()): Register {
  const addresses = edgarAddresses(hosts);
  return {
    metadata: {
      id: 'sec-form4',
      source: 'sec-edgar-form4',
      title: 'Form 4: statements of changes in beneficial ownership',
      publisher: SEC.name,
      homepage: SEC.homepage,
      hosts: addresses.hosts,
      cadence: 'within minutes of acceptance on business days, 6 to 22 hours Eastern; daily index each night',
      terms: SEC.terms,
      // None in a quiet hour; a million in an initial import of many years.
      expectedRecords: { min: 0, max: 3_000_000 },
    },
    fetch: (http, context) => fetchForm4(addresses, http, context),
    download: (http, queued) => downloadOwnership(addresses, http, queued, now),
    parse,
    recognise,
    probe: (http, at) => probeForm4(addresses, http, at),
    readerVersion: READER_VERSION,
  };
}
