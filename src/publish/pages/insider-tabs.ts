/** Links between the lists of what insiders did and of what they intend. */

import { type Html, html } from '../../html.js';
import type { PageRequest } from './page.js';

const TABS = [
  ['/filings', 'Trades'],
  ['/planned-sales', 'Planned sales'],
] as const;

/** `current` is one of their paths. */
export function insiderTabs(request: PageRequest, current: string): Html | '' {
  const tabs = TABS.filter(([path]) => request.hasPage(path));
  if (tabs.length < 2) return '';
  return html`<nav class="tabs" aria-label="Insiders"><ul>${tabs.map(([path, words]) => html`<li><a href="${request.to(path)}"${path === current && html` aria-current="page"`}>${words}</a></li>`)}</ul></nav>`;
}
