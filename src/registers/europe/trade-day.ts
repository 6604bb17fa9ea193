/** Whether a date can be that of a trade. */

import { isCalendarDate } from '../../dates.js';

/** No manager's trade that is notified today is older. */
const FIRST_DAY = '1900-01-01';

/** True for a date of the calendar that is not the one that systems write for none (0001-01-01). */
export function isTradeDay(text: string): boolean {
  return isCalendarDate(text) && text >= FIRST_DAY;
}
