/** Waits for what a test has no event for. There is no longest wait: Jest ends a case that waits in vain. */

import { setTimeout as sleep } from 'node:timers/promises';

/** Looks every `everyMs` milliseconds until it is so. */
export async function until(isSo: () => boolean | Promise<boolean>, everyMs = 20): Promise<void> {
  while (!(await isSo())) await sleep(everyMs);
}

/** A moment that is later than everything before the call, and earlier than everything after it. */
export async function momentBetween(): Promise<Date> {
  const before = Date.now();
  await until(() => Date.now() > before, 1);
  const moment = new Date();
  await until(() => Date.now() > moment.getTime(), 1);
  return moment;
}
