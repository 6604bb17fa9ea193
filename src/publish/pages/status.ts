/** How fresh each source is, and how much of it was not understood. Unknown is not empty. */

import type { SourceState } from '../../../tools/contract/reads.js';
import { link } from './figures.js';
import { type Html, html } from './html.js';
import type { Page } from './page.js';
import { type Row, table } from './table.js';

/** As the catalog gives it. */
export type SourceRow = Pick<
  SourceState,
  'source' | 'publisher' | 'homepage' | 'lastReadAt' | 'lastChangeAt' | 'status' | 'rows' | 'note'
>;

const WORDS: Record<SourceState['status'], string> = {
  ok: '● read',
  imported: '◐ saved documents only, the register was never asked',
  filling: '◐ first fill under way',
  failing: '▲ last attempt failed, older data is served',
  'never-read': '○ never read: nothing is known',
  off: '○ switched off here',
};

const COLUMNS = [
  {
    field: 'publisher',
    head: 'Publisher',
    as: (value: unknown, row: Row) => link(row.homepage, String(value)),
  },
  { field: 'source', head: 'Name in the API', as: (value: unknown) => html`<code>${String(value)}</code>` },
  {
    field: 'status',
    head: 'State',
    as: (value: unknown) =>
      html`<span class="state ${String(value)}">${WORDS[value as SourceState['status']] ?? String(value)}</span>`,
  },
  { field: 'lastReadAt', head: 'Last read', as: (value: unknown) => never(value) },
  { field: 'rows', head: 'Rows', as: 'amount' as const },
];

export function sourceTable(sources: readonly SourceRow[]): Html {
  return table({
    caption: 'State of every source',
    rows: sources.map((one) => ({ ...one })),
    empty: 'No source is set up.',
    columns: COLUMNS,
  });
}

export const status: Page = {
  path: '/status',
  needs: ['/v1/catalog'],
  async render(visit) {
    const sources = await visit.sources();
    const { meta } = await visit.ask('/v1/catalog');
    return {
      title: 'Status of the sources',
      lede: 'When each register was last read, and what of it could not be understood. A source that was never read gives no answer at all: unknown is not empty.',
      body: html`${table({
        caption: 'State of every source',
        rows: sources.map((one) => ({ ...one })),
        empty: 'No source is set up.',
        columns: [
          ...COLUMNS,
          { field: 'lastAttemptAt', head: 'Last attempt', as: never },
          { field: 'lastChangeAt', head: 'Last change', as: never },
          { field: 'doubts', head: 'Not understood', as: 'amount' },
        ],
      })}
<h2>Notes</h2>
<dl class="fields">${sources.filter(({ note }) => note !== '').map(({ publisher, note }) => html`<div><dt>${publisher}</dt><dd>${note}</dd></div>`)}</dl>
<p>“Not understood” counts elements, codes and words that no rule of ours knows. They are kept and listed by the operator’s <code>disclosed status</code>.</p>`,
      json: '/v1/catalog',
      fetchedAt: meta.fetchedAt,
    };
  },
};

function never(value: unknown): Html | string {
  return typeof value === 'string'
    ? html`<time datetime="${value}">${value.slice(0, 10)} ${value.slice(11, 16)} UTC</time>`
    : 'never';
}
