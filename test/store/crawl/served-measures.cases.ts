/** What is counted of served rows in a ledger: corrections, contradicted figures, confirmed prices and lots; unknown is null. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveForm4 } from '../../../src/ingest/derive/form4.js';
import type { Form4Filing } from '../../../src/records/form4/form4.js';
import { readMeasure } from '../../../src/store/crawl/measures.js';
import { measureServed, servedMeasures } from '../../../src/store/crawl/served-measures.js';
import type { Store } from '../../../src/store/database/open.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import type { ServedMeasures } from '../../../tools/contract/shapes/served-measures.js';
import { amendment, form, fund, person, purchase, sale } from '../../derive/form4/filings.js';
import { emptyStore } from '../empty-store.js';

describe('store/crawl/served-measures', () => {
  const NOW = new Date('2025-06-01T12:00:00.000Z');
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  function file(...filings: Form4Filing[]): void {
    writeBatch(store, { register: 'sec-form4', now: NOW, records: filings });
    deriveForm4(store);
  }
  const form4 = () => servedMeasures(store, NOW).registers.find(({ register }) => register === 'sec-form4');
  const bought = (shares: number, pricePerShare: number) =>
    purchase({ shares, pricePerShare, sharesOwnedAfter: 1_000_000 });

  it('has no register of an empty ledger', () => {
    expect(servedMeasures(store, NOW)).toEqual({ computedAt: NOW.toISOString(), registers: [] });
  });

  it('counts a correction that replaced a row; whether one was missed is not known', () => {
    const [one, two] = [sale({ shares: 100 }), sale({ shares: 40, sharesOwnedAfter: 860 })];
    file(form('o', [person('11')], [one, two]), amendment('x', [person('11')], [{ ...one, shares: 110 }]));
    expect(form4()?.corrections).toEqual({ filed: 1, replaced: 1, marked: 0, missed: null });
    expect(form4()?.lots).toEqual({ joined: 0, apart: 0 });
  });

  it('counts prices that another filing confirms, and rows that others contradict', () => {
    file(
      form('a', [person('11', 'Hollis Ada')], [bought(500, 12)]),
      form('b', [person('12', 'Bramble Ben')], [bought(700, 12.5)]),
      form('c', [person('13', 'Quince Cy')], [bought(900, 900 * 12.2)]),
    );
    expect(form4()?.witnesses).toEqual({ confirmed: 2, contradicted: 1 });
  });

  it('confirms no price by another row of the same filing', () => {
    file(form('a', [person('11')], [bought(500, 12), bought(700, 12.5)]));
    expect(form4()?.witnesses).toEqual({ confirmed: 0, contradicted: 0 });
  });

  it('counts lots that several forms state, and equal ones that stay apart', () => {
    const block = { shares: 20_000, pricePerShare: 42, sharesOwnedAfter: 400_000 };
    file(
      form('a', [fund('21')], [sale(block)]),
      form(
        'b',
        [fund('22', 'Larkspur Advisers LLC')],
        [sale({ ...block, ownership: 'I', natureOfOwnership: 'By Larkspur Growth Fund LP' })],
      ),
      form('c', [person('31', 'Hollis Ada')], [bought(500, 12)]),
      form('d', [person('32', 'Bramble Ben')], [bought(500, 12)]),
    );
    expect(form4()?.lots).toEqual({ joined: 1, apart: 2 });
  });

  it('counts purchases by kind where derivation says it, and is null where it does not', () => {
    file(form('a', [person('11')], [bought(500, 12)]));
    const hasColumn = store
      .rows(`SELECT 1 FROM pragma_table_info('form4_label') WHERE name = 'acquisition'`)
      .get();
    if (hasColumn === undefined) {
      expect(form4()?.acquisitions).toBeNull();
      store.db.exec('ALTER TABLE form4_label ADD COLUMN acquisition TEXT');
    }
    store.sql(`UPDATE form4_label SET acquisition = 'offering'`).run();
    expect(form4()?.acquisitions).toEqual([{ kind: 'offering', rows: 1 }]);
  });

  it('is counted again after about six hours, or when it is due', () => {
    const at = () => readMeasure<ServedMeasures>(store, 'served')?.at;
    measureServed(store, NOW);
    measureServed(store, new Date(NOW.getTime() + 5 * 3_600_000));
    expect(at()).toBe(NOW.toISOString());
    const later = new Date(NOW.getTime() + 6 * 3_600_000);
    measureServed(store, later);
    expect(at()).toBe(later.toISOString());
    measureServed(store, NOW, true);
    expect(at()).toBe(NOW.toISOString());
  });
});
