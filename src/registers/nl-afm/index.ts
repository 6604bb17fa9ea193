/** Managers' transactions in AFM's register (Netherlands): an XML index of all ids, one page for each. */

import type { Register } from '../register.js';
import { fetchIndex, probeIndex, recogniseFile, retrieveDetail } from './fetch.js';
import { parse } from './parse.js';

export const nlAfm: Register = {
  card: {
    id: 'nl-afm',
    source: 'afm-mar19',
    title: 'Register of managers’ transactions MAR 19 (Netherlands)',
    publisher: 'Autoriteit Financiële Markten (AFM)',
    homepage: 'https://www.afm.nl/en/sector/registers/meldingenregisters/transacties-leidinggevenden-mar19-',
    cadence: 'on working days',
    terms:
      'All rights reserved; copying with acknowledgement of the source is permitted, automated reading is not addressed.',
    expect: { min: 1, max: 20_000 },
  },
  fetch: (http, context) => fetchIndex(http, context),
  retrieve: retrieveDetail,
  parse,
  recognise: recogniseFile,
  probe: (http, now) => probeIndex(http, now),
  readerVersion: 1,
};
