/** The search over every register: what finds what, in which order, and that both engines agree is in postgres-parity. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveMarkets } from '../../src/ingest/derive/europe.js';
import type { Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import type { SearchType } from '../../tools/contract/reads/names.js';
import { NAME_TYPES } from '../../tools/contract/shapes/search.js';
import { pdmrRow } from '../derive/europe/pdmr-rows.js';
import { type ParsedReads, publishedReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { derive, filing, write } from '../store/form4/invented-filings.js';

describe('read-model/names', () => {
  const NOW = new Date('2026-09-30T12:00:00.000Z');
  let store: Store;
  let reads: ParsedReads;
  beforeAll(() => {
    store = emptyStore();
    const issuer = (cik: string, name: string, tradingSymbol: string) => ({
      issuer: { cik, name, tradingSymbol, foreignTradingSymbol: null },
    });
    write(
      store,
      filing(1, issuer('4001', 'Quillmark Corp', 'QLMK')),
      filing(2, issuer('4002', "O'Orme Hath-Way & Co", 'ORM.B')),
      filing(3, issuer('4004', 'Old Quillmark Holdings', '')),
      // A new name, after another one in two spellings; the old name of another issuer that has it again.
      filing(4, { filedAt: '2025-12-01T10:00:00.000Z', ...issuer('4005', 'Zephyrine Labs, Inc.', 'ARDV') }),
      filing(5, { filedAt: '2025-12-02T10:00:00.000Z', ...issuer('4005', 'ZEPHYRINE LABS INC', 'ARDV') }),
      filing(6, { filedAt: '2025-12-03T10:00:00.000Z', ...issuer('4005', 'Ardvane', 'ARDV') }),
      filing(7, { filedAt: '2025-12-01T10:00:00.000Z', ...issuer('4006', 'Borvane', 'BORV') }),
      filing(8, { filedAt: '2025-12-02T10:00:00.000Z', ...issuer('4006', 'Zephyrine Again', 'BORV') }),
      filing(9, { filedAt: '2025-12-03T10:00:00.000Z', ...issuer('4006', 'Borvane', 'BORV') }),
    );
    derive(store);
    const company = store.sql(
      'INSERT INTO company_ticker (position, cik, name, ticker, exchange) VALUES (?, ?, ?, ?, NULL)',
    );
    company.run(0, '4003', 'Silent Corp', 'SLNT');
    company.run(1, '4003', 'Silent Corp', 'SLNT-PA');
    company.run(2, '4002', 'Orme', 'ORM-B');
    const row = (filingId: string, facts: object) =>
      pdmrRow('de', {
        filingId,
        publicationAt: '2026-09-20T07:00:00.000Z',
        issuerName: 'Quillmark Übersee AG',
        pdmrName: 'Otto Quillmark',
        isin: 'DE0001234567',
        totalValue: 70_500,
        ...facts,
      });
    writeBatch(store, {
      register: 'r',
      now: NOW,
      records: [
        row('1', { lei: '5299000j2n45ddne4y28' }),
        row('2', { lei: null, isin: 'DE0007654321', publicationAt: '2026-09-21T07:00:00.000Z' }),
        row('3', { issuerName: 'Quillmark Uebersee AG', isin: null }),
        row('4', { issuerName: 'Andere SE', isin: 'DE0009999999' }),
        row('5', { issuerName: 'Andere SE', pdmrName: 'Uta Kleinweg', totalValue: 24_999.99 }),
        row('6', { issuerName: 'Andere SE', pdmrName: 'Ida Kleinweg', totalValue: 25_000 }),
        row('7', { issuerName: 'Andere SE', pdmrName: 'Ann Kleinweg', totalValue: 1, currency: 'CHF' }),
        row('8', { issuerName: 'Kleinweg Verlag', totalValue: 1, publicationAt: '2026-09-25T07:00:00.000Z' }),
      ],
    });
    deriveMarkets(store, NOW);
    store
      .sql(
        `INSERT INTO member VALUES ('X1', 'resolved', 'ada-m-quill', 'Ada M. Quill', 'senate', 'AL', '', '', '', 1)`,
      )
      .run();
    store
      .sql(
        `INSERT INTO tracker (slug, sort_order, list_row, detail, value_usd, resolved_usd) VALUES (?, 1, ?, ?, 0, 0)`,
      )
      .run(
        'quill-capital',
        JSON.stringify({
          slug: 'quill-capital',
          name: 'Ada Quill',
          entityName: 'Silent Partners LP',
          role: 'Founder',
          archetype: 'hedge_fund',
          benchmarkTicker: 'SPY',
        }),
        JSON.stringify({
          identity: { slug: 'example', archetype: 'hedge_fund', sourceId: '' },
          filingHistory: [],
          snapshot: {
            quarterChanges: null,
            holdings: [
              { ticker: 'SLNT', cusip: '82700A103', valueUsd: null },
              { ticker: null, cusip: '111111111', valueUsd: null },
              // Named beside two issuers: unknown whose it is.
              { ticker: 'SLNT', cusip: '222222222', valueUsd: null },
              { ticker: 'QLMK', cusip: '222222222', valueUsd: null },
            ],
          },
        }),
      );
    store
      .sql('INSERT INTO cusip_symbol (cusip, symbol, description, last_date) VALUES (?, ?, ?, ?)')
      .run('82700B200', 'SLNT', 'SILENT CORP COM', '2026-09-15');
    reads = publishedReads(store);
  });
  afterAll(() => store.close());

  const ask = async (q: string, { types = NAME_TYPES as readonly SearchType[], limit = 20 } = {}) => {
    const { hits, total } = await reads.searchNames({ q, types, limit });
    if (limit >= 20) expect(total).toBe(hits.length);
    return hits.map((hit) => hit && `${hit.match} ${hit.type} ${hit.facts.name}`);
  };

  it('finds a name without its accents as well as with them', async () => {
    const found = 'name eu_issuer Quillmark Übersee AG';
    expect(await ask('Übersee Quillmark AG', { types: ['eu_issuer'] })).toContain(
      'word eu_issuer Quillmark Übersee AG',
    );
    expect(await ask('quillmark ubersee ag', { types: ['eu_issuer'] })).toContain(found);
    expect(await ask('ubers', { types: ['eu_issuer'] })).toEqual(['word eu_issuer Quillmark Übersee AG']);
  });

  it.each([
    ['QLMK', 'Quillmark Corp'],
    ['$qlmk', 'Quillmark Corp'],
    ['4001', 'Quillmark Corp'],
    ['0000004001', 'Quillmark Corp'],
    ['CIK 0000004001', 'Quillmark Corp'],
    ['orm.b', "O'Orme Hath-Way & Co"],
    ['ORM-B', "O'Orme Hath-Way & Co"],
    ['ORM/B', "O'Orme Hath-Way & Co"],
    ['ORM', "O'Orme Hath-Way & Co"],
    ['SLNT-PA', 'Silent Corp'],
    ['82700a103', 'Silent Corp'],
    ['US82700A1034', 'Silent Corp'],
    // Known from the settlement files alone.
    ['82700b200', 'Silent Corp'],
    ['US82700B2009', 'Silent Corp'],
  ])('finds an issuer by the identifier %s', async (q, name) => {
    expect(await ask(q, { types: ['issuer'] })).toEqual([`code issuer ${name}`]);
  });

  it('names each symbol of an issuer once, that of its filings first', async () => {
    const { hits } = await reads.searchNames({ q: 'corp', types: ['issuer'], limit: 20 });
    expect(hits.map((hit) => hit?.facts)).toEqual([
      { cik: '4001', name: 'Quillmark Corp', tickers: ['QLMK'], formerNames: [] },
      { cik: '4003', name: 'Silent Corp', tickers: ['SLNT', 'SLNT-PA'], formerNames: [] },
    ]);
    const [orme] = (await reads.searchNames({ q: '4002', types: ['issuer'], limit: 1 })).hits;
    expect(orme?.facts).toMatchObject({ tickers: ['ORM.B'] });
  });

  it('finds an issuer by the name that only its earlier filings give', async () => {
    const { hits } = await reads.searchNames({ q: 'zephyrine', types: ['issuer'], limit: 5 });
    expect(hits.map((hit) => hit?.facts)).toEqual([
      { cik: '4005', name: 'Ardvane', tickers: ['ARDV'], formerNames: ['ZEPHYRINE LABS INC'] },
    ]);
  });

  it('finds a European issuer by the LEI that a notification names, and not its managers', async () => {
    for (const q of ['5299000J2N45DDNE4Y28', ' 5299000j2n45ddne4y28'])
      expect(await ask(q)).toEqual(['code eu_issuer Quillmark Übersee AG']);
  });

  it('finds no issuer by a CUSIP that two have, or by a part of an identifier', async () => {
    for (const q of ['222222222', '111111111', '400', 'LMK', '82700'])
      expect(await ask(q, { types: ['issuer', 'eu_issuer'] })).toEqual([]);
  });

  it('orders by match, then the types in turn, then by name', async () => {
    const found = await ask('quillmark');
    expect(found).toEqual([
      'word issuer Old Quillmark Holdings',
      'word eu_issuer Quillmark Uebersee AG',
      'word eu_manager Otto Quillmark',
      'word issuer Quillmark Corp',
      'word eu_issuer Quillmark Übersee AG',
      'word eu_manager Otto Quillmark',
      'word eu_manager Otto Quillmark',
    ]);
    expect(await ask('quillmark', { limit: 3 })).toEqual(found.slice(0, 3));
    expect(await ask('quillmark corp')).toEqual(['name issuer Quillmark Corp']);
    expect(await ask('corp quillm')).toEqual(['word issuer Quillmark Corp']);
    expect(await ask('uillmark corp')).toEqual(['part issuer Quillmark Corp']);
  });

  it('finds names with apostrophes, hyphens and other signs in either spelling', async () => {
    for (const q of ["o'orme", 'oorme', 'o orme', 'hath way', 'hath-way &'])
      expect(await ask(q, { types: ['issuer'] })).toEqual([expect.stringMatching(/O'Orme/)]);
  });

  it('finds a portfolio by its entity too, and people by CIK', async () => {
    expect(await ask('silent partners lp')).toEqual(['name tracker Ada Quill']);
    const people = store.rows<[cik: string, name: string]>('SELECT owner_cik, name FROM insider').all();
    expect(people.length).toBeGreaterThan(0);
    for (const [cik, name] of people)
      expect(await ask(`000${cik}`, { types: ['insider'] })).toEqual([`code insider ${name}`]);
  });

  it('keeps every ISIN of one exact name of a register, and names that are alike apart', async () => {
    const { hits } = await reads.searchNames({ q: 'de0007654321', types: NAME_TYPES, limit: 5 });
    expect(hits).toEqual([
      {
        type: 'eu_issuer',
        match: 'code',
        facts: {
          country: 'de',
          name: 'Quillmark Übersee AG',
          isins: ['DE0001234567', 'DE0007654321'],
          leis: ['5299000J2N45DDNE4Y28'],
          lastSeen: '2026-09-21T07:00:00.000Z',
        },
      },
    ]);
  });

  it('finds no name that a register has only under its floor, where no list shows it', async () => {
    expect(await ask('kleinweg')).toEqual(['word eu_manager Ann Kleinweg', 'word eu_manager Ida Kleinweg']);
    const { hits } = await reads.searchNames({ q: 'otto quillmark', types: ['eu_manager'], limit: 20 });
    for (const hit of hits)
      expect(hit?.facts).toMatchObject({ lastSeen: expect.stringMatching(/^2026-09-2[01]/) });
  });

  it.each([
    ['Senator Otto Quillmark', 'Otto Quillmark'],
    ['Rep. Quillmark Otto', 'Otto Quillmark'],
    ['Prof. Dr. Otto Quillmark', 'Otto Quillmark'],
    ['NASDAQ: QLMK', 'Quillmark Corp'],
    ['nyse:qlmk', 'Quillmark Corp'],
    // And then with typing errors.
    ['Sen. Otto Quilmark', 'Otto Quillmark'],
  ])('finds %s without what is before the name', async (q, name) => {
    const { hits } = await reads.searchNames({ q, types: NAME_TYPES, limit: 10 });
    expect(hits.map((hit) => hit?.facts.name)).toContain(name);
  });

  it('takes no other person for a member whose office is before the name', async () => {
    // Another one has the whole name.
    expect(await ask('ada quill')).toEqual(['name tracker Ada Quill', 'word member Ada M. Quill']);
    expect(await ask('Senator Ada Quill')).toEqual(['word member Ada M. Quill']);
    expect(await ask('Rep. Ada M Quill')).toEqual(['name member Ada M. Quill']);
    expect(await ask('Senator Otto Quillmark', { types: ['member', 'eu_manager'], limit: 1 })).toEqual([
      'approximate eu_manager Otto Quillmark',
    ]);
    expect(await ask('Dr. Otto Quillmark', { limit: 1 })).toEqual(['name eu_manager Otto Quillmark']);
  });

  it('takes neither a title alone nor the beginning of a word for a title', async () => {
    const total = async (q: string) => (await reads.searchNames({ q, types: NAME_TYPES, limit: 10 })).total;
    expect([await total('Senator'), await total('Dr.'), await total('Drottoquillmark')]).toEqual([0, 0, 0]);
  });

  it('takes one letter after a title for no symbol', async () => {
    expect(await ask('Q', { limit: 1 })).not.toEqual([]);
    for (const q of ['Mr. Q', 'Prof. Dr. Q.']) expect(await ask(q)).toEqual([]);
  });

  it('finds typing errors only if nothing matches, the fewest first, and says so', async () => {
    expect(await ask('quillmrak')).toEqual([
      'approximate issuer Old Quillmark Holdings',
      'approximate eu_issuer Quillmark Uebersee AG',
      'approximate eu_manager Otto Quillmark',
      'approximate issuer Quillmark Corp',
      'approximate eu_issuer Quillmark Übersee AG',
      'approximate eu_manager Otto Quillmark',
      'approximate eu_manager Otto Quillmark',
    ]);
    expect(await ask('Quilmark Crop')).toEqual(['approximate issuer Quillmark Corp']);
    expect(await ask('ada qiull')).toEqual([
      'approximate tracker Ada Quill',
      'approximate member Ada M. Quill',
    ]);
    // Nearer names come first.
    expect(await ask('quillmark uebersehe')).toEqual([
      'approximate eu_issuer Quillmark Uebersee AG',
      'approximate eu_issuer Quillmark Übersee AG',
    ]);
    expect(await ask('Sielnt')).toEqual(['approximate issuer Silent Corp', 'approximate tracker Ada Quill']);
    for (const q of ['quillmrakks', 'ada quqqqll', 'TQLMK']) expect(await ask(q)).toEqual([]);
  });

  it.each(['%', '_', '"', '|', '\u0001', '\n', '\ud800', '*', '  ', '🦉', 'zzzz'])(
    'finds nothing for %j',
    async (q) => {
      expect(await ask(q)).toEqual([]);
    },
  );
});
