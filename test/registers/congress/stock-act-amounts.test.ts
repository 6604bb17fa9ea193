/** Amount brackets of the STOCK Act. */

import { describe, expect, it } from '@jest/globals';
import { parseStockActAmount } from '../../../src/registers/congress/stock-act-amounts.js';

describe('amounts of the STOCK Act', () => {
  it.each([
    ['$1,001 - $15,000', 1001, 15000, 8000.5],
    ['$15,001 - $50,000', 15001, 50000, 32500.5],
    ['$50,001 - $100,000', 50001, 100000, 75000.5],
    ['$100,001 - $250,000', 100001, 250000, 175000.5],
    ['$250,001 - $500,000', 250001, 500000, 375000.5],
    ['$500,001 - $1,000,000', 500001, 1000000, 750000.5],
    ['$1,000,001 - $5,000,000', 1000001, 5000000, 3000000.5],
    ['$5,000,001 - $25,000,000', 5000001, 25000000, 15000000.5],
    ['$25,000,001 - $50,000,000', 25000001, 50000000, 37500000.5],
    ['$15,001 -\n$50,000', 15001, 50000, 32500.5],
    ['Over $50,000,000', 50000001, null, null],
    ['Over $1,000,000', 1000001, null, null],
    ['Spouse/DC Over $1,000,000', 1000001, null, null],
    ['Over $1,000,000 (Spouse/DC Asset)', 1000001, null, null],
    ['$823.45', 823.45, 823.45, 823.45],
    ['$12,000', 12000, 12000, 12000],
  ])('reads %j', (label, min, max, mid) => {
    expect(parseStockActAmount(label)).toEqual({ min, max, mid });
  });

  it.each([
    '',
    '--',
    '$15,001 -',
    '$50,000 - $15,001',
    '$1,001 - $50,000',
    '$7 - $9',
    'Over $7',
    'about $5',
    '$1,00',
    '$15,001 - $50,000 extra',
    '$15,001 - $50,000 Over $1,000,000',
    'Over $1,000,000.50',
    'Over $1,000,000 or $15,001 - $50,000',
    'Over $1,000,000 Over $50,000,000',
  ])('does not guess what %j means', (label) => {
    expect(parseStockActAmount(label)).toBeNull();
  });
});
