/** How current each source is, and how many of its records were not understood. Unknown does not mean empty. */

import getCatalog from '../../../../tools/get-catalog.js';
import { html } from '../../../html.js';
import { backupWords } from '../../backups-state.js';
import { moment } from '../../figures.js';
import type { Page } from '../page.js';
import { progress } from '../source-state.js';
import { table } from '../table.js';
import { momentOrNever, sourceTable } from './source-table.js';

const utcMinute = (at: string) => `on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;

export const status: Page = {
  path: '/status',
  showsNode: true,
  needs: [getCatalog.path],
  async render(request) {
    const states = await request.sources();
    return {
      title: 'Status of the sources',
      lede: 'When each source was last read, how far its initial import has come, and what could not be understood. A source that was never read gives no answer at all: unknown does not mean empty.',
      body: html`${sourceTable(states, [
        {
          field: 'documents',
          head: 'Documents read',
          as: (_documents, row) => progress(row) || '–',
          number: true,
        },
        {
          field: 'nextAttemptAt',
          head: 'Next attempt',
          as: (value) => (value !== null && value > request.now.toISOString() ? moment(value) : '–'),
        },
      ])}
<h2>Details</h2>
${table({
  caption: 'Attempts, and what was not understood',
  rows: states,
  empty: '',
  columns: [
    { field: 'source', head: 'Name in the API', as: (value) => html`<code>${value}</code>` },
    { field: 'lastAttemptAt', head: 'Last attempt', as: momentOrNever },
    { field: 'lastChangeAt', head: 'Last change', as: momentOrNever },
    { field: 'warnings', head: 'Not understood', as: 'amount' },
  ],
})}
${
  request.node !== null &&
  html`<h2>This node</h2>
<p>The service runs on several nodes. This one has the ${request.node}.</p>
`
}${
  request.backups !== null &&
  html`<h2>Backups</h2>
<p>${backupWords(request.backups, utcMinute)}</p>
`
}<h2>Notes</h2>
<dl class="fields">${states.filter(({ note }) => note !== '').map(({ publisher, note }) => html`<div><dt>${publisher}</dt><dd>${note}</dd></div>`)}</dl>
<p>“Documents read” counts single filings and reports, out of all that the register has listed so far; registers that publish plain lists have none. “Not understood” counts elements, codes and words that no parser knows. They are kept, and <code>disclosed status</code> lists them for the operator.</p>`,
      json: '/v1/catalog',
    };
  },
};
