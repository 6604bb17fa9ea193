/** What a reader sees when there is no page to show. */

import type { Failure, FailureCode } from '../../../tools/contract/errors.js';
import { html } from './html.js';
import type { Content } from './page.js';

const TITLES: Record<FailureCode, string> = {
  invalid_parameter: 'That cannot be asked',
  not_found: 'Not found',
  method_not_allowed: 'Pages can only be read',
  rate_limited: 'Too many pages at once',
  not_ready: 'Not read yet',
  internal: 'Something went wrong here',
};

export function failureContent(failed: Failure): Content {
  return {
    title: TITLES[failed.code],
    lede: failed.message,
    body: html`${failed.code === 'not_ready' && html`<p>Unknown is not empty: until the register has been read, nothing can be said about what was filed.</p>`}`,
    unlisted: true,
  };
}
