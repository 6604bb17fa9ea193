/** Managers' transactions in the insynsregister of Finansinspektionen (Sweden): CSV exports by publication day. */

import { se } from '../../../../tools/contract/markets/se.js';
import { hostsOf } from '../../http/allowed-hosts.js';
import type { Register } from '../../register.js';
import { marketMetadata } from '../market-metadata.js';
import { ADDRESS, fetchInsynsregister, probeInsynsregister } from './fetch.js';
import { isInsynsregister, parse } from './parse.js';

/** `address` is a local server in tests. */
export function createSeFi(address = ADDRESS): Register {
  return {
    metadata: {
      ...marketMetadata(se),
      hosts: hostsOf(address),
      cadence: 'continuously: FI publishes a notification, unreviewed, when it receives it',
      requestGapMs: 5000,
      terms:
        'A public register without a stated licence. FI reserves the right to block clients that load the service.',
      // Rows of the windows of a run: the last days by the hour, about 4,000 once a day. Every run covers at
      // least one working day.
      expectedRecords: { min: 1, max: 20_000 },
    },
    fetch: (http, context) => fetchInsynsregister(http, context, address),
    parse,
    recognise: ({ name, bytes }) =>
      isInsynsregister(bytes) ? { key: `file:${name}`, kind: 'window', url: `file:${name}` } : null,
    probe: (http, now) => probeInsynsregister(http, now, address),
    readerVersion: 2,
  };
}
