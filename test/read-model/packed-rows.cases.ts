/** Packed rows give the same JSON as the row itself, whatever characters a filer wrote. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  labelMembers,
  packCoFilers,
  packFiling,
  packLots,
  packTransactions,
  unpackCoFilers,
  unpackFiling,
  unpackLots,
  unpackTransactions,
} from '../../src/read-model/packed-rows.js';
import { packSource, unpackSource } from '../../src/read-model/packed-sources.js';
import { edgarIndexPage } from '../../tools/contract/edgar-address.js';
import { type FilingFacts, filingFacts } from '../../tools/contract/shapes/filing.js';
import type { CareerLot, InsiderTransaction } from '../../tools/contract/shapes/insider.js';
import { inventedFilings } from '../invented-reads.js';
import fc from '../property.js';

describe('read-model/packed-rows', () => {
  /** Also the characters that separate packed values, and those that JSON escapes. */
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom('\u001e', '\u001f', '"', '\\', '\n', '\u0000', ',', '\u2028', '😀', 'a'),
    }),
  );
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, 0.1, 1e21, 1e-7),
  );
  const firstFiled: fc.Arbitrary<{ firstFiledAt?: string }> = fc.constantFrom(
    {},
    { firstFiledAt: '2026-01-05T21:30:00.000Z' },
  );
  const nullable = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
  const ACCESSION = '0009999999-26-000123';
  const CIK = '4001';

  const [example] = inventedFilings(1) as [FilingFacts];
  const filing: fc.Arbitrary<FilingFacts> = fc
    .record({
      issuerName: text,
      issuerTicker: text,
      ownerName: text,
      ownerTitle: text,
      securityTitle: text,
      otherText: nullable(text),
      shares: number,
      pricePerShare: number,
      totalValue: number,
      sharesOwnedAfter: nullable(number),
      originalSubmissionDate: nullable(fc.constant('2026-01-02')),
      filedAtApproximate: fc.boolean(),
      is10b5_1: fc.boolean(),
    })
    .chain((more) => firstFiled.map((first) => ({ ...first, ...more })))
    .map((more) => ({
      ...example,
      ...more,
      cik: CIK,
      filingId: `${ACCESSION}-3`,
      rawFilingUrl: edgarIndexPage(CIK, ACCESSION),
    }));

  it('a row of the feed whose footnotes contradict themselves', () => {
    const facts: FilingFacts = {
      ...example,
      ...{ cik: CIK, filingId: `${ACCESSION}-3`, rawFilingUrl: edgarIndexPage(CIK, ACCESSION) },
      ...{ is10b5_1: false, hasVwapFootnote: false, footnoteUnclear: ['is10b5_1', 'hasVwapFootnote'] },
    };
    const packed = packFiling(facts);
    expect(unpackFiling([ACCESSION, 3, CIK, facts.filedAt, ''], packed)).toBe(
      JSON.stringify(filingFacts.parse(facts)),
    );
  });

  it('a row of the feed', () => {
    fc.assert(
      fc.property(filing, (facts) => {
        const packed = packFiling(facts);
        expect(unpackFiling([ACCESSION, 3, CIK, facts.filedAt, facts.firstFiledAt ?? ''], packed)).toBe(
          JSON.stringify(filingFacts.parse(facts)),
        );
        expect(packed.length).toBeLessThan(JSON.stringify(facts).length);
      }),
    );
  });

  it('the transactions of a filing', () => {
    const shared = fc.record({
      filedAt: fc.constant('2026-03-01T21:30:00.000Z'),
      filedAtApproximate: fc.boolean(),
      issuerName: text,
      issuerTicker: text,
      ownerName: text,
      ownerSlug: text,
      ownerCik: fc.constant('7001'),
      ownerTitle: text,
    });
    const own = fc.record({
      transactionCode: text,
      securityTitle: text,
      transactionDate: nullable(fc.constant('2026-02-27')),
      shares: nullable(number),
      pricePerShare: nullable(number),
      totalValue: nullable(number),
      sharesOwnedAfter: nullable(number),
      isDerivative: fc.boolean(),
      intentLabel: text,
      signalQuality: fc.constantFrom<InsiderTransaction['signalQuality']>('discretionary-sell', 'planned'),
    });
    const rows = fc.uniqueArray(fc.record({ row: fc.nat(99), first: firstFiled, own }), {
      minLength: 1,
      maxLength: 4,
      selector: ({ row }) => row,
    });
    fc.assert(
      fc.property(shared, rows, ({ filedAt, ...of }, list) => {
        const transactions = list.map(
          ({ row, first, own: facts }): InsiderTransaction => ({
            filingId: `${ACCESSION}-${row}`,
            ...{ filedAt, ...first },
            ...of,
            ...facts,
            rawFilingUrl: edgarIndexPage(CIK, ACCESSION),
          }),
        );
        const packed = packTransactions(
          CIK,
          transactions.map((one, at) => ({ ...one, row: list[at]?.row as number, labelId: at + 5 })),
        );
        const labels = labelMembers(
          transactions.map(({ signalQuality, intentLabel, acquisition = null, implausible = [] }, at) => [
            at + 5,
            signalQuality,
            intentLabel,
            implausible.join(','),
            acquisition,
          ]),
        );
        const { ownerCik, ownerSlug } = of;
        const filed = { accession: ACCESSION, filedAt, ownerCik, ownerSlug };
        expect(unpackTransactions(filed, packed, labels)).toEqual(
          transactions.map((one) => JSON.stringify(one)),
        );
        expect(() => unpackTransactions(filed, packed, new Map())).toThrow(/label 5 .* is not published/);
      }),
    );
    expect(() => packTransactions(CIK, [])).toThrow(/nothing to pack/);
  });

  it('the lots and the co-filers of a person', () => {
    const splits = fc.constantFrom<Pick<CareerLot, 'split'>>({}, { split: 'adjusted' }, { split: 'unknown' });
    const lots = fc.array(
      fc
        .record({
          issuerTicker: text,
          issuerName: text,
          direction: fc.constantFrom<'P' | 'S'>('P', 'S'),
          lots: fc.nat(),
          shares: nullable(number),
          totalValue: number,
          firstDate: fc.constant('2026-01-02'),
          lastDate: fc.constant('2026-02-03'),
        })
        .chain((lot) => splits.map((split): CareerLot => ({ ...lot, ...split }))),
      { maxLength: 3 },
    );
    const people = fc.array(fc.record({ slug: text, name: text, sharedFilings: fc.nat() }), { maxLength: 3 });
    fc.assert(
      fc.property(lots, people, (one, other) => {
        expect(unpackLots(packLots(one))).toBe(JSON.stringify(one));
        expect(unpackCoFilers(packCoFilers(other))).toBe(JSON.stringify(other));
      }),
    );
    for (const damaged of ['\0\0', '"a"\u001f1'])
      for (const unpack of [unpackLots, unpackCoFilers]) expect(() => unpack(damaged)).toThrow(SyntaxError);
  });

  it('a damaged text is refused, and not sent as broken JSON', () => {
    const person = { accession: ACCESSION, filedAt: '', ownerCik: '1', ownerSlug: 'a' };
    const row = packFiling(example);
    for (const damaged of [
      row.slice(0, -1 - row.length / 2),
      row.replace('\u001f', '\u0000'),
      `${row}\u001f1`,
      '',
    ])
      expect(() => unpackFiling([ACCESSION, 3, CIK, example.filedAt, ''], damaged)).toThrow(SyntaxError);
    for (const damaged of ['', '4001', '4001\u001e1', `4001\u001e${row}`])
      expect(() => unpackTransactions(person, damaged, new Map())).toThrow(SyntaxError);
  });

  it('the document of a record', () => {
    const sha256 = createHash('sha256').update('a document').digest();
    const shared = {
      register: 'sec-form4',
      documentUrl: '',
      bytes: 9,
      retrievedAt: '2026-03-01T21:30:00.000Z',
    };
    for (const document of [ACCESSION, 'form345-2026q1.zip']) {
      const packed = packSource({ record: ACCESSION, document, sha256, ...shared });
      expect(unpackSource(packed)).toEqual({
        record: ACCESSION,
        document,
        sha256: sha256.toString('hex'),
        ...shared,
      });
    }
  });
});
