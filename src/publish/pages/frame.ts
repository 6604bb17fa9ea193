/** The frame around every page: navigation, search, sample banner, sources, caveats, licence. */

import type { SourceState } from '../../../tools/contract/reads.js';
import { LICENSE_URL, SERVICE_NAME } from '../../../tools/contract/rules.js';
import { type Html, html } from '../../html.js';
import { link, moment } from '../figures.js';
import { type HeadOptions, headTags } from './head.js';
import type { Content, Page } from './page.js';
import { banner } from './source-state.js';

export interface FrameOptions extends HeadOptions {
  /** States of the sources of the page. */
  states: readonly SourceState[];
  now: Date;
  /** Pages of the navigation, in order. */
  nav: readonly Page[];
  /** The path of the page with its `{names}`. */
  pagePath: string;
  sample: boolean;
  /** Whether this service has account pages to link. */
  accounts: boolean;
  /** Where readers report errors: an e-mail address or a web address; null for none. */
  feedback: string | null;
  /** Parameters of the address that the page does not have. */
  unknown: readonly string[];
}

export const NOT_ADVICE =
  'This service reproduces public filings and sorts them by filed figures. It recommends nothing and is not investment advice.';

export function frame(options: FrameOptions): Html {
  const { content, nav, pagePath, to } = options;
  const canSearch = options.hasSearch && pagePath !== '/' && pagePath !== '/search';
  return html`<!doctype html>
<html lang="en">
<head>
${headTags(options)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${options.sample && html`<aside class="sample" aria-label="Sample"><strong>Sample.</strong> Every issuer, person and figure here is invented. No real filing was read, and the links to originals do not work.</aside>`}
<header>
<div class="bar">
<a class="brand" href="${to('/')}">${SERVICE_NAME}</a>
<nav aria-label="Main"><ul>${nav.map((page) => html`<li><a href="${to(navPath(page))}"${page.path === pagePath ? html` aria-current="page"` : ''}>${page.nav}</a></li>`)}</ul></nav>
${canSearch && searchBox(to)}
</div>
</header>
<main id="content" tabindex="-1">
${trailLinks(options)}
<h1>${content.title}</h1>
${content.lede !== '' && html`<p class="lede">${content.lede}</p>`}
${banner(options.states, options.now)}
${options.unknown.length > 0 && html`<p class="problem" role="status">This page has no filter named ${options.unknown.join(', ')}: nothing was selected by it.</p>`}
${content.body}
${about(content, options)}
</main>
<footer>
<p>${NOT_ADVICE}</p>
<p>This compilation is licensed under <a href="${LICENSE_URL}" rel="license">CC BY 4.0</a>: attribute it with a link to this page. The filings themselves belong to the registers, and the law limits the use of some.</p>
<ul>${footerLinks(options).map(([href, label]) => html`<li><a href="${href}">${label}</a></li>`)}</ul>
</footer>
</body>
</html>
`;
}

const FOOTER_LINKS: ReadonlyArray<readonly [path: string, label: string]> = [
  ['/status', 'Status of the sources'],
  ['/methodology', 'How figures are calculated'],
  ['/glossary', 'Glossary'],
  ['/api-docs', 'API'],
  ['/llms.txt', 'For agents'],
  ['/skill.md', 'Agent skill'],
];

function footerLinks({
  accounts,
  feedback,
  baseUrl,
  path,
  to,
}: FrameOptions): Array<readonly [href: string, label: string]> {
  const links = FOOTER_LINKS.map(([target, label]) => [to(target), label] as const);
  const account = accounts ? [[to('/account'), 'API keys'] as const] : [];
  const report =
    feedback === null ? [] : [[feedbackHref(feedback, baseUrl + path), 'Found an error?'] as const];
  return [...links, ...account, ...report];
}

/** A mail about the page has its address as the subject. */
function feedbackHref(feedback: string, address: string): string {
  if (!feedback.includes('@') || feedback.includes('://')) return feedback;
  return `mailto:${feedback}?subject=${encodeURIComponent(`Error on ${address}`)}`;
}

/** The way up from the page of one company, person or list. */
function trailLinks({ trail, to }: FrameOptions): Html | '' {
  if (trail.length < 2) return '';
  return html`<nav class="trail" aria-label="Breadcrumb"><ol>${trail.slice(0, -1).map(({ name, path }) => html`<li><a href="${to(path)}">${name}</a></li>`)}</ol></nav>`;
}

/** The navigation links the first of several addresses of a page. */
export function navPath({ path }: Page): string {
  return path.replace('{country}', 'all');
}

function searchBox(to: (path: string) => string): Html {
  return html`<form class="search" role="search" action="${to('/search')}"><label for="site-search">Company, person or ticker</label><input id="site-search" name="q" type="search" maxlength="64" placeholder="Company, person, ticker" autocomplete="off" required><button>Search</button></form>`;
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
${json !== undefined && html`<div><dt>Same facts as JSON</dt><dd>${[json].flat().map((path, index) => html`${index > 0 ? ', ' : ''}<a href="${to(path)}"><code>${path}</code></a>`)}</dd></div>`}
</dl></section>`;
}
