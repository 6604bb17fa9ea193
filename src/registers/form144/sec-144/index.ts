/** The register of Form 144: notices of proposed sales, from EDGAR. */

import { SEC } from '../../../../tools/contract/publishers.js';
import { edgarAddresses, type SecHosts } from '../../edgar/edgar.js';
import { downloadSubmission } from '../../edgar/edgar-submission.js';
import { probeFilings } from '../../edgar/filings-probe.js';
import type { Register } from '../../register.js';
import { fetch144 } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';
import { FORM_144 } from './vocabulary.js';

/** `hosts` is a local server in tests; `now` stamps what is retrieved. */
export function createSec144(hosts?: SecHosts, now: () => Date = () => new Date()): Register {
  const addresses = edgarAddresses(hosts);
  return {
    metadata: {
      id: 'sec-144',
      source: 'sec-edgar-form144',
      title: 'Form 144: notices of proposed sales of securities',
      publisher: SEC.name,
      homepage: SEC.homepage,
      hosts: addresses.hosts,
      cadence: 'within minutes of acceptance on business days, 6 to 22 hours Eastern; daily index each night',
      terms: SEC.terms,
      // None in a quiet hour; some hundred thousand in an import since 2023.
      expectedRecords: { min: 0, max: 500_000 },
    },
    fetch: (http, context) => fetch144(addresses, http, context),
    download: (http, queued) => downloadSubmission(addresses, http, queued, now),
    parse,
    recognise,
    probe: (http, at) =>
      probeFilings({ addresses, http, now: at, forms: FORM_144, name: 'notices of Form 144' }),
    readerVersion: READER_VERSION,
  };
}
