/** The derived rows of one issuer from its filings. */

import { describe, expect, it } from '@jest/globals';
import { deriveIssuer } from '../../../src/derive/index.js';
import type { DerivedForm4Row } from '../../../src/records/derived-rows.js';
import type { Form4Filing, Form4Transaction } from '../../../src/records/form4/form4.js';
import fc, { runs } from '../../property.js';
import { amendment, form, fund, ISSUER, person, purchase, read, sale } from './filings.js';

const jane = person('11');

describe('the feed', () => {
  it.each<[string, Partial<Form4Transaction>, boolean, number | null]>([
    ['a sale', {}, true, 1000],
    ['a price of 0', { pricePerShare: 0 }, true, 0],
    ['an equity swap', { equitySwap: true }, true, 1000],
    ['no price', { pricePerShare: null }, false, null],
    ['no shares', { shares: null }, false, null],
    ['0 shares', { shares: 0 }, false, 0],
    ['no date', { transactionDate: null }, false, 1000],
    ['a derivative', { table: 'derivative' }, false, 1000],
    ['a gift', { transactionCode: 'G' }, false, 1000],
    ['no code', { transactionCode: null }, false, 1000],
    ['a sale marked as acquired', { acquiredDisposed: 'A' }, true, 1000],
    ['a purchase marked as disposed of', { transactionCode: 'P' }, true, 1000],
    ['a date after the filing', { implausible: ['date-after-filing'] }, false, 1000],
    ['a total in the price field', { implausible: ['price-above-any-share'] }, false, null],
    ['a price for each depositary share', { implausible: ['price-per-ads-shares-ordinary'] }, false, null],
    ['a value without binary artefacts', { shares: 35, pricePerShare: 1.115 }, true, 39.03],
  ])('with %s', (_what, over, inFeed, totalValue) => {
    expect(read(form('a', [jane], [sale(over)])).rows[0]).toMatchObject({ inFeed, totalValue });
  });
});

describe('an issuer', () => {
  it('has the name of the newest filing and the ticker of the table', () => {
    const renamed = form('b', [jane], [], {
      filedDate: '2025-04-01',
      issuer: { cik: ISSUER, name: 'Planetarium Inc', tradingSymbol: 'PLNT', foreignTradingSymbol: null },
    });
    const filings = [renamed, form('a', [jane], [])];
    expect(deriveIssuer({ issuerCik: ISSUER, filings, tickers: ['PLNX'] })).toEqual({
      issuerCik: ISSUER,
      ticker: 'PLNX',
      name: 'Planetarium Inc',
      formerNames: ['Orrery Instruments Inc'],
      splits: [],
      accessions: ['a', 'b'],
      rows: [],
    });
    expect(deriveIssuer({ issuerCik: ISSUER, filings, tickers: [] }).ticker).toBe('PLNT');
    expect(deriveIssuer({ issuerCik: ISSUER, filings: [], tickers: [] })).toMatchObject({
      ticker: '',
      name: '',
    });
  });

  it('ignores the filings of another issuer', () => {
    const foreign = form('b', [jane], [sale()], {
      issuer: { cik: '9', name: 'Other Inc', tradingSymbol: 'OTH', foreignTradingSymbol: null },
    });
    expect(read(form('a', [jane], [sale()]), foreign)).toEqual(read(form('a', [jane], [sale()])));
  });

  it('reads an accession number once, from XML if there is one', () => {
    const xml = form('a', [jane], [sale({ pricePerShare: 2.8979 })]);
    const dataset = form('a', [jane], [sale({ pricePerShare: 2.9 })], { precision: 'dataset' });
    for (const filings of [
      [xml, dataset],
      [dataset, xml],
    ]) {
      const { rows } = read(...filings);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.totalValue).toBe(289.79);
    }
  });
});

/** Few values, so that equal rows, joint filings, resubmissions and amendments meet often. */
const owners = [person('11'), person('12'), fund('21')];
const anyRow: fc.Arbitrary<Form4Transaction> = fc
  .record({
    transactionDate: fc.constantFrom('2025-03-03', '2025-03-04', null),
    code: fc.constantFrom('S', 'S', 'P', 'M', 'F', null),
    shares: fc.constantFrom(100, 100, 50, 0.004, null),
    pricePerShare: fc.constantFrom(10, 10, 10.004, 11, null),
    sharesOwnedAfter: fc.constantFrom(900, 900, 800, 0, 100, null),
    ownership: fc.constantFrom('D' as const, 'D' as const, 'I' as const),
    table: fc.constantFrom('non-derivative' as const, 'non-derivative' as const, 'derivative' as const),
  })
  .map(({ code, ...row }) => (code === 'P' ? purchase : sale)({ transactionCode: code, ...row }));

const anyFilings = (amendments: boolean): fc.Arbitrary<Form4Filing[]> =>
  fc
    .array(
      fc.record({
        who: fc.subarray(owners, { minLength: 1 }),
        rows: fc.array(anyRow, { maxLength: 4 }),
        day: fc.constantFrom('2025-03-04', '2025-03-05', '2025-03-12'),
        precision: fc.constantFrom('xml' as const, 'xml' as const, 'dataset' as const),
        amends: amendments ? fc.constantFrom(null, '2025-03-04', '2025-03-03') : fc.constant(null),
        copyOf: fc.option(fc.nat(5), { nil: null }),
      }),
      { maxLength: 7 },
    )
    .map((drafts) =>
      drafts.map(({ who, rows, day, precision, amends, copyOf }, at) => {
        const copied = copyOf === null ? rows : (drafts[copyOf]?.rows ?? rows);
        const make = amends === null ? form : amendment;
        return make(`f${at}`, who, copied, {
          filedDate: day,
          precision,
          ...(amends === null ? {} : { dateOfOriginalSubmission: amends }),
        });
      }),
    );

const idOf = (row: DerivedForm4Row) => `${row.accession}-${row.row}`;

describe('for any filings', () => {
  it('each row gets exactly one derived row, and the order of the input does not matter', () => {
    fc.assert(
      fc.property(
        anyFilings(true).chain((filings) =>
          fc.tuple(fc.constant(filings), fc.shuffledSubarray(filings, { minLength: filings.length })),
        ),
        ([filings, shuffled]) => {
          const reading = read(...filings);
          expect(read(...shuffled)).toEqual(reading);
          const expected = filings.flatMap((one) =>
            one.transactions.map((tx) => `${one.accession}-${tx.row}`),
          );
          expect(reading.rows.map(idOf).sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('every row is canonical or has a canonical row, and two rows of a filing share one only through a 4/A', () => {
    fc.assert(
      fc.property(anyFilings(true), (filings) => {
        const { rows } = read(...filings);
        const byId = new Map(rows.map((row) => [idOf(row), row]));
        const types = new Map(filings.map(({ accession, documentType }) => [accession, documentType]));
        const lots = new Map<string, string[]>();
        for (const row of rows) {
          expect(row.representedBy === null).toBe(row.status === 'canonical');
          const head = row.representedBy ?? idOf(row);
          expect(byId.get(head)?.status).toBe('canonical');
          if (lots.get(head)?.includes(row.accession)) {
            expect(row.status).not.toBe('canonical');
            expect(types.get(byId.get(head)!.accession)).toBe('4/A');
          }
          lots.set(head, [...(lots.get(head) ?? []), row.accession]);
          if (row.inFeed) expect(row.status).toBe('canonical');
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('the feed never has more value than was filed', () => {
    fc.assert(
      fc.property(anyFilings(true), (filings) => {
        const sum = (rows: DerivedForm4Row[]) =>
          rows.reduce((total, row) => total + (row.totalValue ?? 0), 0);
        const { rows } = read(...filings);
        expect(sum(rows.filter((row) => row.inFeed))).toBeLessThanOrEqual(sum(rows));
      }),
    );
  });

  it('an unrelated filing changes nothing', () => {
    const stranger = form('z', [person('99')], [sale({ transactionDate: '2024-01-02' })], {
      filedDate: '2024-01-03',
    });
    fc.assert(
      fc.property(anyFilings(true), (filings) => {
        const { rows } = read(...filings, stranger);
        expect(rows.filter((row) => row.accession !== 'z')).toEqual(read(...filings).rows);
      }),
    );
  });

  it('an amendment without transactions changes nothing', () => {
    fc.assert(
      fc.property(anyFilings(true), (filings) => {
        const holdings = amendment('z', owners, [], { filedDate: '2025-03-20', holdingCount: 2 });
        expect(read(...filings, holdings).rows).toEqual(read(...filings).rows);
      }),
    );
  });

  it('originals form the lots that a slow comparison of all pairs finds', () => {
    fc.assert(
      fc.property(anyFilings(false), (filings) => {
        const xml = filings.map((filing) => ({ ...filing, precision: 'xml' as const }));
        const lots = new Map<string, string[]>();
        for (const row of read(...xml).rows) {
          const head = row.representedBy ?? idOf(row);
          lots.set(head, [...(lots.get(head) ?? []), idOf(row)]);
        }
        expect([...lots.values()].map((lot) => lot.sort()).sort()).toEqual(slowLots(xml));
      }),
      { numRuns: runs(1000) },
    );
  });
});

/** The rules of a lot again, pair by pair and without any index, for filings from XML only. */
function slowLots(filings: Form4Filing[]): string[][] {
  const ordered = [...filings].sort((a, b) =>
    a.filedDate + a.accession < b.filedDate + b.accession ? -1 : 1,
  );
  const rows = ordered.flatMap((filing) => filing.transactions.map((tx) => ({ filing, tx })));
  type Row = (typeof rows)[number];
  const facts = ({ tx }: Row) =>
    JSON.stringify([
      tx.table,
      tx.securityTitle,
      tx.transactionDate,
      tx.transactionCode,
      tx.acquiredDisposed,
      tx.shares,
      tx.pricePerShare,
    ]);
  const alike = (a: Row, b: Row) => facts(a) === facts(b) && a.tx.sharesOwnedAfter === b.tx.sharesOwnedAfter;
  const table = (row: Row) => row.filing.transactions.filter((tx) => tx.table === row.tx.table);
  const place = (row: Row, also: (a: Row, b: Row) => boolean) =>
    row.filing.transactions
      .filter((tx) => tx.row < row.tx.row)
      .filter((tx) => alike(row, { ...row, tx }) && also(row, { ...row, tx })).length;
  const document = (row: Row) =>
    table(row)
      .map((tx) =>
        [tx.transactionDate, tx.transactionCode, tx.shares?.toFixed(2), tx.pricePerShare?.toFixed(2)].join(),
      )
      .sort()
      .join(';');
  const closing = (row: Row) =>
    table(row).filter(
      (tx) => tx.sharesOwnedAfter === row.tx.sharesOwnedAfter && tx.ownership === row.tx.ownership,
    ).length > 1;
  const empty = ({ tx }: Row) => tx.sharesOwnedAfter === (tx.acquiredDisposed === 'A' ? tx.shares : 0);
  const common = (a: Row, b: Row) =>
    a.filing.owners.some((one) => b.filing.owners.some((two) => two.cik === one.cik));

  const same = (a: Row, b: Row): boolean => {
    if (a.filing === b.filing || !alike(a, b)) return false;
    const documentsAgree = document(a) === document(b);
    if (common(a, b)) {
      const kind = (x: Row, y: Row) => x.tx.ownership === y.tx.ownership;
      return (
        kind(a, b) && place(a, kind) === place(b, kind) && (documentsAgree || !(closing(a) || closing(b)))
      );
    }
    const { tx } = a;
    const days = Math.abs(Date.parse(a.filing.filedDate) - Date.parse(b.filing.filedDate)) / 86_400_000;
    const fundFiles = [a, b].some((row) => row.filing.owners.some((one) => one.cik === '21'));
    if (days > 5 || tx.sharesOwnedAfter === null || tx.transactionDate === null || tx.shares === null)
      return false;
    if (!fundFiles && tx.transactionCode !== 'P' && tx.transactionCode !== 'S') return false;
    if (place(a, () => true) !== place(b, () => true)) return false;
    if (empty(a) && table(a).length < 2) return false;
    return documentsAgree || !(closing(a) || closing(b) || empty(a));
  };

  let lots: Row[][] = rows.map((row) => [row]);
  for (const owner of [true, false]) {
    for (const b of rows) {
      for (const a of rows.slice(0, rows.indexOf(b))) {
        if (common(a, b) !== owner || !same(a, b)) continue;
        const one = lots.find((lot) => lot.includes(a))!;
        const two = lots.find((lot) => lot.includes(b))!;
        if (one === two || one.some((x) => two.some((y) => x.filing === y.filing))) continue;
        lots = [...lots.filter((lot) => lot !== one && lot !== two), [...one, ...two]];
      }
    }
  }
  return lots.map((lot) => lot.map(({ filing, tx }) => `${filing.accession}-${tx.row}`).sort()).sort();
}
