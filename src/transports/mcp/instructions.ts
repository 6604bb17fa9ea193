/** What an agent host tells its model before anything else. */

import { SAMPLE_WARNING } from '../../../tools/contract/rules.js';
import type { Gate } from '../../pipeline/pipeline.js';

/** With the limits that hold here; in sample mode the warning comes first. */
export function instructions({
  rateLimits: { keyless, withKey },
  sample,
}: Pick<Gate, 'rateLimits' | 'sample'>): string {
  const limits =
    keyless === null
      ? ''
      : `\nLimits over HTTP: ${keyless} tool calls an hour for an address without a key, ${withKey ?? 'as many as wanted'} with a free API key (Authorization: Bearer KEY). A result that starts with 429 says when to come back.`;
  return `${sample ? `${SAMPLE_WARNING}\n` : ''}Public disclosure registers as filed: insider trades (SEC Form 4), hedge funds (13F), politicians (Congress, OGE 278-T), European managers' transactions. Read-only.
Call get_catalog first: it lists tracker and member slugs, markets, and how fresh each source is. Unknown is not empty: a source that was never read says so.
Slugs cannot be guessed: search_insiders turns a name into one.${limits}
Keep answers small with limit, since and fields where a tool has them, and series=none of get_tracker. meta.total says how many rows match; meta.truncated means that an answer has fewer. Every record links its original filing. Nothing here ranks, recommends or advises.`;
}
