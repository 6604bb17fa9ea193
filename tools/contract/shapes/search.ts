/** The public shape of a hit of the search over every register (docs/reference.md, "Search"). */

import { z } from 'zod/v3';

/** Those of one index of names, in the order of hits. */
export const NAME_TYPES = ['issuer', 'tracker', 'member', 'insider', 'eu_issuer', 'eu_manager'] as const;
/** Managers have another index. */
export const SEARCH_TYPES = [...NAME_TYPES, 'manager'] as const;

export const searchHit = z.object({
  type: z
    .enum(SEARCH_TYPES)
    .describe(
      'issuer: files with the SEC; tracker: a tracked portfolio; member: of Congress; insider: an owner on Form 4; eu_issuer and eu_manager: a name of a European register; manager: files Form 13F',
    ),
  id: z.string().describe('Type and id, such as issuer/320193 or insider/cook-timothy-d'),
  title: z.string().describe('Name as filed'),
  subtitle: z
    .string()
    .describe('What distinguishes namesakes: symbols and CIK, chamber and party, company, ISIN, date'),
  match: z
    .enum(['code', 'name', 'word', 'part', 'approximate'])
    .describe(
      'code: a symbol or identifier; name: the whole name; word: each word starts one of it; part: anywhere; approximate: nothing matches, and this has a similar spelling',
    ),
  url: z.string().describe('Page in this service'),
  call: z
    .object({
      tool: z.string(),
      arguments: z.record(z.string()),
      path: z.string().describe('The same by REST'),
    })
    .describe('The call that gives the filings'),
});
/** The fields of `view=brief`. */
export const SEARCH_BRIEF = ['type', 'id', 'title', 'subtitle', 'match'];
export type NameHit = z.infer<typeof searchHit>;
