/** The state of every source as a table, for the start page and the status page. */

import type { SourceState } from '../../../../tools/contract/reads/sources.js';
import { sourceOf } from '../../../../tools/contract/sources.js';
import { type Html, html } from '../../../html.js';
import { link, moment } from '../../figures.js';
import { stateWords } from '../source-state.js';
import { type Column, table } from '../table.js';

const COLUMNS: ReadonlyArray<Column<SourceState>> = [
  {
    field: 'publisher',
    head: 'Source',
    roomy: true,
    // One publisher has several sources.
    as: (publisher, row) =>
      html`${sourceOf(row.source).name} <span class="note">${link(row.homepage, publisher)}</span>`,
  },
  {
    field: 'status',
    head: 'State',
    as: (value, row) => html`<span class="state ${value}">${stateWords(row)}</span>`,
  },
  {
    field: 'lastReadAt',
    head: 'Last read',
    // Imported documents come from files: the register itself was never read.
    as: (value, { status, isWhole }) => {
      if (status === 'imported') return html`documents imported ${momentOrNever(value)}`;
      return value !== null && !isWhole ? html`${moment(value)}, in part` : momentOrNever(value);
    },
  },
  { field: 'rows', head: 'Rows', as: 'amount' },
];

export function sourceTable(
  states: readonly SourceState[],
  more: ReadonlyArray<Column<SourceState>> = [],
): Html {
  return table({
    caption: 'State of every source',
    rows: states,
    empty: 'No source is configured.',
    columns: [...COLUMNS, ...more],
  });
}

export function momentOrNever(value: string | null): Html | string {
  return value === null ? 'never' : moment(value);
}
