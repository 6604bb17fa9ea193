/** Effective trades of Congress: amendments and deletions replace rows only on evidence. */

import { describe, expect, it } from '@jest/globals';
import { effectiveTrades as deriveTrades } from '../../../src/derive/congress/effective-trades.js';
import type { StockActReport, StockActTrade } from '../../../src/records/congress/stock-act.js';
import { knownNames } from '../../invented/known-symbols.js';
import { houseReport, trade as inventedTrade } from '../../store/congress/invented-reports.js';

const effectiveTrades = (reports: Parameters<typeof deriveTrades>[0]) => deriveTrades(reports, knownNames());

describe('derive/congress/effective-trades', () => {
  describe('amended rows of the House', () => {
    const original = house('20000009', '2026-03-01', [
      trade(0),
      trade(1, { assetDescription: 'Other Corp (OTH) [ST]', ticker: 'OTH' }),
    ]);

    it('replace the one earlier row with the same owner, asset, day and type', () => {
      const amendment = house('20000001', '2026-04-01', [amended(0, { amountLabel: '$50,001 - $100,000' })]);
      const { effective, superseded, warnings } = effectiveTrades([amendment, original]);
      expect(effective.map(key)).toEqual(['20000009-1', '20000001-0']);
      expect(superseded).toEqual([
        { report: original, trade: original.trades[0], supersededBy: '20000001', supersededByRow: 0 },
      ]);
      expect(warnings).toEqual([]);
    });

    it('find the original of the same day, although its DocID is greater', () => {
      const amendment = house('20000001', '2026-03-01', [amended(0)]);
      expect(effectiveTrades([amendment, original]).superseded.map(key)).toEqual(['20000009-0']);
    });

    it('find the original of the same day also if the report has new rows as well', () => {
      const mixed = house('20000001', '2026-03-01', [
        trade(0, { assetDescription: 'Third Inc. (THR) [ST]' }),
        amended(1),
      ]);
      expect(effectiveTrades([mixed, original]).superseded.map(key)).toEqual(['20000009-0']);
    });

    it.each<[string, Partial<StockActTrade>, Partial<StockActTrade>?]>([
      ['owner', { ownerFiled: 'SP' }],
      ['asset code', { assetTypeCode: 'OL', assetDescription: 'Zquorra Robotics, Inc. (ZQRA) [OL]' }],
      ['day', { transactionDate: '2026-02-11' }],
      ['year', { transactionDate: '2025-02-10' }],
      ['type', { type: 'Sale' }],
      ['bracket', { amountLabel: '$15,001 - $50,000' }],
      ['description', { description: 'In trust.' }],
      ['symbol', { assetDescription: 'Zquorra Robotics, Inc. (ZQRB) [ST]', ticker: 'ZQRB' }],
      ['name, with the symbol', {}, { assetDescription: 'Zquorra Robotics [ST]', ticker: '' }],
      ['name of the same symbol', {}, { assetDescription: 'Quorrabot Inc (ZQRA) [ST]' }],
    ])('replace the one earlier row that has another %s', (_what, more, filed = {}) => {
      const report = house('20000009', '2026-03-01', [trade(0, filed), original.trades[1]!]);
      const found = effectiveTrades([report, house('20000010', '2026-04-01', [amended(0, more)])]);
      expect(found.effective.map(key)).toEqual(['20000009-1', '20000010-0']);
      expect(found.warnings).toEqual([]);
      expect(found.effective.some((one) => one.isCorrectionOpen)).toBe(false);
    });

    it.each<[string, Partial<StockActTrade>]>([
      ['another asset', { assetDescription: 'Third Inc. (THR) [ST]', ticker: 'THR' }],
      [
        'a longer name with another symbol',
        { assetDescription: 'Zquorra Robotics, Inc. Trust (ZQT) [ST]', ticker: 'ZQT' },
      ],
      ['two other facts', { ownerFiled: 'SP', type: 'Sale' }],
      ['a day after the report', { transactionDate: '2026-03-02' }],
      ['a day of another season', { transactionDate: '2025-11-10' }],
      ['another number', { rowId: '2000152832' }],
    ])('that have %s replace nothing, say so, and leave the others as they are', (what, more) => {
      const filed =
        what === 'another number'
          ? [amended(0), original.trades[1]!]
          : original.trades.map((one) => ({ ...one }));
      const { effective, superseded, warnings } = effectiveTrades([
        house('20000009', '2026-03-01', filed),
        house('20000010', '2026-04-01', [amended(0, more)]),
      ]);
      expect(superseded).toEqual([]);
      expect(warnings).toContainEqual(
        expect.objectContaining({ kind: 'amended-row-without-original', where: '20000010-0' }),
      );
      expect(effective.map((one) => [key(one), one.isCorrectionOpen])).toEqual([
        ['20000009-0', what === 'another number'],
        ['20000009-1', false],
        ['20000010-0', true],
      ]);
    });

    it('replace one of several rows that say the same', () => {
      const twice = house('20000011', '2026-03-01', [trade(0), trade(1)]);
      const { effective, warnings } = effectiveTrades([
        twice,
        house('20000012', '2026-04-01', [amended(0, { amountLabel: '$15,001 - $50,000' })]),
      ]);
      expect(effective.map(key)).toEqual(['20000011-1', '20000012-0']);
      expect(warnings).toEqual([]);
    });

    it('replace none of several that are as near, because it is not known which one is meant: all of them say so', () => {
      const days = house('20000011', '2026-03-01', [
        trade(0),
        trade(1, { transactionDate: '2026-02-16' }),
        trade(2, { transactionDate: '2026-02-12', type: 'Sale' }),
      ]);
      const { effective, warnings } = effectiveTrades([
        days,
        house('20000012', '2026-04-01', [amended(0, { transactionDate: '2026-02-12' })]),
      ]);
      // The sale is as near by one fact.
      expect(effective.map((one) => one.isCorrectionOpen)).toEqual([true, true, true, true]);
      expect(warnings).toMatchObject([{ kind: 'amended-row-of-several' }]);
    });

    it('stay open when they are amended again', () => {
      const days = house('20000011', '2026-03-01', [trade(0), trade(1, { transactionDate: '2026-02-16' })]);
      const changed = (id: string, day: string, transactionDate: string) =>
        house(id, day, [amended(0, { transactionDate })]);
      const { effective } = effectiveTrades([
        days,
        changed('20000012', '2026-04-01', '2026-02-12'),
        changed('20000013', '2026-05-01', '2026-02-13'),
      ]);
      expect(effective.map((one) => [key(one), one.isCorrectionOpen])).toEqual([
        ['20000011-0', true],
        ['20000011-1', true],
        ['20000013-0', true],
      ]);
    });

    it('replace the row of the day rather than one with the new bracket', () => {
      const twice = house('20000011', '2026-03-01', [
        trade(0),
        trade(1, { transactionDate: '2026-02-12', amountLabel: '$15,001 - $50,000' }),
      ]);
      const found = effectiveTrades([
        twice,
        house('20000012', '2026-04-01', [amended(0, { amountLabel: '$15,001 - $50,000' })]),
      ]);
      expect(found.superseded.map(key)).toEqual(['20000011-0']);
    });

    it('replace no other trade where a report since the trade could not be read', () => {
      const unread = (disclosureDate: string) => ({
        ...house('20000010', disclosureDate, []),
        readability: 'scanned' as const,
        reason: 'on paper',
      });
      const changed = house('20000012', '2026-04-01', [amended(0, { transactionDate: '2026-02-12' })]);
      const standing = (day: string) =>
        effectiveTrades([original, unread(day), changed]).effective.map((one) => [
          key(one),
          one.isCorrectionOpen,
        ]);
      expect(standing('2026-03-02')).toEqual([
        ['20000009-0', false],
        ['20000009-1', false],
        ['20000012-0', true],
      ]);
      expect(standing('2026-02-11')).toHaveLength(2);
      const same = house('20000012', '2026-04-01', [amended(0, { description: 'In trust.' })]);
      expect(effectiveTrades([original, unread('2026-03-02'), same]).superseded.map(key)).toEqual([
        '20000009-0',
      ]);
    });

    it('replace the nearest, and where two are as near, that of the report that the others correct', () => {
      const sold = { assetDescription: 'Sold Corp (SLD) [ST]', ticker: 'SLD' };
      const reports = [
        house('20000011', '2026-03-01', [trade(0), trade(1, sold)]),
        house('20000012', '2026-03-02', [trade(0, { transactionDate: '2026-02-16' })]),
      ];
      const changed = { transactionDate: '2026-02-12' };
      const alone = effectiveTrades([...reports, house('20000013', '2026-04-01', [amended(0, changed)])]);
      expect(alone.superseded).toEqual([]);
      const { superseded } = effectiveTrades([
        ...reports,
        house('20000013', '2026-04-01', [
          amended(0, changed),
          amended(1, { ...sold, ownerFiled: 'SP', rowId: '2000152833' }),
        ]),
      ]);
      expect(superseded.map(key)).toEqual(['20000011-0', '20000011-1']);
      const near = house('20000013', '2026-04-01', [
        amended(0, { transactionDate: '2026-02-16', description: 'In trust.' }),
      ]);
      expect(effectiveTrades([...reports, near]).superseded.map(key)).toEqual(['20000012-0']);
    });

    it('replace all matching rows if there are as many amended rows', () => {
      const twice = house('20000011', '2026-03-01', [
        trade(0),
        trade(1, { amountLabel: '$15,001 - $50,000' }),
      ]);
      const amendment = house('20000012', '2026-04-01', [
        amended(0, { rowId: '2000060675' }),
        amended(1, { rowId: '2000060676' }),
      ]);
      const { effective, superseded, warnings } = effectiveTrades([twice, amendment]);
      expect(effective.map(key)).toEqual(['20000012-0', '20000012-1']);
      expect(superseded.map(({ supersededByRow }) => supersededByRow)).toEqual([0, 1]);
      expect(warnings).toEqual([]);
    });

    it('replace rows of two reports if there are as many, and none if there are more of them than rows', () => {
      const reports = [
        house('20000011', '2026-03-01', [trade(0)]),
        house('20000012', '2026-03-02', [trade(0, { amountLabel: '$15,001 - $50,000' })]),
      ];
      const changed = [0, 1, 2].map((row) => amended(row, { rowId: `200006067${row}` }));
      const of = (count: number) =>
        effectiveTrades([...reports, house('20000013', '2026-04-01', changed.slice(0, count))]);
      expect(of(2).effective.map(key)).toEqual(['20000013-0', '20000013-1']);
      expect(of(3).effective.map((one) => one.isCorrectionOpen)).toEqual([true, true, true, true, true]);
    });

    it('replace an earlier amendment of the same row number, whatever else changed', () => {
      const first = house('20000013', '2026-04-01', [amended(0)]);
      const second = house('20000014', '2026-05-01', [amended(0, { transactionDate: '2026-02-12' })]);
      const { effective, superseded } = effectiveTrades([original, first, second]);
      expect(superseded.map(key)).toEqual(['20000009-0', '20000013-0']);
      expect(effective.map(key)).toEqual(['20000009-1', '20000014-0']);
    });

    it('never merge equal rows, neither inside a report nor across new ones', () => {
      const { effective, superseded } = effectiveTrades([
        house('20000015', '2026-03-01', [trade(0), trade(1), trade(2)]),
        house('20000016', '2026-03-02', [trade(0)]),
      ]);
      expect(effective).toHaveLength(4);
      expect(superseded).toEqual([]);
    });
  });

  describe('a report of the House that is filed again as new', () => {
    const rows = [0, 1, 2].map((row) => trade(row, { assetDescription: `Asset ${row}` }));
    const filed = house('20000015', '2026-03-01', rows);
    const again = house(
      '20000002',
      '2026-03-09',
      rows.map((row) => ({ ...row })),
    );

    it('counts once, as the first one', () => {
      const { effective, superseded, warnings } = effectiveTrades([again, filed]);
      expect(effective.map(key)).toEqual(['20000015-0', '20000015-1', '20000015-2']);
      expect(superseded).toMatchObject(
        [0, 1, 2].map((row) => ({ trade: { row }, supersededBy: '20000015', supersededByRow: null })),
      );
      expect(warnings).toEqual([]);
      const third = house(
        '20000003',
        '2026-03-10',
        rows.map((row) => ({ ...row })),
      );
      expect(effectiveTrades([again, filed, third]).effective).toHaveLength(3);
    });

    it.each([
      ['owner', { ownerFiled: 'SP' }],
      ['asset', { assetDescription: 'Asset 7' }],
      ['type', { type: 'Sale' as const }],
      ['day', { transactionDate: '2026-02-11' }],
      ['day of notice', { notificationDate: '2026-02-11' }],
      ['bracket', { amountLabel: '$15,001 - $50,000' }],
      ['account', { subholding: 'Second Trust' }],
      ['description', { description: 'Of the second account.' }],
      ['place', { location: 'Boston, MA, US' }],
      ['comment', { comments: 'Second account.' }],
    ])('counts if one row has another %s', (_what, more) => {
      const other = house('20000016', '2026-03-09', [...rows.slice(0, 2), { ...rows[2]!, ...more }]);
      expect(effectiveTrades([filed, other])).toMatchObject({ effective: { length: 6 }, superseded: [] });
    });

    it('stays if it has another comment, other rows as well, or less than three different trades', () => {
      const of = (...reports: StockActReport[]) => effectiveTrades(reports).effective.length;
      expect(of(filed, { ...again, comments: 'Of the second account.' })).toBe(6);
      expect(of(filed, house('20000016', '2026-03-09', [...rows, trade(3)]))).toBe(7);
      const few = [trade(0), trade(1), trade(2, { assetDescription: 'Other' })];
      expect(of(house('20000015', '2026-03-01', few), house('20000016', '2026-03-01', few))).toBe(6);
    });

    it('counts if the rows of the first one are deleted, before or after it', () => {
      const deletion = (documentId: string, day: string) =>
        house(
          documentId,
          day,
          rows.map((row) => ({ ...row, filingStatus: 'Deleted' as const, rowId: `200008500${row.row}` })),
        );
      for (const day of ['2026-03-02', '2026-03-09', '2026-03-10']) {
        const { effective, warnings } = effectiveTrades([filed, again, deletion('20000618', day)]);
        expect(effective.map(key)).toEqual(['20000002-0', '20000002-1', '20000002-2']);
        expect(warnings).toEqual([]);
      }
      const both = [deletion('20000618', '2026-03-10'), deletion('20000619', '2026-03-11')];
      expect(effectiveTrades([filed, again, ...both])).toMatchObject({ effective: [], warnings: [] });
    });

    it('does not hide which row is amended, and counts if the first one was amended before', () => {
      const amendment = (day: string) =>
        house('20000020', day, [
          amended(0, { assetDescription: 'Asset 1', amountLabel: 'Over $50,000,000' }),
        ]);
      const { effective, warnings } = effectiveTrades([filed, again, amendment('2026-03-20')]);
      expect(effective.map(key)).toEqual(['20000015-0', '20000015-2', '20000020-0']);
      expect(warnings).toEqual([]);
      expect(effectiveTrades([filed, amendment('2026-03-05'), again]).effective).toHaveLength(6);
    });
  });

  describe('a row of the House that an earlier report has too', () => {
    const first = house('20000015', '2026-03-01', [trade(0), trade(1, { assetDescription: 'Other' })]);
    const repeats = (...reports: StockActReport[]) =>
      effectiveTrades(reports).effective.map(({ possibleRepeatOf, ...one }) => [key(one), possibleRepeatOf]);

    it('stays and names the earlier one, once for each row of that report', () => {
      const later = house('20000002', '2026-03-09', [
        trade(0, { assetDescription: 'New one' }),
        trade(1),
        trade(2),
        trade(3, { assetDescription: ' OTHER' }),
      ]);
      for (const order of [
        [first, later],
        [later, first],
      ])
        expect(repeats(...order)).toEqual([
          ['20000015-0', null],
          ['20000015-1', null],
          ['20000002-0', null],
          ['20000002-1', '20000015-0'],
          ['20000002-2', null],
          ['20000002-3', '20000015-1'],
        ]);
      // The report before it has two of them.
      expect(
        repeats(first, later, house('20000003', '2026-03-10', [trade(0), trade(1), trade(2)])).slice(6),
      ).toEqual([
        ['20000003-0', '20000002-1'],
        ['20000003-1', '20000002-2'],
        ['20000003-2', null],
      ]);
    });

    it('may differ in the day of notice and the comment, if all rows of three different trades do', () => {
      const deals = ['A', 'B', 'C'].map((assetDescription, place) => trade(place, { assetDescription }));
      const filed = house('20000015', '2026-03-01', [...deals, trade(3)]);
      const again = (more: Partial<StockActTrade>, changed: Partial<StockActTrade> = more) =>
        repeats(
          filed,
          house('20000016', '2026-03-09', [
            { ...deals[0]!, ...changed },
            { ...deals[1]!, ...more },
            { ...deals[2]! },
          ]),
        )
          .slice(4)
          .map(([, of]) => of);
      const all = ['20000015-0', '20000015-1', '20000015-2'];
      expect(again({ notificationDate: '2026-02-20' })).toEqual(all);
      expect(again({ comments: 'Filed late.' })).toEqual(all);
      expect(again({ comments: 'Filed late.', notificationDate: '2026-02-20' })).toEqual(all);
      // A comment that names another account says that the trades are others.
      expect(again({ comments: 'Second account.' })).toEqual([null, null, '20000015-2']);
      // One row is of another trade: only the equal one may be a repetition.
      const other = { notificationDate: '2026-02-20', description: 'Of the second account.' };
      expect(again({ notificationDate: '2026-02-20' }, other)).toEqual([null, null, '20000015-2']);
      const two = house(
        '20000016',
        '2026-03-09',
        deals.slice(0, 2).map((one) => ({ ...one, comments: 'x' })),
      );
      expect(repeats(filed, two).slice(4)).toEqual([
        ['20000016-0', null],
        ['20000016-1', null],
      ]);
    });

    it('of the same report is a trade', () =>
      expect(repeats(house('20000015', '2026-03-01', [trade(0), trade(1)])).map(([, of]) => of)).toEqual([
        null,
        null,
      ]));

    it.each([
      ['owner', { ownerFiled: 'SP' }],
      ['asset', { assetDescription: 'Third Inc. (THR) [ST]' }],
      ['type', { type: 'Sale' as const }],
      ['day', { transactionDate: '2026-02-11' }],
      ['day of notice', { notificationDate: '2026-02-11' }],
      ['bracket', { amountLabel: '$15,001 - $50,000' }],
      ['account', { subholding: 'Second Trust' }],
      ['description', { description: 'Of the second account.' }],
      ['place', { location: 'Boston, MA, US' }],
      ['comment', { comments: 'Second account.' }],
      ['status', { filingStatus: 'Amended' as const, rowId: '2000060675', transactionDate: '2026-02-10' }],
    ])('is a trade with another %s', (_what, more) => {
      const found = repeats(first, house('20000016', '2026-03-09', [trade(0, more)]));
      expect(found.map(([, of]) => of)).not.toContain('20000015-0');
    });

    it('counts if the earlier one is deleted, and the next one then names it', () => {
      const reports = [first, ...['20000016', '20000017'].map((id) => house(id, '2026-03-09', [trade(0)]))];
      const deletion = house('20000018', '2026-03-12', [
        amended(0, { filingStatus: 'Deleted', rowId: '2000085001' }),
      ]);
      expect(repeats(...reports).slice(2)).toEqual([
        ['20000016-0', '20000015-0'],
        ['20000017-0', '20000015-0'],
      ]);
      expect(repeats(...reports, deletion)).toEqual([
        ['20000015-1', null],
        ['20000016-0', null],
        ['20000017-0', '20000016-0'],
      ]);
      const next = { ...deletion, documentId: '20000019', disclosureDate: '2026-03-13' };
      expect(repeats(...reports, deletion, next)).toEqual([
        ['20000015-1', null],
        ['20000017-0', null],
      ]);
      // After an earlier withdrawal there is nothing to repeat.
      const before = { ...deletion, disclosureDate: '2026-03-05' };
      expect(repeats(first, before, reports[1]!)).toEqual([
        ['20000015-1', null],
        ['20000016-0', null],
      ]);
    });

    it('does not hide which row is amended, and names the row that amends it', () => {
      const again = house('20000016', '2026-03-09', [trade(0)]);
      const amendment = house('20000020', '2026-03-20', [amended(0, { amountLabel: 'Over $50,000,000' })]);
      const { effective, warnings } = effectiveTrades([first, again, amendment]);
      expect(warnings).toEqual([]);
      expect(effective.map((one) => [key(one), one.possibleRepeatOf])).toEqual([
        ['20000015-1', null],
        ['20000016-0', '20000020-0'],
        ['20000020-0', null],
      ]);
      const second = house('20000022', '2026-03-26', [amended(0, { transactionDate: '2026-02-12' })]);
      expect(repeats(first, again, amendment, second)[1]).toEqual(['20000016-0', '20000022-0']);
      const deletion = house('20000023', '2026-03-27', [amended(0, { filingStatus: 'Deleted' })]);
      expect(repeats(first, again, amendment, deletion)[1]).toEqual(['20000016-0', null]);
      const corrected = house('20000021', '2026-03-25', [trade(0, { amountLabel: 'Over $50,000,000' })]);
      expect(repeats(first, amendment, corrected).at(-1)).toEqual(['20000021-0', '20000020-0']);
    });

    it('stays amended if the earlier one is deleted afterwards', () => {
      const again = house('20000016', '2026-03-09', [trade(0, { rowId: '2000060676' })]);
      const amendment = house('20000020', '2026-03-20', [
        amended(0, { amountLabel: 'Over $50,000,000', rowId: '2000060676' }),
      ]);
      const deletion = house('20000021', '2026-03-25', [
        amended(0, { filingStatus: 'Deleted', rowId: '2000085001' }),
      ]);
      expect(repeats(first, again, amendment, deletion)).toEqual([
        ['20000015-1', null],
        ['20000020-0', null],
      ]);
    });

    it('is amended beside the earlier one if as many rows are amended', () => {
      const again = house('20000016', '2026-03-09', [trade(0)]);
      const both = house('20000020', '2026-03-20', [amended(0), amended(1, { rowId: '2000060676' })]);
      expect(repeats(first, again, both)).toEqual([
        ['20000015-1', null],
        ['20000020-0', null],
        ['20000020-1', null],
      ]);
    });

    it('is not an amended row, which says itself that it was filed before', () => {
      const twice = house('20000016', '2026-03-01', [trade(0), trade(1)]);
      const found = repeats(twice, house('20000020', '2026-03-20', [amended(0)]));
      expect(found.map(([, of]) => of)).toEqual([null, null]);
    });

    it('is not looked for in the Senate, whose amendments restate a whole report', () => {
      const row = [trade(0, { filingStatus: null })];
      const of = (id: string) => senate(id, `2026-06-1${id}T10:00:00.000Z`, `2026-06-1${id}`, null, row);
      expect(repeats(of('1'), of('2'))).toMatchObject([
        ['1-0', null],
        ['2-0', null],
      ]);
    });
  });

  describe('deleted rows of the House', () => {
    const deleted = (row: number, more: Partial<StockActTrade> = {}) =>
      amended(row, { filingStatus: 'Deleted', rowId: `20000850${row}4`, ...more });

    it('withdraw the rows that were filed, not those that are filed again on the same day', () => {
      const filed = house('20000580', '2021-10-05', [
        trade(0),
        trade(1),
        trade(2, { assetDescription: 'Other' }),
      ]);
      const withdrawal = house('20000618', '2021-10-12', [
        deleted(0),
        deleted(1),
        deleted(2, { assetDescription: 'OTHER' }),
      ]);
      const again = house('20000619', '2021-10-12', [trade(0), trade(1)]);
      const { effective, superseded, warnings } = effectiveTrades([again, withdrawal, filed]);
      expect(effective.map(key)).toEqual(['20000619-0', '20000619-1']);
      expect(superseded).toHaveLength(6);
      expect(warnings).toEqual([]);
    });

    it('withdraw the row with the same amount if several match', () => {
      const filed = house('20000580', '2021-10-05', [
        trade(0),
        trade(1, { amountLabel: 'Over $50,000,000' }),
      ]);
      const withdrawal = house('20000618', '2021-10-12', [deleted(0, { amountLabel: 'Over $50,000,000' })]);
      expect(effectiveTrades([filed, withdrawal]).effective.map(key)).toEqual(['20000580-0']);
    });

    it('withdraw the only row of the deal, whatever else they say', () => {
      const filed = house('20000580', '2021-10-05', [trade(0, { description: 'Held in trust.' })]);
      expect(effectiveTrades([filed, house('20000618', '2021-10-12', [deleted(0)])]).effective).toEqual([]);
    });

    it('withdraw no row that says something else', () => {
      const filed = house('20000580', '2021-10-05', [trade(0, { transactionDate: '2021-10-01' })]);
      const withdrawal = house('20000618', '2021-10-12', [deleted(0, { transactionDate: '2021-10-02' })]);
      expect(
        effectiveTrades([filed, withdrawal]).effective.map((one) => [key(one), one.isCorrectionOpen]),
      ).toEqual([['20000580-0', false]]);
    });

    it('are not trades, even if the rows that they withdraw are missing', () => {
      const { effective, superseded, warnings } = effectiveTrades([
        house('20000618', '2021-10-12', [deleted(0)]),
      ]);
      expect(effective).toEqual([]);
      expect(superseded.map(key)).toEqual(['20000618-0']);
      expect(warnings).toMatchObject([{ kind: 'deleted-row-without-original', where: '20000618-0' }]);
    });
  });

  describe('reports of one day', () => {
    it('are processed in one order regardless of the input order, in both chambers and with unknown times', () => {
      const row = trade(0, { assetDescription: 'Asset 0', filingStatus: null });
      const other = trade(0, { assetDescription: 'Something else', filingStatus: null });
      const reports = [
        senate('z', '2026-06-16T09:00:00.000Z', '2026-06-16', null, [row]),
        senate('m', '2026-06-16T10:00:00.000Z', '2026-06-16', 1, [row]),
        senate('0', '2026-06-16T11:00:00.000Z', '2026-06-16', null, [other]),
        house('20000020', '2026-06-16', [trade(0)]),
        { ...senate('b', '2026-06-16T08:00:00.000Z', '2026-06-16', 1, []), filedAt: null },
      ];
      for (const order of orders(reports)) {
        const { effective, superseded } = effectiveTrades(order);
        expect(superseded.map(key)).toEqual(['z-0']);
        expect(effective.map(key).sort()).toEqual(['0-0', '20000020-0', 'm-0']);
      }
    });

    /** All permutations. */
    function* orders<T>(some: T[]): Generator<T[]> {
      if (some.length === 0) yield [];
      for (const [at, first] of some.entries())
        for (const rest of orders([...some.slice(0, at), ...some.slice(at + 1)])) yield [first, ...rest];
    }
  });

  describe('amendments of the Senate', () => {
    const rows = [0, 1, 2, 3].map((row) =>
      trade(row, { assetDescription: `Asset ${row}`, filingStatus: null }),
    );
    const original = senate('a', '2026-06-16T14:19:00.000Z', '2026-06-16', null, rows);
    const sameDay = senate('b', '2026-06-16T14:00:00.000Z', '2026-06-16', null, [
      trade(0, { assetDescription: 'Something else', filingStatus: null }),
    ]);
    const restated = rows.map((row) => (row.row === 2 ? { ...row, amountLabel: '$50,001 - $100,000' } : row));

    it('replaces the report whose rows it repeats, not the other one of that day', () => {
      const amendment = senate('c', '2026-06-16T14:27:00.000Z', '2026-06-16', 1, restated);
      const { effective, superseded, warnings } = effectiveTrades([amendment, sameDay, original]);
      expect(superseded.map(key)).toEqual(['a-0', 'a-1', 'a-2', 'a-3']);
      expect(
        superseded.every(
          ({ supersededBy, supersededByRow }) => supersededBy === 'c' && supersededByRow === null,
        ),
      ).toBe(true);
      expect(effective.map(key)).toEqual(['b-0', 'c-0', 'c-1', 'c-2', 'c-3']);
      expect(warnings).toEqual([]);
    });

    it('without a time of day replaces a report of that day', () => {
      const amendment = {
        ...senate('0', '2026-06-16T14:27:00.000Z', '2026-06-16', 1, restated),
        filedAt: null,
      };
      expect(effectiveTrades([amendment, original]).effective.map(key)).toEqual(['0-0', '0-1', '0-2', '0-3']);
    });

    it('does not count a report that is filed twice', () => {
      const again = (id: string, title: string, more = rows) =>
        senate(id, `${title}T15:00:00.000Z`, title, null, more);
      const counted = (...reports: StockActReport[]) => effectiveTrades(reports).effective.map(key);
      const all = (id: string) => rows.map(({ row }) => `${id}-${row}`);
      const copy = again('c', '2026-06-18');
      expect(counted(copy, original)).toEqual(all('a'));
      expect(effectiveTrades([copy, original]).superseded).toMatchObject(
        rows.map(({ row }) => ({ trade: { row }, supersededBy: 'a', supersededByRow: null })),
      );
      expect(counted(original, again('c', '2026-06-16'))).toEqual(all('a'));
      expect(counted(original, again('c', '2026-06-18', restated))).toHaveLength(8);
      expect(counted(original, again('c', '2026-06-18', [...rows, ...rows.slice(0, 1)]))).toHaveLength(9);
      expect(
        counted(again('c', '2026-06-18', rows.slice(0, 2)), again('d', '2026-06-19', rows.slice(0, 2))),
      ).toHaveLength(4);
      // An amendment of the second one amends what counts.
      for (const title of ['2026-06-16', '2026-06-18']) {
        const amendment = senate('e', '2026-06-20T14:00:00.000Z', title, 1, restated);
        const { effective, warnings } = effectiveTrades([original, again('c', '2026-06-18'), amendment]);
        expect(effective.map(key)).toEqual(all('e'));
        expect(warnings).toEqual([]);
        expect(counted(original, again('c', '2026-06-16'), amendment)).toEqual(
          title === '2026-06-16' ? all('e') : [...all('a'), ...all('e')],
        );
      }
    });

    it('keeps an exchange for another share beside an equal report', () => {
      const of = (id: string, day: string, assetDescription: string) =>
        senate(id, `${day}T15:00:00.000Z`, day, null, [
          ...rows,
          trade(4, { filingStatus: null, received: { ticker: '', assetDescription } }),
        ]);
      const reports = [of('f', '2026-06-16', 'First'), of('g', '2026-06-17', 'Second')];
      expect(effectiveTrades(reports).effective).toHaveLength(10);
    });

    it('can be replaced by a second amendment', () => {
      const first = senate('c', '2026-06-17T14:00:00.000Z', '2026-06-16', 1, restated);
      const second = senate('d', '2026-06-18T14:00:00.000Z', '2026-06-16', 2, rows);
      const { effective } = effectiveTrades([second, first, original]);
      expect(effective.map(key)).toEqual(['d-0', 'd-1', 'd-2', 'd-3']);
    });

    it('never replaces a report of another title date, even if it repeats all rows', () => {
      const { effective, superseded, warnings } = effectiveTrades([
        original,
        senate('c', '2026-07-01T14:00:00.000Z', '2026-07-01', 1, rows),
      ]);
      expect(superseded).toEqual([]);
      expect(effective).toHaveLength(8);
      expect(warnings).toMatchObject([{ kind: 'amendment-without-original', where: 'c' }]);
      // Which of the two dates is wrong, if one is, is not known.
      expect(effective.every(({ isCorrectionOpen }) => isCorrectionOpen)).toBe(true);
    });

    // A purchase in the spring, and the amendment of a report from the year before with the same share and bracket.
    it('does not change a trade that an amendment of another report repeats on another day', () => {
      const one = (day: string, more: Partial<StockActTrade> = {}) => [
        trade(0, { assetDescription: 'Brook Retail', transactionDate: day, filingStatus: null, ...more }),
      ];
      const before = senate(
        'a',
        '2017-12-01T15:00:00.000Z',
        '2017-12-01',
        null,
        one('2017-11-07', { type: 'Sale' }),
      );
      const spring = senate('b', '2018-06-11T15:00:00.000Z', '2018-06-11', null, one('2018-05-16'));
      const amendment = senate('c', '2018-07-02T15:00:00.000Z', '2017-12-01', 1, one('2017-11-07'));
      for (const order of [
        [before, spring, amendment],
        [amendment, spring, before],
      ])
        expect(effectiveTrades(order)).toMatchObject({
          effective: [{ report: { documentId: 'b' } }, { report: { documentId: 'c' } }],
          superseded: [{ report: { documentId: 'a' }, supersededBy: 'c' }],
          warnings: [],
        });
      expect(effectiveTrades([spring, amendment])).toMatchObject({
        effective: [{ isCorrectionOpen: false }, { isCorrectionOpen: false }],
        superseded: [],
      });
    });

    // One row, and the amendment corrects its day and its bracket: only the title says what it amends.
    it('replaces the one report of its title date, whatever changed', () => {
      const first = senate('a', '2014-11-05T15:00:00.000Z', '2014-11-05', null, [
        trade(0, { assetDescription: 'Old Name Fund', transactionDate: '2014-11-30', filingStatus: null }),
      ]);
      const amendment = senate('b', '2014-11-07T15:00:00.000Z', '2014-11-05', 1, [
        trade(0, {
          assetDescription: 'New Name Fund',
          transactionDate: '2014-10-30',
          amountLabel: '$15,001 - $50,000',
          filingStatus: null,
        }),
      ]);
      for (const order of [
        [first, amendment],
        [amendment, first],
      ])
        expect(effectiveTrades(order)).toMatchObject({
          effective: [{ report: { documentId: 'b' } }],
          superseded: [{ report: { documentId: 'a' }, supersededBy: 'b' }],
          warnings: [],
        });
    });

    it('is added if the report that it amends is missing, and the next amendment replaces it', () => {
      const first = senate('c', '2026-06-17T14:00:00.000Z', '2026-06-16', 1, rows);
      const second = senate('d', '2026-06-18T14:00:00.000Z', '2026-06-16', 2, restated.slice(0, 1));
      expect(effectiveTrades([first])).toMatchObject({
        effective: rows.map(() => ({ isCorrectionOpen: false })),
        warnings: [{ kind: 'amendment-without-original' }],
      });
      expect(effectiveTrades([second, first]).effective.map(key)).toEqual(['d-0']);
    });

    describe('that is a second one', () => {
      const of = (id: string, hour: number, amendment: number | null, name: string | null) =>
        senate(
          id,
          `2026-06-16T${hour}:00:00.000Z`,
          '2026-06-16',
          amendment,
          name === null ? [] : [trade(0, { assetDescription: name, filingStatus: null })],
        );
      const unread = (report: StockActReport): StockActReport => ({ ...report, readability: 'failed' });
      const supersededOf = (...reports: StockActReport[]) => effectiveTrades(reports).superseded.map(key);
      const second = of('d', 18, 2, 'Added Corp');

      it('replaces the first one although another report has the date of its title', () => {
        const first = of('b', 15, 1, 'Brook Retail');
        expect(supersededOf(unread(of('a', 14, null, null)), first, second)).toEqual(['b-0']);
        const originals = [of('a', 13, null, 'Brook Retail Inc'), of('c', 14, null, 'Other Corp')];
        expect(supersededOf(...originals, first, second)).toEqual(['a-0', 'b-0']);
      });

      it('replaces none of two first ones, and none if the first one was not read, without equal rows', () => {
        const firsts = [of('a', 14, 1, 'Brook Retail'), of('b', 15, 1, 'Other Corp')];
        expect(supersededOf(...firsts, second)).toEqual([]);
        expect(supersededOf(firsts[0]!, of('b', 15, 1, 'Brook Retail Inc'))).toEqual(['a-0']);
        const [one, other] = [of('a', 14, null, 'Brook Retail'), of('b', 15, null, 'Other Corp')];
        expect(supersededOf(one, other, unread(of('c', 16, 1, null)), second)).toEqual([]);
      });

      it('replaces no original for its number, if there are two', () => {
        const originals = [of('a', 13, null, 'Brook Retail'), of('c', 14, null, 'Other Corp')];
        const amended = of('d', 18, 1, 'Added Corp');
        expect(supersededOf(...originals, amended)).toEqual([]);
        // All are marked, and stay so when it is amended again.
        for (const reports of [
          [...originals, amended],
          [...originals, amended, of('e', 19, 2, 'Added Corp')],
        ])
          expect(effectiveTrades(reports).effective.map(({ isCorrectionOpen }) => isCorrectionOpen)).toEqual([
            true,
            true,
            true,
          ]);
        const third = of('d', 18, 3, 'Added Corp');
        expect(supersededOf(...originals, of('b', 15, 1, 'Brook Retail Inc'), third)).toEqual(['a-0']);
      });
    });

    it('replaces the more similar of two reports with its title date', () => {
      const half = senate('b', '2026-06-16T14:20:00.000Z', '2026-06-16', null, [
        rows[0]!,
        trade(1, { assetDescription: 'Something else', filingStatus: null }),
      ]);
      const amendment = senate('c', '2026-06-16T14:27:00.000Z', '2026-06-16', 1, rows);
      const { effective, warnings } = effectiveTrades([amendment, half, original]);
      expect(effective.map(key)).toEqual(['b-0', 'b-1', 'c-0', 'c-1', 'c-2', 'c-3']);
      expect(warnings).toEqual([]);
    });

    it('counts each of its rows for one row of the original only', () => {
      const asset = (row: number, name: string, more: Partial<StockActTrade> = {}) =>
        trade(row, { assetDescription: name, filingStatus: null, ...more });
      const at = (id: string, trades: StockActTrade[], amendment: number | null = null) =>
        senate(id, `2026-06-16T14:1${'abc'.indexOf(id)}:00.000Z`, '2026-06-16', amendment, trades);
      const supersededOf = (...reports: StockActReport[]) => effectiveTrades(reports).superseded.map(key);
      // One row is half of both reports.
      const twice = at('a', [asset(0, 'X'), asset(1, 'X')]);
      const other = at('b', [asset(0, 'X'), asset(1, 'Y')]);
      expect(supersededOf(twice, other, at('c', [asset(0, 'X'), asset(1, 'Z')], 1))).toEqual([]);
      // Two rows that are alike, and a third of the report.
      const third = at('a', [asset(0, 'X'), asset(1, 'Y'), asset(2, 'Z')]);
      const unlike = at('b', [asset(0, 'Q')]);
      const alike = [asset(0, 'X'), asset(1, 'X', { amountLabel: 'Over $50,000,000' })];
      expect(supersededOf(third, unlike, at('c', alike, 1))).toEqual([]);
      const half = at('a', [asset(0, 'X'), asset(1, 'Y')]);
      expect(supersededOf(half, unlike, at('c', alike, 1))).toEqual(['a-0', 'a-1']);
    });

    describe('of a report that another one shares the title date with', () => {
      const one = trade(0, { assetDescription: 'Brook Retail Inc', filingStatus: null });
      const first = senate('a', '2026-06-16T14:10:00.000Z', '2026-06-16', null, [one]);
      const other = senate('b', '2026-06-16T14:20:00.000Z', '2026-06-16', null, [
        trade(0, { assetDescription: 'Something else', filingStatus: null }),
      ]);
      const supersededBy = (more: Partial<StockActTrade>) => {
        const amendment = senate('c', '2026-06-17T14:00:00.000Z', '2026-06-16', 1, [{ ...one, ...more }]);
        return effectiveTrades([first, other, amendment]).superseded.map(key);
      };

      it.each([
        ['the bracket', { amountLabel: '$50,001 - $100,000' }],
        ['the day', { transactionDate: '2026-02-11' }],
        ['the type', { type: 'Sale' as const }],
        ['the owner', { ownerFiled: 'Spouse' }],
        ['the name, which is longer', { assetDescription: 'Brook Retail Inc Common Stock' }],
        ['nothing but spaces and case', { assetDescription: ' BROOK  retail inc ' }],
      ])('replaces it if it corrects %s', (_what, more) => expect(supersededBy(more)).toEqual(['a-0']));

      it.each([
        ['two facts', { amountLabel: '$50,001 - $100,000', transactionDate: '2026-02-11' }],
        ['the name to that of another asset', { assetDescription: 'Third Inc' }],
      ])('replaces nothing if it changes %s', (_what, more) => expect(supersededBy(more)).toEqual([]));

      it('leaves a report of several rows without its assets as it is', () => {
        const rows = ['Something else', 'Third Inc'].map((assetDescription, row) =>
          trade(row, { assetDescription, filingStatus: null }),
        );
        const large = { ...other, trades: rows };
        const changed = { ...one, amountLabel: '$50,001 - $100,000', transactionDate: '2026-02-11' };
        const amendment = senate('c', '2026-06-17T14:00:00.000Z', '2026-06-16', 1, [changed]);
        expect(
          effectiveTrades([first, large, amendment]).effective.map((found) => [
            key(found),
            found.isCorrectionOpen,
          ]),
        ).toEqual([
          ['a-0', true],
          ['b-0', false],
          ['b-1', false],
          ['c-0', true],
        ]);
      });
    });

    it('applies the same threshold if an unread report has the date of its title as well', () => {
      const unread: StockActReport = {
        ...senate('b', '2026-06-16T14:20:00.000Z', '2026-06-16', null, []),
        readability: 'failed',
        reason: 'not fetched yet',
      };
      const other = trade(0, { assetDescription: 'Something else', filingStatus: null });
      const amendment = (trades: StockActTrade[]) =>
        senate('c', '2026-06-17T14:00:00.000Z', '2026-06-16', 1, trades);
      expect(effectiveTrades([original, unread, amendment(restated)]).superseded).toHaveLength(4);
      expect(effectiveTrades([original, unread, amendment([other])])).toMatchObject({
        superseded: [],
        warnings: [{ kind: 'amendment-of-several' }],
      });
    });

    it('replaces nothing if its title has no date', () => {
      const undated = { ...senate('c', '2026-06-17T14:00:00.000Z', '2026-06-16', 1, rows), titleDate: null };
      expect(effectiveTrades([original, undated]).superseded).toEqual([]);
    });

    it('keeps everything if two reports are equally similar', () => {
      const twin = senate('b', '2026-06-16T14:20:00.000Z', '2026-06-16', null, restated);
      const amendment = senate('c', '2026-06-16T14:27:00.000Z', '2026-06-16', 1, rows);
      const { effective, warnings } = effectiveTrades([original, twin, amendment]);
      expect(effective).toHaveLength(12);
      expect(warnings).toMatchObject([{ kind: 'amendment-of-several' }]);
    });

    it('replaces nothing if it could not be read', () => {
      const paper: StockActReport = {
        ...senate('c', '2026-06-17T14:00:00.000Z', '2026-06-16', 1, []),
        readability: 'scanned',
        reason: 'filed on paper',
      };
      const { effective, warnings } = effectiveTrades([original, paper]);
      expect(effective).toHaveLength(4);
      expect(warnings).toEqual([{ kind: 'amendment-unread', detail: 'filed on paper', where: 'c' }]);
    });

    it('does not replace a report of the other chamber', () => {
      const before = house('20000020', '2026-01-01', rows);
      const amendment = senate('c', '2026-06-16T14:27:00.000Z', '2026-06-16', 1, rows);
      expect(effectiveTrades([before, amendment]).superseded).toEqual([]);
    });
  });

  it.each([
    ['the day of the report', '2026-03-01', false],
    ['the day after the report', '2026-03-02', true],
    ['the first day of the law', '2012-01-01', false],
    ['a day before the law', '2011-12-31', true],
  ])(
    'the date of a trade on %s is marked where it cannot be right',
    (_what, transactionDate, isDateDoubtful) => {
      const { effective } = effectiveTrades([
        house('20000009', '2026-03-01', [trade(0, { transactionDate })]),
      ]);
      expect(effective).toMatchObject([{ isDateDoubtful }]);
    },
  );

  function trade(row: number, more: Partial<StockActTrade> = {}): StockActTrade {
    return inventedTrade(row, { transactionDate: '2026-02-10', notificationDate: '2026-02-10', ...more });
  }

  function amended(row: number, more: Partial<StockActTrade> = {}): StockActTrade {
    return trade(row, { filingStatus: 'Amended', rowId: '2000152831', ...more });
  }

  function house(documentId: string, disclosureDate: string, trades: StockActTrade[]): StockActReport {
    return houseReport(documentId, { disclosureDate, trades });
  }

  function senate(
    documentId: string,
    filedAt: string,
    titleDate: string,
    amendment: number | null,
    trades: StockActTrade[],
  ): StockActReport {
    const report = house(
      documentId,
      filedAt.slice(0, 10),
      trades.map((one) => ({ ...one })),
    );
    return { ...report, chamber: 'senate', stateDistrict: null, filedAt, titleDate, amendment };
  }

  const key = ({ report, trade: { row } }: { report: StockActReport; trade: StockActTrade }) =>
    `${report.documentId}-${row}`;
});
