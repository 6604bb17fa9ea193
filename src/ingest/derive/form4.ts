/** Derives again whatever the last writes touched. What is pending stands in the store, so a crash forgets nothing. */

import { setImmediate } from 'node:timers/promises';
import { nameOwners, readIssuer } from '../../derive/index.js';
import type { Store } from '../../store/database/open.js';
import { writeIssuerReading } from '../../store/form4/derived.js';
import { tidySearch, writeOwnerReading } from '../../store/form4/identities.js';
import {
  hasProvisional,
  isFirstFill,
  isSettledSlug,
  provisionalOwners,
  settleSlugs,
} from '../../store/form4/provisional-slugs.js';
import { clearUnnamedOwners } from '../../store/form4/unnamed-owners.js';
import {
  companyTickers,
  issuerFilings,
  pendingIssuers,
  pendingOwners,
  slugTaken,
} from '../../store/form4/window.js';

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

/**
 * Derives issuers and owners in steps, between which requests and other registers go on: a first fill brings tens of
 * thousands. What is written meanwhile, and what a stop leaves, is for `derivePending`.
 */
export async function derivePendingInSteps(store: Store, signal: AbortSignal): Promise<void> {
  let owners = 0;
  for (const step of [issuersStep, ownersStep])
    while (!signal.aborted) {
      const done = step(store);
      if (done === 0) break;
      if (step === ownersStep) owners += done;
      await setImmediate();
    }
  if (owners >= MANY_OWNERS) tidySearch(store);
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
    const derived = issuersStep(store);
    if (derived === 0) return done;
    done += derived;
  }
}

function deriveOwners(store: Store): number {
  let done = 0;
  for (;;) {
    const derived = ownersStep(store);
    if (derived === 0) break;
    done += derived;
  }
  if (done >= MANY_OWNERS) tidySearch(store);
  return done;
}

/** @returns how many issuers were derived; 0 when none is pending. */
function issuersStep(store: Store): number {
  const pending = pendingIssuers(store, ISSUERS_AT_A_TIME);
  if (pending.length === 0) return 0;
  const readings = pending.map((issuerCik) =>
    readIssuer({
      issuerCik,
      filings: issuerFilings(store, issuerCik),
      tickers: companyTickers(store, issuerCik),
    }),
  );
  writeIssuerReading(store, readings);
  return pending.length;
}

/** @returns how many owners were derived; 0 when none is pending. */
function ownersStep(store: Store): number {
  const pending = pendingOwners(store, OWNERS_AT_A_TIME);
  if (pending.length === 0) return 0;
  writeOwnerReading(
    store,
    nameOwners(pending, (slug) => slugTaken(store, slug)),
  );
  return pending.length;
}
