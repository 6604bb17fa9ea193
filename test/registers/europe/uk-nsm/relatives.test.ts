/** Lots of a relative in the form of one person. */

import { describe, expect, it } from '@jest/globals';
import { announcement, form, page, priceRow, readRows, table } from './pages.js';

function owners(labels: string[], parts: { name?: string; position?: string } = {}) {
  const prices = priceRow(
    table(['', 'Price', 'Volume'], ...labels.map((label, i) => [label, '£1.25', `${i + 1}0,000`])),
  );
  const { rows } = readRows(
    announcement(page(form({ name: 'Ada Bramble', position: 'Chair', ...parts, prices }))),
  );
  return rows.map((row) => [row.pdmrName, row.capacity, row.closelyAssociated]);
}

const OWN = ['Ada Bramble', 'Chair', null];

describe('the lot of another person than the form names', () => {
  it.each([
    'Carol Bramble (spouse)',
    'Mrs Carol Bramble, wife of Ada Bramble',
    'Carol Bramble - her civil partner',
    'Ben Cole (PCA)',
  ])('is that of the named relative: %s', (label) => {
    expect(owners(['Ada Bramble', label])).toEqual([OWN, [label, '', true]]);
    expect(owners(['Direct', label])).toEqual([OWN, [label, '', true]]);
  });

  it.each(['Spouse', 'Held by her husband', 'Wife ISA', 'PCA of Ada Bramble', 'Children'])(
    'names both if the relative has no name: %s',
    (label) => {
      expect(owners(['Direct', label])[1]?.slice(0, 2)).toEqual([`Ada Bramble; ${label}`, 'Chair']);
    },
  );

  it('is that of a name alone only below the own name of the form', () => {
    expect(owners(['Ms A. Bramble', 'Carol Bramble'])).toEqual([OWN, ['Carol Bramble', '', null]]);
    expect(owners(['Direct', 'Bull Brokers'])).toEqual([OWN, OWN]);
  });

  it.each([
    'ISA',
    'Bramble Family Trust',
    'Hargrave Nominees',
    'Ada Bramble and spouse',
    'Ada Bramble (spouse of Ben Cole)',
    'Transfer to spouse',
    'Ordinary Shares',
  ])('is not found in %s', (label) => {
    expect(owners(['Ada Bramble', label])).toEqual([OWN, OWN]);
  });

  it('is the lot of the form if that is about the relative', () => {
    const carol = { name: 'Carol Bramble', position: 'Spouse of Ada Bramble, Chair' };
    const own = [carol.name, carol.position, true];
    expect(owners(['Spouse', 'Carol Bramble (spouse)'], carol)).toEqual([own, own]);
  });
});
