/** The register of the Senate: periodic transaction reports under the STOCK Act, from eFD. */

import { SECRETARY_OF_THE_SENATE } from '../../../../tools/contract/publishers.js';
import { hostsOf } from '../../http/allowed-hosts.js';
import type { Register } from '../../register.js';
import { senateAddresses } from './addresses.js';
import { downloadReport, FIRST_DAY, fetchSenate } from './fetch.js';
import { missingReport, parse, READER_VERSION } from './parse.js';
import { probeSenate } from './probe.js';
import { recognise } from './recognise.js';
import { SenateSession } from './session.js';

/**
 * `base` is eFD itself, or an operator's own helper that forwards eFD's responses (eFD refuses some places
 * and clients), or a local server in tests; without a trailing slash. `now` stamps what is retrieved.
 */
export function createSenatePtr(base?: string, now: () => Date = () => new Date()): Register {
  const addresses = senateAddresses(base);
  const session = new SenateSession(addresses);
  return {
    metadata: {
      id: 'senate-ptr',
      source: 'us-congress-stock-act',
      title: 'Senate: periodic transaction reports under the STOCK Act',
      publisher: SECRETARY_OF_THE_SENATE.name,
      homepage: SECRETARY_OF_THE_SENATE.homepage,
      hosts: hostsOf(addresses.search),
      cadence: 'as they are filed, about 150 a year',
      terms: SECRETARY_OF_THE_SENATE.terms,
      // None in a quiet week; about 2,400 in all since 2012.
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
