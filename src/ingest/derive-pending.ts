/** Derives again whatever the last writes touched. What is pending stands in the store, so a crash forgets nothing. */

import { nameOwner, readIssuer } from '../derive/index.js';
import { writeIssuerReading, writeOwnerReading } from '../store/derived.js';
import type { Store } from '../store/open.js';
import type { Touched } from '../store/touched.js';
import { companyTickers, issuerFilings, pendingIssuers, pendingOwners, slugTaken } from '../store/window.js';

const ISSUERS_AT_A_TIME = 50;
const OWNERS_AT_A_TIME = 500;

/** @returns how many issuers and owners were derived; `touched` is told which. */
export function derivePending(store: Store, touched?: Touched): { issuers: number; owners: number } {
  // Issuers first: an owner's tickers are those of the derived issuers.
  const issuers = deriveIssuers(store, touched);
  return { issuers, owners: deriveOwners(store, touched) };
}

function deriveIssuers(store: Store, touched?: Touched): number {
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
    for (const cik of pending) touched?.issuers.add(cik);
    done += pending.length;
  }
}

function deriveOwners(store: Store, touched?: Touched): number {
  let done = 0;
  for (;;) {
    const pending = pendingOwners(store, OWNERS_AT_A_TIME);
    if (pending.length === 0) return done;
    // Two people of one name can stand in one batch: the second must see what the first was given.
    const given = new Set<string>();
    const readings = pending.map((owner) => {
      const reading = nameOwner(owner, (slug) => given.has(slug) || slugTaken(store, slug));
      given.add(reading.slug);
      return reading;
    });
    writeOwnerReading(store, readings);
    for (const { cik } of pending) touched?.owners.add(cik);
    done += pending.length;
  }
}
