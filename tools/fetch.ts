/** The record behind a hit of `search`, in plain words: the pair that some hosts require. */

import { z } from 'zod/v3';
import { requireLastReadAt } from './contract/answer.js';
import { invalidParameter } from './contract/errors.js';
import { MANAGERS_SOURCE } from './contract/manager-search.js';
import { EU_COUNTRIES, EU_MARKETS, type EuCountry } from './contract/markets/index.js';
import { issuerText } from './contract/plain-text/issuer.js';
import { managerText } from './contract/plain-text/managers.js';
import { marketText } from './contract/plain-text/markets.js';
import { insiderText, memberText, trackerText } from './contract/plain-text/people.js';
import { type PlainRecord, plainText } from './contract/plain-text/text.js';
import type { SourceId } from './contract/reads/sources.js';
import { FETCH_ID_MAX, LICENSE_URL, SAMPLE_WARNING } from './contract/rules.js';
import { SEARCH_TYPES } from './contract/shapes/search.js';
import { defineTool, type ToolContext } from './contract/tool.js';

const ID_RULE = `id must be the id of a hit of search, such as issuer/320193, insider/cook-timothy-d or eu_issuer/de/SAP SE; the types are ${SEARCH_TYPES.join(', ')}`;

export const fetchedRecord = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string().describe('The record in plain words, with figures, dates and links to the originals'),
  url: z.string().describe('Page in this service'),
  metadata: z
    .record(z.string())
    .describe('type, source, fetchedAt, license; sample where all data is invented'),
});

export default defineTool({
  mcp: 'fetch',
  isWider: true,
  title: 'The record behind a search hit, in plain words',
  path: '/v1/fetch',
  purpose: 'The record behind a hit of the search, as plain text',
  description: `The record behind an id that search gives (issuer/320193, insider/SLUG, member/SLUG, tracker/SLUG, eu_issuer/COUNTRY/NAME, eu_manager/COUNTRY/NAME/ISSUER, manager/CIK), as text in plain words: who it is, the newest rows with dates, amounts and links to the originals, of an insider also what is owned as last stated, of a company its holders above five per cent and planned sales, and the call that continues.

Use it where a host knows only search and fetch, or for a summary to read. For figures to compute with use the tool that search names in call, or get_issuer: they give fields and all rows.

Figures are as filed; "not stated" and "not known" are not zero. Each list says how many entries there are in all. Amounts of Congress and officials are brackets, and use of their reports is restricted by 5 U.S.C. 13107(c). Not advice.

Typical size: 1,500 tokens, at most 3,000; the end of the text says how many lines were left out.

Errors: 400 not an id of search; 404 no such record; 503 not read yet, which does not mean "none".`,
  input: z.object({
    id: z
      .string({ required_error: ID_RULE, invalid_type_error: ID_RULE })
      .max(FETCH_ID_MAX, ID_RULE)
      .refine((id) => /^[a-z_]+\/\S/.test(id.trim()), ID_RULE)
      .describe('The id of a hit of search, unchanged'),
  }),
  output: fetchedRecord,
  async run({ id }, context) {
    const { type, name, sources } = parts(id);
    const read = await requireLastReadAt(context.reads, sources);
    const record = await READERS[type](name, context);
    if (record === null) throw read.notFoundError(`Record not found: ${id}. search gives the ids.`);
    const { baseUrl, sample } = context;
    const text = plainText(record);
    return {
      data: {
        id,
        title: record.title,
        text: sample === true ? `${SAMPLE_WARNING}\n${text}` : text,
        url: baseUrl + record.page,
        metadata: {
          type,
          source: sources,
          fetchedAt: read.fetchedAt,
          license: LICENSE_URL,
          ...(sample === true ? { sample: 'true' } : {}),
        },
      },
      count: 1,
      source: sources,
      fetchedAt: read.fetchedAt,
      page: record.page,
      governmentWork: !type.startsWith('eu_') && type !== 'issuer',
    };
  },
});

type RecordType = (typeof SEARCH_TYPES)[number];

const READERS: Readonly<
  Record<RecordType, (name: string, context: ToolContext) => Promise<PlainRecord | null>>
> = {
  issuer: (name, context) => issuerText(name.toUpperCase(), context),
  insider: insiderText,
  member: memberText,
  tracker: trackerText,
  eu_issuer: (name, context) => {
    const [country, issuer] = marketName(name);
    return marketText({ country, issuer, manager: null }, context);
  },
  eu_manager: marketManagerText,
  manager: managerText,
};

/** A name may contain the sign between manager and issuer: each place of it is tried. */
async function marketManagerText(name: string, context: ToolContext): Promise<PlainRecord | null> {
  const [country, rest] = marketName(name);
  for (let at = rest.indexOf('/'); at !== -1; at = rest.indexOf('/', at + 1)) {
    const found = await marketText(
      { country, manager: rest.slice(0, at), issuer: rest.slice(at + 1) },
      context,
    );
    if (found !== null) return found;
  }
  return null;
}

/** @throws ApiError `invalid_parameter` for another country */
function marketName(name: string): [country: EuCountry, rest: string] {
  const at = name.indexOf('/');
  const country = EU_COUNTRIES.find((one) => one === name.slice(0, at));
  if (country === undefined) throw invalidParameter([{ path: 'id', message: ID_RULE }]);
  return [country, name.slice(at + 1)];
}

const SOURCES: Readonly<Record<Exclude<RecordType, 'eu_issuer' | 'eu_manager'>, SourceId>> = {
  issuer: 'sec-edgar-form4',
  insider: 'sec-edgar-form4',
  member: 'us-congress-stock-act',
  tracker: 'curated-trackers',
  manager: MANAGERS_SOURCE,
};

/** @throws ApiError `invalid_parameter` for another type */
function parts(id: string): { type: RecordType; name: string; sources: SourceId } {
  const at = id.indexOf('/');
  const type = SEARCH_TYPES.find((one) => one === id.slice(0, at).trim());
  const name = id.slice(at + 1).trim();
  if (type === undefined) throw invalidParameter([{ path: 'id', message: ID_RULE }]);
  if (type === 'eu_issuer' || type === 'eu_manager')
    return { type, name, sources: EU_MARKETS[marketName(name)[0]].source.id };
  return { type, name, sources: SOURCES[type] };
}
