/**
 * Sets of rows that are one economic lot. A set never contains two rows of one filing: those are always two
 * lots.
 */

import { itemAt } from '../../collections.js';
import type { LotRow } from './lot-rows.js';

interface EconomicLot {
  rows: LotRow[];
  accessions: Set<string>;
  /** A row that restates this lot and others as one. */
  absorbedBy: LotRow | null;
}

export class EconomicLots {
  /** Rows that were ever joined; most rows are a lot on their own. */
  private readonly shared = new Map<LotRow, EconomicLot>();
  private readonly divided: Array<{ whole: LotRow; part: LotRow }> = [];

  /** All rows of the lot that contains this row. */
  rowsOf(row: LotRow): readonly LotRow[] {
    return this.shared.get(row)?.rows ?? [row];
  }

  areSameLot(a: LotRow, b: LotRow): boolean {
    return a === b || (this.shared.has(a) && this.shared.get(a) === this.shared.get(b));
  }

  /**
   * Joins the lots of two rows. Returns false, without a change, if the lot would contain two rows of one
   * filing, or if one of them is part of another lot.
   */
  join(a: LotRow, b: LotRow): boolean {
    if (this.areSameLot(a, b)) return true;
    const one = this.lotOf(a);
    const two = this.lotOf(b);
    // A part of another lot does not count as a whole lot any more.
    if (one.absorbedBy !== null || two.absorbedBy !== null) return false;
    const [large, small] = one.rows.length >= two.rows.length ? [one, two] : [two, one];
    for (const accession of small.accessions) if (large.accessions.has(accession)) return false;
    for (const row of small.rows) {
      large.rows.push(row);
      large.accessions.add(row.form.filing.accession);
      this.shared.set(row, large);
    }
    return true;
  }

  /** The whole lot is part of what `by` states, so `by` is its canonical row from now on. */
  absorb(row: LotRow, by: LotRow): void {
    this.lotOf(row).absorbedBy = by;
  }

  isAbsorbed(row: LotRow): boolean {
    return (this.shared.get(row)?.absorbedBy ?? null) !== null;
  }

  /** `part` states a part of what `whole` stated as one trade. */
  divide(whole: LotRow, part: LotRow): void {
    this.divided.push({ whole, part });
  }

  /** In the order of filing: a part may be divided too. */
  dividedLots(): ReadonlyArray<{ whole: LotRow; part: LotRow }> {
    return this.divided;
  }

  /** The canonical row of every lot; called once after all joining. */
  canonicalRows(): (row: LotRow) => LotRow {
    const known = new Map<EconomicLot, LotRow>();
    const find = (row: LotRow): LotRow => {
      const lot = this.shared.get(row);
      if (lot === undefined) return row;
      let found = known.get(lot);
      if (found === undefined) {
        found = lot.absorbedBy === null ? canonicalRow(lot.rows) : find(lot.absorbedBy);
        known.set(lot, found);
      }
      return found;
    };
    return find;
  }

  private lotOf(row: LotRow): EconomicLot {
    let lot = this.shared.get(row);
    if (lot === undefined) {
      lot = { rows: [row], accessions: new Set([row.form.filing.accession]), absorbedBy: null };
      this.shared.set(row, lot);
    }
    return lot;
  }
}

/**
 * The row that represents a lot: among the rows that are not restated, the latest restatement if there is one
 * (of equal restatements in several filings the earliest filed), else the earliest filed. So a 4/A that
 * repeats a row unchanged replaces it: the feed shows the filer's newest version, with its form type and
 * dates.
 */
export function canonicalRow(rows: readonly LotRow[]): LotRow {
  if (rows.length === 1) return itemAt(rows, 0);
  const live = rows.filter((row) => !row.superseded).sort((a, b) => a.index - b.index);
  const restating = live.filter((row) => row.restates);
  const latest = restating.at(-1);
  if (latest === undefined) return itemAt(live, 0);
  return restating.find((row) => row.lotKey === latest.lotKey && row.after === latest.after) ?? latest;
}
