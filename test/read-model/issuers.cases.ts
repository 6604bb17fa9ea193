/** Which symbols and issuers the store knows. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Store } from '../../src/store/database/open.js';
import { publishedReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { derive, filing, write } from '../store/form4/invented-filings.js';

describe('read-model/issuers', () => {
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
    const issuer = (cik: string, name: string, tradingSymbol: string) => ({
      issuer: { cik, name, tradingSymbol, foreignTradingSymbol: null },
    });
    write(
      store,
      filing(1, issuer('4001', 'Quillmark Corp', 'QLMK')),
      filing(2, issuer('4002', 'Orme Inc', 'ORM.B')),
    );
    derive(store);
    const company = store.sql(
      'INSERT INTO company_ticker (position, cik, name, ticker, exchange) VALUES (?, ?, ?, ?, NULL)',
    );
    company.run(0, '4003', 'Silent Corp', 'SLNT');
  });
  afterEach(() => store.close());

  const known = (ticker: string) => publishedReads(store).issuer({ ticker });

  it('finds filers and the table of symbols, in any case and by the base of a class', async () => {
    expect(await known('qlmk')).toEqual({ cik: '4001', name: 'Quillmark Corp', ticker: 'QLMK' });
    expect(await known('SLNT')).toMatchObject({ cik: '4003', name: 'Silent Corp' });
    expect(await known('ORM')).toMatchObject({ cik: '4002' });
    expect(await known('ZZZZZ')).toBeNull();
    expect(await publishedReads(store).issuer({ cik: '4001' })).toMatchObject({ ticker: 'QLMK' });
    expect(await publishedReads(store).issuer({ cik: '4003' })).toMatchObject({ name: 'Silent Corp' });
    expect(await publishedReads(store).issuer({ cik: '1' })).toBeNull();
  });

  it('finds a symbol that only a trade of Congress or a portfolio names', async () => {
    store
      .sql(
        `INSERT INTO member_trade (member_id, disclosure_date, transaction_date, document_id, "row", report_id, ticker_base)
       VALUES ('m', '2026-01-02', '2026-01-01', 'd', 0, 1, 'ETFX')`,
      )
      .run();
    expect(await known('ETFX')).toEqual({ cik: '', name: '', ticker: 'ETFX' });
    expect(await known('ETF')).toBeNull();
  });

  it.each([
    ['QLMX', 'QLMK'],
    ['QLM', 'QLMK'],
    ['QLMKK', 'QLMK'],
    ['LQMK', 'QLMK'],
    ['SL', 'SLNT'],
  ])('%s is close to %s', async (asked, close) => {
    expect((await publishedReads(store).similarSymbols(asked)).map(({ ticker }) => ticker)).toContain(close);
  });

  it('does not suggest symbols that are only slightly similar', async () => {
    for (const far of ['ZZZZ', 'KMLQ', 'Q', 'QLXX'])
      expect(await publishedReads(store).similarSymbols(far)).toEqual([]);
  });
});
