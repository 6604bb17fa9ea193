/** Finds Swedish rows at the price of other notifications, but in a currency that is worth about ten times as much, or a tenth. */

import { groupBy, median } from '../../collections.js';
import {
  AGREEING_RATIO,
  daysApart,
  instrumentOf,
  isOneIssuer,
  isVolatile,
  MIN_AGREEING_PEERS,
  PEER_DAYS,
  type PricedRow,
  timesApart,
} from './priced-row.js';

/** One of `DEAR` has been worth 5 to 15 of `CHEAP` since the register exists: one price in both cannot be right. */
const CHEAP: ReadonlySet<string | null> = new Set(['SEK', 'NOK', 'DKK']);
const DEAR: ReadonlySet<string | null> = new Set(['EUR', 'USD', 'GBP', 'CHF', 'CAD']);

/**
 * The rows at a price that three others paid in the other kind of currency, and no other notification in this one. Expects rows without
 * another keying error.
 */
export function rowsInWrongCurrency(rows: readonly PricedRow[]): PricedRow[] {
  const found: PricedRow[] = [];
  for (const group of groupBy(rows, instrumentOf).values()) {
    // Most instruments are traded in one currency only.
    if (
      !group.some(({ currency }) => CHEAP.has(currency)) ||
      !group.some(({ currency }) => DEAR.has(currency))
    )
      continue;
    found.push(...group.filter((row) => isInWrongCurrency(row, group)));
  }
  return found;
}

function isInWrongCurrency(row: PricedRow, group: readonly PricedRow[]): boolean {
  const others = DEAR.has(row.currency) ? CHEAP : CHEAP.has(row.currency) ? DEAR : null;
  // The price in a programme is fixed, often at a round number; a right may cost a tenth of what it did.
  if (others === null || row.linkedToShareProgramme === true || isVolatile(row)) return false;
  // Mostly none is: without this, a share with the rows of ten years in two currencies takes seconds.
  const isAlike = ({ currency, price }: PricedRow) =>
    others.has(currency) && timesApart(price, row.price) <= AGREEING_RATIO ** 2;
  if (!group.some(isAlike)) return false;
  const near = group.filter(
    (peer) =>
      peer.notificationKey !== row.notificationKey &&
      daysApart(peer, row) <= PEER_DAYS &&
      isOneIssuer(peer, row) &&
      peer.linkedToShareProgramme !== true,
  );
  if (near.some(({ currency }) => currency === row.currency)) return false;
  const peers = near.filter(({ currency }) => others.has(currency));
  if (peers.length < MIN_AGREEING_PEERS) return false;
  const usual = medianPrice(peers);
  const agreeing = peers.filter(({ price }) => timesApart(price, usual) <= AGREEING_RATIO);
  // Several rows of one notification were written at once, and may all be wrong.
  const notifications = new Set(agreeing.map(({ notificationKey }) => notificationKey));
  return (
    notifications.size >= MIN_AGREEING_PEERS && timesApart(row.price, medianPrice(agreeing)) <= AGREEING_RATIO
  );
}

function medianPrice(rows: readonly PricedRow[]): number {
  return median(rows.map(({ price }) => price));
}
