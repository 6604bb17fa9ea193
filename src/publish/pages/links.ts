/** Paths of the pages that other pages link to. */

import type { PageRequest } from './page.js';

/** The page of a trading symbol; null where the issuer has none. */
export function tickerLink(request: PageRequest, ticker: string | null): string | null {
  return ticker === null || ticker === '' ? null : request.to(`/ticker/${encodeURIComponent(ticker)}`);
}

/** A `url` of an answer as a link below the path of this service. */
export function localLink(request: PageRequest, url: string): string {
  return url.startsWith(request.baseUrl) ? request.to(url.slice(request.baseUrl.length)) : url;
}
