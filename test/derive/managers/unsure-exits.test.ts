/** Exits that are not sales: a manager that hands its positions over, and a security with another CUSIP. */

import { describe, expect, it } from '@jest/globals';
import { FILER_FLAGS } from '../../../src/records/portfolios/holder-change.js';
import type { ManagerFiling } from '../../../src/records/portfolios/manager-filing.js';
import { type InventedPosition, managerFiling } from '../../invented/managers.js';
import { derive } from './derived-quarter.js';

const [ACME, RENUMBERED, BETA] = ['990001109', '995007202', '990002107'];
const NAMES: Record<string, [name: string, titleOfClass: string]> = {
  [ACME]: ['ACME HLDGS INC', 'COM'],
  [RENUMBERED]: ['ACME HOLDINGS CORP', 'COM NEW'],
  [BETA]: ['BETA CO', 'COM'],
};
const priced = (key: string, shares: number): InventedPosition => [key, shares * 100, shares];
let number = 0;
function filing(cik: string, rows: InventedPosition[], facts: Partial<ManagerFiling> = {}): ManagerFiling {
  number += 1;
  const securities = rows.map(([key]) => {
    const [name, titleOfClass] = NAMES[key] ?? [key, 'COM'];
    return { key, name, titleOfClass };
  });
  const accession = `0009100001-26-${String(number).padStart(6, '0')}`;
  return managerFiling(accession, rows, { cik, securities, ...facts });
}
const pool = () =>
  Array.from({ length: 6 }, (_, at) =>
    filing(String(920_000 + at), [priced(ACME, 1000 + at), priced(BETA, 500)]),
  );
const EMPTY = { rowCount: 1, tableEntryTotal: 1, tableValueTotal: 0 };

it('a unit that is separated is neither left nor new, and in no sum', () => {
  const [unit, share, warrant] = ['990003129', '990003103', '990003111'];
  Object.assign(NAMES, {
    [unit]: ['GAMMA ACQ CORP', 'UNIT 99/99/9999'],
    [share]: ['GAMMA ACQ CORP', 'CL A ORD'],
    [warrant]: ['GAMMA ACQ CORP', '*W EXP 99/99/999'],
  });
  const before = derive([filing('910001', [priced(unit, 20_000), priced(BETA, 7)]), ...pool()]).prior;
  const rows = [priced(share, 20_000), priced(warrant, 10_000), priced(BETA, 7)];
  const found = derive([filing('910001', rows), ...pool()], before);
  for (const key of [unit, share, warrant])
    expect(found.securities.get(key)).toMatchObject({ exits: 0, newHolders: 0, unsure: 1, sharesChange: 0 });
});

describe('a manager whose last report is empty', () => {
  const before = derive([filing('910001', [priced(ACME, 20_000), priced(BETA, 7)]), ...pool()]).prior;

  it('sold nothing for sure, and is in no sum of changes', () => {
    const successor = filing('910002', [priced(ACME, 20_000), priced(BETA, 7)]);
    const found = derive([filing('910001', [], EMPTY), successor, ...pool()], before);
    expect(found.reports.get('910001')!.notes).toEqual(['empty-report']);
    for (const key of [ACME, BETA])
      expect(found.securities.get(key)).toMatchObject({
        ...{ exits: 0, newHolders: 0, held: 6, unsure: 2, sharesChange: 0, netUsd: 0 },
      });
    // Nor has it bought what it reports after that.
    const later = derive([filing('910001', [priced(ACME, 20_000)]), ...pool()], found.prior);
    expect(later.securities.get(ACME)).toMatchObject({ newHolders: 0, unsure: 2, sharesChange: 0 });
    expect(found.prior.filers.get(910_001)).toBe(FILER_FLAGS.filed | FILER_FLAGS.empty);
  });

  it('is not one that keeps a position: what is gone was sold', () => {
    const found = derive([filing('910001', [priced(BETA, 7)]), ...pool()], before);
    expect(found.securities.get(ACME)).toMatchObject({ exits: 1, unsure: 0, sharesChange: -20_000 });
  });
});

describe('a security with another CUSIP', () => {
  const holds = (key: string, shares: number) => filing('910001', [priced(key, shares), priced(BETA, 7)]);
  const compared = (shares: number) =>
    derive([holds(RENUMBERED, shares), ...pool()], derive([holds(ACME, 20_000), ...pool()]).prior);

  it.each([20_000, 20_400, 2000, 60_000])('is neither left nor new, with %d shares', (shares) => {
    const found = compared(shares);
    expect(found.securities.get(ACME)).toMatchObject({
      ...{ exits: 0, unsure: 1, sharesChange: 0, netUsd: 0, renumbered: [910_001] },
    });
    expect(found.securities.get(RENUMBERED)).toMatchObject({ newHolders: 0, unsure: 1, sharesChange: 0 });
    expect(found.reports.get('910001')!.renumbered).toEqual([ACME, RENUMBERED]);
    expect(found.reports.get('920000')).not.toHaveProperty('renumbered');
  });

  it('is another one with another number of shares', () => {
    const found = compared(8231);
    expect(found.securities.get(ACME)).toMatchObject({ exits: 1, unsure: 0, sharesChange: -20_000 });
    expect(found.securities.get(RENUMBERED)).toMatchObject({ newHolders: 1, unsure: 0 });
    expect(found.reports.get('910001')).not.toHaveProperty('renumbered');
  });

  it('is found without a CUSIP too', () => {
    const nameless = filing('910001', [['?ACME HOLDINGS/COM', 2_000_000, 20_000], priced(BETA, 7)]);
    const found = derive([nameless, ...pool()], derive([holds(ACME, 20_000), ...pool()]).prior);
    expect(found.securities.get(ACME)).toMatchObject({ exits: 0, unsure: 1 });
  });
});
