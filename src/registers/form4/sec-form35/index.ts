/** The register of Forms 3 and 5: what insiders held when they became one, and what a year left unreported. */

import { SEC } from '../../../../tools/contract/publishers.js';
import { edgarAddresses, type SecHosts } from '../../edgar/edgar.js';
import type { Register } from '../../register.js';
import { downloadOwnership } from '../backfill.js';
import { fetchForm35 } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';
import { probeForm35 } from './probe.js';

/** `hosts` is a local server in tests; `now` stamps what is retrieved. */
export function createSecForm35(hosts?: SecHosts, now: () => Date = () => new Date()): Register {
  const addresses = edgarAddresses(hosts);
  return {
    metadata: {
      id: 'sec-form35',
      source: 'sec-edgar-form35',
      title: 'Forms 3 and 5: initial statements of ownership, and what a year left unreported',
      publisher: SEC.name,
      homepage: SEC.homepage,
      hosts: addresses.hosts,
      cadence: 'within minutes of acceptance on business days, 6 to 22 hours Eastern; daily index each night',
      terms: SEC.terms,
      // None in a quiet hour; some hundred thousand rows in an initial import of many years.
      expectedRecords: { min: 0, max: 1_000_000 },
    },
    fetch: (http, context) => fetchForm35(addresses, http, context),
    download: (http, queued) => downloadOwnership(addresses, http, queued, now),
    parse,
    recognise,
    probe: (http, at) => probeForm35(addresses, http, at),
    readerVersion: READER_VERSION,
  };
}
