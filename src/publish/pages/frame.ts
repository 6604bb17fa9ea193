/** The frame around every page: navigation, search, sample banner, sources, caveats, licence. */

import type { SourceState } from '../../../tools/contract/reads/sources.js';
import { LICENSE_URL, SERVICE_NAME } from '../../../tools/contract/rules.js';
import { type Html, html } from '../../html.js';
import { link, moment } from '../figures.js';
import { type HeadOptions, headTags } from './head.js';
import type { Content, Page } from './page.js';
import {
  MOMENT_LABEL,
  momentBanner,
  momentField,
  momentForm,
  type PageMoment,
  withoutMoment,
} from './replay.js';
import { banner } from './source-state.js';

export interface FrameOptions extends HeadOptions {
  /** States of the sources of the page. */
  states: readonly SourceState[];
  now: Date;
  /** Pages of the navigation, in order. */
  nav: readonly Page[];
  /** The path of the page with its `{names}`. */
  pagePath: string;
  /** The path of the page in the navigation to which it belongs; null for none. */
  section: string | null;
  sample: boolean;
  /** True when no register is read. */
  offline: boolean;
  /** Whether this service has account pages to link. */
  accounts: boolean;
  /** Where readers report errors: an e-mail address or a web address; null for none. */
  feedback: string | null;
  /** Parameters of the address that the page does not have. */
  unknown: readonly string[];
  /** Whether stored rows of the page were left out because they cannot be read. */
  lacksRows: boolean;
  /** The selection of the request, with its question mark; '' for none. */
  query: string;
  /** The earlier moment that the page stands for; null for the present. */
  asOf: PageMoment | null;
  /** Whether the page can stand for an earlier day. */
  hasMoments: boolean;
  /** An address of the present. */
  toNow(path: string): string;
}

const NOT_ADVICE =
  'This service reproduces public filings and sorts them by filed figures. It recommends nothing and is not investment advice.';

export function frame(options: FrameOptions): Html {
  const { content, nav, pagePath, section, to } = options;
  const canSearch = options.hasSearch && pagePath !== '/' && pagePath !== '/search';
  return html`<!doctype html>
<html lang="en">
<head>
${headTags(options)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${options.sample && html`<aside class="sample" aria-label="Sample"><strong>Sample.</strong> Every issuer, person and figure here is invented. No real filing was read, and the links to originals do not work.</aside>`}
${options.offline && html`<aside class="sample" aria-label="Offline"><strong>Offline.</strong> This service is not reading the registers now. It shows what it read before; newer filings are missing. <a href="${to('/status')}">When each source was last read</a></aside>`}
${options.asOf !== null && momentBanner(options.asOf, options.toNow(options.path + withoutMoment(options.query)))}
<header>
<div class="bar">
<a class="brand" href="${to('/')}">${SERVICE_NAME}</a>
<nav aria-label="Main"><ul>${nav.map((page) => html`<li><a href="${to(navPath(page))}"${page.path === section && html` aria-current="${page.path === pagePath ? 'page' : 'true'}"`}>${page.nav}</a></li>`)}</ul></nav>
${canSearch && searchBox(options)}
</div>
</header>
<main id="content" tabindex="-1">
${trailLinks(options)}
<h1>${content.title}</h1>
${content.lede !== '' && html`<p class="lede">${content.lede}</p>`}
${banner(options.states, options.now)}
${options.unknown.length > 0 && html`<p class="problem" role="status">This page has no filter named ${options.unknown.join(', ')}, so it was ignored.</p>`}
${options.lacksRows && html`<p class="problem" role="status">Some rows are missing here, because the service cannot read what it stored of them. The other rows and the originals are not affected.</p>`}
${content.body}
${about(content, options)}
</main>
<footer>
${printedAddress(options)}
<p>${NOT_ADVICE}</p>
<p>This compilation is licensed under <a href="${LICENSE_URL}" rel="license">CC BY 4.0</a>: attribute it with a link to this page. The filings themselves belong to the registers, and the law restricts how some may be used.</p>
<ul>${footerLinks(options).map(([href, label]) => html`<li><a href="${href}">${label}</a></li>`)}</ul>
</footer>
</body>
</html>
`;
}

/** Paper has no links: the address of the page leads back to them. */
function printedAddress({ content, baseUrl, path, query }: FrameOptions): Html {
  const { sources = [] } = content;
  return html`<p class="printed">Address of this page: ${baseUrl}${path}${query}${sources.length > 0 && '. The links to the originals of its rows are there'}</p>`;
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
export function navPath({ path }: Pick<Page, 'path'>): string {
  return path.replace('{country}', 'all');
}

function searchBox({ to, asOf }: FrameOptions): Html {
  return html`<form class="search" role="search" action="${to('/search')}"><label for="site-search">Company, person or ticker</label><input id="site-search" name="q" type="search" maxlength="64" placeholder="Name or ticker" autocomplete="off" required>${momentField(asOf)}<button>Search</button></form>`;
}

function about(content: Content, options: FrameOptions): Html | '' {
  const { to, states } = options;
  const { json, sources = [], caveats = [], fetchedAt, forms = [] } = content;
  const isImported = states.length > 0 && states.every(({ status }) => status === 'imported');
  const readWords = states.every(({ isWhole }) => isWhole) ? 'Register last read' : 'Last read, in part';
  if (json === undefined && sources.length === 0 && caveats.length === 0) return '';
  return html`<section class="about" aria-labelledby="about"><h2 id="about">About these figures</h2>
${caveats.length > 0 && html`<ul class="caveats">${caveats.map((caveat) => html`<li>${caveat}</li>`)}</ul>`}
<dl>
${fetchedAt !== undefined && html`<div><dt>${isImported ? 'Documents imported' : readWords}</dt><dd>${moment(fetchedAt)}</dd></div>`}
${sources.length > 0 && html`<div><dt>Source</dt><dd>${sources.map((source, index) => html`${index > 0 ? ', ' : ''}${link(source.href, source.label)}`)}</dd></div>`}
${json !== undefined && html`<div><dt>Same facts as JSON</dt><dd>${[json].flat().map((path, index) => html`${index > 0 ? ', ' : ''}<a href="${to(path)}"><code>${path}</code></a>`)}</dd></div>`}
${forms.length > 0 && html`<div><dt>Follow or download</dt><dd>${forms.map(({ label, type, path }, index) => html`${index > 0 ? ', ' : ''}<a href="${to(path)}" type="${type}">${label}</a>`)}</dd></div>`}
${options.hasMoments && html`<div class="moment"><dt>${MOMENT_LABEL}</dt><dd>${momentForm(options.toNow(options.path), new URLSearchParams(options.query), options.asOf)}</dd></div>`}
</dl></section>`;
}
