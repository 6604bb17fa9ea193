/** The register of the Senate: periodic transaction reports under the STOCK Act, from eFD. */

import type { Register } from '../../register.js';
import { senateAddresses } from './addresses.js';
import { downloadReport, FIRST_DAY, fetchSenate } from './fetch.js';
import { missingReport, parse, READER_VERSION } from './parse.js';
import { probeSenate } from './probe.js';
import { recognise } from './recognise.js';
import { SenateSession } from './session.js';

/**
 * `base` is eFD itself, or an operator's own helper that passes on what eFD answers (some places and clients are
 * refused by it), or a local server in tests; without a trailing slash. `now` stamps what is retrieved.
 */
export function createSenatePtr(base?: string, now: () => Date = () => new Date()): Register {
  const addresses = senateAddresses(base);
  const session = new SenateSession(addresses);
  return {
    metadata: {
      id: 'senate-ptr',
      source: 'us-congress-stock-act',
      title: 'Senate: periodic transaction reports under the STOCK Act',
      publisher: 'Secretary of the Senate, Office of Public Records',
      homepage: 'https://efdsearch.senate.gov',
      cadence: 'as they are filed, about 150 a year',
      terms:
        'Its agreement repeats 5 U.S.C. 13107(c): no report may be obtained or used for an unlawful purpose, for a commercial purpose other than by news and communications media for the general public, to establish a credit rating, or to solicit money.',
      // A quiet week brings nothing; all since 2012 are about 2,400.
      expectedRecords: { min: 0, max: 20_000 },
      backfillFrom: FIRST_DAY,
    },
    fetch: (http, context) => fetchSenate(addresses, session, http, context),
    download: (http, queued) => downloadReport(addresses, session, http, queued, now),
    recordsOfMissing: (queued) => [missingReport(queued)].filter((report) => report !== null),
    parse,
    recognise,
    probe: (http, at) => probeSenate(addresses, new SenateSession(addresses), http, at),
    readerVersion: READER_VERSION,
  };
}
