/** How current each source is, and how many of its records were not understood. Unknown does not mean empty. */

import type { SourceState } from '../../../../tools/contract/reads/sources.js';
import { sourceOf } from '../../../../tools/contract/sources.js';
import getCatalog from '../../../../tools/get-catalog.js';
import { type Html, html } from '../../../html.js';
import { backupWords } from '../../backups-state.js';
import { count, moment } from '../../figures.js';
import type { Page } from '../page.js';
import { progress } from '../source-state.js';
import { table } from '../table.js';
import { arrivalsSection } from './arrivals.js';
import { momentOrNever, sourceTable } from './source-table.js';

/** How many documents are read, with a bar while some wait. */
function progressBar(state: SourceState): Html | string {
  const words = progress(state);
  if (words === '' || state.waiting === 0) return words || '–';
  const all = (state.documents ?? 0) + state.waiting;
  return html`${words} <progress max="${all}" value="${state.documents ?? 0}" aria-label="Documents read of ${sourceOf(state.source).name}"></progress>`;
}

/** `3 (house-ptr)`: how many documents of which register. */
function unreadWords(unread: SourceState['unread'], { documents }: SourceState): string {
  if (unread === undefined) return documents === null ? '–' : '0';
  return unread.map((one) => `${count(one.documents)} (${one.register})`).join(', ');
}

function unreadSum(states: readonly SourceState[]): string {
  const sum = states
    .flatMap(({ unread = [] }) => unread)
    .reduce((total, { documents }) => total + documents, 0);
  return sum === 0
    ? 'There are none at the moment.'
    : `There ${sum === 1 ? 'is 1' : `are ${count(sum)}`} at the moment.`;
}

const utcMinute = (at: string) => `on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;

export const status: Page = {
  isPresentOnly: true,
  path: '/status',
  showsNode: true,
  needs: [getCatalog.path],
  async render(request) {
    const states = await request.sources();
    return {
      title: 'Status of the sources',
      lede: 'When each source was last read, how far its first import is, and what could not be understood. A source that was never read gives no answers: unknown does not mean empty.',
      body: html`${sourceTable(states, [
        {
          field: 'documents',
          head: 'Documents read',
          as: (_documents, row) => progressBar(row),
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
    { field: 'unread', head: 'Unread documents', as: unreadWords, number: true },
  ],
})}
<h2 id="unread">Unread documents</h2>
<p>${unreadSum(states)} An unread document was fetched but could not be read, because it is damaged or its form is new. Nothing that it says is in any list or total here. It is kept unchanged, and each new version of the program tries it again. For the operator, <code>disclosed status</code> names it with the reason.</p>
<p>Reports of Congress whose trades cannot be read, mostly scans of paper, are listed on the page of the member, with links to the originals.${request.hasPage('/congress') && html` <a href="${request.to('/congress?sort=reports')}">Members, with the number of their unread reports</a>.`}</p>
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
}${await arrivalsSection(request)}
<h2>Notes</h2>
<dl class="fields">${states.filter(({ note }) => note !== '').map(({ source, note }) => html`<div><dt>${sourceOf(source).name}</dt><dd>${note}</dd></div>`)}</dl>
<p>“Documents read” counts filings and reports, out of all that the register has listed so far; registers that publish plain lists have none. “Not understood” counts elements, codes and words that no parser knows. They are kept, and <code>disclosed status</code> lists them for the operator.${request.hasPage('/quality') && html` <a href="${request.to('/quality')}">Data quality by register</a>`}</p>`,
      json: '/v1/catalog',
    };
  },
};
