/** The `instructions` of MCP: the text that a host gives its model before any tool call. */

import { SAMPLE_WARNING } from '../../../tools/contract/rules.js';
import type { ToolSet } from '../../../tools/contract/tool.js';
import type { RequestPipeline } from '../../pipeline/pipeline.js';

/** In the words of the tools that are offered. */
export function instructionsFor(
  toolSet: ToolSet,
  service: Pick<RequestPipeline, 'rateLimits' | 'sample'>,
): string {
  return toolSet === 'pair' ? pairInstructions(service) : instructions(service, toolSet);
}

/** Where only search and fetch are offered. */
function pairInstructions({ sample }: Pick<RequestPipeline, 'sample'>): string {
  return `${sample ? `${SAMPLE_WARNING}\n` : ''}Public disclosure registers as filed: insider trades (SEC Form 4), hedge funds (13F), politicians (Congress, OGE 278-T), European managers' transactions. Read-only.
search finds a company, person, member of Congress, portfolio or European name; fetch gives the record behind a hit in plain words. "Not known" is not "none". The service recommends nothing and gives no advice.`;
}

/** States the rate limits of this service; in sample mode the warning comes first. */
function instructions(
  { rateLimits: { keyless, withKey }, sample }: Pick<RequestPipeline, 'rateLimits' | 'sample'>,
  toolSet: ToolSet,
): string {
  const limits =
    keyless === null
      ? ''
      : `\nLimits over HTTP: ${keyless} tool calls per hour for an address without a key, ${withKey ?? 'unlimited'} with a free API key (Authorization: Bearer KEY). A result that starts with 429 says when to try again.`;
  const more =
    toolSet === 'all'
      ? ''
      : '\nThe same address with ?tools=all (stdio: --tools all) also has search, get_congress_trades, get_issuer, get_changes, get_rankings, and tools for planned sales (Form 144), holders above five per cent (Schedules 13D, 13G) and all managers of Form 13F.';
  return `${sample ? `${SAMPLE_WARNING}\n` : ''}Public disclosure registers as filed: insider trades (SEC Form 4), hedge funds (13F), politicians (Congress, OGE 278-T), European managers' transactions. Read-only.
Call get_catalog first: it lists tracker and member slugs, markets, and the state of each source. Unknown is not empty: a source that was never read says so.
Slugs cannot be guessed: search_insiders turns a name into one.${limits}
Keep answers small with limit, since and fields if a tool has them, and with view for get_tracker. meta.total says how many rows match; meta.truncated means that an answer has fewer. Full rows link to the original filing; view=brief leaves the link out. The service recommends nothing and gives no advice.${more}`;
}
