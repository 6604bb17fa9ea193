/** The frame of one service: what it has, and where it is, around whatever a page or an account shows. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceState } from '../../../tools/contract/reads/sources.js';
import type { Tool } from '../../../tools/contract/tool.js';
import type { Html } from '../../html.js';
import { assetsFolder } from './assets.js';
import { frame, navPath } from './frame.js';
import type { TrailStep } from './head.js';
import { pagesFor } from './index.js';
import type { Content, Page } from './page.js';
import { type PageMoment, withMoment } from './replay.js';
import { withReportLinks } from './report-error.js';

/** What the pages of a service say of it. */
export interface SiteFacts {
  baseUrl: string;
  /** True when all data is invented. */
  sample: boolean;
  /** True when no register is read. */
  offline?: boolean;
  /** Whether there are account pages to link to. */
  accounts?: boolean;
  /** False requests that search engines stay away. */
  crawlers?: boolean;
  /** Where readers report errors: an e-mail address or a web address. */
  feedback?: string | null;
  /** Where readers report errors of a row: a mailto: or https: address. */
  reportError?: string | null;
}

/** One page to be framed. */
export interface FramedPage {
  /** The path of the page with its `{names}`; '' for none. */
  pagePath: string;
  /** The path of the request. */
  path: string;
  /** The selection of the request, with its question mark; '' for none. */
  query?: string;
  states: readonly SourceState[];
  now: Date;
  /** Parameters of the address that the page does not have. */
  unknown?: readonly string[];
  /** Whether stored rows of the page were left out because they cannot be read. */
  lacksRows?: boolean;
  /** The earlier moment that the page stands for. */
  asOf?: PageMoment | null;
  /** Further style sheets and scripts. */
  extraTags?: Html;
}

export interface SiteFrame {
  pages: readonly Page[];
  /** An address of this service, below the path of the base URL. */
  to(path: string): string;
  /** An address as of a moment: pages and endpoints that cannot be replayed have none. */
  toAt(asOf: PageMoment | null): (path: string) => string;
  hasPage(path: string): boolean;
  /** The list that the page of one of its rows belongs to. */
  listAbove(pagePath: string): Page | undefined;
  render(content: Content, page: FramedPage): string;
}

/** Whether search engines are welcome. Invented data must not turn up among real people and companies. */
export function isListed({ sample, crawlers }: SiteFacts): boolean {
  return crawlers !== false && !sample;
}

export function createSiteFrame(tools: readonly Tool[], facts: SiteFacts): SiteFrame {
  const { baseUrl, sample, offline = false, accounts = false, feedback = null } = facts;
  const { reportError = null } = facts;
  const pages = pagesFor(tools);
  const paths = new Set(pages.map(({ path }) => path));
  const root = new URL(baseUrl).pathname.replace(/\/$/, '');
  const to = (path: string) => root + path;
  const style = readFileSync(join(assetsFolder(), 'style.css'));
  const styleVersion = createHash('sha256').update(style).digest('hex').slice(0, 8);
  const replayed = pages
    .filter(({ isPresentOnly }) => isPresentOnly !== true)
    .map(({ path }) => patternOf(path));
  const toAt: SiteFrame['toAt'] = (asOf) => (path) => {
    const [address = ''] = path.split(/[?#]/);
    const isKept = asOf !== null && (address.startsWith('/v1/') || replayed.some((one) => one.test(address)));
    return to(isKept ? withMoment(path, asOf) : path);
  };
  return {
    pages,
    to,
    toAt,
    listAbove: (pagePath) => parentOf(pages, pagePath),
    hasPage: (path) => paths.has(path) || (path === '/account' && accounts),
    render: (content, { unknown = [], query = '', asOf = null, lacksRows = false, ...page }) => {
      const framed = frame({
        ...page,
        content,
        unknown,
        query,
        lacksRows,
        sample,
        offline,
        baseUrl,
        accounts,
        feedback,
        styleVersion,
        asOf,
        // The sample is made again each day, so no earlier day of it is kept.
        hasMoments:
          !sample &&
          pages.some(({ path, isPresentOnly }) => path === page.pagePath && isPresentOnly !== true),
        to: toAt(asOf),
        toNow: to,
        nav: pages.filter(({ nav }) => nav !== undefined),
        isListed: isListed(facts),
        hasSearch: paths.has('/search'),
        section: sectionOf(pages, page.pagePath),
        trail: trailOf(pages, content.title, page),
      });
      return withReportLinks(framed.toString(), reportError);
    },
  };
}

/** Matches the addresses of a page. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

/** The home page, the nearest page above, and the page. */
function trailOf(
  pages: readonly Page[],
  title: string,
  { pagePath, path }: Pick<FramedPage, 'pagePath' | 'path'>,
): TrailStep[] {
  const parent = parentOf(pages, pagePath);
  if (parent === undefined) return [];
  return [
    { name: 'Home', path: '/' },
    { name: parent.name ?? parent.nav ?? '', path: navPath(parent) },
    { name: title, path },
  ];
}

/** The path of the page in the navigation to which a page belongs; null for none. */
function sectionOf(pages: readonly Page[], pagePath: string): string | null {
  const page = pages.find(({ path }) => path === pagePath);
  if (page?.nav !== undefined) return page.path;
  if (page?.under !== undefined) return page.under;
  const parent = parentOf(pages, pagePath);
  return parent === undefined ? null : sectionOf(pages, parent.path);
}

/** The page of `/trackers` for `/trackers/{slug}`, and the first of `/eu/{country}` for anything else below `/eu`. */
function parentOf(pages: readonly Page[], pagePath: string): Page | undefined {
  for (let above = pagePath; above.includes('/'); ) {
    above = above.slice(0, above.lastIndexOf('/'));
    if (above === '') break;
    const found = pages.find(
      ({ path, nav, name }) =>
        path !== pagePath &&
        (path === above || (path.startsWith(`${above}/{`) && !path.includes('/', above.length + 1))) &&
        (nav ?? name) !== undefined,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
