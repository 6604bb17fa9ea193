/** Search for people, and for a ticker that somebody typed into the same box. */

import type { InsiderHitFacts } from '../../../../tools/contract/reads.js';
import { SEARCH_QUERY_LENGTH } from '../../../../tools/contract/rules.js';
import { type Html, html } from '../../../html.js';
import type { Page, Visit } from '../page.js';
import { exampleValues } from '../site/example-values.js';
import { emptyWords, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { FORM4_RECORD, FORM4_SOURCE } from './filing-columns.js';

const TICKER = /^[A-Za-z]{1,5}$/;
const MOST_OTHERS = 20;

export const insiders: Page = {
  path: '/insiders',
  nav: 'Insiders',
  needs: ['/v1/insiders'],
  about: () => ['sec-edgar-form4'],
  query: ['q'],
  async render(visit) {
    const q = [...(visit.query.q ?? '')].slice(0, SEARCH_QUERY_LENGTH.max).join('').trim();
    const { q: example = 'smith' } = q === '' ? await exampleValues(visit) : { q };
    const form = html`<form class="panel" role="search" aria-label="Insiders" action="${visit.to('/insiders')}">
<label for="q">Name or ticker</label><input id="q" name="q" type="search" value="${q}" maxlength="64" autocomplete="off" required><button>Search</button></form>
<p class="hint">Type a name in either order, part of a name, or a trading symbol${q === '' && html`, such as <a href="${visit.to(`/insiders?q=${encodeURIComponent(example)}`)}">${example}</a>`}.</p>`;
    const base = {
      title: 'Insiders',
      lede: 'Everyone named as a reporting owner in a Form 4 on record here: officers, directors, ten-percent owners, funds and trusts. People stay findable after their filings leave the window.',
      sources: [FORM4_SOURCE],
      caveats: ['Names are as filed, surname first. Two people of one name are two pages.', FORM4_RECORD],
    };
    if (q === '') return { ...base, body: form, json: `/v1/insiders?q=${encodeURIComponent(example)}` };
    const envelope = await visit.ask('/v1/insiders', { q, limit: 100 });
    const hits = envelope.data as InsiderHitFacts[];
    const elsewhere = await others(visit, q);
    const same = hits.filter((hit) => hit.name.toLowerCase() === q.toLowerCase());
    const only = same.length === 1 ? same[0] : undefined;
    if (only !== undefined && elsewhere === '')
      return { ...base, body: form, redirect: `/insiders/${only.slug}` };
    const issuerHits = TICKER.test(q) ? await visit.issuerRows({ ticker: q.toUpperCase() }) : [];
    const issuer = issuerHits[0];
    return {
      ...base,
      body: html`${form}
${elsewhere}
${issuer !== undefined && html`<p class="panel">Ticker <a href="${visit.to(`/ticker/${encodeURIComponent(q.toUpperCase())}`)}">${q.toUpperCase()}</a>: ${issuer.issuerName}</p>`}
${table({
  caption: `People found for “${q}”`,
  rows: hits.map((hit) => ({ ...hit })),
  total: envelope.meta.total,
  rest: 'Best matches first; a longer query finds fewer.',
  empty: emptyWords(
    await stateOf(visit, 'sec-edgar-form4'),
    `No insider’s filed name contains “${q}”. Try the surname alone.`,
  ),
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

/** People who report elsewhere: members of Congress and tracked portfolios whose name has every word of the search. */
async function others(visit: Visit, q: string): Promise<Html | ''> {
  const { data } = await visit.ask('/v1/catalog');
  const { trackers, congressMembers } = data as Record<
    'trackers' | 'congressMembers',
    Array<{ slug: string; name: string }>
  >;
  const words = plain(q).split(/\s+/);
  const found = [
    ...congressMembers.map((one) => ({ ...one, page: '/congress', kind: 'Member of Congress' })),
    ...trackers.map((one) => ({ ...one, page: '/trackers', kind: 'Tracked portfolio' })),
  ]
    .filter(({ name, page }) => visit.hasPage(page) && words.every((word) => plain(name).includes(word)))
    .slice(0, MOST_OTHERS);
  if (found.length === 0) return '';
  return html`<ul class="panel" aria-label="Found elsewhere">${found.map(({ name, page, slug, kind }) => html`<li>${kind}: <a href="${visit.to(`${page}/${slug}`)}">${name}</a></li>`)}</ul>`;
}

/** Without case and accents, as people type. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
