/** What search engines and browsers read beside the pages: robots.txt, the sitemaps, and the description of the search. */

import type { Reads } from '../../tools/contract/reads.js';
import { SERVICE_NAME } from '../../tools/contract/rules.js';
import { escapeHtml } from '../html.js';
import { exportNames } from './exports.js';

/** What the files are made for. */
export interface CrawledSite {
  baseUrl: string;
  /** False requests that search engines stay away. */
  isListed: boolean;
  /** Whether there is a page at this path, which may have `{names}`. */
  hasPage(path: string): boolean;
  /** An address below the path of the base URL. */
  to(path: string): string;
}

/** Addresses that a sitemap may have (sitemaps.org). */
export const ADDRESSES_MAX = 50_000;
/** Characters of a piece. */
const PIECE = 64 * 1024;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * Pages are open. Filtered views are not, which are any number of addresses of the same rows, nor the interface, whose
 * requests are limited.
 */
export function robotsText({ baseUrl, isListed, to }: CrawledSite): string {
  if (!isListed) return 'User-agent: *\nDisallow: /\n';
  const closed = ['/v1/', '/data/', '/account', '/search'].map((path) => `Disallow: ${to(path)}`);
  return `User-agent: *
${closed.join('\n')}
Disallow: ${to('/*?')}
Allow: ${to('/assets/')}

Sitemap: ${baseUrl}/sitemap.xml
`;
}

export function openSearchXml(baseUrl: string): string {
  const base = escapeHtml(baseUrl);
  return `${DECLARATION}
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${SERVICE_NAME}</ShortName>
<Description>Companies, insiders, members of Congress and funds in public disclosure filings</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/x-icon">${base}/favicon.ico</Image>
<Url type="text/html" method="get" template="${base}/search?q={searchTerms}"/>
</OpenSearchDescription>
`;
}

/** The sitemaps. People are left out: half a million pages, which the pages of their companies link. */
const PARTS = {
  pages: {
    needs: '/',
    paths: (site: CrawledSite) =>
      MAIN_PAGES.filter(({ needs }) => site.hasPage(needs)).map(({ path }) => path),
  },
  trackers: {
    needs: '/trackers/{slug}',
    paths: (_site: CrawledSite, reads: Reads) => prefixed('/trackers/', exportNames(reads, 'trackers')),
  },
  members: {
    needs: '/congress/{member}',
    paths: (_site: CrawledSite, reads: Reads) => prefixed('/congress/', exportNames(reads, 'congress')),
  },
  companies: {
    needs: '/ticker/{ticker}',
    paths: (_site: CrawledSite, reads: Reads) => prefixed('/ticker/', exportNames(reads, 'tickers')),
  },
} as const;
type PartName = keyof typeof PARTS;

/** Pages without a name in their path, and the markets. */
const MAIN_PAGES = [
  ...[
    '/',
    '/filings',
    '/insiders',
    '/clusters',
    '/streaks',
    '/major-holders',
    '/managers',
    '/holders',
    '/planned-sales',
    '/forms-3-5',
    '/congress-trades',
    '/congress',
    '/trackers',
    '/status',
    '/quality',
    '/methodology',
    '/glossary',
    '/api-docs',
  ].map((path) => ({ path, needs: path })),
  ...['all', 'de', 'uk', 'se', 'nl'].map((market) => ({ path: `/eu/${market}`, needs: '/eu/{country}' })),
];

async function* prefixed(before: string, names: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const name of names) yield before + encodeURIComponent(name);
}

type PathsOfPart = AsyncIterable<string> | Iterable<string>;

function pathsOf(site: CrawledSite, reads: Reads, name: PartName): PathsOfPart {
  const { needs, paths } = PARTS[name];
  return site.hasPage(needs) ? paths(site, reads) : [];
}

/** The list of the sitemaps, each with at most ADDRESSES_MAX addresses and at least one. */
export async function* sitemapIndex(site: CrawledSite, reads: Reads): AsyncGenerator<string> {
  yield `${DECLARATION}\n<sitemapindex ${NAMESPACE}>\n`;
  // PARTS has exactly these keys.
  for (const name of Object.keys(PARTS) as PartName[]) {
    const addresses = await countOf(pathsOf(site, reads, name));
    for (let part = 1; (part - 1) * ADDRESSES_MAX < addresses; part += 1)
      yield `<sitemap><loc>${escapeHtml(site.baseUrl)}/sitemaps/${name}-${part}.xml</loc></sitemap>\n`;
  }
  yield '</sitemapindex>\n';
}

async function countOf(paths: PathsOfPart): Promise<number> {
  let count = 0;
  for await (const _ of paths) count += 1;
  return count;
}

/** A sitemap in pieces, by the last part of its address; null for one that the index does not list. */
export async function sitemapPart(
  site: CrawledSite,
  reads: Reads,
  file: string,
): Promise<(() => AsyncGenerator<string>) | null> {
  const [, name = '', number = ''] = /^([a-z]+)-([1-9]\d{0,3})\.xml$/.exec(file) ?? [];
  if (!Object.hasOwn(PARTS, name)) return null;
  const first = (Number(number) - 1) * ADDRESSES_MAX;
  // `name` is a key of PARTS.
  const paths = () => slice(pathsOf(site, reads, name as PartName), first);
  for await (const _ of paths()) return () => sitemapXml(site.baseUrl, paths());
  return null;
}

/** The part of a long list that begins at `first`. */
async function* slice(paths: PathsOfPart, first: number): AsyncGenerator<string> {
  let at = 0;
  for await (const path of paths) {
    if (at >= first + ADDRESSES_MAX) return;
    if (at >= first) yield path;
    at += 1;
  }
}

async function* sitemapXml(baseUrl: string, paths: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = `${DECLARATION}\n<urlset ${NAMESPACE}>\n`;
  for await (const path of paths) {
    piece += `<url><loc>${escapeHtml(baseUrl + path)}</loc></url>\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}</urlset>\n`;
}
