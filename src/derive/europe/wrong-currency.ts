/** Finds rows at the price of other notifications, but in a currency that is worth about ten times as much, or a tenth. */

import { groupBy, median } from '../../collections.js';
import { isOneIssuer, PEER_DAYS, type PricedTrade, timesApart } from './priced-trade.js';

/** So many others must pay a similar price. */
const MIN_AGREEING_PEERS = 3;
const AGREEING_RATIO = 1.2;

/** One of `DEAR` has been worth 5 to 15 of `CHEAP` since the register exists: one price in both cannot be right. */
const CHEAP: ReadonlySet<string | null> = new Set(['SEK', 'NOK', 'DKK']);
const DEAR: ReadonlySet<string | null> = new Set(['EUR', 'USD', 'GBP', 'CHF', 'CAD']);

/**
 * The rows at a price that three others paid in the other kind of currency, and no other notification in this one. Expects rows without
 * another keying error.
 */
export function rowsInWrongCurrency(rows: readonly PricedTrade[]): PricedTrade[] {
  const found: PricedTrade[] = [];
  // The price in a programme is fixed, often at a round number; a right may cost a tenth of what it did.
  const priced = rows.filter(
    ({ kind, instrument, row }) =>
      instrument !== null && kind !== 'volatile' && row.linkedToShareProgramme !== true,
  );
  for (const group of groupBy(priced, ({ instrument }) => instrument).values()) {
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

function isInWrongCurrency(one: PricedTrade, group: readonly PricedTrade[]): boolean {
  const others = DEAR.has(one.currency) ? CHEAP : CHEAP.has(one.currency) ? DEAR : null;
  if (others === null) return false;
  // Mostly none is: without this, a share with the rows of ten years in two currencies takes seconds.
  const isAlike = ({ currency, price }: PricedTrade) =>
    others.has(currency) && timesApart(price, one.price) <= AGREEING_RATIO ** 2;
  if (!group.some(isAlike)) return false;
  const near = group.filter(
    (peer) =>
      peer.row.notificationKey !== one.row.notificationKey &&
      Math.abs(peer.day - one.day) <= PEER_DAYS &&
      isOneIssuer(peer, one),
  );
  if (near.some(({ currency }) => currency === one.currency)) return false;
  const peers = near.filter(({ currency }) => others.has(currency));
  if (peers.length < MIN_AGREEING_PEERS) return false;
  const usual = medianPrice(peers);
  const agreeing = peers.filter(({ price }) => timesApart(price, usual) <= AGREEING_RATIO);
  // Several rows of one notification were written at once, and may all be wrong.
  const notifications = new Set(agreeing.map(({ row }) => row.notificationKey));
  return (
    notifications.size >= MIN_AGREEING_PEERS && timesApart(one.price, medianPrice(agreeing)) <= AGREEING_RATIO
  );
}

function medianPrice(rows: readonly PricedTrade[]): number {
  return median(rows.map(({ price }) => price));
}
