/** Planned sales from the records to the answer: matched, counted, searched, and the same in whatever order they arrive. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import type { RegisterRecord } from '../../src/records/index.js';
import type { Store } from '../../src/store/database/open.js';
import { markAllPending } from '../../src/store/derivation-version.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { placeOfPlannedSale } from '../../tools/contract/planned-search.js';
import type { PlannedSaleSearch } from '../../tools/contract/reads/planned-sales.js';
import type { SourceState } from '../../tools/contract/reads/sources.js';
import { PLANNED_SALE_STATUSES, type PlannedSaleFacts } from '../../tools/contract/shapes/planned-sale.js';
import type { ToolContext } from '../../tools/contract/tool.js';
import getPlannedSales from '../../tools/get-planned-sales.js';
import { publishedReads, toolReads } from '../published-reads.js';
import { type WrittenNotice, writtenNotice } from '../registers/form144/sec-144/written-notice.js';
import { emptyStore } from '../store/empty-store.js';
import { filing, owner, trade } from '../store/form4/invented-filings.js';
import { type KnownPlannedSale, searchPlannedRows } from './naive-planned.js';

describe('read-model/planned-sales', () => {
  const NOW = new Date('2026-04-01T12:00:00.000Z');
  const id = (number: number) => `0009999144-26-${String(number).padStart(6, '0')}`;

  /** A notice of 300 common shares of the person and issuer of `filing`, from 26 February on. */
  function notice(number: number, more: WrittenNotice = {}) {
    const securities = [{ units: '300', value: '3150.00', saleDate: '02/26/2026', ...more.securities?.[0] }];
    const given = {
      filerCik: '0000007001',
      issuerCik: '0000004001',
      ...more,
      accession: id(number),
      securities,
    };
    return writtenNotice(given, `20260226${String(100_000 + number)}`);
  }

  /** Filed by two people at once: the sale of either can be reported by both. */
  const sold = filing(1, {
    owners: [owner('7001', 'Vesper Alma J'), owner('7002', 'Orme Basil')],
    aff10b5One: null,
    transactions: [
      trade(0, { shares: 200 }),
      trade(1, { shares: 250 }),
      trade(2, { transactionCode: 'F', shares: 9 }),
    ],
  });

  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  function write(...records: RegisterRecord[]): void {
    for (const record of records)
      writeBatch(store, {
        register: record.kind === 'form144' ? 'sec-144' : 'sec-form4',
        now: NOW,
        records: [record],
      });
    deriveForm4(store);
  }

  const ALL: PlannedSaleSearch = {
    since: '',
    until: '2100-01-01T00:00:00.000Z',
    tickers: [],
    cik: null,
    owner: null,
    ownerCik: null,
    statuses: PLANNED_SALE_STATUSES,
    planned: 'all',
    minValue: 0,
    today: '2026-04-01',
    isForm4Whole: true,
    sort: 'filed',
    order: 'desc',
    after: undefined,
    limit: 500,
  };
  const found = async (search: Partial<PlannedSaleSearch> = {}) =>
    (await publishedReads(store).plannedSales({ ...ALL, ...search })).rows as unknown as PlannedSaleFacts[];
  const summary = async () =>
    (await found()).map(({ noticeId, sharesSold, sales }) => [
      noticeId.slice(-1),
      sharesSold,
      sales.map(({ counted }) => counted),
    ]);

  describe('a planned sale', () => {
    it('is matched in whatever order notices and filings arrive', async () => {
      const other = notice(2, { filerCik: '7002' });
      write(notice(1), other, sold);
      const expected = await summary();
      // The lots of 200 and 250 belong to both people, and are counted once.
      expect(expected).toEqual([
        ['2', 150, [150]],
        ['1', 300, [200, 100]],
      ]);
      store.close();
      store = emptyStore();
      write(sold, other);
      expect(await summary()).toEqual([['2', 300, [200, 100]]]);
      write(notice(1));
      expect(await summary()).toEqual(expected);
    });

    it('loses a sale that a 4/A corrects, and gets it back with nothing counted twice', async () => {
      write(notice(1), sold);
      const corrected = filing(2, {
        documentType: '4/A',
        dateOfOriginalSubmission: '2026-03-01',
        filedAt: '2026-03-09T21:30:00.000Z',
        filedDate: '2026-03-09',
        owners: sold.owners,
        transactions: [trade(0, { shares: 20 }), trade(1, { shares: 250 })],
      });
      write(corrected);
      expect(await summary()).toEqual([['1', 270, [20, 250]]]);
      markAllPending(store, -1);
      deriveForm4(store);
      expect(await summary()).toEqual([['1', 270, [20, 250]]]);
    });

    it('has the symbol and the person as soon as they are known', async () => {
      write(notice(1));
      expect(await found()).toMatchObject([{ issuerTicker: '', sellerSlug: null, filesForm4: false }]);
      write(sold);
      expect(await found()).toMatchObject([
        {
          issuerTicker: 'QLMK',
          sellerSlug: 'vesper-alma-j',
          filesForm4: true,
          sales: [{ filingId: '0009999999-26-000001-0' }, {}],
        },
      ]);
    });

    it('moves with the issuer when the document is read again', async () => {
      write(notice(1), sold);
      write(notice(1, { issuerCik: '4002' }));
      expect(await found()).toMatchObject([{ cik: '4002', filesForm4: false, sharesSold: null }]);
    });

    it.each([
      [['11/03/2025'], 115],
      [['02/26/2025', '11/03/2025'], 115],
      [['02/26/2026'], 0],
      // Mistyped years.
      [['12/15/2026'], null],
      [['11/03/0025'], null],
      [[], null],
    ])('with plans of %j begins %s days after the latest of them', async (planDates, days) => {
      write(notice(1, { planDates }));
      expect(await found()).toMatchObject([{ planDays: days }]);
    });

    it('has no number to sell where it cannot be right, and does not say that nothing was sold', async () => {
      // The value and the number are exchanged: the sale before shows it.
      const past = [{ date: '02/20/2026', units: '100', gross: '1050.00' }];
      write(notice(1, { past, securities: [{ units: '3150', value: '300' }] }), sold);
      expect(await found()).toMatchObject([
        {
          shares: null,
          marketValue: null,
          sharesSold: null,
          filesForm4: true,
          securities: [{ shares: 3150, marketValue: 300 }],
          implausible: ['shares-and-value-swapped'],
        },
      ]);
    });

    it('of a person who left Section 16 has an unknown end', async () => {
      const exit = filing(3, {
        transactions: [],
        notSubjectToSection16: true,
        filedAt: '2026-03-02T21:30:00.000Z',
      });
      write(notice(1), filing(1, { transactions: [] }), exit);
      expect(await found()).toMatchObject([{ filesForm4: false }]);
    });
  });

  describe('the search', () => {
    const DAYS = ['02/26/2026', '01/05/2026', '03/20/2025', '06/15/2025'];

    async function fill(): Promise<KnownPlannedSale[]> {
      const notices = Array.from({ length: 24 }, (_, at) =>
        notice(at, {
          filerCik: ['7001', '7002', '7009'][at % 3]!,
          issuerCik: ['4001', '4001', '4002', '4009'][at % 4]!,
          ...(at % 5 === 0 ? { planDates: ['11/03/2025'] } : {}),
          ...(at % 7 === 6 && at > 12 ? { type: '144/A', previous: id(at - 12) } : {}),
          securities: [
            {
              units: at % 11 === 3 ? 'many' : String(100 + at * 10),
              value: at % 6 === 5 ? 'n/a' : `${1000 * ((at * 5) % 7)}.5`,
              saleDate: at % 8 === 7 ? 'soon' : DAYS[at % 4]!,
            },
          ],
        }),
      );
      write(
        ...notices,
        sold,
        filing(4, {
          owners: [owner('7009', 'Pell Una')],
          issuer: { ...sold.issuer, cik: '4002', tradingSymbol: 'BRK.A' },
        }),
      );
      const { rows, progress } = await publishedReads(store).plannedSales(ALL);
      // Both lists are of the same rows.
      return rows.map((facts, at) => ({
        facts: facts as unknown as PlannedSaleFacts,
        progress: progress[at] as never,
      }));
    }

    it('gives what a plain search over all of them gives, page by page too', async () => {
      const all = await fill();
      expect(all).toHaveLength(24);
      const filters: Array<Partial<PlannedSaleSearch>> = [
        {},
        { tickers: ['BRK'] },
        { tickers: ['BRK.A', 'QLMK'], planned: 'only' },
        { cik: '4009' },
        { owner: 'orme-basil' },
        { owner: 'nobody' },
        { ownerCik: '7009', planned: 'exclude' },
        { minValue: 2000.5 },
        { today: '2025-07-01' },
        { isForm4Whole: false, statuses: ['unknown'] },
        ...PLANNED_SALE_STATUSES.map((status) => ({ statuses: [status] })),
      ];
      const seen = new Set<string>();
      for (const filter of filters)
        for (const sort of ['filed', 'sale_date', 'value'] as const)
          for (const order of ['desc', 'asc'] as const) {
            const search = { ...ALL, ...filter, sort, order, limit: 5 };
            for (let after: PlannedSaleSearch['after']; ; ) {
              const [page, expected] = [
                await toolReads(store).plannedSales({ ...search, after }),
                searchPlannedRows(all, { ...search, after }),
              ];
              expect([page.rows.rows(), page.progress, page.total]).toEqual([
                expected.rows.rows(),
                expected.progress,
                expected.total,
              ]);
              for (const { noticeId } of page.rows.rows()) seen.add(`${filter.statuses ?? ''} ${noticeId}`);
              const last = page.rows.last();
              if (page.rows.length < search.limit || last === undefined) break;
              after = placeOfPlannedSale(search, last);
            }
          }
      // Every status occurs.
      for (const status of PLANNED_SALE_STATUSES)
        expect([status, [...seen].some((one) => one.startsWith(`${status} `))]).toEqual([status, true]);
    });
  });

  describe('get_planned_sales', () => {
    const state = (source: string, more: object = {}) =>
      ({
        source,
        status: 'ok',
        lastReadAt: '2026-04-01T11:00:00.000Z',
        isWhole: true,
        registers: [],
        ...more,
      }) as unknown as SourceState;

    function context(form4: object = {}, form144: object = {}): ToolContext {
      const sources = async () => [state('sec-edgar-form4', form4), state('sec-edgar-form144', form144)];
      const rateLimits = { keyless: 60, withKey: 600, windowSeconds: 3600 };
      return {
        reads: { ...toolReads(store), sources },
        now: NOW,
        baseUrl: 'https://disclosed.example',
        endpoints: [],
        rateLimits,
      };
    }
    const ask = async (given: object, ...states: Parameters<typeof context>) =>
      getPlannedSales.run(getPlannedSales.input.parse(given), context(...states));
    const statuses = async (given: object, ...states: Parameters<typeof context>) =>
      ((await ask(given, ...states)).data as Array<{ noticeId: string; status: string }>).map(
        ({ noticeId, status }) => `${noticeId.slice(-1)} ${status}`,
      );

    beforeEach(() => {
      const later = { securities: [{ saleDate: '06/02/2025', units: '100' }] };
      write(
        sold,
        notice(1),
        notice(2, { filerCik: '7002', securities: [{ units: '400' }] }),
        notice(3, { filerCik: '7009' }),
      );
      write(notice(4, later), notice(5, { securities: [{ title: 'Class B', units: '7' }] }));
      write(notice(6, { type: '144/A', previous: id(5), securities: [{ title: 'Preferred' }] }));
    });

    it('answers in one call which planned sales were carried out', async () => {
      expect(await statuses({ since: '2026-02-01', status: 'sold,partly_sold' })).toEqual([
        '2 partly_sold',
        '1 sold',
      ]);
    });

    it('leaves out replaced notices, unless they are requested', async () => {
      expect(await statuses({})).toEqual(['6 open', '4 lapsed', '3 unknown', '2 partly_sold', '1 sold']);
      expect(await statuses({ status: 'amended' })).toEqual(['5 amended']);
    });

    it('says nothing of sales that it cannot know', async () => {
      expect(await statuses({}, { isWhole: false })).toEqual([
        '6 unknown',
        '4 unknown',
        '3 unknown',
        '2 partly_sold',
        '1 sold',
      ]);
      expect(await statuses({ status: 'lapsed' }, { status: 'off' })).toEqual([]);
    });

    it('gives each row its page, and the fields in the order of the shape', async () => {
      const { data, rows } = await ask({ owner: 'vesper-alma-j', limit: 1 });
      expect(rows).toMatchObject({ given: 1, total: 3, next: ['2026-02-26T15:00:06.000Z', id(6)] });
      const [row] = data as object[];
      expect(Object.keys(row!)).toEqual(
        Object.keys(getPlannedSales.output.element.shape).filter((name) => name !== 'erratum'),
      );
      expect(row).toMatchObject({ url: 'https://disclosed.example/ticker/QLMK', sellerCik: '7001' });
    });

    it('takes the CIK of a seller without Form 4; an unknown slug is an error and not an empty list', async () => {
      expect(await statuses({ owner: '0000007009' })).toEqual(['3 unknown']);
      await expect(ask({ owner: 'nobody-at-all' })).rejects.toThrow('owner must be the slug of an insider');
    });

    it('does not call a plan lapsed whose sale Form 4 may report without its box', async () => {
      const box = filing(9, {
        owners: [owner('7031', 'Larch Ines')],
        aff10b5One: false,
        transactions: [trade(0, { shares: 77, is10b5_1: false })],
      });
      write(box, notice(31, { filerCik: '7031', planDates: ['11/03/2025'] }));
      const { data } = await ask({ owner: '7031' });
      expect(data).toMatchObject([{ status: 'unknown', sharesSold: null, filesForm4: true }]);
    });

    it('is not ready before the register was read, and never empty instead', async () => {
      await expect(
        ask({}, {}, { status: 'never-read', lastReadAt: null, isWhole: false }),
      ).rejects.toMatchObject({
        code: 'not_ready',
      });
      await expect(ask({ ticker: 'ZZZZ' }, {}, { status: 'filling', isWhole: false })).rejects.toMatchObject({
        code: 'not_ready',
      });
    });
  });
});
