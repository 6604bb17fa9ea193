/** The state of a source in words: what is known, what is missing, and why. Unknown is not empty. */

import type { ApiEnvelope } from '../../../tools/contract/envelope.js';
import { ApiError } from '../../../tools/contract/errors.js';
import type { SourceId, SourceState } from '../../../tools/contract/reads.js';
import { sourceOf } from '../../../tools/contract/sources.js';
import { moment } from './figures.js';
import { type Html, html } from './html.js';
import type { Visit } from './page.js';

const NOTHING_FOUND = 'Nothing was found in what has been read so far.';
const MAY_EXIST = 'What is missing here may exist.';

/** The state as one line of the status page. */
export function stateWords({
  status,
  lastReadAt,
  isWhole,
}: Pick<SourceState, 'status' | 'lastReadAt' | 'isWhole'>): string {
  switch (status) {
    case 'ok':
      return '● read';
    case 'imported':
      return '◐ saved documents only, the register was never asked';
    case 'filling':
      return '◐ first reading under way';
    case 'failing':
      if (lastReadAt === null) return '▲ cannot be read: nothing is known yet';
      return isWhole
        ? '▲ last attempt failed, older data is served'
        : '▲ last attempt failed, read in part only';
    case 'never-read':
      return '○ never read: nothing is known';
    case 'off':
      return '○ switched off here';
  }
}

/** `14 of 755 (1.9%)`; '' where no documents are counted. */
export function progress({ documents, waiting }: Pick<SourceState, 'documents' | 'waiting'>): string {
  if (documents === null) return '';
  const all = documents + waiting;
  const whole = (count: number) => count.toLocaleString('en-US');
  if (waiting === 0) return whole(documents);
  // Never 100% while something waits.
  const percent = Math.floor((documents / all) * 1000) / 10;
  return `${whole(documents)} of ${whole(all)} (${percent}%)`;
}

/** True where everything that the source has filed is here, as far as we know. */
export function isWhole(state: SourceState | undefined): boolean {
  return state?.status === 'ok';
}

/** `text` where the source is whole; elsewhere more may exist than was read. */
export function emptyWords(state: SourceState | undefined, text: string): string {
  return isWhole(state) ? text : NOTHING_FOUND;
}

/** Rows beside those of the page itself: a page does not go because a part of it was not read yet. */
export async function rowsBeside(asked: Promise<ApiEnvelope>): Promise<unknown[]> {
  try {
    return (await asked).data as unknown[];
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_ready') return [];
    throw error;
  }
}

export async function stateOf(
  visit: Pick<Visit, 'sources'>,
  source: SourceId,
): Promise<SourceState | undefined> {
  return (await visit.sources()).find((one) => one.source === source);
}

/** What a reader of a page has to know of its sources; '' where there is nothing to say. */
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
      return html`<strong>${name}: still being read.</strong>${soFar} ${MAY_EXIST}`;
    case 'imported':
      return html`<strong>${name}: saved documents only.</strong>${soFar} The register itself was never asked. ${MAY_EXIST}`;
    case 'failing':
      if (state.lastReadAt === null)
        return html`<strong>${name}: cannot be read, so nothing is known yet.</strong> ${failureWords(state, now)}`;
      // A date would say that all before it is here.
      if (!state.isWhole)
        return html`<strong>${name}: read in part only, and the last attempt failed.</strong>${soFar} ${MAY_EXIST} ${failureWords(state, now)}`;
      return html`<strong>${name}: the last attempt failed.</strong>${soFar} What was filed since ${moment(state.lastReadAt)} may be missing. ${failureWords(state, now)}`;
    case 'off':
      return html`<strong>${name}: switched off here.</strong> ${MAY_EXIST}`;
    default:
      return html`<strong>${name}: never read, so nothing is known yet.</strong>`;
  }
}

/** Why it fails, and when it is tried again. */
export function failureWords({ failure, nextAttemptAt }: SourceState, now: Date): Html {
  const isAhead = nextAttemptAt !== null && nextAttemptAt > now.toISOString();
  return html`${failure}${isAhead && html` Next attempt: ${moment(nextAttemptAt)}.`}`;
}
