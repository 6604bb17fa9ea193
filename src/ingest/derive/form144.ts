/** Derives again the planned sales of issuers whose notices or sales the last writes touched. */

import { addDays } from '../../dates.js';
import { derivePlannedSales } from '../../derive/index.js';
import type { Store } from '../../store/database/open.js';
import {
  form4OwnersOf,
  noticesOfIssuer,
  pendingNoticeIssuers,
  salesOfIssuer,
  writePlannedSales,
} from '../../store/form144/notices.js';
import { splitsOfIssuer } from '../../store/rows/share-splits.js';

const BATCH_SIZE = 200;
/** No notice takes a sale from further before its filing: its first intended day is at most a year away. */
const DAYS_BEFORE_FILING = 400;

/** `deriveForm4` calls it when the sales are derived. @returns how many issuers were derived */
export function derivePlanned(store: Store): number {
  let done = 0;
  for (;;) {
    const pending = pendingNoticeIssuers(store, BATCH_SIZE);
    if (pending.length === 0) return done;
    for (const issuerCik of pending) {
      const notices = noticesOfIssuer(store, issuerCik);
      const [first] = notices;
      const since = first === undefined ? '' : addDays(first.filedDate, -DAYS_BEFORE_FILING);
      const sales = first === undefined ? [] : salesOfIssuer(store, issuerCik, since);
      const form4Owners = form4OwnersOf(store, issuerCik);
      const splits = splitsOfIssuer(store, issuerCik);
      writePlannedSales(store, issuerCik, derivePlannedSales({ notices, sales, form4Owners, splits }));
    }
    done += pending.length;
  }
}
