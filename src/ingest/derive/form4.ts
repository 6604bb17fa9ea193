/**
 * Derives again the issuers and owners that the last writes touched, and then the planned sales that rest on them. The pending work is in the store, so a crash
 * loses none of it.
 */

import { setImmediate } from 'node:timers/promises';
import { concernedFilings, deriveIssuer, issuerCloses, nameOwners } from '../../derive/index.js';
import type { DerivedIssuer, FilingLinks } from '../../records/derived-rows.js';
import type { Store } from '../../store/database/open.js';
import { companyTickers } from '../../store/form4/company-tickers.js';
import {
  filingHeads,
  filingLinks,
  filingsNamed,
  isSlugTaken,
  issuerFilings,
  isWholePending,
  pendingIssuers,
  pendingOwners,
} from '../../store/form4/derivation-input.js';
import { writeDerivedIssuers } from '../../store/form4/derived-issuers.js';
import { writeDerivedOwners } from '../../store/form4/insiders.js';
import {
  finaliseSlugs,
  hasProvisionalSlugs,
  isFinalSlug,
  isFirstFill,
  provisionalOwners,
} from '../../store/form4/provisional-slugs.js';
import { clearUnnamedOwners } from '../../store/form4/unnamed-owners.js';
import { writeAwaitedCloses } from '../../store/prices/awaited-closes.js';
import { ClosesReader } from './form4-closes.js';
import { deriveForms35 } from './form35.js';
import { derivePlanned } from './form144.js';

/** The register that names owners. */
const OWNER_REGISTER = 'sec-form4';

const ISSUER_BATCH_SIZE = 50;
const OWNER_BATCH_SIZE = 500;

/** @returns how many issuers and owners were derived. */
export function deriveForm4(store: Store): { issuers: number; owners: number } {
  // Issuers first: an owner's tickers are those of the derived issuers.
  const issuers = deriveIssuers(store);
  deriveForms35(store);
  clearUnnamedOwners(store);
  const owners = deriveOwners(store);
  if (hasProvisionalSlugs(store) && !isFirstFill(store, OWNER_REGISTER)) settleProvisionalSlugs(store);
  derivePlanned(store);
  return { issuers, owners };
}

/**
 * Derives issuers and owners in steps, between which requests and other registers continue: an initial import brings
 * tens of thousands. Rows that are written meanwhile, or that remain after a stop, are left to `deriveForm4`.
 */
export async function deriveForm4InSteps(store: Store, signal: AbortSignal): Promise<void> {
  for (const step of [deriveIssuerBatch, deriveOwnerBatch])
    while (!signal.aborted) {
      const done = step(store);
      if (done === 0) break;
      await setImmediate();
    }
}

/** When namesakes arrive together, the one with the lowest CIK gets the plain slug. */
function settleProvisionalSlugs(store: Store): void {
  const owners = provisionalOwners(store);
  finaliseSlugs(
    store,
    nameOwners(owners, (slug) => isFinalSlug(store, slug)),
  );
}

/** @returns how many issuers were derived: all that are pending. */
export function deriveIssuers(store: Store): number {
  let done = 0;
  for (;;) {
    const derived = deriveIssuerBatch(store);
    if (derived === 0) return done;
    done += derived;
  }
}

function deriveOwners(store: Store): number {
  let done = 0;
  for (;;) {
    const derived = deriveOwnerBatch(store);
    if (derived === 0) return done;
    done += derived;
  }
}

/** @returns how many issuers were derived; 0 when none is pending. */
function deriveIssuerBatch(store: Store): number {
  const pending = pendingIssuers(store, ISSUER_BATCH_SIZE);
  if (pending.length === 0) return 0;
  writeDerivedIssuers(store, derivedIssuers(store, pending));
  return pending.length;
}

/** One after the other, because all filings of fifty issuers are much for the memory. */
function* derivedIssuers(store: Store, pending: readonly string[]): Generator<DerivedIssuer> {
  for (const issuerCik of pending) {
    const tickers = companyTickers(store, issuerCik);
    const heads = filingHeads(store, issuerCik);
    const filed = new ClosesReader(store);
    const closes = issuerCloses({ heads, tickers, filed });
    let links: FilingLinks = { owners: [], rows: [], stated: [] };
    const concerned = isWholePending(store, issuerCik)
      ? null
      : concernedFilings(
          heads,
          () => {
            links = filingLinks(store, issuerCik);
            return links;
          },
          closes,
        );
    if (concerned === null)
      yield deriveIssuer({ issuerCik, filings: issuerFilings(store, issuerCik), tickers, closes });
    else
      yield deriveIssuer({
        issuerCik,
        filings: filingsNamed(store, concerned),
        tickers,
        heads,
        links,
        closes,
      });
    writeAwaitedCloses(store, issuerCik, filed.awaited);
  }
}

/** @returns how many owners were derived; 0 when none is pending. */
function deriveOwnerBatch(store: Store): number {
  const pending = pendingOwners(store, OWNER_BATCH_SIZE);
  if (pending.length === 0) return 0;
  writeDerivedOwners(
    store,
    nameOwners(pending, (slug) => isSlugTaken(store, slug)),
  );
  return pending.length;
}
