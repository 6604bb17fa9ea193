/** Links between the pages of one person: a member of Congress, and the tracked portfolio that is made of the same reports. */

import listTrackers from '../../../tools/list-trackers.js';
import { type Html, html } from '../../html.js';
import { localLink } from './links.js';
import type { PageRequest } from './page.js';
import { rowsOrNone } from './source-state.js';

/** A member is known by the bioguide id, never by the name. */
export async function trackersOfMember(request: PageRequest, slug: string): Promise<Html | ''> {
  if (!request.hasPage('/trackers/{slug}')) return '';
  const trackers = await rowsOrNone(request.callTool(listTrackers, { view: 'summary' }));
  const own = trackers.filter(({ memberSlug }) => memberSlug === slug);
  if (own.length === 0) return '';
  return html`<ul class="panel">${own.map(({ name, url }) => html`<li>Net of the disclosed trades: <a href="${localLink(request, url)}">tracked portfolio of ${name}</a></li>`)}</ul>`;
}
