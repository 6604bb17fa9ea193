/** Names of European registers in plain words: an issuer or a manager of one, exactly as published. */

import { daysBefore } from '../../../src/dates.js';
import { requireLastReadAt } from '../answer.js';
import { marketCall } from '../market-call.js';
import { EU_MARKETS, type EuCountry } from '../markets/index.js';
import { EU_WINDOW_DAYS } from '../rules.js';
import type { AnyMarketRow } from '../shapes/eu.js';
import type { ToolContext } from '../tool.js';
import { counted, day, type PlainRecord } from './text.js';

/** Rows that are looked through for the exact name, and those that are shown. */
const LOOKED_AT = 500;
const SHOWN = 15;

/** A name of one market, and for a manager the issuer. */
export interface MarketName {
  country: EuCountry;
  issuer: string;
  manager: string | null;
}

/** Null for a name that the register does not have here. */
export async function marketText(
  { country, issuer, manager }: MarketName,
  context: ToolContext,
): Promise<PlainRecord | null> {
  const { reads, now } = context;
  const { name: place, registerName, source, timeZone, currency, floor } = EU_MARKETS[country];
  await requireLastReadAt(reads, source.id);
  const rowsSince = async (since: string) => {
    const found = await reads.searchEuFilings({
      markets: [country],
      since,
      until: now.toISOString(),
      isin: null,
      lei: null,
      company: null,
      direction: null,
      minValue: 0,
      currency: null,
      issuer,
      manager,
      sort: 'published',
      order: 'desc',
      after: undefined,
      limit: LOOKED_AT,
    });
    return found.rows
      .rows()
      .filter((row) => row.issuerName === issuer && (manager === null || row.pdmrName === manager));
  };
  const since = daysBefore(now, EU_WINDOW_DAYS);
  const rows = await rowsSince(since);
  const [newest] = rows.length > 0 ? rows : await rowsSince('');
  if (newest === undefined) return null;
  const shown = rows.slice(0, SHOWN);
  const isins = [newest, ...rows].flatMap(({ isin: one }) => (one === null || one === '' ? [] : [one]));
  const [isin = null] = isins.sort();
  const call = marketCall(country, { issuer, code: isin, manager });
  const title = manager === null ? issuer : `${manager}, ${issuer}`;
  return {
    title: `${title} (${place})`,
    page: call.page,
    sections: [
      {
        title: '',
        lines: [
          `${title}, as ${registerName} publishes it.${isin === null ? '' : ` ISIN ${isin}.`}`,
          `Left out: rows under ${currency} ${floor.toLocaleString('en-US')}, awards and option exercises.`,
        ],
      },
      {
        title: `Notifications since ${since}: ${counted(shown.length, rows.length, 'notification')}`,
        lines:
          shown.length === 0
            ? [`None. The newest one was published on ${day(newest.publicationAt, timeZone)}.`]
            : shown.map((row) => europeanLine({ ...row, market: country })),
      },
    ],
    more: `get_eu_filings with ${Object.entries(call.arguments)
      // In quotes, so that a full stop at the end of a name is seen to belong to it.
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
      .join(' and ')}`,
  };
}

/** Amounts are as the register states them, in the row's own currency. */
export function europeanLine(row: AnyMarketRow): string {
  // The fields of a market that others do not have.
  const { totalValue, totalValueNative, url, rawArtefactUrl } = row as Record<string, unknown>;
  const value = totalValue ?? totalValueNative ?? null;
  const way = row.direction === 'P' ? 'acquisition' : row.direction === 'S' ? 'disposal' : 'transaction';
  const worth =
    typeof value === 'number'
      ? `${value.toLocaleString('en-US')} ${row.currency ?? ''}`.trim()
      : 'value unknown';
  return `${row.pdmrName}: ${way} in ${row.issuerName}, ${worth}, traded ${row.transactionDate ?? 'on an unknown day'}, published ${day(row.publicationAt, EU_MARKETS[row.market].timeZone)}. ${String(rawArtefactUrl ?? url ?? '')}`.trim();
}
