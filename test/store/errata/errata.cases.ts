/** Errata in the ledger: taken in, changed and taken back; and a document that changes under them. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveEverything } from '../../../src/ingest/derive/everything.js';
import type { StockActReport } from '../../../src/records/congress/stock-act.js';
import type { ErratumLine } from '../../../src/records/erratum.js';
import { listWarnings } from '../../../src/store/crawl/run-journal.js';
import type { Store } from '../../../src/store/database/open.js';
import { erratumMarks, storedErrata } from '../../../src/store/errata/errata.js';
import { checkErrata, replaceErrata } from '../../../src/store/errata/replace-errata.js';
import { issuerFilings } from '../../../src/store/form4/derivation-input.js';
import { memberScopeRows } from '../../../src/store/rows/congress.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import type { MemberTrade } from '../../../tools/contract/shapes/congress.js';
import { inventedReports, MARTA } from '../../invented/member.js';
import { publishedReads } from '../../published-reads.js';
import { emptyStore } from '../empty-store.js';
import { accession, filing, NOW, trade, write } from '../form4/invented-filings.js';

describe('store/errata', () => {
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
    write(store, given);
  });
  afterEach(() => store.close());

  const given = filing(1, { transactions: [trade(0, { shares: 200 }), trade(1, { shares: 20 })] });
  const row = `${accession(1)}-0`;
  const line = (more: Partial<ErratumLine> = {}): ErratumLine => ({
    ...{ register: 'sec-form4', row, field: 'pricePerShare', filed: '10.5', shown: '1.05' },
    ...{ reason: 'the point is misplaced', document: 'https://example.org/1', day: '2026-03-01' },
    ...more,
  });
  const derive = () =>
    deriveEverything(store, { now: NOW, overrides: [], trackers: [], shown: null, managerQuarters: null });
  const prices = () => issuerFilings(store, '4001')[0]?.transactions.map((one) => one.pricePerShare);
  const feed = async () => {
    await derive();
    const question = { codes: ['P', 'S'] as const, minValue: 0, ticker: null, limit: 10 };
    return publishedReads(store).latestFilings({
      ...question,
      since: '2026-01-01',
      until: NOW.toISOString(),
    });
  };

  it('are in the rows and values of the feed until their line is gone', async () => {
    expect(replaceErrata(store, [line()], NOW)).toBe(1);
    expect(replaceErrata(store, [line()], NOW)).toBe(0);
    expect(prices()).toEqual([1.05, 10.5]);
    const mark = { reason: 'the point is misplaced', day: '2026-03-01' };
    expect((await feed()).find(({ filingId }) => filingId === row)).toMatchObject({
      totalValue: 210,
      erratum: mark,
    });
    expect(replaceErrata(store, [line({ shown: '1.5' })], NOW)).toBe(1);
    expect(prices()).toEqual([1.5, 10.5]);
    expect(replaceErrata(store, [], NOW)).toBe(1);
    expect(prices()).toEqual([10.5, 10.5]);
    const again = (await feed()).find(({ filingId }) => filingId === row);
    expect(again).toMatchObject({ totalValue: 2100 });
    expect(again).not.toHaveProperty('erratum');
  });

  it('take a withheld price out of the feed', async () => {
    replaceErrata(store, [line({ shown: null })], NOW);
    expect((await feed()).map(({ filingId }) => filingId)).toEqual([`${accession(1)}-1`]);
  });

  it('change nothing when the document is read again as it was', () => {
    replaceErrata(store, [line()], NOW);
    expect(write(store, given)).toEqual({ changed: 0, unchanged: 1 });
    expect(prices()).toEqual([1.05, 10.5]);
  });

  it('are applied to a document that arrives later', () => {
    replaceErrata(store, [line({ row: `${accession(2)}-0` })], NOW);
    expect(storedErrata(store)).toMatchObject([{ state: 'waiting' }]);
    write(store, filing(2));
    expect(storedErrata(store)).toMatchObject([{ state: 'applied' }]);
    expect(issuerFilings(store, '4001')[1]?.transactions[0]?.pricePerShare).toBe(1.05);
  });

  it('are not applied to a document that changed: the row is as filed, with the mark, and the journal says so', async () => {
    replaceErrata(store, [line()], NOW);
    write(store, filing(1, { transactions: [trade(0, { shares: 200, pricePerShare: 1.1 })] }));
    expect(prices()).toEqual([1.1]);
    expect((await feed())[0]?.erratum).toEqual({
      ...{ reason: 'the point is misplaced', day: '2026-03-01', state: 'document-changed' },
    });
    expect(listWarnings(store, { kind: 'erratum-not-applied' }, 5)).toMatchObject([
      { detail: `${row}, pricePerShare: the document says 1.1, and not 10.5`, where: row, count: 1 },
    ]);
    expect(checkErrata(store, [line()])).toEqual(['the document says 1.1, and not 10.5']);
  });

  it('are no longer said to be applied when the register files what they show', () => {
    replaceErrata(store, [line()], NOW);
    write(
      store,
      filing(1, { transactions: [trade(0, { shares: 200, pricePerShare: 1.05 }), trade(1, { shares: 20 })] }),
    );
    expect(storedErrata(store)).toMatchObject([{ state: 'changed', asFiled: null }]);
  });

  it('are not compared with the rounded figures of a data set where the document is here', () => {
    replaceErrata(store, [line()], NOW);
    const rounded = { ...given, precision: 'dataset' as const };
    write(store, { ...rounded, transactions: [trade(0, { shares: 200, pricePerShare: 10 })] });
    expect(storedErrata(store)).toMatchObject([{ state: 'applied' }]);
    expect(prices()).toEqual([1.05, 10.5]);
  });

  it('leave the holdings of the filing', () => {
    const held = { ...trade(0), transactionsBefore: 0, rowForm: null, value: null, underlyingValue: null };
    const holdings = [{ ...held, account: 'a trust', exerciseDate: null, expirationDate: null }];
    const record = { kind: 'form4-holdings' as const, accession: accession(1), holdings, terms: [] };
    writeBatch(store, { register: 'sec-form4', now: NOW, records: [record as never] });
    const stored = () => store.rows('SELECT accession, holdings FROM form4_holdings').all();
    const before = stored();
    expect(before).toHaveLength(1);
    replaceErrata(store, [line()], NOW);
    expect(stored()).toEqual(before);
  });

  it('withhold a bracket of a member from every sum, with a mark that names no other row', async () => {
    writeBatch(store, {
      register: 'congress-members',
      now: NOW,
      records: [{ kind: 'members', part: 'current', members: [MARTA] }],
    });
    const reports: StockActReport[] = inventedReports();
    writeBatch(store, { register: 'house-ptr', now: NOW, records: reports });
    const id = '20989990-0';
    const own = {
      register: 'house-ptr',
      row: id,
      field: 'amountLabel',
      filed: '$1,001 - $15,000',
      shown: null,
    };
    await derive();
    replaceErrata(store, [line(own)], NOW);
    await derive();
    expect(
      store.rows('SELECT is_correction_open FROM member_trade WHERE document_id = ?').all('20989990'),
    ).toEqual([[1]]);
    expect([...erratumMarks(store, 'house-ptr').keys()]).toEqual([id]);
    const { member_trade: rows } = memberScopeRows(store, MARTA.bioguide);
    const [shown] = rows
      .map((one): MemberTrade => JSON.parse(String(one.at(-1))))
      .filter(({ filingId }) => filingId === id);
    const mark = { reason: 'the point is misplaced', day: '2026-03-01' };
    expect(shown).toMatchObject({
      filingId: id,
      amountLabel: '',
      amountMin: 0,
      amountMax: null,
      erratum: mark,
    });
    expect(shown).not.toHaveProperty('correction');
  });

  it('are tested line by line', () => {
    const lines = [
      line(),
      line({ register: 'sec-form5' }),
      line({ row: `${accession(1)}-7` }),
      line({ row: `${accession(9)}-0` }),
      line({ field: 'totalValue' }),
      line({ filed: '10.6' }),
      line({ shown: 'ten' }),
      line({ register: 'uk-nsm', row: 'none#0' }),
    ];
    const said = checkErrata(store, lines);
    expect(said[0]).toBeNull();
    expect(said[1]).toContain('sec-form5 is none of sec-form4, ');
    expect(said.slice(2)).toEqual([
      `sec-form4 has no row ${accession(1)}-7`,
      `sec-form4 has no row ${accession(9)}-0`,
      'the row has no such field that can be corrected',
      'the document says 10.5, and not 10.6',
      'it cannot be ten',
      'uk-nsm has no row none#0',
    ]);
    // Those that are applied are compared with what was filed, too.
    replaceErrata(store, lines.slice(0, 1), NOW);
    expect(checkErrata(store, lines)).toEqual(said);
  });
});
