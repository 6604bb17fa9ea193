/** The register of Schedules 13D and 13G: holders above five per cent of a class, from EDGAR. */

import { SEC } from '../../../../tools/contract/publishers.js';
import { edgarAddresses, type SecHosts } from '../../edgar/edgar.js';
import { downloadSubmission } from '../../edgar/edgar-submission.js';
import { probeFilings } from '../../edgar/filings-probe.js';
import type { Register } from '../../register.js';
import { fetchSchedules } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';
import { SCHEDULES } from './vocabulary.js';

/** `hosts` is a local server in tests; `now` stamps what is retrieved. */
export function createSec13DG(hosts?: SecHosts, now: () => Date = () => new Date()): Register {
  const addresses = edgarAddresses(hosts);
  return {
    metadata: {
      id: 'sec-13dg',
      source: 'sec-edgar-13dg',
      title: 'Schedules 13D and 13G: holders above five per cent',
      publisher: SEC.name,
      homepage: SEC.homepage,
      hosts: addresses.hosts,
      cadence: 'within minutes of acceptance on business days, 6 to 22 hours Eastern; daily index each night',
      terms: SEC.terms,
      // None in a quiet hour; some ten thousand each year.
      expectedRecords: { min: 0, max: 1_500_000 },
    },
    fetch: (http, context) => fetchSchedules(addresses, http, context),
    download: (http, queued) => downloadSubmission(addresses, http, queued, now),
    parse,
    recognise,
    probe: (http, at) =>
      probeFilings({ addresses, http, now: at, forms: SCHEDULES, name: 'Schedules 13D and 13G' }),
    readerVersion: READER_VERSION,
  };
}
