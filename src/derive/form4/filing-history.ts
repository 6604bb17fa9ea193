/** Finds what an amendment is compared with: the filings of its owners, by the dates that it may name. */

import { appendTo } from '../../collections.js';
import { dateOfDay, dayNumber, weekdayOfDay } from '../../dates.js';
import type { FiledForm, LotRow } from './lot-rows.js';

/** An original accepted in the evening or dated by its signature is filed up to this many weekdays later. */
const WEEKDAYS_LATER = 3;

/** Filings by owner and date, so that an amendment is compared with a few of them and not with all. */
export class FilingHistory {
  private readonly forms = new Map<string, Set<FiledForm>>();
  private readonly rows = new Map<string, LotRow[]>();

  constructor(all: readonly FiledForm[]) {
    for (const form of all) {
      const { filedDate, periodOfReport, dateOfOriginalSubmission } = form.filing;
      this.add(`filed ${filedDate}`, form);
      for (const owner of form.owners) {
        this.add(`filed ${owner} ${filedDate}`, form);
        this.add(`dated ${owner} ${periodOfReport}`, form);
        if (form.isAmendment) this.add(`amends ${owner} ${dateOfOriginalSubmission}`, form);
        for (const row of form.rows) {
          this.add(`dated ${owner} ${row.tx.transactionDate}`, form);
          appendTo(this.rows, `${owner} ${row.lotKey}`, row);
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
          if (form.filingOrder < amendment.filingOrder) found.add(form);
        }
      }
    }
    return [...found].sort((a, b) => a.filingOrder - b.filingOrder);
  }

  /** Earlier filings of this date, by any owner. */
  filedOn(date: string, amendment: FiledForm): FiledForm[] {
    const all = [...(this.forms.get(`filed ${date}`) ?? [])];
    return all.filter(({ filingOrder }) => filingOrder < amendment.filingOrder);
  }

  /** Earlier rows of the same owners that are equal to this one. */
  earlierEqualRows(row: LotRow): LotRow[] {
    return row.form.owners
      .flatMap((owner) => this.rows.get(`${owner} ${row.lotKey}`) ?? [])
      .filter((other) => other.form.filingOrder < row.form.filingOrder)
      .sort((a, b) => a.index - b.index);
  }
}

/** The date and the next weekdays, including the weekend days between them. */
export function weekdaysFrom(date: string): string[] {
  const first = dayNumber(date);
  if (Number.isNaN(first)) return [];
  const days: string[] = [];
  let weekdays = -1;
  for (let day = first; ; day++) {
    const isWeekday = weekdayOfDay(day) < 5;
    if (day === first || (isWeekday && weekdays < WEEKDAYS_LATER)) weekdays++;
    else if (isWeekday) return days;
    days.push(dateOfDay(day));
  }
}
