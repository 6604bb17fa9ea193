/** How fresh each source is, and how much of it was not understood. Unknown is not empty. */

import type { SourceState } from '../../../tools/contract/reads.js';
import { link } from './figures.js';
import { type Html, html } from './html.js';
import type { Page } from './page.js';
import { progress, stateWords } from './source-words.js';
import { type Row, table } from './table.js';

/** As the catalog gives it. */
export type SourceRow = Pick<
  SourceState,
  'source' | 'publisher' | 'homepage' | 'lastReadAt' | 'lastChangeAt' | 'status' | 'isWhole' | 'rows' | 'note'
>;

const NAME = {
  field: 'source',
  head: 'Name in the API',
  as: (value: unknown) => html`<code>${String(value)}</code>`,
};
const COLUMNS = [
  {
    field: 'publisher',
    head: 'Publisher',
    as: (value: unknown, row: Row) => link(row.homepage, String(value)),
  },
  {
    field: 'status',
    head: 'State',
    as: (value: unknown, row: Row) =>
      html`<span class="state ${String(value)}">${stateWords(row as unknown as SourceRow)}</span>`,
  },
  {
    field: 'lastReadAt',
    head: 'Last read',
    // What was imported was read from files: the register itself was never asked.
    as: (value: unknown, row: Row) => {
      if (row.status === 'imported') return html`documents imported ${never(value)}`;
      return value !== null && row.isWhole === false ? html`${never(value)}, in part` : never(value);
    },
  },
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
    return {
      title: 'Status of the sources',
      lede: 'When each source was last read, how far a first reading has come, and what could not be understood. A source that was never read gives no answer at all: unknown is not empty.',
      body: html`${table({
        caption: 'State of every source',
        rows: sources.map((one) => ({ ...one })),
        empty: 'No source is set up.',
        columns: [
          ...COLUMNS,
          {
            field: 'documents',
            head: 'Documents read',
            as: (_value, row) => progress(row as unknown as SourceState) || '–',
            number: true,
          },
          {
            field: 'nextAttemptAt',
            head: 'Next attempt',
            as: (value) => (String(value ?? '') > visit.now.toISOString() ? never(value) : '–'),
          },
        ],
      })}
<h2>Details</h2>
${table({
  caption: 'Attempts, and what was not understood',
  rows: sources.map((one) => ({ ...one })),
  empty: '',
  columns: [
    NAME,
    { field: 'lastAttemptAt', head: 'Last attempt', as: never },
    { field: 'lastChangeAt', head: 'Last change', as: never },
    { field: 'warnings', head: 'Not understood', as: 'amount' },
  ],
})}
<h2>Notes</h2>
<dl class="fields">${sources.filter(({ note }) => note !== '').map(({ publisher, note }) => html`<div><dt>${publisher}</dt><dd>${note}</dd></div>`)}</dl>
<p>“Documents read” counts single filings and reports, of all that the register has named so far; registers that publish plain lists have none. “Not understood” counts elements, codes and words that no rule of ours knows. They are kept, and <code>disclosed status</code> lists them for the operator.</p>`,
      json: '/v1/catalog',
    };
  },
};

function never(value: unknown): Html | string {
  return typeof value === 'string'
    ? html`<time datetime="${value}">${value.slice(0, 10)} ${value.slice(11, 16)} UTC</time>`
    : 'never';
}
