/** What an agent host tells its model before anything else. */

import type { Gate } from './call.js';

/** With the limits that hold here. */
export function instructions({ keyless, withKey }: Gate['rateLimits']): string {
  const limits =
    keyless === null
      ? ''
      : `\nLimits over HTTP: ${keyless} tool calls an hour for an address without a key, ${withKey ?? 'as many as wanted'} with a free API key (Authorization: Bearer KEY). A result that starts with 429 says when to come back.`;
  return `Public disclosure registers as filed: SEC Form 4 and 13F, Congress, OGE 278-T, European managers' transactions. Read-only.
Call get_catalog first: it lists tracker and member slugs, markets, and how fresh each source is. Unknown is not empty: a source that was never read says so.
Slugs cannot be guessed: search_insiders turns a name into one.${limits}
Use limit, since and fields to keep answers small. Every record links its original filing. Nothing here ranks, recommends or advises.`;
}
