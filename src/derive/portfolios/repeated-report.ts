/** Whether an amendment that says that it adds holdings repeats a report: then the same shares would count twice. */

/** An amendment with fewer rows of the report than this repeats only a part of it. */
const WHOLE_SHARE = 0.8;
/** Amounts of new holdings seldom equal those of the report; those of a repeated report mostly do. */
const EQUAL_SHARE = 0.5;

/** Shares or principal of each position, by security and kind; null where it is not known. */
export type Amounts = ReadonlyMap<string, number | null>;

/**
 * Some filers report a whole table again, with a correction, and check "adds new holdings". Its amounts show it.
 * @param added the amendment
 * @param report what it would be added to
 */
export function repeatsReport(added: Amounts, report: Amounts): boolean {
  if (report.size === 0 || added.size < report.size * WHOLE_SHARE) return false;
  let equal = 0;
  for (const [key, amount] of added) if (amount && report.get(key) === amount) equal += 1;
  return equal >= report.size * EQUAL_SHARE;
}
