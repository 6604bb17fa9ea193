/** Names in titles: turned round only where the order is certain. */

import { expect, it } from '@jest/globals';
import { inOrdinaryCase, surnameLast } from '../../../src/publish/pages/readable-name.js';

it.each([
  ['WIMBLEQUIST EPHRAIM', 'Ephraim Wimblequist'],
  ['Wimblequist Ephraim J', 'Ephraim J Wimblequist'],
  ['Wimblequist, Ephraim', 'Ephraim Wimblequist'],
  ['Larkworth Augustin K.', 'Augustin K. Larkworth'],
  ["O'BRINDLEBY-MOOR SERAPHINA K", "Seraphina K O'Brindleby-Moor"],
  ['MCBRIDE TILDA R S', 'Tilda R S McBride'],
  ['Ågren Östen', 'Östen Ågren'],
  ['Hart-Önder José', 'José Hart-Önder'],
])('%s is %s', (filed, readable) => {
  expect(surnameLast(filed)).toBe(readable);
});

it.each([
  // Generational suffixes and degrees.
  'Quibblecombe Bartholomew Jr',
  'QUIBBLECOMBE BARTHOLOMEW III',
  'Quibblecombe Bartholomew J JR.',
  'Thimble Oswald MD',
  // Particles, and surnames that may have two words.
  'Van Horn Petra',
  'DE LA CRUZ M',
  'Von Thistle Otto',
  'St. Clair Ada',
  'Garcia Moor Tilda',
  'Wimblequist Ephraim John',
  // Companies as owners.
  'Grumblethorpe Capital Partners LP',
  'Marrowgate Holdings',
  'Thistlebrook Trust',
  'Brindle Fund L.P.',
  'Quill L.L.C.',
  'Zquorra Robotics, Inc.',
  'Bank Moor',
  'Moor & Sons',
  '3i Moor',
  // Given name first, evidently; one word; nothing.
  'J Wimblequist',
  'T. Moor Price',
  'Wimblequist',
  '',
  'Wimblequist J',
  'Wimblequist Ephraim (Trustee)',
])('“%s” stays as filed', (filed) => {
  expect(surnameLast(filed)).toBe(filed);
});

it.each([
  ['BENJAMIN L MOOR', 'Benjamin L Moor'],
  ['PHILOMENA R. DUNDERWICK', 'Philomena R. Dunderwick'],
  ['HALVARD EIDERDUCK III', 'Halvard Eiderduck III'],
  ['ADA O’MOOR-MCBRIDE, JR.', 'Ada O’Moor-McBride, Jr.'],
  ['Rick Moor', 'Rick Moor'],
  ['Leo van Thistle', 'Leo van Thistle'],
  ['', ''],
  ['李 明', '李 明'],
])('capitals of %s are written %s', (filed, readable) => {
  expect(inOrdinaryCase(filed)).toBe(readable);
});
