/** The ticker table of the SEC (`company_tickers_exchange.json`), for the invented issuers. */

import type { RawDocument } from '../registers/register.js';
import { calendarOf } from './calendar.js';
import { issuers } from './issuers.js';

/**
 * The table as it stands on `day` (YYYY-MM-DD, UTC). Issuers without a symbol are not in it; one CIK can have
 * several rows, the common share first.
 * @throws RangeError when `day` is no calendar day.
 */
export function sampleCompanyTickers(day: string): RawDocument {
  const data = issuers
    .filter((issuer) => issuer.ticker !== '')
    .flatMap((issuer) =>
      [issuer.ticker, ...(issuer.otherTickers ?? [])].map((ticker) => [
        Number(issuer.cik),
        issuer.name,
        ticker,
        issuer.exchange,
      ]),
    );
  return {
    key: 'company_tickers_exchange.json',
    kind: 'company-tickers-exchange',
    url: 'https://www.sec.gov/files/company_tickers_exchange.json',
    retrievedAt: `${calendarOf(day).day}T00:00:00.000Z`,
    bytes: Buffer.from(JSON.stringify({ fields: ['cik', 'name', 'ticker', 'exchange'], data })),
  };
}
