/** Search for people, and for a ticker that somebody typed into the same box. */

import type { InsiderHitFacts } from '../../../tools/contract/reads.js';
import { SEARCH_QUERY_LENGTH } from '../../../tools/contract/rules.js';
import { html } from './html.js';
import type { Page } from './page.js';
import { table } from './table.js';

const TICKER = /^[A-Za-z]{1,5}$/;

/** The search for a name as filed, which leads to the person where the name is somebody's whole name. */
export function insiderSearchPath(name: string): string {
  return `/insiders?q=${encodeURIComponent([...name.trim()].slice(0, SEARCH_QUERY_LENGTH.max).join(''))}`;
}

export const insiders: Page = {
  path: '/insiders',
  nav: 'Insiders',
  needs: ['/v1/insiders'],
  query: ['q'],
  async render(visit) {
    const q = [...(visit.query.q ?? '')].slice(0, SEARCH_QUERY_LENGTH.max).join('').trim();
    const form = html`<form class="panel" role="search" aria-label="Insiders" action="${visit.to('/insiders')}">
<label for="q">Name or ticker</label><input id="q" name="q" type="search" value="${q}" maxlength="64" autocomplete="off" required><button>Search</button></form>
<p class="hint">Either order works: <a href="${visit.to('/insiders?q=smith')}">smith</a>, part of a name, or a trading symbol.</p>`;
    const base = {
      title: 'Insiders',
      lede: 'Everybody who ever reported a transaction on SEC Form 4: officers, directors, ten-percent owners, funds and trusts. People stay findable after their filings leave the window.',
      caveats: ['Names stand as filed, surname first. Two people of one name are two pages.'],
    };
    if (q === '') return { ...base, body: form, json: '/v1/insiders?q=smith' };
    const envelope = await visit.ask('/v1/insiders', { q, limit: 100 });
    const hits = envelope.data as InsiderHitFacts[];
    const same = hits.filter((hit) => hit.name.toLowerCase() === q.toLowerCase());
    const only = same.length === 1 ? same[0] : undefined;
    if (only !== undefined) return { ...base, body: form, redirect: `/insiders/${only.slug}` };
    const issuerHits = TICKER.test(q) ? await visit.issuerRows({ ticker: q.toUpperCase() }) : [];
    const issuer = issuerHits[0];
    return {
      ...base,
      body: html`${form}
${issuer !== undefined && html`<p class="panel">Ticker <a href="${visit.to(`/ticker/${encodeURIComponent(q.toUpperCase())}`)}">${q.toUpperCase()}</a>: ${issuer.issuerName}</p>`}
${table({
  caption: `People found for “${q}”`,
  rows: hits.map((hit) => ({ ...hit })),
  empty: `Nobody’s filed name contains “${q}”. Try the surname alone.`,
  most: 100,
  columns: [
    { field: 'name', head: 'Name as filed', to: (row) => visit.to(`/insiders/${row.slug}`) },
    { field: 'tickers', head: 'Issuers', as: 'words' },
    { field: 'lastSeen', head: 'Last filing', as: 'day' },
  ],
})}`,
      json: `/v1/insiders?q=${encodeURIComponent(q)}`,
      fetchedAt: envelope.meta.fetchedAt,
      unlisted: true,
    };
  },
};
