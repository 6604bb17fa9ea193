/** A 4/A that gives a trade to another person, because the filing before was made with the CIK of a wrong one. */

import { describe, expect, it } from '@jest/globals';
import { amendment, form, fund, person, read, rowOf, sale, standing } from './filings.js';

const jane = person('11');
const joan = person('12');
const lots = [sale(), sale({ shares: 50, sharesOwnedAfter: 850 })];
const filed = form('o', [jane], lots);
const remarks = 'This amendment is filed solely to correct the CIK of the reporting person.';
const corrected = amendment('x', [joan], lots, { remarks });

describe('a 4/A for a wrong CIK', () => {
  it.each([
    remarks,
    'The original Form 4 was inadvertently filed under the CIK of another person.',
    'Filed to correct an error in the CIK number.',
    'The original Form 4 was mistakenly filed using the EDGAR codes of another reporting person.',
    'The original Form 4 named the wrong reporting person.',
    "The reporting person's CIK was incorrect in the original Form 4.",
  ])('takes the trades from the wrong person: %s', (text) => {
    const { rows } = read(filed, amendment('x', [joan], lots, { remarks: text }));
    for (const at of [0, 1]) {
      expect(rowOf(rows, `o-${at}`)).toMatchObject({ status: 'superseded', representedBy: `x-${at}` });
      expect(rowOf(rows, `x-${at}`)).toMatchObject({ status: 'canonical', inFeed: true, ownerCik: '12' });
    }
  });

  it.each([
    'The original Form 4 was inadvertently filed with an incorrect number of shares owned by the reporting person.',
    "The original filing erroneously reported a sale under the reporting person's plan.",
    'The broker incorrectly reported the trade under a different account of the reporting person.',
    "The issuer's CIK was incorrect in the original filing.",
    'Filed to correct the CIK of the issuer.',
    'The original reported the shares under the wrong individual award agreement.',
  ])('does not take them where the remarks are about another matter: %s', (text) => {
    expect(standing(filed, amendment('x', [joan], lots, { remarks: text }))).toContain('o-0');
  });

  it('takes them from a wrong person beside a right one', () => {
    const larkspur = fund('21');
    const { rows } = read(
      form('o', [larkspur, jane], lots),
      amendment('x', [larkspur, joan], lots, { remarks }),
    );
    expect(rowOf(rows, 'o-0')).toMatchObject({ status: 'superseded', representedBy: 'x-0' });
  });

  it('takes them from one whom it does not replace, and from none where a right person may be missing too', () => {
    const of = (...owners: Parameters<typeof form>[1]) => form('o', owners, lots);
    const [larkspur, third] = [fund('21'), person('13')];
    const statusIn = (original: ReturnType<typeof of>, by: ReturnType<typeof of>) =>
      rowOf(read(original, by).rows, 'o-0').status;
    expect(statusIn(of(larkspur, jane), amendment('x', [larkspur], lots, { remarks }))).toBe('superseded');
    expect(statusIn(of(larkspur, jane), corrected)).toBe('duplicate');
    expect(statusIn(of(larkspur, jane, third), amendment('x', [larkspur], lots, { remarks }))).toBe(
      'duplicate',
    );
  });

  it.each([
    ['without such a remark', [filed, amendment('x', [joan], lots)]],
    [
      'of another matter of the person',
      [filed, amendment('x', [joan], lots, { remarks: 'To correct the title of the reporting person.' })],
    ],
    [
      'of the number of shares of the person',
      [
        filed,
        amendment('x', [joan], lots, {
          remarks: 'To correct the number of shares incorrectly reported by the reporting person.',
        }),
      ],
    ],
    [
      "of the wrong reporting person's box",
      [filed, amendment('x', [joan], lots, { remarks: "Corrects the wrong reporting person's address." })],
    ],
    [
      'that names another date',
      [filed, amendment('x', [joan], lots, { remarks, dateOfOriginalSubmission: '2025-03-05' })],
    ],
    ['with other rows', [filed, amendment('x', [joan], [sale(), sale({ shares: 51 })], { remarks })]],
    ['with more rows', [filed, amendment('x', [joan], [...lots, sale({ shares: 7 })], { remarks })]],
  ])('leaves them: %s', (_what, filings) => {
    expect(standing(...filings)).toEqual(expect.arrayContaining(['o-0', 'o-1']));
  });

  it('leaves them where two filings of the day could be meant', () => {
    const alike = form(
      'p',
      [person('13')],
      lots.map((one) => ({ ...one, ownership: 'I' as const })),
    );
    expect(standing(filed, alike, corrected)).toEqual(expect.arrayContaining(['o-0', 'x-0']));
  });

  it('amends a filing of the same person first', () => {
    const own = form(
      'p',
      [joan],
      lots.map((one) => ({ ...one, ownership: 'I' as const })),
    );
    const ids = standing(filed, own, corrected);
    expect(ids).toEqual(expect.arrayContaining(['x-0', 'x-1']));
    expect(ids.some((id) => id.startsWith('p'))).toBe(false);
  });
});
