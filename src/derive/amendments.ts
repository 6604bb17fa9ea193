/**
 * Which rows a 4/A restates. It names the date of the original and not its accession number, so the original is
 * found by issuer, owner and date, and its rows are matched one by one. What it does not restate stays.
 */

import type { Form4Transaction } from '../records/form4.js';
import { agrees, dayNumber, type FiledForm, type LotRow, shareOwner } from './lot-rows.js';
import { headOf, type Lots } from './lots.js';

/** An original accepted in the evening or dated by its signature is filed up to so many weekdays later. */
const WEEKDAYS_LATER = 3;

/** Works through all amendments in the order of filing, so an amendment of an amendment finds the newest state. */
export function applyAmendments(forms: readonly FiledForm[], lots: Lots): void {
  if (!forms.some((form) => form.isAmendment)) return;
  const register = new Register(forms);
  for (const form of forms) {
    // A 4/A with holdings only says nothing about transactions.
    if (form.isAmendment && form.rows.length > 0) new Amendment(form, lots).apply(register);
  }
}

/** Filings by owner and date, so that an amendment looks at a few of them and not at all. */
class Register {
  private readonly forms = new Map<string, Set<FiledForm>>();
  private readonly rows = new Map<string, LotRow[]>();

  constructor(all: readonly FiledForm[]) {
    for (const form of all) {
      const { filedDate, periodOfReport, dateOfOriginalSubmission } = form.filing;
      for (const owner of form.owners) {
        this.add(`filed ${owner} ${filedDate}`, form);
        this.add(`dated ${owner} ${periodOfReport}`, form);
        if (form.isAmendment) this.add(`amends ${owner} ${dateOfOriginalSubmission}`, form);
        for (const row of form.rows) {
          this.add(`dated ${owner} ${row.tx.transactionDate}`, form);
          const key = `${owner} ${row.lotKey}`;
          const known = this.rows.get(key);
          if (known === undefined) this.rows.set(key, [row]);
          else known.push(row);
        }
      }
    }
  }

  private add(key: string, form: FiledForm): void {
    const known = this.forms.get(key);
    if (known === undefined) this.forms.set(key, new Set([form]));
    else known.add(form);
  }

  /** Earlier filings of the amendment's owners, in the order of filing. */
  find(by: 'filed' | 'dated' | 'amends', dates: readonly string[], amendment: FiledForm): FiledForm[] {
    const found = new Set<FiledForm>();
    for (const owner of amendment.owners) {
      for (const date of dates) {
        for (const form of this.forms.get(`${by} ${owner} ${date}`) ?? []) {
          if (form.order < amendment.order) found.add(form);
        }
      }
    }
    return [...found].sort((a, b) => a.order - b.order);
  }

  /** Earlier rows of the same owners that are equal to this one. */
  equalTo(row: LotRow): LotRow[] {
    return row.form.owners
      .flatMap((owner) => this.rows.get(`${owner} ${row.lotKey}`) ?? [])
      .filter((other) => other.form.order < row.form.order)
      .sort((a, b) => a.index - b.index);
  }
}

class Amendment {
  /** Rows of the amendment that restate nothing yet. */
  private open: LotRow[];
  private matched = false;

  constructor(
    private readonly form: FiledForm,
    private readonly lots: Lots,
  ) {
    this.open = [...form.rows];
  }

  apply(register: Register): void {
    const { dateOfOriginalSubmission: date, periodOfReport } = this.form.filing;
    const filed = date === null ? [] : register.find('filed', daysFrom(date), this.form);
    const amended = date === null ? [] : register.find('amends', [date], this.form);
    const groups = new Set(this.form.rows.map(groupOf));
    const isOriginal = filed.some((form) => form.rows.some((row) => groups.has(groupOf(row))));
    // Filers also type the date of the transaction, and rarely none at all.
    const typed = date ?? periodOfReport;
    const dated = isOriginal || typed === null ? [] : register.find('dated', [typed], this.form);

    const restatable = this.heads([...(isOriginal ? filed : dated), ...amended]);
    const correctable = this.heads([...filed, ...amended]);
    this.restate(restatable);
    this.correctOneField(correctable);
    if (!this.matched) this.repeat(register);
  }

  /** The rows that stand today for the rows of these filings. */
  private heads(forms: readonly FiledForm[]): LotRow[] {
    // rowsOf gives the same list for every row of a shared lot: each lot is looked at once.
    const lots = new Set(forms.flatMap((form) => form.rows).map((row) => this.lots.rowsOf(row)));
    const heads = new Set([...lots].map((rows) => this.headBefore(rows)));
    return [...heads].sort((a, b) => a.index - b.index);
  }

  /** The head of a lot as it was before this amendment. */
  private headBefore(rows: readonly LotRow[]): LotRow {
    return rows.length === 1 ? rows[0]! : headOf(rows.filter((row) => row.form.order < this.form.order));
  }

  private supersede(head: LotRow, by: LotRow): boolean {
    if (!this.lots.join(head, by)) return false;
    head.superseded = true;
    this.settle(by);
    return true;
  }

  private settle(row: LotRow): void {
    row.restates = true;
    this.matched = true;
    this.open = this.open.filter((other) => other !== row);
  }

  /** Rows of the same date, code and security: best match first, then in order where the counts agree. */
  private restate(heads: readonly LotRow[]): void {
    const left = new Set(heads);
    for (const row of [...this.open]) {
      const own = heads.find((head) => left.has(head) && this.lots.areOne(head, row));
      if (own === undefined) continue;
      // Another owner's 4/A said the same before: both restate the lot, and neither the other.
      if (shareOwner(own.form, this.form)) this.supersede(own, row);
      else this.settle(row);
      left.delete(own);
    }
    const byGroup = new Map<string, { heads: LotRow[]; rows: LotRow[] }>();
    for (const row of this.open) {
      const group = byGroup.get(groupOf(row)) ?? { heads: [], rows: [] };
      group.rows.push(row);
      byGroup.set(groupOf(row), group);
    }
    for (const head of left) byGroup.get(groupOf(head))?.heads.push(head);
    for (const group of byGroup.values()) this.restateGroup(group.heads, group.rows);
  }

  private restateGroup(heads: LotRow[], rows: LotRow[]): void {
    const pairs = heads
      .flatMap((head) => rows.map((row) => ({ head, row, likeness: likeness(head, row) })))
      .filter((pair) => pair.likeness > 0)
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
      if (done.has(head) || done.has(row) || !this.supersede(head, row)) continue;
      done.add(head).add(row);
    }
    const headsLeft = heads.filter((head) => !done.has(head));
    const rowsLeft = rows.filter((row) => !done.has(row));
    if (headsLeft.length !== rowsLeft.length) return;
    for (const [at, head] of headsLeft.entries()) {
      const row = rowsLeft[at]!;
      if (!followsOn(head, row)) this.supersede(head, row);
    }
  }

  /** The date, the code or the security itself was corrected: all else agrees, the holding included. */
  private correctOneField(heads: readonly LotRow[]): void {
    const left = heads.filter((head) => !this.form.rows.some((row) => this.lots.areOne(head, row)));
    for (const row of [...this.open]) {
      const at = left.findIndex((head) => differsInOneField(head, row));
      if (at >= 0 && this.supersede(left[at]!, row)) left.splice(at, 1);
    }
  }

  /** The stated date leads nowhere: then only a row that an owner filed before, number by number, is restated. */
  private repeat(register: Register): void {
    for (const row of [...this.open]) {
      for (const equal of register.equalTo(row)) {
        if (this.form.rows.some((mine) => mine !== row && this.lots.areOne(equal, mine))) continue;
        if (this.supersede(this.headBefore(this.lots.rowsOf(equal)), row)) break;
      }
    }
  }
}

/** The date and the next weekdays, with the weekend days between. */
function daysFrom(date: string): string[] {
  const first = dayNumber(date);
  if (Number.isNaN(first)) return [];
  const days: string[] = [];
  let weekdays = -1;
  for (let day = first; ; day++) {
    const at = new Date(day * 86_400_000);
    if (day === first || (at.getUTCDay() % 6 !== 0 && weekdays < WEEKDAYS_LATER)) weekdays++;
    else if (at.getUTCDay() % 6 !== 0) return days;
    days.push(at.toISOString().slice(0, 10));
  }
}

const groupOf = ({ tx, title }: LotRow) => `${tx.table}|${tx.transactionDate}|${tx.transactionCode}|${title}`;

/** Two numbers that are stated and agree. */
function stated(a: LotRow, b: LotRow, pick: (tx: Form4Transaction) => number | null): boolean {
  return pick(a.tx) !== null && agrees(a, pick(a.tx), b, pick(b.tx));
}

/** How much a restating row has of the restated one; 0 when nothing says that it is the same lot. */
function likeness(head: LotRow, row: LotRow): number {
  const shares = stated(head, row, (tx) => tx.shares);
  const price = stated(head, row, (tx) => tx.pricePerShare);
  const after = head.after !== '' && head.after === row.after;
  if (!shares && !price && !after) return 0;
  if (!(shares && price) && followsOn(head, row)) return 0;
  return (
    (shares ? 16 : 0) +
    (price ? 16 : 0) +
    (after ? 8 : 0) +
    (head.tx.acquiredDisposed === row.tx.acquiredDisposed ? 4 : 0) +
    (head.tx.ownership === row.tx.ownership ? 2 : 0) +
    (head.tx.natureOfOwnership === row.tx.natureOfOwnership ? 1 : 0)
  );
}

/** 1 for the same number of shares, towards 0 the further apart. */
function closeness(a: LotRow, b: LotRow): number {
  const x = a.tx.shares ?? 0;
  const y = b.tx.shares ?? 0;
  return x === y ? 1 : Math.min(x, y) / Math.max(x, y);
}

/** One holding follows on the other by exactly this row's shares: a further lot that was forgotten, no correction. */
function followsOn(head: LotRow, row: LotRow): boolean {
  const sign = row.tx.acquiredDisposed === 'A' ? 1 : -1;
  const { sharesOwnedAfter: before, ownership } = head.tx;
  const { sharesOwnedAfter: now, shares } = row.tx;
  if (before === null || now === null || shares === null || ownership !== row.tx.ownership) return false;
  if (head.tx.acquiredDisposed !== row.tx.acquiredDisposed || shares === 0) return false;
  const later = Math.abs(now - before - sign * shares) < 0.005;
  const earlier = Math.abs(before - now - sign * (head.tx.shares ?? Number.NaN)) < 0.005;
  return later || earlier;
}

function differsInOneField(head: LotRow, row: LotRow): boolean {
  if (!shareOwner(head.form, row.form) || head.after === '' || head.after !== row.after) return false;
  if (!stated(head, row, (tx) => tx.shares)) return false;
  if (!agrees(head, head.tx.pricePerShare, row, row.tx.pricePerShare)) return false;
  const a = head.tx;
  const b = row.tx;
  if (a.table !== b.table || a.acquiredDisposed !== b.acquiredDisposed || a.ownership !== b.ownership) {
    return false;
  }
  const same =
    Number(a.transactionDate === b.transactionDate) +
    Number(a.transactionCode === b.transactionCode) +
    Number(head.title === row.title);
  return same === 2;
}
