/** The counting: equal values, differences, and unread rows. */

import { expect, it } from '@jest/globals';
import { tableOf } from '../../eval/fidelity/measures.js';
import { Tally } from '../../eval/fidelity/tally.js';

it('rows in their order are compared field by field', () => {
  const tally = new Tally();
  tally.document(
    'a',
    [
      { x: 1, y: null },
      { x: 2, y: 'b' },
    ],
    [
      { x: 1, y: undefined, z: 9 },
      { x: 3, y: 'b' },
    ],
  );
  expect(tally.score).toMatchObject({ documents: 1, read: 1, expected: 2, found: 2, equal: 1 });
  expect(tally.score).toMatchObject({ fields: 4, equalFields: 3 });
  expect(tally.score.differences).toEqual(['a row 2, x: 3 instead of 2']);
});

it('a missing row reduces recall, an extra one precision, and neither shifts the others', () => {
  const tally = new Tally();
  tally.document('a', [{ x: 1 }, { x: 2 }, { x: 3 }], [{ x: 1 }, { x: 3 }]);
  tally.document('b', [{ x: 1 }], [{ x: 7 }, { x: 1 }]);
  expect(tally.score).toMatchObject({ expected: 4, found: 4, equal: 3, fields: 4, equalFields: 3 });
  expect(tally.score.differences).toContain('a row 2, x: no row instead of 2');
});

it('a document that was not read counts, with its rows as missing', () => {
  const tally = new Tally();
  tally.document('a', [{ x: 1 }], null);
  tally.document('b', [{ x: 1 }], [{ x: 1 }]);
  expect(tally.score).toMatchObject({ documents: 2, read: 1, expected: 2, found: 1, equal: 1 });
  const [, , line] = tableOf([['R', 'eye', tally.score]]).split('\n');
  expect(line).toBe('| R | eye | 2 | 1 | 2 | 50 % | 100 % | 1 | 100 % |');
});
