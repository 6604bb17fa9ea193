/** Links between lists of one subject: what insiders did and intend, and who holds companies. */

import { type Html, html } from '../../html.js';
import type { PageRequest } from './page.js';

const TABS = [
  ['/filings', 'Trades'],
  ['/planned-sales', 'Planned sales'],
  ['/forms-3-5', 'New insiders'],
] as const;

const HOLDER_TABS = [
  ['/major-holders', 'Above 5%'],
  ['/managers', 'All managers (13F)'],
  ['/holders', 'What managers bought'],
  ['/trackers', 'Tracked portfolios'],
] as const;

type Tabs = ReadonlyArray<readonly [path: string, words: string]>;

/** `current` is one of their paths. */
export function insiderTabs(request: PageRequest, current: string): Html | '' {
  return tabLinks(request, current, { label: 'Insiders', all: TABS });
}

/** `current` is one of their paths. */
export function holderTabs(request: PageRequest, current: string): Html | '' {
  return tabLinks(request, current, { label: 'Holders', all: HOLDER_TABS });
}

function tabLinks(
  request: PageRequest,
  current: string,
  { label, all }: { label: string; all: Tabs },
): Html | '' {
  const tabs = all.filter(([path]) => request.hasPage(path));
  if (tabs.length < 2) return '';
  return html`<nav class="tabs" aria-label="${label}"><ul>${tabs.map(([path, words]) => html`<li><a href="${request.to(path)}"${path === current && html` aria-current="page"`}>${words}</a></li>`)}</ul></nav>`;
}
