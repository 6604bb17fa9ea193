/** The page address of each kind of record. Every `url` in an answer is made here. */

/** An issuer's page: by symbol, or by CIK for an issuer without one. */
export function issuerPage(ticker: string, cik: string): string {
  return ticker === '' ? `/issuers/${cik}` : `/ticker/${encodeURIComponent(ticker)}`;
}

export function insiderPage(slug: string): string {
  return `/insiders/${slug}`;
}

export function trackerPage(slug: string): string {
  return `/trackers/${slug}`;
}

/** The list of members of Congress. */
export const MEMBERS_PAGE = '/congress';

export function memberPage(slug: string): string {
  return `${MEMBERS_PAGE}/${slug}`;
}
