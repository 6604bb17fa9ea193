/** The state of a source in words: what is known, what is missing, and why. Unknown does not mean empty. */

import { ApiError } from '../../../tools/contract/errors.js';
import type { SourceId, SourceState } from '../../../tools/contract/reads/sources.js';
import { sourceOf, switchedOffIn } from '../../../tools/contract/sources.js';
import { type Html, html } from '../../html.js';
import { count, moment } from '../figures.js';
import type { PageRequest } from './page.js';

const NOTHING_FOUND = 'Nothing was found in the documents read so far.';
const INCOMPLETE = 'There may be more than is shown here.';

/** The state as one line of the status page. */
export function stateWords({
  status,
  lastReadAt,
  isWhole,
  note,
}: Pick<SourceState, 'status' | 'lastReadAt' | 'isWhole' | 'note'>): string {
  const silent = switchedOffIn(note);
  switch (status) {
    case 'ok':
      return silent.length === 0 ? '● read' : `◐ read, without ${silent.join(' and ')}`;
    case 'imported':
      return '◐ saved documents only; the register itself was never read';
    case 'filling':
      return '◐ initial import in progress';
    case 'failing':
      if (lastReadAt === null) return '▲ cannot be read; nothing is known yet';
      return isWhole
        ? '▲ last attempt failed; older data is served'
        : '▲ last attempt failed; read in part only';
    case 'never-read':
      return '○ never read; nothing is known';
    case 'off':
      return '○ switched off here';
  }
}

/** `14 of 755 (1.9%)`; '' for a source without documents. */
export function progress({ documents, waiting }: Pick<SourceState, 'documents' | 'waiting'>): string {
  if (documents === null) return '';
  const all = documents + waiting;
  if (waiting === 0) return count(documents);
  // Rounded down, so that it never says 100% while documents wait.
  const percent = Math.floor((documents / all) * 1000) / 10;
  return `${count(documents)} of ${count(all)} (${percent}%)`;
}

/** Whether every document that the source has published is here, as far as we know. */
export function isWhole(state: SourceState | undefined): boolean {
  return state?.status === 'ok' && switchedOffIn(state.note).length === 0;
}

/** `text` where the source is complete; otherwise a sentence that does not say that nothing exists. */
export function emptyWords<T extends Html | string>(state: SourceState | undefined, text: T): T | string {
  return isWhole(state) ? text : NOTHING_FOUND;
}

/** The rows of a secondary part of a page: the page does not fail because that part is not read yet. */
export async function rowsOrNone<R>(answer: Promise<{ data: R[] }>): Promise<R[]> {
  try {
    return (await answer).data;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_ready') return [];
    throw error;
  }
}

export async function stateOf(
  request: Pick<PageRequest, 'sources'>,
  source: SourceId,
): Promise<SourceState | undefined> {
  return (await request.sources()).find((one) => one.source === source);
}

/** What a reader must know about the sources of a page; '' where all of them are complete. */
export function banner(states: readonly SourceState[], now: Date): Html | '' {
  const lines = states.filter((state) => !isWhole(state)).map((state) => bannerLine(state, now));
  if (lines.length === 0) return '';
  return html`<section class="state-of-sources" aria-label="State of the sources">${lines.map((line) => html`<p>${line}</p>`)}</section>`;
}

function bannerLine(state: SourceState, now: Date): Html {
  const { name, documents } = sourceOf(state.source);
  const counted = state.waiting > 0 ? progress(state) : '';
  const soFar = counted === '' ? '' : ` ${counted} ${documents} so far.`;
  switch (state.status) {
    case 'filling':
      return html`<strong>${name}: still being read.</strong>${soFar} ${INCOMPLETE}`;
    case 'imported':
      return html`<strong>${name}: saved documents only.</strong>${soFar} The register itself was never read. ${INCOMPLETE}`;
    case 'failing':
      if (state.lastReadAt === null)
        return html`<strong>${name}: cannot be read, so nothing is known yet.</strong> ${failureWords(state, now)}`;
      // A date would imply that everything before it is here.
      if (!state.isWhole)
        return html`<strong>${name}: read in part only, and the last attempt failed.</strong>${soFar} ${INCOMPLETE} ${failureWords(state, now)}`;
      return html`<strong>${name}: the last attempt failed.</strong>${soFar} Filings since ${moment(state.lastReadAt)} may be missing. ${failureWords(state, now)}`;
    case 'off':
      return html`<strong>${name}: switched off here.</strong> ${INCOMPLETE}`;
    case 'ok':
      return html`<strong>${name}: not read here from ${switchedOffIn(state.note).join(' and ')}.</strong> ${INCOMPLETE}`;
    default:
      return html`<strong>${name}: never read, so nothing is known yet.</strong>${state.lastAttemptAt !== null && html` Last attempt: ${moment(state.lastAttemptAt)}.`}${nextAttempt(state, now)}`;
  }
}

/** Why the source fails, and when the next attempt is. */
function failureWords(state: SourceState, now: Date): Html {
  return html`${state.failure}${nextAttempt(state, now)}`;
}

function nextAttempt({ nextAttemptAt }: SourceState, now: Date): Html | false {
  const isAhead = nextAttemptAt !== null && nextAttemptAt > now.toISOString();
  return isAhead && html` Next attempt: ${moment(nextAttemptAt)}.`;
}
