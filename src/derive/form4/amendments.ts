/**
 * Finds the rows that a 4/A restates. A 4/A gives the date of the original and not its accession number, so
 * the original is found by issuer, owner and date, and its rows are matched one by one. Rows that it does not
 * restate stay.
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
  keepsPriceOfOne,
  similarity,
  similarityInNamedFiling,
} from './restatement.js';
import { namesWrongPerson, rowsOfWrongPerson } from './wrong-person.js';

/** Processes all amendments in the order of filing, so an amendment of an amendment sees the newest state. */
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
  /** Rows that continue the rows that they are compared with. */
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
    // A row without a match in the one filing that it amends was added to it.
    if (this.matched && !siblings) return;

    const groups = new Set(this.form.rows.map(groupKey));
    const isOriginal = filed.some((form) => form.rows.some((row) => groups.has(groupKey(row))));
    // Filers also type the date of the transaction, and rarely omit the date.
    const typed = date ?? periodOfReport;
    const dated = isOriginal || typed === null ? [] : register.find('dated', [typed], this.form);

    const restatable = this.canonicalRows([...(isOriginal ? filed : dated), ...amended]);
    const correctable = this.canonicalRows([...filed, ...amended]);
    this.restate(restatable);
    this.restateCorrectedRows(correctable);
    if (!this.matched) this.restateRepeatedRows(register);
    if (!this.matched && filed.length + amended.length === 0) this.restateCorrectedRowsOfDays(register);
    if (!this.matched) this.restateWrongPerson(register);
  }

  private restateWrongPerson(register: FilingHistory): void {
    for (const [filed, row] of rowsOfWrongPerson(this.form, register))
      if (!filed.superseded) this.supersede(filed, row);
  }

  /**
   * The filing that issuer, owners and date identify, if they identify only one; if that is a 4/A itself, the
   * filing that it amends. If there are several filings on that day, it is the one with a row that is
   * repeated number by number.
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

  /** No filing on that day: the only one of the next weekdays. */
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

  /** The current rows in place of the rows of these filings. */
  private canonicalRows(forms: readonly FiledForm[]): LotRow[] {
    // rowsOf returns the same list for every row of a shared lot: each lot is checked once.
    const rows = forms.flatMap((form) => form.rows).filter((row) => !this.lots.isAbsorbed(row));
    const isLive = (row: LotRow) => !row.superseded && row.form.filingOrder < this.form.filingOrder;
    const lots = [...new Set(rows.map((row) => this.lots.rowsOf(row)))].filter((own) => own.some(isLive));
    const currentRows = new Set(lots.map((own) => this.canonicalRowBefore(own)));
    return [...currentRows].sort((a, b) => a.index - b.index);
  }

  /** The canonical row of a lot as it was before this amendment. */
  private canonicalRowBefore(rows: readonly LotRow[]): LotRow {
    return rows.length === 1
      ? itemAt(rows, 0)
      : canonicalRow(rows.filter((row) => row.form.filingOrder < this.form.filingOrder));
  }

  private supersede(current: LotRow, by: LotRow): boolean {
    if (!this.lots.join(current, by)) return false;
    current.superseded = true;
    current.isOfWrongPerson = namesWrongPerson(current.form, this.form);
    this.markRestating(by);
    return true;
  }

  private markRestating(row: LotRow): void {
    row.restates = true;
    this.matched = true;
    this.unmatched = this.unmatched.filter((other) => other !== row);
  }

  /** Rows of the filing that is known to be amended, whatever was corrected in them. */
  private restateNamed(named: FiledForm, currentRows: readonly LotRow[]): void {
    const left = new Set(currentRows);
    this.continuations = continuationRows(this.form.rows, currentRows);
    this.matchRowsOfSameLot(left);
    this.pairBySimilarity(left, (current, row) =>
      current.lotKey === row.lotKey && current.after === row.after ? similarity(current, row) : 0,
    );
    for (const row of [...this.unmatched]) {
      // What the 4/A states on its own was not added to another row.
      const again = new Set(this.unmatched.map(({ lotKey }) => lotKey));
      const found = findParts(row, [...left]);
      const isOne = found.some(({ lotKey }) => again.has(lotKey)) || keepsPriceOfOne(row, found);
      const parts = isOne ? [] : found;
      for (const part of parts) {
        part.superseded = true;
        this.lots.absorb(part, row);
        left.delete(part);
      }
      if (parts.length > 0) this.markRestating(row);
    }
    this.restateInParts(left);
    this.pairBySimilarity(left, similarityInNamedFiling);
    this.pairByCount(left);
    this.pairLast(named, left);
  }

  /** Rows with the same date, code and security: best match first, then in order if the counts agree. */
  private restate(currentRows: readonly LotRow[]): void {
    const left = new Set(currentRows);
    this.continuations = continuationRows(this.form.rows, currentRows);
    this.matchRowsOfSameLot(left);
    this.restateInParts(left);
    this.pairBySimilarity(left, (current, row) =>
      groupKey(current) === groupKey(row) ? similarity(current, row) : 0,
    );
    this.pairByCount(left);
  }

  /**
   * Another owner's 4/A made the same correction before: both restate the lot, and neither restates the
   * other.
   */
  private matchRowsOfSameLot(left: Set<LotRow>): void {
    for (const row of [...this.unmatched]) {
      const own = [...left].find((current) => this.lots.areSameLot(current, row));
      if (own === undefined) continue;
      if (haveCommonOwner(own.form, this.form)) this.supersede(own, row);
      else this.markRestating(row);
      left.delete(own);
    }
  }

  /** Several rows add up to one filed row. The one with its holding replaces it, and all were public with it. */
  private restateInParts(left: Set<LotRow>): void {
    for (const current of [...left]) {
      const alike = this.unmatched.filter((row) => groupKey(row) === groupKey(current));
      if (alike.some((row) => row.lotKey === current.lotKey)) continue;
      const parts = findParts(current, alike);
      const last = parts.find((part) => part.after === current.after);
      if (last === undefined || !this.supersede(current, last)) continue;
      left.delete(current);
      for (const part of parts) {
        if (part === last) continue;
        this.lots.divide(current, part);
        this.markRestating(part);
      }
    }
  }

  private pairBySimilarity(left: Set<LotRow>, like: (current: LotRow, row: LotRow) => number): void {
    const pairs = [...left]
      .flatMap((current) => this.unmatched.map((row) => ({ current, row, score: like(current, row) })))
      .filter(({ current, row, score }) => score > 0 && !isOmittedRow(current, row, this.continuations))
      .sort(
        (a, b) =>
          b.score - a.score ||
          closeness(b.current, b.row) - closeness(a.current, a.row) ||
          Math.abs(a.current.tx.row - a.row.tx.row) - Math.abs(b.current.tx.row - b.row.tx.row) ||
          a.row.index - b.row.index ||
          a.current.index - b.current.index,
      );
    const done = new Set<LotRow>();
    for (const { current, row } of pairs) {
      if (done.has(row) || !left.has(current) || !this.supersede(current, row)) continue;
      done.add(row);
      left.delete(current);
    }
  }

  /**
   * Both sides have the same number of remaining rows with one date, code, security and form of ownership: they are
   * the same rows.
   */
  private pairByCount(left: Set<LotRow>): void {
    const by = (row: LotRow) => `${groupKey(row)}|${row.tx.ownership}|${row.tx.natureOfOwnership}`;
    for (const group of new Set(this.unmatched.map(by))) {
      const currentRows = [...left].filter((current) => by(current) === group);
      const rows = this.unmatched.filter((row) => by(row) === group);
      if (currentRows.length !== rows.length) continue;
      for (const [at, current] of currentRows.entries())
        if (
          !this.isSeparateTransaction(current, itemAt(rows, at)) &&
          this.supersede(current, itemAt(rows, at))
        )
          left.delete(current);
    }
  }

  private isSeparateTransaction(current: LotRow, row: LotRow): boolean {
    return isSeparateTransaction(current, row) || isOmittedRow(current, row, this.continuations);
  }

  /**
   * All other rows of a table were restated and one is left on both sides: the 4/A reports the whole table
   * again.
   */
  private pairLast(named: FiledForm, left: Set<LotRow>): void {
    for (const table of ['non-derivative', 'derivative'] as const) {
      const count = (form: FiledForm) => form.rows.filter(({ tx }) => tx.table === table).length;
      const currentRows = [...left].filter(({ tx }) => tx.table === table);
      const rows = this.unmatched.filter(({ tx }) => tx.table === table);
      const [current, row] = [currentRows[0], rows[0]];
      if (currentRows.length !== 1 || rows.length !== 1 || current === undefined || row === undefined)
        continue;
      if (count(named) < 2 || count(named) !== count(this.form) || this.isSeparateTransaction(current, row))
        continue;
      if (current.tx.acquiredDisposed === row.tx.acquiredDisposed && this.supersede(current, row))
        left.delete(current);
    }
  }

  /**
   * Date, code, security or price was corrected: shares and holding agree. More than one of them may be
   * corrected in one row only.
   */
  private restateCorrectedRows(currentRows: readonly LotRow[]): void {
    const left = currentRows.filter(
      (current) =>
        haveCommonOwner(current.form, this.form) &&
        !this.form.rows.some((row) => this.lots.areSameLot(current, row)),
    );
    for (const row of [...this.unmatched]) {
      const one = left.findIndex((current) => correctionKind(current, row) === 'one');
      const some = left.filter((current) => correctionKind(current, row) === 'some');
      const at = one >= 0 ? one : some.length === 1 ? left.indexOf(itemAt(some, 0)) : -1;
      if (at >= 0 && this.supersede(itemAt(left, at), row)) left.splice(at, 1);
    }
  }

  /** The stated date is that of no filing, such as that of the amendment itself: the days of the trades identify what it corrects. */
  private restateCorrectedRowsOfDays(register: FilingHistory): void {
    const days = new Set(this.form.rows.flatMap(({ tx }) => tx.transactionDate ?? []));
    this.restateCorrectedRows(this.canonicalRows(register.find('dated', [...days], this.form)));
  }

  /**
   * The stated date matches no filing: then only a row that an owner filed before, number by number, is
   * restated.
   */
  private restateRepeatedRows(register: FilingHistory): void {
    for (const row of [...this.unmatched]) {
      for (const equal of register.earlierEqualRows(row)) {
        if (this.form.rows.some((mine) => mine !== row && this.lots.areSameLot(equal, mine))) continue;
        if (this.supersede(this.canonicalRowBefore(this.lots.rowsOf(equal)), row)) break;
      }
    }
  }
}
