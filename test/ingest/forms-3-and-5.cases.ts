/** Forms 3 and 5 beside Form 4: they change nothing of its feed, sums, digests and people, and add what they state. */

import { describe, expect, it } from '@jest/globals';
import { deriveDigests } from '../../src/ingest/derive/digests.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { unpackOwnedLines } from '../../src/read-model/packed-owned-lines.js';
import type { TableName } from '../../src/read-model/tables.js';
import { createRegisters } from '../../src/registers/index.js';
import type { RawDocument } from '../../src/registers/register.js';
import type { Store } from '../../src/store/database/open.js';
import { allRows } from '../../src/store/rows/changes.js';
import type { OwnedLine } from '../../tools/contract/shapes/owned-line.js';
import type { OwnershipFacts } from '../../tools/contract/shapes/ownership-row.js';
import { document, owner, submission, xml } from '../registers/form4/sec-form4/written-filing.js';
import { emptyStore } from '../store/empty-store.js';
import { importSample, NOON } from './derived-rows.js';

describe('ingest/forms-3-and-5', () => {
  /** What readers of Form 4 see. */
  const OF_FORM_4: readonly TableName[] = [
    'filing',
    'filing_sum',
    'insider_filing',
    'issuer_record',
    'list_row',
  ];

  function publishedRows(store: Store): Map<string, string[]> {
    const tables = new Map<string, string[]>();
    for (const { table, rows } of allRows(store))
      tables.set(table, [...(tables.get(table) ?? []), ...rows.map((row) => JSON.stringify(row))]);
    return tables;
  }

  async function sampleOf(ids: readonly string[]): Promise<Store> {
    const store = emptyStore();
    await importSample(store, ids);
    deriveForm4(store);
    deriveDigests(store, NOON, 'sec-public');
    return store;
  }

  describe('the sample with Forms 3 and 5', () => {
    it('has the same feed, sums, histories, company records, clusters and streaks as without', async () => {
      const [without, with35] = [await sampleOf(['sec-form4']), await sampleOf(['sec-form4', 'sec-form35'])];
      const [before, after] = [publishedRows(without), publishedRows(with35)];
      for (const table of OF_FORM_4) {
        expect(before.get(table)?.length ?? 0).toBeGreaterThan(0);
        expect([table, after.get(table)]).toEqual([table, before.get(table)]);
      }
      // People stay as before, and some are new.
      const people = (rows: Map<string, string[]>) => rows.get('insider') ?? [];
      expect(people(after)).toEqual(expect.arrayContaining(people(before)));
      expect(people(after).length).toBeGreaterThan(people(before).length);
      expect(before.get('form35_row')).toBeUndefined();
      without.close();
      with35.close();
    });
  });

  /** One filing of Jane Roe at Example Widgets, filed at this Eastern time. */
  function filed(number: number, type: string, accepted: string, body: string): RawDocument {
    const accession = `0009999999-26-${String(number).padStart(6, '0')}`;
    const text = submission(body, { type, accepted })
      .replaceAll('0009999999-26-000017', accession)
      .replace('20260304\n', `${accepted.slice(0, 8)}\n`)
      .replace(/FILED AS OF DATE:\t\t\d{8}/, `FILED AS OF DATE:\t\t${accepted.slice(0, 8)}`);
    return document(text, { key: accession });
  }

  async function storeOf(documents: Readonly<Record<string, RawDocument[]>>): Promise<Store> {
    const store = emptyStore();
    for (const register of createRegisters()) {
      const own = documents[register.metadata.id];
      if (own !== undefined) await importDocuments(store, register, own, () => NOON);
    }
    deriveForm4(store);
    return store;
  }

  function linesOf(store: Store): OwnedLine[] {
    const [row] = publishedRows(store).get('owned_lines') ?? [];
    return row === undefined ? [] : unpackOwnedLines(JSON.parse(row)[2]);
  }
  function rows35(store: Store): OwnershipFacts[] {
    return (publishedRows(store).get('form35_row') ?? []).map((row) => JSON.parse(JSON.parse(row).at(-1)));
  }

  describe('one person', () => {
    const form3 = filed(
      1,
      '3',
      '20260110120000',
      xml({ type: '3', period: '2026-01-05', rows: [], holdings: 1 }).replace(
        '</securityTitle></nonDerivativeHolding>',
        `</securityTitle><postTransactionAmounts><sharesOwnedFollowingTransaction><value>5000</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
<ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature></nonDerivativeHolding>`,
      ),
    );
    const form4 = filed(2, '4', '20260304183057', xml());

    it('without a Form 4 has an identity, and owns what the Form 3 states', async () => {
      const store = await storeOf({ 'sec-form35': [form3] });
      expect(
        publishedRows(store)
          .get('insider')
          ?.map((row) => JSON.parse(row).slice(0, 3)),
      ).toEqual([['1900001', 'roe-jane-q', 'ROE JANE Q']]);
      expect(linesOf(store)).toMatchObject([
        {
          shares: 5000,
          asOf: '2026-01-05',
          form: '3',
          filingId: '0009999999-26-000001-h0',
          issuerTicker: 'EXWI',
        },
      ]);
      expect(rows35(store)).toMatchObject([
        { rowKind: 'holding', shares: null, sharesOwnedAfter: 5000, transactionCode: null, late: false },
      ]);
      store.close();
    });

    it('owns what the newer Form 4 states, in whatever order they come', async () => {
      for (const order of [
        { 'sec-form35': [form3], 'sec-form4': [form4] },
        { 'sec-form4': [form4], 'sec-form35': [form3] },
      ]) {
        const store = await storeOf(order);
        expect(linesOf(store)).toMatchObject([{ shares: 900, asOf: '2026-03-02', form: '4' }]);
        store.close();
      }
    });

    it('has a late trade of a Form 5 with its own date, and not in the feed', async () => {
      const late = filed(
        3,
        '5',
        '20260304183057',
        xml({ type: '5', period: '2026-02-28', rows: [{ date: '2025-06-10' }] }),
      );
      const store = await storeOf({ 'sec-form35': [late] });
      expect(rows35(store)).toMatchObject([
        { transactionDate: '2025-06-10', late: true, lateBecause: 'form-4-row', totalValue: 1250, form: '5' },
      ]);
      expect(publishedRows(store).get('filing')).toBeUndefined();
      store.close();
    });

    it.each([
      ['a gift of 2022', { code: 'G', date: '2022-06-10' }, '4', null],
      ['a gift received', { code: 'G', date: '2025-06-10', direction: 'A' }, '4', null],
      ['a small acquisition', { code: 'L', date: '2025-06-10', direction: 'A' }, '4', null],
      ['an inheritance', { code: 'W', date: '2025-06-10', direction: 'A' }, '4', null],
      ['a gift given in 2025', { code: 'G', date: '2025-06-10' }, '4', true],
      ['a gift given in 2025 that is not marked', { code: 'G', date: '2025-06-10' }, '5', null],
      ['a gift received that is not marked', { code: 'G', date: '2025-06-10', direction: 'A' }, '5', false],
      ['a sale', { date: '2025-06-10' }, '4', true],
    ] as const)('%s on a Form 5 is late only if it cannot wait for it', async (_what, row, marked, late) => {
      const body = xml({ type: '5', period: '2026-02-28', rows: [row] });
      const store = await storeOf({
        'sec-form35': [filed(3, '5', '20260304183057', body.replace('FormType>4<', `FormType>${marked}<`))],
      });
      expect(rows35(store)).toMatchObject([{ late, lateBecause: late === true ? 'form-4-row' : null }]);
      store.close();
    });

    it('of a joint filing is on each page, with the note that it may be the account of another', async () => {
      const owners = [owner(), owner({ cik: '0001900002', name: 'LARKSPUR FUND LP' })];
      const joint = filed(4, '3', '20260110120000', xml({ type: '3', rows: [], holdings: 1, owners }));
      const store = await storeOf({ 'sec-form35': [joint] });
      const lines = (publishedRows(store).get('owned_lines') ?? []).map((row) =>
        unpackOwnedLines(JSON.parse(row)[2]),
      );
      expect(lines.map(([line]) => line?.doubts)).toEqual([['joint-filing'], ['joint-filing']]);
      store.close();
    });

    it('has the holdings of a Form 4, also when only they come again', async () => {
      const trust = `<nonDerivativeHolding><securityTitle><value>Common Stock</value></securityTitle>
<postTransactionAmounts><sharesOwnedFollowingTransaction><value>4000</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
<ownershipNature><directOrIndirectOwnership><value>I</value></directOrIndirectOwnership><natureOfOwnership><value>By Trust</value></natureOfOwnership></ownershipNature></nonDerivativeHolding></nonDerivativeTable>`;
      const both = filed(5, '4', '20260304183057', xml().replace('</nonDerivativeTable>', trust));
      const store = await storeOf({ 'sec-form4': [both] });
      expect(linesOf(store).map(({ ownership, shares, filingId }) => [ownership, shares, filingId])).toEqual([
        ['D', 900, '0009999999-26-000005-0'],
        ['I', 4000, '0009999999-26-000005-h0'],
      ]);
      store.close();
    });
  });
});
