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
    'CAROL BRAMBLE (spouse)',
    'Spouse (Carol Bramble)',
    'Wife: Carol Bramble',
  ])('is that of the named relative: %s', (label) => {
    expect(owners(['Ada Bramble', label])).toEqual([OWN, [label, '', true]]);
    expect(owners(['Direct', label])).toEqual([OWN, [label, '', true]]);
  });

  it.each([
    'Spouse',
    'Held by her husband',
    'Wife ISA',
    'Spouse pension',
    'PCA of Ada Bramble',
    'Children',
    'Sale by PCA',
    'Purchase By Spouse',
    'Market Purchase (PCA)',
    'Ordinary Shares (spouse)',
    'ISA - wife',
  ])('names both if the relative has no name: %s', (label) => {
    expect(owners(['Direct', label])[1]?.slice(0, 2)).toEqual([`Ada Bramble; ${label}`, 'Chair']);
  });

  it('is that of a name alone only below the own name of the form', () => {
    expect(owners(['Ms A. Bramble', 'Carol Bramble'])).toEqual([OWN, ['Carol Bramble', '', null]]);
    expect(owners(['Direct', 'Bull Brokers'])).toEqual([OWN, OWN]);
  });

  it('is not known from a name alone that may be a broker', () => {
    for (const broker of ['Hargrave Lansdale', 'Bramley Stockbrokers', 'Bramble-Cole Wealth'])
      expect(owners(['Ada Bramble', broker])[1]).toEqual([`Ada Bramble; ${broker}`, 'Chair', null]);
    const titled = { name: 'Ada Bramble, Group Chair' };
    expect(owners(['Ada Bramble', 'Carol Bramble'], titled)[1]?.[0]).toBe('Carol Bramble');
    expect(owners(['Ada Bramble', 'Dr Cy Dunn'])[1]).toEqual(['Dr Cy Dunn', '', null]);
  });

  it.each([
    'ISA',
    'Ada Bramble Direct',
    'Ada Jane Bramble',
    'Net Retained',
    'Deferred Bonus',
    'Transfer To Spouse',
    'Held Jointly With Spouse',
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
    const company = { name: 'Bramble Farms Ltd', position: 'Closely associated with Ada Bramble' };
    expect(owners(['Direct', 'PCA'], company).map(([owner]) => owner)).toEqual([company.name, company.name]);
  });

  it('is that of the other title of a couple', () => {
    const couple = (name: string, ...labels: string[]) => owners(labels, { name }).map(([owner]) => owner);
    expect(couple('Mr Ben Cole', 'Mr Cole', 'Mrs Cole')).toEqual(['Mr Ben Cole', 'Mrs Cole']);
    expect(couple('Sir Ben Cole', 'Sir Ben Cole', 'Lady Cole')).toEqual(['Sir Ben Cole', 'Lady Cole']);
    expect(couple('Dr Ada Cole', 'Ms Cole', 'Dr Cole')).toEqual(['Dr Ada Cole', 'Dr Ada Cole']);
  });
});

describe('a nature that names a relative', () => {
  it.each([
    ['Market purchase (by wife)', true],
    ['Purchase of shares (in spouse’s name)', true],
    ["Purchase in her husband's ISA", true],
    ['Sale by a person closely associated', true],
    ['Purchase of shares by Oak Lodge Ltd, a person closely associated', true],
    ['Purchase of shares by way of transfer (person closely associated: none)', null],
    ['Purchase by Carol Bramble, PCA of Ada Bramble', true],
    ['Bought by minor daughter', true],
    ['Transfer to spouse', null],
    ['Gift of shares by Ada Bramble to a person closely associated', null],
    ['Transfer of shares by the PDMR to her PCA', null],
    ['Sale of shares by Ada Bramble to her connected person', null],
    ['Purchase of shares by PDMR/PCA', null],
    ['Purchase of shares by the Director or a person closely associated', null],
    ['Sale by the Director and purchase by Ada Bramble for her PCA', null],
    ['Shares gifted by spouse', null],
    ['Receipt of shares transferred by husband', null],
    ['Acquisition by way of gift by her wife', null],
    ['Inheritance of shares left by husband', null],
    ['Purchase of shares by Ada Bramble', null],
    ['Purchase of shares in childcare provider', null],
  ])('%s: %s', (nature, expected) => {
    const { rows } = readRows(announcement(page(form({ nature }))));
    expect(rows.map((row) => row.closelyAssociated)).toEqual([expected]);
  });
});
