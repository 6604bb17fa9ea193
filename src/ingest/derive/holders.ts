/** Derives again the major holders of every company whose schedules the last writes touched. */

import { deriveHolders } from '../../derive/index.js';
import type { Store } from '../../store/database/open.js';
import { writeDerivedHolders } from '../../store/holders/derived-holders.js';
import { pendingHolders, schedulesOf } from '../../store/holders/schedules.js';

const COMPANY_BATCH_SIZE = 500;

/** The pending work is in the store, so a crash loses none of it. @returns how many companies were derived. */
export function deriveMajorHolders(store: Store): number {
  let done = 0;
  for (;;) {
    const pending = pendingHolders(store, COMPANY_BATCH_SIZE);
    if (pending.length === 0) return done;
    for (const cik of pending) writeDerivedHolders(store, cik, deriveHolders(schedulesOf(store, cik)));
    done += pending.length;
  }
}
