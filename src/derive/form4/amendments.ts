/**
 * Which rows a 4/A restates. It names the date of the original and not its accession number, so the original is
 * found by issuer, owner and date, and its rows are matched one by one. What it does not restate stays.
 */

import { itemAt } from '../../collections.js';
import { FilingHistory, weekdaysFrom } from './filing-history.js';
import { type FiledForm, haveCommonOwner, type LotRow } from './lot-rows.js';
import { canonicalRow, type EconomicLots } from './lots.js';
import {
  closeness,
  continuationRows,
  correctionKind,
  findParts,
  groupKey,
  isOmittedRow,
  isSeparateTransaction,
  similarity,
  similarityInNamedFiling,
} from './restatement.js';

/** Works through all amendments in the order of filing, so an amendment of an amendment finds the newest state. */
export function applyAmendments(forms: readonly FiledForm[], lots: EconomicLots): void {
  if (!forms.some((form) => form.isAmendment)) return;
  const register = new FilingHistory(forms);
  for (const form of forms) {
    // A 4/A with holdings only says nothing about transactions.
    if (form.isAmendment && form.rows.length > 0) new Amendment(form, lots).apply(register);
  }
}

class Amendment {
  /** Rows of the amendment that restate nothing yet. */
  private unmatched: LotRow[];
  private matched = false;
  /** Rows that continue those that it is compared with. */
  private continuations: ReadonlySet<LotRow> = new Set();

  constructor(
    private readonly form: FiledForm,
    private readonly lots: EconomicLots,
  ) {
    this.unmatched = [...form.rows];
  }

  apply(register: FilingHistory): void {
    const { dateOfOriginalSubmission: date, periodOfReport } = this.form.filing;
    const filed = date === null ? [] : register.find('filed', weekdaysFrom(date), this.form);
    const amended = date === null ? [] : register.find('amends', [date], this.form);
    const named = this.namedFilings(register);
    if (named.length > 0) this.restateNamed(itemAt(named, 0), this.canonicalRows([...named, ...amended]));
    const siblings = filed.some(
      (form) => !named.includes(form) && form.filing.filedDate === named[0]?.filing.filedDate,
    );
    // What matches nothing in the one filing that it amends was added to it.
    if (this.matched && !siblings) return;

    const groups = new Set(this.form.rows.map(groupKey));
    const isOriginal = filed.some((form) => form.rows.some((row) => groups.has(groupKey(row))));
    // Filers also type the date of the transaction, and rarely none at all.
    const typed = date ?? periodOfReport;
    const dated = isOriginal || typed === null ? [] : register.find('dated', [typed], this.form);

    const restatable = this.canonicalRows([...(isOriginal ? filed : dated), ...amended]);
    const correctable = this.canonicalRows([...filed, ...amended]);
    this.restate(restatable);
    this.restateCorrectedRows(correctable);
    if (!this.matched) this.restateRepeatedRows(register);
  }

  /**
   * The filing that issuer, owners and date name, where they name one only, and where that is a 4/A itself the filing
   * that it names in its turn. Of several filings of the day it is the one of which a row is repeated number by number.
   */
  private namedFilings(register: FilingHistory): FiledForm[] {
    const chain: FiledForm[] = [];
    for (let form = this.form; form.filing.dateOfOriginalSubmission !== null; form = itemAt(chain, -1)) {
      const days = weekdaysFrom(form.filing.dateOfOriginalSubmission);
      const one =
        this.onlyFiling(register.find('filed', days.slice(0, 1), form)) ??
        this.onlyLaterFiling(register, form, days);
      if (one === null) break;
      chain.push(one);
      if (!one.isAmendment) break;
    }
    return chain;
  }

  /** No filing of the very day: the only one of the next weekdays. */
  private onlyLaterFiling(
    register: FilingHistory,
    form: FiledForm,
    days: readonly string[],
  ): FiledForm | null {
    if (register.find('filed', days.slice(0, 1), form).length > 0) return null;
    return this.onlyFiling(register.find('filed', days.slice(1), form));
  }

  private onlyFiling(forms: readonly FiledForm[]): FiledForm | null {
    const originals = forms.filter((form) => !form.isAmendment);
    const choice = originals.length > 0 ? originals : forms;
    if (choice.length === 1) return itemAt(choice, 0);
    const keys = new Set(this.form.rows.map((row) => `${row.lotKey}|${row.after}`));
    const repeated = choice.filter((form) => form.rows.some((row) => keys.has(`${row.lotKey}|${row.after}`)));
    return repeated.length === 1 ? itemAt(repeated, 0) : null;
  }

  /** The rows that stand today for the rows of these filings. */
  private canonicalRows(forms: readonly FiledForm[]): LotRow[] {
    // rowsOf gives the same list for every row of a shared lot: each lot is looked at once.
    const rows = forms.flatMap((form) => form.rows).filter((row) => !this.lots.isAbsorbed(row));
    const isLive = (row: LotRow) => !row.superseded && row.form.filingOrder < this.form.filingOrder;
    const lots = [...new Set(rows.map((row) => this.lots.rowsOf(row)))].filter((own) => own.some(isLive));
    const heads = new Set(lots.map((own) => this.canonicalRowBefore(own)));
    return [...heads].sort((a, b) => a.index - b.index);
  }

  /** The head of a lot as it was before this amendment. */
  private canonicalRowBefore(rows: readonly LotRow[]): LotRow {
    return rows.length === 1
      ? itemAt(rows, 0)
      : canonicalRow(rows.filter((row) => row.form.filingOrder < this.form.filingOrder));
  }

  private supersede(head: LotRow, by: LotRow): boolean {
    if (!this.lots.join(head, by)) return false;
    head.superseded = true;
    this.markRestating(by);
    return true;
  }

  private markRestating(row: LotRow): void {
    row.restates = true;
    this.matched = true;
    this.unmatched = this.unmatched.filter((other) => other !== row);
  }

  /** Rows of the filing that is known to be amended, whatever was corrected in them. */
  private restateNamed(named: FiledForm, heads: readonly LotRow[]): void {
    const left = new Set(heads);
    this.continuations = continuationRows(this.form.rows, heads);
    this.matchRowsOfSameLot(left);
    this.pairBySimilarity(left, (head, row) =>
      head.lotKey === row.lotKey && head.after === row.after ? similarity(head, row) : 0,
    );
    for (const row of [...this.unmatched]) {
      const parts = findParts(row, [...left]);
      for (const part of parts) {
        part.superseded = true;
        this.lots.absorb(part, row);
        left.delete(part);
      }
      if (parts.length > 0) this.markRestating(row);
    }
    this.pairBySimilarity(left, similarityInNamedFiling);
    this.pairByCount(left);
    this.pairLast(named, left);
  }

  /** Rows of the same date, code and security: best match first, then in order where the counts agree. */
  private restate(heads: readonly LotRow[]): void {
    const left = new Set(heads);
    this.continuations = continuationRows(this.form.rows, heads);
    this.matchRowsOfSameLot(left);
    this.pairBySimilarity(left, (head, row) =>
      groupKey(head) === groupKey(row) ? similarity(head, row) : 0,
    );
    this.pairByCount(left);
  }

  /** Another owner's 4/A said the same before: both restate the lot, and neither the other. */
  private matchRowsOfSameLot(left: Set<LotRow>): void {
    for (const row of [...this.unmatched]) {
      const own = [...left].find((head) => this.lots.areSameLot(head, row));
      if (own === undefined) continue;
      if (haveCommonOwner(own.form, this.form)) this.supersede(own, row);
      else this.markRestating(row);
      left.delete(own);
    }
  }

  private pairBySimilarity(left: Set<LotRow>, like: (head: LotRow, row: LotRow) => number): void {
    const pairs = [...left]
      .flatMap((head) => this.unmatched.map((row) => ({ head, row, likeness: like(head, row) })))
      .filter(({ head, row, likeness }) => likeness > 0 && !isOmittedRow(head, row, this.continuations))
      .sort(
        (a, b) =>
          b.likeness - a.likeness ||
          closeness(b.head, b.row) - closeness(a.head, a.row) ||
          Math.abs(a.head.tx.row - a.row.tx.row) - Math.abs(b.head.tx.row - b.row.tx.row) ||
          a.row.index - b.row.index ||
          a.head.index - b.head.index,
      );
    const done = new Set<LotRow>();
    for (const { head, row } of pairs) {
      if (done.has(row) || !left.has(head) || !this.supersede(head, row)) continue;
      done.add(row);
      left.delete(head);
    }
  }

  /**
   * As many rows of one date, code and security are left on both sides: they are the same ones. Where there are more on
   * one side, those held in one way are compared.
   */
  private pairByCount(left: Set<LotRow>): void {
    this.pairEqualCounts(left, (row) => `${groupKey(row)}|${row.tx.ownership}|${row.tx.natureOfOwnership}`);
  }

  private pairEqualCounts(left: Set<LotRow>, by: (row: LotRow) => string): void {
    for (const group of new Set(this.unmatched.map(by))) {
      const heads = [...left].filter((head) => by(head) === group);
      const rows = this.unmatched.filter((row) => by(row) === group);
      if (heads.length !== rows.length) continue;
      for (const [at, head] of heads.entries())
        if (!this.isSeparateTransaction(head, itemAt(rows, at)) && this.supersede(head, itemAt(rows, at)))
          left.delete(head);
    }
  }

  private isSeparateTransaction(head: LotRow, row: LotRow): boolean {
    return isSeparateTransaction(head, row) || isOmittedRow(head, row, this.continuations);
  }

  /** All other rows of a table were restated and one is left on both sides: the 4/A reports the whole table again. */
  private pairLast(named: FiledForm, left: Set<LotRow>): void {
    for (const table of ['non-derivative', 'derivative'] as const) {
      const count = (form: FiledForm) => form.rows.filter(({ tx }) => tx.table === table).length;
      const heads = [...left].filter(({ tx }) => tx.table === table);
      const rows = this.unmatched.filter(({ tx }) => tx.table === table);
      const [head, row] = [heads[0], rows[0]];
      if (heads.length !== 1 || rows.length !== 1 || head === undefined || row === undefined) continue;
      if (count(named) < 2 || count(named) !== count(this.form) || this.isSeparateTransaction(head, row))
        continue;
      if (head.tx.acquiredDisposed === row.tx.acquiredDisposed && this.supersede(head, row))
        left.delete(head);
    }
  }

  /** Date, code, security or price were corrected: shares and holding agree. Where several were, in one row only. */
  private restateCorrectedRows(heads: readonly LotRow[]): void {
    const left = heads.filter(
      (head) =>
        haveCommonOwner(head.form, this.form) &&
        !this.form.rows.some((row) => this.lots.areSameLot(head, row)),
    );
    for (const row of [...this.unmatched]) {
      const one = left.findIndex((head) => correctionKind(head, row) === 'one');
      const some = left.filter((head) => correctionKind(head, row) === 'some');
      const at = one >= 0 ? one : some.length === 1 ? left.indexOf(itemAt(some, 0)) : -1;
      if (at >= 0 && this.supersede(itemAt(left, at), row)) left.splice(at, 1);
    }
  }

  /** The stated date leads nowhere: then only a row that an owner filed before, number by number, is restated. */
  private restateRepeatedRows(register: FilingHistory): void {
    for (const row of [...this.unmatched]) {
      for (const equal of register.earlierEqualRows(row)) {
        if (this.form.rows.some((mine) => mine !== row && this.lots.areSameLot(equal, mine))) continue;
        if (this.supersede(this.canonicalRowBefore(this.lots.rowsOf(equal)), row)) break;
      }
    }
  }
}
