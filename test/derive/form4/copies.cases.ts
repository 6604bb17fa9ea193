/** Which rows stay in the records of joint owners when a lot is filed or amended more than once. */

import { describe, expect, it } from '@jest/globals';
import { deriveForm4 } from '../../../src/ingest/derive/form4.js';
import type { Form4Filing } from '../../../src/records/form4/form4.js';
import { unpublishedKeys } from '../../../src/store/rows/unpublished.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import { publishedReads } from '../../published-reads.js';
import { emptyStore } from '../../store/empty-store.js';
import { amendment, form, fund, person, read, rowOf, sale, standing } from './filings.js';

describe('derive/form4/copies', () => {
  const jane = person('11');
  const joan = person('12');
  const larkspur = fund('21');
  const second = fund('22', 'Larkspur Growth Fund II LP');
  const lot = sale({ ownership: 'I', natureOfOwnership: 'By fund' });
  const corrected = { ...lot, pricePerShare: 11 };
  const joint = form('o', [jane, joan], [lot]);
  const mine = amendment('x', [jane], [corrected]);

  /** What the record of an owner has: its rows with their prices, the lots of its career, and the holdings it last stated. */
  async function recordOf(cik: string, filings: readonly Form4Filing[]) {
    const store = emptyStore();
    for (const filing of filings) {
      writeBatch(store, { register: 'sec-form4', now: new Date('2025-04-01T00:00:00Z'), records: [filing] });
      deriveForm4(store);
    }
    const reads = publishedReads(store);
    const slug = (
      store.db.prepare('SELECT slug FROM insider WHERE owner_cik = ?').get(cik) as { slug: string }
    ).slug;
    const facts = await reads.insider({ slug, since: '2025-01-01', until: '9999', limit: 100 });
    const lines = (await reads.ownedLines({ slug }))?.lines;
    store.close();
    return {
      rows: facts?.transactions.map((one) => `${one.filingId} ${one.pricePerShare}`),
      lots: facts?.careerLots.map((one) => `${one.lots} ${one.totalValue}`),
      lines: lines?.map((one) => `${one.filingId} ${one.securityTitle}`),
    };
  }

  describe('a 4/A by one of two joint owners', () => {
    const { rows } = read(joint, mine);

    it('is the row of the feed, and the other owner keeps the row as filed, which says so', () => {
      expect(standing(joint, mine)).toEqual(['x-0']);
      expect(rowOf(rows, 'o-0')).toMatchObject({ status: 'duplicate', representedBy: 'x-0', inFeed: false });
      expect(rowOf(rows, 'o-0').intentLabel).toBe('Open-market or private sale, amended by another owner');
      expect(rowOf(rows, 'x-0').intentLabel).toBe('Open-market or private sale');
    });

    it('is in the record of the one, and the row that it restates in that of the other', async () => {
      for (const filings of [
        [joint, mine],
        [mine, joint],
      ]) {
        expect(await recordOf('11', filings)).toMatchObject({ rows: ['x-0 11'], lots: ['1 1100'] });
        expect(await recordOf('12', filings)).toMatchObject({ rows: ['o-0 10'], lots: ['1 1000'] });
      }
    });

    it('ends what the one owned under another title, and not what the other owned', async () => {
      const retitled = amendment('x', [jane], [{ ...lot, securityTitle: 'Class B Common Stock' }]);
      expect((await recordOf('11', [joint, retitled])).lines).toEqual(['x-0 Class B Common Stock']);
      expect((await recordOf('12', [joint, retitled])).lines).toEqual(['o-0 Common Stock']);
    });

    it('says nothing of another amendment if it repeats the row as it was', () => {
      const same = read(joint, amendment('x', [jane], [lot]));
      expect(rowOf(same.rows, 'o-0')).toMatchObject({
        status: 'duplicate',
        intentLabel: 'Open-market or private sale',
      });
    });

    it('restates the row for both if the other owner files the same 4/A', async () => {
      const theirs = amendment('y', [joan], [corrected], { filedDate: '2025-03-11' });
      expect(rowOf(read(joint, mine, theirs).rows, 'o-0').status).toBe('superseded');
      expect((await recordOf('12', [joint, mine, theirs])).rows).toEqual(['y-0 11']);
      expect((await recordOf('11', [joint, mine, theirs])).rows).toEqual(['x-0 11']);
    });

    it('stays in the record of its owner if the other owner amends otherwise', async () => {
      const theirs = amendment('y', [joan], [{ ...lot, pricePerShare: 12 }], { filedDate: '2025-03-11' });
      expect((await recordOf('11', [joint, mine, theirs])).rows).toEqual(['x-0 11']);
      expect((await recordOf('12', [joint, mine, theirs])).rows).toEqual(['y-0 12']);
      expect(rowOf(read(joint, mine, theirs).rows, 'x-0').intentLabel).toMatch(/, amended by another owner$/);
    });

    it('is once in the record of its owner, although another one amends otherwise and a third one does not', async () => {
      const three = form('o', [jane, joan, person('13')], [lot]);
      const theirs = amendment('y', [joan], [{ ...lot, pricePerShare: 12 }], { filedDate: '2025-03-11' });
      const retitled = amendment('x', [jane], [{ ...corrected, securityTitle: 'Class B Common Stock' }]);
      const lines = ['x-0 Class B Common Stock'];
      for (const filings of [
        [three, retitled, theirs],
        [three, theirs, retitled],
      ]) {
        expect(await recordOf('11', filings)).toEqual({ rows: ['x-0 11'], lots: ['1 1100'], lines });
        expect(await recordOf('12', filings)).toMatchObject({ rows: ['y-0 12'], lots: ['1 1200'] });
        expect(await recordOf('13', filings)).toMatchObject({ rows: ['o-0 10'], lots: ['1 1000'] });
      }
    });

    it('publishes the filing that it repeats again, although the row that represents both is the same', () => {
      const store = emptyStore();
      const three = form('o', [jane, joan, person('13')], [lot]);
      const theirs = amendment('y', [joan], [{ ...lot, pricePerShare: 12 }], { filedDate: '2025-03-11' });
      const derive = (...records: Form4Filing[]) => {
        store.db.exec('DELETE FROM unpublished');
        writeBatch(store, { register: 'sec-form4', now: new Date('2025-04-01T00:00:00Z'), records });
        deriveForm4(store);
      };
      derive(three, theirs);
      derive(mine);
      expect(unpublishedKeys(store, 'filing')).toEqual(['o', 'x']);
      store.close();
    });

    it('that states two lots as one leaves both to the other owner', async () => {
      const two = form('o', [jane, joan], [lot, { ...lot, shares: 50, sharesOwnedAfter: 850 }]);
      const sum = amendment('x', [jane], [{ ...lot, shares: 150, sharesOwnedAfter: 850 }]);
      expect((await recordOf('12', [two, sum])).rows).toEqual(['o-0 10', 'o-1 10']);
      expect((await recordOf('11', [two, sum])).rows).toEqual(['x-0 10']);
    });
  });

  describe('a lot of owners that need two filings', () => {
    const first = form('a', [jane, larkspur], [lot]);
    const other = form('b', [second], [lot]);

    it('counts in the career of the owners of the second one', async () => {
      expect(standing(first, other)).toEqual(['a-0']);
      expect(await recordOf('22', [first, other])).toMatchObject({ rows: ['b-0 10'], lots: ['1 1000'] });
      expect(await recordOf('11', [first, other])).toMatchObject({ rows: ['a-0 10'], lots: ['1 1000'] });
    });

    it('is once in the record of an owner of the second one, although that one was sent twice', async () => {
      const again = { ...other, accession: 'c' };
      expect((await recordOf('22', [first, other, again])).rows).toEqual(['b-0 10']);
      const withFirst = form('c', [jane, second], [lot]);
      expect((await recordOf('22', [first, other, withFirst])).rows).toEqual(['b-0 10']);
      expect((await recordOf('11', [first, other, withFirst])).rows).toEqual(['a-0 10']);
    });

    it('is once in the record of an owner whom two other filings name, each with somebody else', async () => {
      const filings = [first, form('b', [second, joan], [lot]), form('c', [second, person('13')], [lot])];
      expect(await recordOf('22', filings)).toMatchObject({ rows: ['b-0 10'], lots: ['1 1000'] });
      expect(await recordOf('12', filings)).toMatchObject({ rows: ['b-0 10'], lots: ['1 1000'] });
      expect(await recordOf('13', filings)).toMatchObject({ rows: ['c-0 10'], lots: ['1 1000'] });
    });

    it('is as amended in the record of an owner whom a later amendment does not name, and not as in a copy', async () => {
      const filings = [
        form('o', [jane, joan], [lot]),
        form('p', [joan, second], [lot]),
        amendment('x', [jane, joan], [corrected]),
        amendment('y', [jane], [{ ...lot, pricePerShare: 12 }], { filedDate: '2025-03-11' }),
      ];
      expect(await recordOf('12', filings)).toMatchObject({ rows: ['x-0 11'], lots: ['1 1100'] });
      expect(await recordOf('22', filings)).toMatchObject({ rows: ['p-0 10'], lots: ['1 1000'] });
      expect(await recordOf('11', filings)).toMatchObject({ rows: ['y-0 12'], lots: ['1 1200'] });
    });

    it('that both are amended is once in each record, as amended', async () => {
      const filings = [
        first,
        other,
        amendment('c', [jane, larkspur], [corrected]),
        amendment('d', [second], [corrected]),
      ];
      expect(standing(...filings)).toEqual(['c-0']);
      expect(await recordOf('22', filings)).toMatchObject({ rows: ['d-0 11'], lots: ['1 1100'] });
      expect(await recordOf('21', filings)).toMatchObject({ rows: ['c-0 11'], lots: ['1 1100'] });
    });
  });
});
