/** Days on which London publishes nothing: only on these may the search come back empty. */

import { addDays, easterSunday, isWeekend, weekday } from '../../../dates.js';

/** Saturdays, Sundays and the bank holidays of England and Wales. `day` is YYYY-MM-DD. */
export function isNonPublicationDay(day: string): boolean {
  return isWeekend(day) || bankHolidays(Number(day.slice(0, 4))).has(day);
}

function bankHolidays(year: number): Set<string> {
  const days = new Set<string>();
  // One that falls on a weekend moves to the next working day.
  for (const fixed of [`${year}-01-01`, `${year}-12-25`, `${year}-12-26`]) {
    let day = fixed;
    while (isWeekend(day) || days.has(day)) day = addDays(day, 1);
    days.add(day);
  }
  const easter = easterSunday(year);
  days.add(addDays(easter, -2)).add(addDays(easter, 1));
  days
    .add(mondayFrom(`${year}-05-01`))
    .add(mondayFrom(`${year}-05-25`))
    .add(mondayFrom(`${year}-08-25`));
  return days;

  function mondayFrom(first: string): string {
    return addDays(first, (7 - weekday(first)) % 7);
  }
}
