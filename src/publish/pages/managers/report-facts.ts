/** What is known of one report of a manager, in words. */

import { NOTE_WORDS } from '../../../../tools/contract/manager-notes.js';
import type { ManagerReportRow } from '../../../../tools/contract/shapes/managers.js';
import { type Html, html } from '../../../html.js';
import { amount, count, day, link, UNKNOWN, usd } from '../../figures.js';
import { quarterWords } from '../../periods.js';
import type { PageRequest } from '../page.js';

export const STATE_WORDS: Readonly<Record<ManagerReportRow['state'], string>> = {
  holdings: 'Holdings',
  withdrawn: 'Withdrawn',
  notice: 'Notice',
  unread: 'Not readable',
};

/** The number of positions; without a report of holdings a dash and why, since nothing is known of them. */
export function positionsOrWhy(
  positions: number | null,
  { state }: Pick<ManagerReportRow, 'state'>,
): Html | string {
  if (state === 'holdings') return positions === null ? UNKNOWN : amount(positions);
  return html`– <span class="note">${STATE_WORDS[state]}</span>`;
}

/** State, totals, particular notes, and the filings with links to their originals. */
export function reportFacts(request: PageRequest, report: ManagerReportRow): Html {
  const { state, otherManagers, totalValueUsd, statedValueUsd, positions, rows, statedRows } = report;
  return html`${stateSentence(report)}
${otherManagers.length > 0 && html`<p>Reported by: ${otherManagers.map(({ cik, name }, at) => html`${at > 0 && ', '}${cik === null ? name : html`<a href="${request.to(`/managers/${cik}`)}">${name}</a>`}`)}.</p>`}
${state === 'holdings' && html`<p>${count(positions)} positions worth ${usd(totalValueUsd)}, in ${count(rows)} rows. The filing’s summary page states ${statedRows === null ? 'no number of rows' : html`${amount(statedRows)} rows`} and ${statedValueUsd === null ? 'no total' : html`${usd(statedValueUsd)}${report.notes.includes('unit-corrected') && ' (after conversion)'}`}.</p>`}
${report.notes.length > 0 && html`<ul class="notes">${report.notes.map((note) => html`<li>${NOTE_WORDS[note] ?? note}</li>`)}</ul>`}
<ul>${report.filings.map(({ form, amendmentType, filedAt, sourceUrl, counts, accession }) => html`<li>${link(sourceUrl, `${form} ${accession}`)}, filed ${day(filedAt)}${amendmentType !== null && `, ${amendmentType.toLowerCase()}`}${!counts && ', does not count'}</li>`)}</ul>`;
}

function stateSentence({ state, quarter }: ManagerReportRow): Html | '' {
  if (state === 'notice')
    return html`<p>For ${quarterWords(quarter)} the manager filed a notice: another manager reports its holdings. It does not mean that they were sold.</p>`;
  if (state === 'withdrawn')
    return html`<p>The report for ${quarterWords(quarter)} was replaced by an empty one, mostly because it belonged to another manager. It does not mean that the holdings were sold.</p>`;
  if (state === 'unread')
    return html`<p>The report for ${quarterWords(quarter)} has no table that could be read, so its holdings are not known.</p>`;
  return '';
}
