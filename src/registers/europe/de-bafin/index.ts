/** Managers' transactions published by BaFin (Germany): one CSV export of the whole database. */

import { de } from '../../../../tools/contract/markets/de.js';
import { hostsOf } from '../../http/allowed-hosts.js';
import type { Register } from '../../register.js';
import { marketMetadata } from '../market-metadata.js';
import { ADDRESS, fetchDealingsInfo, probeDealingsInfo } from './fetch.js';
import { isDealingsInfo, parse } from './parse.js';

/** `address` is a local server in tests. */
export function createDeBafin(address = ADDRESS): Register {
  return {
    metadata: {
      ...marketMetadata(de),
      hosts: hostsOf(address),
      cadence: 'on working days, some days to weeks after the notification; rows stay about twelve months',
      terms:
        'No licence is stated. The portal’s robots.txt was reported in June 2026 to ask all robots to stay away: decide for yourself, and leave it out with REGISTERS=all,-de-bafin.',
      // Rows of the whole database, which covers twelve months: 2,000 to 3,000 are usual.
      expectedRecords: { min: 300, max: 20_000 },
    },
    fetch: (http, context) => fetchDealingsInfo(http, context, address),
    parse,
    recognise: ({ name, bytes }) =>
      isDealingsInfo(bytes) ? { key: `file:${name}`, kind: 'export', url: `file:${name}` } : null,
    probe: (http) => probeDealingsInfo(http, address),
    readerVersion: 2,
  };
}
