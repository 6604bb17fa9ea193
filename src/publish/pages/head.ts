/** What the head of a page says to browsers, search engines and link previews. */

import { LICENSE_URL, SERVICE_NAME } from '../../../tools/contract/rules.js';
import { type Html, html, trusted } from '../../html.js';
import type { Content, Dataset } from './page.js';

export interface HeadOptions {
  content: Content;
  /** The path of this request. */
  path: string;
  baseUrl: string;
  /** Changes with the style sheet, so that browsers load the new one. */
  styleVersion: string;
  /** False requests that search engines leave every page out. */
  isListed: boolean;
  /** The pages above this one, and this one last; fewer than two for none. */
  trail: readonly TrailStep[];
  /** Further style sheets and scripts of the page. */
  extraTags?: Html;
  to(path: string): string;
  /** Whether there is a page with a search over everything. */
  hasSearch: boolean;
}

/** A page in the path from the start page. */
export interface TrailStep {
  name: string;
  path: string;
}

/** The image of link previews, in /assets. */
const CARD = { path: '/assets/card.png', width: 1200, height: 630 } as const;
const DESCRIPTION_MAX = 300;

export function headTags(options: HeadOptions): Html {
  const { content, path, to, baseUrl, isListed, hasSearch } = options;
  const { title: name, selection = '' } = content;
  const named = selection === '' ? name : `${name}: ${selection}`;
  const title = path === '/' ? named : `${named} · ${SERVICE_NAME}`;
  const description = content.lede.slice(0, DESCRIPTION_MAX);
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
${(content.unlisted === true || !isListed) && html`<meta name="robots" content="noindex">`}
<link rel="canonical" href="${baseUrl}${path}">
<link rel="stylesheet" href="${to('/assets/style.css')}?${options.styleVersion}">
<link rel="icon" href="${to('/favicon.ico')}" sizes="32x32">
<link rel="icon" type="image/svg+xml" href="${to('/assets/icon.svg')}">
<link rel="apple-touch-icon" href="${to('/apple-touch-icon.png')}">
${hasSearch && html`<link rel="search" type="application/opensearchdescription+xml" title="${SERVICE_NAME}" href="${to('/opensearch.xml')}">`}
${[content.json ?? []].flat().map((path) => html`<link rel="alternate" type="application/json" href="${to(path)}">`)}
${(content.forms ?? []).map(({ label, type, path }) => html`<link rel="alternate" type="${type}" title="${name} (${label})" href="${to(path)}">`)}
${preview(options, description)}
${isListed && structured(options)}
${options.extraTags}`;
}

/** Open Graph, and the one tag of Twitter that has no counterpart there. */
function preview({ content, path, baseUrl }: HeadOptions, description: string): Html {
  const image = baseUrl + CARD.path;
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${SERVICE_NAME}">
<meta property="og:title" content="${content.title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${baseUrl}${path}">
<meta property="og:image" content="${image}">
<meta property="og:image:width" content="${CARD.width}">
<meta property="og:image:height" content="${CARD.height}">
<meta property="og:image:alt" content="${SERVICE_NAME}: who buys and sells, as filed">
<meta name="twitter:card" content="summary_large_image">`;
}

/** JSON-LD. Browsers never run it, so the content policy of pages needs no exception. */
function structured(options: HeadOptions): Html {
  const { content, path, baseUrl, trail, hasSearch } = options;
  const items = [
    ...(path === '/' ? [webSite(baseUrl, hasSearch)] : []),
    ...(trail.length < 2 ? [] : [breadcrumbs(baseUrl, trail)]),
    ...(content.datasets ?? []).map((one) => dataset(baseUrl, one)),
  ];
  return html`${items.map((item) => trusted(`<script type="application/ld+json">${scriptText(item)}</script>\n`))}`;
}

/** JSON without the characters that could end the element or look like markup: filed names are in it. */
function scriptText(item: object): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...item })
    .replace(/\\"/g, '\\u0022')
    .replace(
      /[<>&'\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\u007f-\u009f]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

function webSite(baseUrl: string, hasSearch: boolean): object {
  const potentialAction = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${baseUrl}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@type': 'WebSite',
    name: SERVICE_NAME,
    url: `${baseUrl}/`,
    ...(hasSearch ? { potentialAction } : {}),
  };
}

function breadcrumbs(baseUrl: string, trail: readonly TrailStep[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: baseUrl + path,
    })),
  };
}

function dataset(baseUrl: string, { name, description, path, list }: Dataset): object {
  return {
    '@type': 'Dataset',
    name,
    description,
    url: baseUrl + path,
    license: LICENSE_URL,
    isAccessibleForFree: true,
    distribution: { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: baseUrl + list },
  };
}
