/** How large the answers of the contract are without arguments that make them smaller. */

import type { EvaluatedStore } from './stores.js';

export interface DefaultSize {
  call: string;
  tokens: number;
}

/** What hosts take of one answer. */
export const HOST_LIMIT_TOKENS = 25_000;

export async function defaultSizes({ agent, ledger }: EvaluatedStore): Promise<DefaultSize[]> {
  const member = ledger.one<{ slug: string }>(
    'SELECT slug FROM trade GROUP BY slug ORDER BY count(*) DESC, slug LIMIT 1',
  );
  const insider = ledger.one<{ slug: string }>(
    `SELECT p.slug FROM form4_owner o JOIN form4_transaction t ON t.filing_id = o.filing_id
      JOIN insider p ON p.owner_cik = o.cik GROUP BY o.cik ORDER BY count(*) DESC, p.slug LIMIT 1`,
  );
  const trackers = ledger.all<{ slug: string; archetype: string }>(
    `SELECT slug, json_extract(detail, '$.identity.archetype') AS archetype, max(length(detail)) FROM tracker
      GROUP BY 2 ORDER BY 2`,
  );
  const calls: Array<[string, string, Record<string, unknown>]> = [
    ['get_catalog', 'get_catalog', {}],
    ['get_latest_filings', 'get_latest_filings', {}],
    ['get_latest_filings, limit=500', 'get_latest_filings', { limit: 500 }],
    ['search_insiders, limit=100', 'search_insiders', { q: 'a', limit: 100 }],
    ['get_insider, the most active one', 'get_insider', { id: insider?.slug }],
    ['get_congress_member, the most active one', 'get_congress_member', { member: member?.slug }],
    ...trackers.map(({ slug, archetype }): [string, string, object] => [
      `get_tracker, the largest ${archetype}`,
      'get_tracker',
      { slug },
    ]),
    ['get_clusters', 'get_clusters', {}],
    ['get_streaks', 'get_streaks', {}],
    ...['de', 'uk', 'se', 'nl'].map((country): [string, string, object] => [
      `get_eu_filings, country=${country}`,
      'get_eu_filings',
      { country },
    ]),
  ] as Array<[string, string, Record<string, unknown>]>;
  const sizes: DefaultSize[] = [];
  for (const [call, tool, given] of calls) {
    const caller = agent();
    await caller.call(tool, given);
    sizes.push({ call, tokens: caller.tokens });
  }
  return sizes;
}
