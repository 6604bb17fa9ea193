/** Paths of the pages that other pages link to. */

import { namePage } from '../../../tools/contract/market-call.js';
import type { EuCountry } from '../../../tools/contract/markets/index.js';
import type { EuRowFacts } from '../../../tools/contract/shapes/eu.js';
import { type Html, html } from '../../html.js';
import type { PageRequest } from './page.js';

/** The page of a trading symbol; null where the issuer has none. */
export function tickerLink(request: PageRequest, ticker: string | null): string | null {
  return ticker === null || ticker === '' ? null : request.to(`/ticker/${encodeURIComponent(ticker)}`);
}

/** A company by its symbol and its name. A filed text that is far longer than a symbol may wrap. */
export function symbolAndName(ticker: string, name: string): Html | string {
  if (ticker === '') return name;
  return ticker.length > SYMBOL_MAX
    ? html`<strong>${ticker}</strong> ${name}`
    : html`<strong class="code">${ticker}</strong> ${name}`;
}
const SYMBOL_MAX = 12;

/** A `url` of an answer as a link below the path of this service. */
export function localLink(request: PageRequest, url: string): string {
  return url.startsWith(request.baseUrl) ? request.to(url.slice(request.baseUrl.length)) : url;
}

type EuNames = Pick<EuRowFacts, 'issuerName' | 'pdmrName' | 'isin'>;

/** The page of the issuer of a European row; null where its name is too long for an address. */
export function euIssuerLink(request: PageRequest, row: EuNames, country: EuCountry): string | null {
  return euLink(request, namePage({ country, issuer: row.issuerName, code: row.isin }, null));
}

/** The page of the manager of a European row, at this issuer: nothing says that namesakes elsewhere are the same person. */
export function euManagerLink(request: PageRequest, row: EuNames, country: EuCountry): string | null {
  return euLink(request, namePage({ country, issuer: row.issuerName, code: row.isin }, row.pdmrName));
}

function euLink(request: PageRequest, page: string | null): string | null {
  return page === null ? null : request.to(page);
}
