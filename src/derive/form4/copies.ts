/**
 * Decides which rows of a lot stay in a person's record. The canonical row stays for the owners that its filing names. Joint owners
 * in other filings, or whom an amendment does not name any more, keep the row that states the lot for them last.
 */

import { itemAt } from '../../collections.js';
import type { DerivedForm4Row } from '../../records/derived-rows.js';
import { filingId, type LotRow } from './lot-rows.js';
import { canonicalRow, type EconomicLots } from './lots.js';

interface LotStatus extends Pick<DerivedForm4Row, 'status' | 'representedBy'> {
  /** The lot has other figures in an amendment, which does not name the owners whose record keeps this row. */
  isRestatedByOthers: boolean;
}

const CANONICAL: LotStatus = { status: 'canonical', representedBy: null, isRestatedByOthers: false };

/** The status of every row; called once after all joining. */
export function statuses(rows: readonly LotRow[], lots: EconomicLots): (row: LotRow) => LotStatus {
  const canonicalRowOf = lots.canonicalRows();
  const others = new Map<LotRow, LotStatus>();
  for (const row of rows) {
    const canonical = canonicalRowOf(row);
    if (row !== canonical) others.set(row, statusOf(row, canonical, lots));
  }
  return (row) => others.get(row) ?? CANONICAL;
}

function statusOf(row: LotRow, canonical: LotRow, lots: EconomicLots): LotStatus {
  const kept = keptFor(row, canonical, lots);
  const usual = {
    status: row.superseded ? ('superseded' as const) : ('duplicate' as const),
    representedBy: filingId(canonical),
    isRestatedByOthers: false,
  };
  if (kept.length === 0) return usual;
  if (kept.includes(row)) {
    const isSame = canonical.lotKey === row.lotKey && canonical.after === row.after;
    return { ...usual, status: 'duplicate', isRestatedByOthers: canonical.restates && !isSame };
  }
  return { ...usual, status: 'superseded' };
}

/** The rows that state the lot for those owners of `row` whom the canonical row does not name. */
function keptFor(row: LotRow, canonical: LotRow, lots: EconomicLots): LotRow[] {
  const named = new Set(canonical.form.owners);
  const others = row.form.owners.filter((owner) => !named.has(owner));
  if (others.length === 0 || row.isOfWrongPerson) return [];
  const all = [...new Set([...lots.rowsOf(row), ...lots.rowsOf(canonical)])];
  return others.map((owner) => lastFor(all.filter(({ form }) => form.owners.includes(owner))));
}

/** The newest restatement of an owner, else the first filing; what was restated by others only if there is nothing else like it. */
function lastFor(rows: readonly LotRow[]): LotRow {
  const restating = rows.filter(({ restates }) => restates);
  const stating = restating.length > 0 ? restating : rows;
  const live = stating.filter(({ superseded }) => !superseded);
  return live.length > 0
    ? canonicalRow(live)
    : itemAt(
        [...stating].sort((a, b) => a.index - b.index),
        -1,
      );
}
