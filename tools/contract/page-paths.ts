/** Where each record's page stands: every `url` that we hand out is made here. */

/** An issuer's page, by its symbol; by CIK where it has none. */
export function issuerPage(ticker: string, cik: string): string {
  return ticker === '' ? `/issuers/${cik}` : `/ticker/${encodeURIComponent(ticker)}`;
}

export function insiderPage(slug: string): string {
  return `/insiders/${slug}`;
}

export function trackerPage(slug: string): string {
  return `/trackers/${slug}`;
}

/** The list of members of the Congress. */
export const MEMBERS_PAGE = '/congress';

export function memberPage(slug: string): string {
  return `${MEMBERS_PAGE}/${slug}`;
}
