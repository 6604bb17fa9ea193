/** Days on which London publishes nothing: only on these may the search be empty. */

/** Saturdays, Sundays and the bank holidays of England and Wales. `day` is YYYY-MM-DD. */
export function isNonPublicationDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 || bankHolidays(Number(day.slice(0, 4))).has(day);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function bankHolidays(year: number): Set<string> {
  const days = new Set<string>();
  const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
  // A holiday on a weekend moves to the next working day.
  for (const fixed of [`${year}-01-01`, `${year}-12-25`, `${year}-12-26`]) {
    let day = fixed;
    while ([0, 6].includes(weekday(day)) || days.has(day)) day = addDays(day, 1);
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
    return addDays(first, (8 - weekday(first)) % 7);
  }
}

/** Gregorian Easter by the method of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
