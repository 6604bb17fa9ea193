/** Managers' transactions in the insynsregister of Finansinspektionen (Sweden): CSV exports by publication day. */

import type { Register } from '../register.js';
import { fetchInsynsregister, probeInsynsregister } from './fetch.js';
import { isInsynsregister, parse } from './parse.js';

export const seFi: Register = {
  card: {
    id: 'se-fi',
    source: 'fi-insynsregistret',
    title: 'Insynsregistret (Sweden)',
    publisher: 'Finansinspektionen (FI)',
    homepage: 'https://www.fi.se/sv/vara-register/insynsregistret/',
    cadence: 'continuously: FI publishes a notification, unreviewed, when it receives it',
    terms:
      'A public register without a stated licence. FI reserves the right to block clients that load the service.',
    expect: { min: 1, max: 120 },
  },
  fetch: (http, context) => fetchInsynsregister(http, context),
  parse,
  recognise: ({ name, bytes }) =>
    isInsynsregister(bytes) ? { key: `file:${name}`, kind: 'window', url: `file:${name}` } : null,
  probe: (http, now) => probeInsynsregister(http, now),
  readerVersion: 1,
};
