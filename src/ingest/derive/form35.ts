/** Derives again the Forms 3 and 5 of issuers whose filings the last writes touched. */

import { deriveForm35 } from '../../derive/index.js';
import type { Store } from '../../store/database/open.js';
import { companyTickers } from '../../store/form4/company-tickers.js';
import { form35OfIssuer, pendingForm35Issuers, writeDerivedForm35 } from '../../store/form4/form35.js';

const BATCH_SIZE = 200;

/** `deriveForm4` calls it. @returns how many issuers were derived */
export function deriveForms35(store: Store): number {
  let done = 0;
  for (;;) {
    const pending = pendingForm35Issuers(store, BATCH_SIZE);
    if (pending.length === 0) return done;
    for (const issuerCik of pending) {
      const derived = deriveForm35(form35OfIssuer(store, issuerCik), companyTickers(store, issuerCik));
      writeDerivedForm35(store, issuerCik, derived);
    }
    done += pending.length;
  }
}
