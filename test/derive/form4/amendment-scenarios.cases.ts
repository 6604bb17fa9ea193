/**
 * Corrections that filers make by a 4/A, one case each, and which rows count afterwards. Every case is written to a
 * store in both orders of arrival, derived after each filing, and must end the same: an initial import reads the
 * newest first.
 */

import { describe, expect, it } from '@jest/globals';
import { deriveForm4 } from '../../../src/ingest/derive/form4.js';
import type { Form4Filing } from '../../../src/records/form4/form4.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import { emptyStore } from '../../store/empty-store.js';
import { AMENDMENT_SCENARIOS } from './amendment-scenarios.js';
import { standing } from './filings.js';

describe('derive/form4/amendment-scenarios', () => {
  function derived(filings: readonly Form4Filing[]): { canonical: string[]; feed: string[] } {
    const store = emptyStore();
    for (const filing of filings) {
      writeBatch(store, { register: 'sec-form4', now: new Date('2025-04-01T00:00:00Z'), records: [filing] });
      deriveForm4(store);
    }
    const ids = (where: string) =>
      store.db
        .prepare<[], { id: string }>(
          `SELECT f.accession || '-' || r."row" AS id FROM form4_derived r JOIN form4_filing f ON f.id = r.filing_id
         WHERE ${where}`,
        )
        .all()
        .map(({ id }) => id)
        .sort();
    const found = { canonical: ids("r.status = 'canonical'"), feed: ids('r.in_feed = 1') };
    store.close();
    return found;
  }

  describe('a 4/A corrects', () => {
    it.each(Object.entries(AMENDMENT_SCENARIOS))('%s', (_what, [filings, expected, feed = expected]) => {
      const wanted = { canonical: [...expected].sort(), feed: [...feed].sort() };
      expect(standing(...filings)).toEqual(wanted.canonical);
      expect(derived(filings)).toEqual(wanted);
      expect(derived([...filings].reverse())).toEqual(wanted);
    });
  });
});
