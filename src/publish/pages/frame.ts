/** The frame around every page: navigation, search, sample banner, sources, caveats, licence. */

import type { SourceState } from '../../../tools/contract/reads.js';
import { LICENSE_URL, SERVICE_NAME } from '../../../tools/contract/rules.js';
import { type Html, html } from '../../html.js';
import { link, moment } from '../figures.js';
import type { Content, Page } from './page.js';
import { banner } from './source-state.js';

export interface FrameOptions {
  content: Content;
  /** States of the sources of the page. */
  states: readonly SourceState[];
  now: Date;
  /** Pages of the navigation, in order. */
  nav: readonly Page[];
  /** The path of the page with its `{names}`, and the path of this request. */
  pagePath: string;
  path: string;
  sample: boolean;
  baseUrl: string;
  /** Changes with the style sheet, so that browsers load the new one. */
  styleVersion: string;
  /** Whether this service has account pages to link. */
  accounts: boolean;
  to(path: string): string;
  /** Whether the page gets the search box. */
  canSearch: boolean;
}

export const NOT_ADVICE =
  'This service reproduces public filings. It ranks nothing, recommends nothing and is not investment advice.';

export function frame(options: FrameOptions): Html {
  const { content, nav, path, to, baseUrl } = options;
  const home = path === '/';
  const title = home ? content.title : `${content.title} · ${SERVICE_NAME}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${content.lede.slice(0, 300)}">
${content.unlisted === true && html`<meta name="robots" content="noindex">`}
<link rel="canonical" href="${baseUrl}${path}">
<link rel="stylesheet" href="${to('/assets/style.css')}?${options.styleVersion}">
<link rel="icon" type="image/svg+xml" href="${to('/assets/icon.svg')}">
${content.json !== undefined && html`<link rel="alternate" type="application/json" href="${to(content.json)}">`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${options.sample && html`<aside class="sample" aria-label="Sample"><strong>Sample.</strong> Every issuer, person and figure here is invented. No real filing was read, and the links to originals do not work.</aside>`}
<header>
<div class="bar">
<a class="brand" href="${to('/')}">${SERVICE_NAME}</a>
<nav aria-label="Main"><ul>${nav.map((page) => html`<li><a href="${to(navPath(page))}"${page.path === options.pagePath ? html` aria-current="page"` : ''}>${page.nav}</a></li>`)}</ul></nav>
${options.canSearch && searchBox(to)}
</div>
</header>
<main id="content" tabindex="-1">
<h1>${content.title}</h1>
<p class="lede">${content.lede}</p>
${banner(options.states, options.now)}
${content.body}
${about(content, options)}
</main>
<footer>
<p>${NOT_ADVICE}</p>
<p>This compilation is licensed under <a href="${LICENSE_URL}" rel="license">CC BY 4.0</a>: attribution with a link to this page is the only condition. The filings belong to the registers.</p>
<ul>${[...FOOTER_LINKS, ...(options.accounts ? [ACCOUNT_LINK] : [])].map(([target, label]) => html`<li><a href="${to(target)}">${label}</a></li>`)}</ul>
</footer>
</body>
</html>
`;
}

const FOOTER_LINKS: ReadonlyArray<readonly [path: string, label: string]> = [
  ['/status', 'Status of the sources'],
  ['/methodology', 'How figures are calculated'],
  ['/api-docs', 'API'],
  ['/llms.txt', 'For agents'],
  ['/skill.md', 'Agent skill'],
];
const ACCOUNT_LINK = ['/account', 'API keys'] as const;

/** The navigation links the first of several addresses of a page. */
function navPath(page: Page): string {
  return page.path.replace('{country}', 'de');
}

function searchBox(to: (path: string) => string): Html {
  return html`<form class="search" role="search" action="${to('/insiders')}"><label for="site-search">Person or ticker</label><input id="site-search" name="q" type="search" maxlength="64" placeholder="Person or ticker" autocomplete="off" required><button>Search</button></form>`;
}

function about(content: Content, { to, states }: FrameOptions): Html | '' {
  const { json, sources = [], caveats = [], fetchedAt } = content;
  const isImported = states.length > 0 && states.every(({ status }) => status === 'imported');
  const readWords = states.every(({ isWhole }) => isWhole) ? 'Register last read' : 'Last read, in part';
  if (json === undefined && sources.length === 0 && caveats.length === 0) return '';
  return html`<section class="about" aria-labelledby="about"><h2 id="about">About these figures</h2>
${caveats.length > 0 && html`<ul class="caveats">${caveats.map((caveat) => html`<li>${caveat}</li>`)}</ul>`}
<dl>
${fetchedAt !== undefined && html`<div><dt>${isImported ? 'Documents imported' : readWords}</dt><dd>${moment(fetchedAt)}</dd></div>`}
${sources.length > 0 && html`<div><dt>Source</dt><dd>${sources.map((source, index) => html`${index > 0 ? ', ' : ''}${link(source.href, source.label)}`)}</dd></div>`}
${json !== undefined && html`<div><dt>Same facts as JSON</dt><dd><a href="${to(json)}"><code>${json}</code></a></dd></div>`}
</dl></section>`;
}
