/** What the identity of a company and the parts of its record need of the store. */

import { daysBefore } from '../../src/dates.js';
import type { FoundIssuer } from './issuer-id.js';
import { EU_COUNTRIES, EU_MARKETS } from './markets/index.js';
import { stateOf } from './part-state.js';
import type { IssuerRecord } from './reads/issuers.js';
import type { SourceState } from './reads/sources.js';
import type { TrackedPositions } from './reads/trackers.js';
import type { Reads } from './reads.js';
import { EU_WINDOW_DAYS, WINDOW_DAYS } from './rules.js';
import type { IssuerPart } from './shapes/issuer.js';

export interface PartsContext {
  reads: Reads;
  states: readonly SourceState[];
  issuer: FoundIssuer;
  baseUrl: string;
  now: Date;
  limit: number;
  /** The first day of the change of the close. */
  closesSince?: string | undefined;
  /** The symbols under which other registers name the company. */
  symbols: readonly string[];
  /** Null for a company that no filing names. */
  record: IssuerRecord | null;
  positions: TrackedPositions | null;
  /** In the markets that this service reads; null without one, and without an ISIN. */
  european: Awaited<ReturnType<Reads['euRowsOf']>> | null;
}

export async function partsContext(
  issuer: FoundIssuer,
  wanted: ReadonlySet<IssuerPart>,
  { reads, baseUrl, now }: Pick<PartsContext, 'reads' | 'baseUrl' | 'now'>,
  { limit, closesSince }: Pick<PartsContext, 'limit' | 'closesSince'>,
): Promise<PartsContext> {
  const { codes, isins } = issuer;
  const states = await reads.sources();
  const symbols = codes === null ? [] : await symbolsOf(reads, codes);
  const hasRecord = codes !== null && codes.cik !== '';
  const until = now.toISOString();
  const markets = EU_COUNTRIES.filter(
    (market) => stateOf(states, EU_MARKETS[market].source.id).asOf !== null,
  );
  return {
    reads,
    states,
    issuer,
    baseUrl,
    now,
    limit,
    closesSince,
    symbols,
    // The names are part of the identity.
    record: hasRecord
      ? await reads.issuerRecord({ cik: codes.cik, since: daysBefore(now, WINDOW_DAYS), until, limit })
      : null,
    positions:
      symbols.length > 0 && (wanted.has('officials') || wanted.has('funds'))
        ? await reads.trackedPositions({ tickers: symbols, limit })
        : null,
    european:
      isins.length > 0 && markets.length > 0
        ? await reads.euRowsOf({ markets, isins, since: daysBefore(now, EU_WINDOW_DAYS), until, limit })
        : null,
  };
}

/**
 * Every symbol of the company as other registers may write it. Without its class a symbol means every class: it is used if
 * it is the company's own.
 */
async function symbolsOf(
  reads: Reads,
  { cik, tickers }: NonNullable<FoundIssuer['codes']>,
): Promise<string[]> {
  const symbols = new Set<string>();
  for (const ticker of tickers) {
    // A text that is split has at least one part.
    const base = ticker.split(/[.\-/ ]/)[0] as string;
    const owner = await reads.issuer({ ticker: base });
    symbols.add(owner?.cik === cik ? base : ticker.replace(/[-/ ]/, '.'));
  }
  return [...symbols].sort();
}
