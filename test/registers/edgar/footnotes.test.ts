/** What the lines of `footnotes.tsv` say: each wording of the register's notes in other words, next to those that must not match. */

import { describe, expect, it } from '@jest/globals';
import { type FootnoteMeaning, readFootnote } from '../../../src/registers/edgar/footnotes.js';
import { readCases } from '../../cases.js';

/** All that it says: `plan, wholeForm`; `plan=no` what it denies, `plan=unclear` what it contradicts. A plan is of purchases and sales unless a code is there. */
function meaningOf({
  acquisition: _acquisition,
  priceCurrency,
  references,
  planCodes,
  ...more
}: FootnoteMeaning): string {
  const said = {
    ...more,
    planCodes: planCodes === 'PS' ? null : planCodes,
    priceCurrency: priceCurrency?.says ?? null,
    references: references.join(' ') || null,
  };
  return Object.entries(said)
    .flatMap(([name, value]) =>
      value === true || value === 'yes' ? [name] : value ? [`${name}=${value}`] : [],
    )
    .sort()
    .join(', ');
}

describe('a footnote', () => {
  it.each(readCases('registers/edgar/footnotes.tsv').map((one) => [one.title, one.cells] as const))(
    '%s',
    (_, cells) => {
      expect(meaningOf(readFootnote(cells.get('text') ?? ''))).toBe(cells.get('=> meaning') ?? '');
    },
  );
});

it('reads a text with other dashes, quotes and signs that are not shown as a plain one', () => {
  const plain = 'The "price" is a weighted-average price of the seller\'s trades, ranging from $1-$2.';
  for (const filed of [
    plain.replaceAll('-', '\u2013'),
    plain.replaceAll('"', '\u201c'),
    plain.replaceAll("'", '\u2019'),
    plain.replace('weighted', 'weigh\u00adted'),
  ])
    expect(readFootnote(filed)).toEqual(readFootnote(plain));
});

it('reads a text in capitals as one in small letters', () => {
  const texts = [
    'The price is a weighted average price. The shares were sold at prices ranging from $1 to $2.',
    'Sold in multiple trades at prices ranging from $1 to $2.',
    'Shares withheld to satisfy tax obligations. See footnote 2.',
    'Each american depositary share represents two ordinary shares, at a price per american depositary share.',
    'Held in a family trust for the benefit of his children.',
    'The reporting person disclaims beneficial ownership except for any pecuniary interest.',
    'The sales reported on this form were effected pursuant to a rule 10b5-1 plan.',
  ];
  for (const text of texts) expect(readFootnote(text.toUpperCase())).toEqual(readFootnote(text));
});

it('reads a long and hostile text in bounded time', () => {
  const text = 'sold sale made under by adopted reporting person 10b5-1 tax '.repeat(40_000);
  expect(readFootnote(text)).toHaveProperty('plan');
});
