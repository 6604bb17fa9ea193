/** Derives again whatever the last writes touched. What is pending stands in the store, so a crash forgets nothing. */

import { nameOwners, readIssuer } from '../derive/index.js';
import { writeIssuerReading } from '../store/derived.js';
import { tidySearch, writeOwnerReading } from '../store/identities.js';
import type { Store } from '../store/open.js';
import {
  hasProvisional,
  isFirstFill,
  isSettledSlug,
  provisionalOwners,
  settleSlugs,
} from '../store/provisional-slugs.js';
import { clearUnnamedOwners } from '../store/unnamed-owners.js';
import { companyTickers, issuerFilings, pendingIssuers, pendingOwners, slugTaken } from '../store/window.js';

/** The register that names owners. */
const OWNERS = 'sec-form4';

const ISSUERS_AT_A_TIME = 50;
const OWNERS_AT_A_TIME = 500;
/** A first fill, or an import of years: as many new names leave the search index in pieces. */
const MANY_OWNERS = 20_000;

/** @returns how many issuers and owners were derived. */
export function derivePending(store: Store): { issuers: number; owners: number } {
  // Issuers first: an owner's tickers are those of the derived issuers.
  const issuers = deriveIssuers(store);
  clearUnnamedOwners(store);
  const owners = deriveOwners(store);
  if (hasProvisional(store) && !isFirstFill(store, OWNERS)) settle(store);
  return { issuers, owners };
}

/** Of namesakes who came together the lowest CIK has the plain slug. */
function settle(store: Store): void {
  const owners = provisionalOwners(store);
  settleSlugs(
    store,
    nameOwners(owners, (slug) => isSettledSlug(store, slug)),
  );
}

function deriveIssuers(store: Store): number {
  let done = 0;
  for (;;) {
    const pending = pendingIssuers(store, ISSUERS_AT_A_TIME);
    if (pending.length === 0) return done;
    const readings = pending.map((issuerCik) =>
      readIssuer({
        issuerCik,
        filings: issuerFilings(store, issuerCik),
        tickers: companyTickers(store, issuerCik),
      }),
    );
    writeIssuerReading(store, readings);
    done += pending.length;
  }
}

function deriveOwners(store: Store): number {
  let done = 0;
  for (;;) {
    const pending = pendingOwners(store, OWNERS_AT_A_TIME);
    if (pending.length === 0) {
      if (done >= MANY_OWNERS) tidySearch(store);
      return done;
    }
    writeOwnerReading(
      store,
      nameOwners(pending, (slug) => slugTaken(store, slug)),
    );
    done += pending.length;
  }
}
