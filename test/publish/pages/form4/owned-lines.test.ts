/** What a person owns in one company, in short. */

import { expect, it } from '@jest/globals';
import { sharesOf } from '../../../../src/publish/pages/form4/owned-lines.js';
import type { OwnedLine } from '../../../../tools/contract/shapes/owned-line.js';

const line = (more: Partial<OwnedLine>) =>
  ({
    issuerCik: '1',
    isDerivative: false,
    securityTitle: 'Common Stock',
    ownership: 'D',
    nature: null,
    shares: 900,
    asOf: '2026-02-02',
    ...more,
  }) as OwnedLine;
const short = (...lines: OwnedLine[]) => String(sharesOf(lines, '1')).replace(/<[^>]+>/g, '');

it('is the shares, or that there are none, and unknown where nothing is stated', () => {
  expect(short(line({}))).toBe('900 Common Stock 2026-02-02');
  expect(short(line({ securityTitle: '', ownership: '', shares: 0 }))).toBe('none  2026-02-02');
  expect(short(line({ isDerivative: true }))).toBe('not stated');
  expect(short(line({ issuerCik: '2' }))).toBe('not stated');
});
