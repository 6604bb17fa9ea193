/** What is derived of each quarter of all managers: written together, and read again for the next quarter and for readers. */

import type {
  ManagerQuarterFacts,
  QuarterFacts,
  SecurityQuarterFacts,
} from '../../records/portfolios/manager-quarter.js';
import { packFilers, unpackFilers } from '../../records/portfolios/packed-positions.js';
import type { Store } from '../database/store.js';

/** What takes the rows of a quarter while it is derived. */
export interface QuarterWriter {
  portfolio(facts: ManagerQuarterFacts, packed: Buffer): void;
  security(key: string, facts: SecurityQuarterFacts, packed: Buffer): void;
}

/** Replaces a quarter: all of it in one transaction. `derive` gives the rows, and at the end the facts of the quarter. */
export function replaceQuarter(
  store: Store,
  periodEnd: string,
  derive: (writer: QuarterWriter) => { facts: QuarterFacts; filers: ReadonlyMap<number, number> },
): QuarterFacts {
  return store.transaction(() => {
    for (const table of ['quarter', 'portfolio', 'holding_list'])
      store.sql(`DELETE FROM ${table} WHERE period_end = ?`).run(periodEnd);
    const portfolio = store.sql('INSERT INTO portfolio (period_end, cik, facts, packed) VALUES (?, ?, ?, ?)');
    const list = store.sql(
      'INSERT INTO holding_list (period_end, key, facts, price, packed) VALUES (?, ?, ?, ?, ?)',
    );
    const { facts, filers } = derive({
      portfolio: (one, packed) => portfolio.run(periodEnd, one.cik, JSON.stringify(one), packed),
      security: (key, one, packed) => list.run(periodEnd, key, JSON.stringify(one), one.price, packed),
    });
    store
      .sql('INSERT INTO quarter (period_end, facts, filers) VALUES (?, ?, ?)')
      .run(periodEnd, JSON.stringify(facts), packFilers(filers));
    store.sql('DELETE FROM changed_period WHERE period_end = ?').run(periodEnd);
    return facts;
  });
}

/** The derived quarter before `periodEnd`, if it is the one directly before; null otherwise. */
export function quarterBefore(store: Store, periodEnd: string, wanted: string) {
  const row = store
    .rows<[filers: Buffer]>('SELECT filers FROM quarter WHERE period_end = ? AND period_end < ?')
    .get(wanted, periodEnd);
  if (row === undefined) return null;
  const security = store.rows<[packed: Buffer, price: number | null]>(
    'SELECT packed, price FROM holding_list WHERE period_end = ? AND key = ?',
  );
  const portfolio = store.rows<[packed: Buffer]>(
    'SELECT packed FROM portfolio WHERE period_end = ? AND cik = ?',
  );
  return {
    periodEnd: wanted,
    filers: unpackFilers(row[0]),
    portfolio: (cik: string) => portfolio.get(wanted, cik)?.[0] ?? null,
    keys: () =>
      store
        .rows<[key: string]>(
          'SELECT key FROM holding_list WHERE period_end = ? AND length(packed) > 0 ORDER BY key',
        )
        .all(wanted)
        .map(([key]) => key),
    security: (key: string) => {
      const found = security.get(wanted, key);
      return found === undefined ? null : { packed: found[0], price: found[1] };
    },
  };
}

/** Every derived quarter, oldest first. */
export function derivedPeriods(store: Store): string[] {
  return store
    .rows<[string]>('SELECT period_end FROM quarter ORDER BY period_end')
    .all()
    .map(([periodEnd]) => periodEnd);
}
