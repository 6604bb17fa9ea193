/** The page for a request that has no page to show. */

import { type ApiError, type ApiErrorCode, UnavailableError } from '../../../tools/contract/errors.js';
import type { SourceState } from '../../../tools/contract/reads.js';
import { html } from '../../html.js';
import type { Content } from './page.js';
import { banner } from './source-state.js';

const TITLES: Record<ApiErrorCode, string> = {
  invalid_parameter: 'Invalid request',
  not_found: 'Not found',
  method_not_allowed: 'Read-only page',
  rate_limited: 'Too many requests',
  not_ready: 'Not read yet',
  internal: 'Something went wrong',
};

export interface FailureContext {
  to(path: string): string;
  now: Date;
  /** States of the sources of the page. */
  states: readonly SourceState[];
}

export function failureContent(failed: ApiError, { to, now, states }: FailureContext): Content {
  if (failed instanceof UnavailableError)
    return {
      title: 'Not available at the moment',
      lede: failed.message,
      body: html`<p>This page reloads every minute. <a href="${to('/')}">Start page</a></p>`,
      unlisted: true,
    };
  if (failed.code === 'not_ready') return notReady(to, now, states);
  return {
    title: TITLES[failed.code],
    lede: forPeople(failed.message),
    body: html`<p><a href="${to('/')}">Start page</a></p>`,
    unlisted: true,
  };
}

/** The message without its sentences for programs, which name tools. */
function forPeople(message: string): string {
  return message
    .split(/(?<=\.) /)
    .filter((sentence) => !/\b(?:get|search|list)_[a-z]+/.test(sentence))
    .join(' ');
}

/** The message of this failure is for programs, so the page has its own words. */
function notReady(to: (path: string) => string, now: Date, states: readonly SourceState[]): Content {
  const isOff = states.length > 0 && states.every(({ status }) => status === 'off');
  const isBegun = states.some(({ lastReadAt }) => lastReadAt !== null);
  return {
    title: isOff ? 'Switched off here' : TITLES.not_ready,
    lede: isOff
      ? 'The operator of this service has switched off the source of this page, so there is nothing to show.'
      : isBegun
        ? 'The documents read so far have nothing for this page. That does not mean that nothing was filed: more may come.'
        : 'The source of this page has not been read yet. That does not mean that nothing was filed: nothing is known so far.',
    body: html`${banner(states, now)}
<p>${!isOff && 'This page reloads every minute. '}<a href="${to('/status')}">Status of all sources</a></p>`,
    unlisted: true,
  };
}
