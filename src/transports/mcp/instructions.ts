/** The `instructions` of MCP: the text that a host gives its model before any tool call. */

import { SAMPLE_WARNING } from '../../../tools/contract/rules.js';
import type { RequestPipeline } from '../../pipeline/pipeline.js';

/** States the rate limits of this service; in sample mode the warning comes first. */
export function instructions({
  rateLimits: { keyless, withKey },
  sample,
}: Pick<RequestPipeline, 'rateLimits' | 'sample'>): string {
  const limits =
    keyless === null
      ? ''
      : `\nLimits over HTTP: ${keyless} tool calls per hour for an address without a key, ${withKey ?? 'unlimited'} with a free API key (Authorization: Bearer KEY). A result that starts with 429 says when to try again.`;
  return `${sample ? `${SAMPLE_WARNING}\n` : ''}Public disclosure registers as filed: insider trades (SEC Form 4), hedge funds (13F), politicians (Congress, OGE 278-T), European managers' transactions. Read-only.
Call get_catalog first: it lists tracker and member slugs, markets, and the state of each source. Unknown is not empty: a source that was never read says so.
Slugs cannot be guessed: search_insiders turns a name into one.${limits}
Keep answers small with limit, since and fields if a tool has them, and with series=none for get_tracker. meta.total says how many rows match; meta.truncated means that an answer has fewer. Every record links to its original filing. The service does not rank, recommend or advise.`;
}
