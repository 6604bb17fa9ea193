/** Days in the documents that the scripts make: open dates, which the service fills in. */

import { type DayForm, formatDay } from '../../../src/service/sample-documents.js';

/** An open date in its ISO form, or a plain YYYY-MM-DD. */
export type Day = string;

/** The weekday `days` weekdays before the newest one before today; after it when negative. */
export function back(days: number): Day {
  return `{{${days > 0 ? '-' : '+'}${String(Math.abs(days)).padStart(3, '0')}is}}`;
}

/** The same day in another form. */
export function as(day: Day, form: DayForm): string {
  return day.startsWith('{{') ? `${day.slice(0, -4)}${form}}}` : formatDay(day, form);
}
