/** One box over every register: companies, people, members of Congress, tracked portfolios, European names, managers. */

import { z } from 'zod/v3';
import { daysBefore, localDate, NEW_YORK } from '../src/dates.js';
import {
  insiderPage,
  issuerPage,
  listFor,
  memberPage,
  requireLastReadAt,
  trackerPage,
} from './contract/answer.js';
import { HITS_MAX, hitPage, hitsNeeded } from './contract/hit-pages.js';
import { managerHits, withManagers } from './contract/manager-hits.js';
import { MANAGERS_SOURCE } from './contract/manager-search.js';
import { marketCall } from './contract/market-call.js';
import { EU_COUNTRIES, EU_MARKETS } from './contract/markets/index.js';
import { pageParameters, rowParameters } from './contract/parameters.js';
import type { SearchHitFacts } from './contract/reads/names.js';
import type { SourceId } from './contract/reads/sources.js';
import type { Reads } from './contract/reads.js';
import { NAMES_LIMIT, SEARCH_QUERY_LENGTH, WINDOW_DAYS } from './contract/rules.js';
import { SerializedRows } from './contract/serialized-rows.js';
import { NAME_TYPES, type NameHit, SEARCH_BRIEF, SEARCH_TYPES, searchHit } from './contract/shapes/search.js';
import { defineTool, type ToolContext } from './contract/tool.js';

const { min, max } = SEARCH_QUERY_LENGTH;
const COLUMNS = Object.keys(searchHit.shape);
const QUERY_RULE = `q must be ${min} to ${max} characters, such as apple, BRK.B or 320193`;
const TYPE_RULE = `type must be one of: ${SEARCH_TYPES.join(', ')}`;
const EU_SOURCES = EU_COUNTRIES.map((country) => EU_MARKETS[country].source.id);
const SOURCES: Readonly<Record<NameHit['type'], readonly SourceId[]>> = {
  issuer: ['sec-edgar-form4'],
  insider: ['sec-edgar-form4'],
  member: ['us-congress-stock-act'],
  tracker: ['curated-trackers'],
  eu_issuer: EU_SOURCES,
  eu_manager: EU_SOURCES,
  manager: [MANAGERS_SOURCE],
};
const NOTHING = { hits: [], total: 0 };

export default defineTool({
  mcp: 'search',
  isWider: true,
  title: 'Find a company, person, member or portfolio',
  path: '/v1/search',
  purpose:
    'Search over every register: companies, insiders, members of Congress, portfolios, European names, 13F managers',
  description: `Finds companies that file with the SEC (by name, former name, symbol, CIK, ISIN or CUSIP), corporate insiders (by name or CIK), members of Congress, tracked portfolios, issuers and managers of the European registers (by name; issuers also by ISIN or LEI), and managers who file Form 13F (by name or CIK, if the operator reads them).

Call it first when you have a name and no id. Each hit says in call which tool gives its filings, with which arguments; subtitle distinguishes namesakes. Symbols work in any spelling (BRK.B, BRK-B, $BRK.B), CIKs with or without leading zeros. A company has the CUSIPs that the SEC's settlement files or a tracked portfolio give for one of its symbols, and the ISINs of the USA and Canada that contain one.

Order: an identifier or symbol first, then the whole name, then names in which each word of q starts a word, then q anywhere. Within each, the types in turn: issuer, tracker, member, insider, eu_issuer, eu_manager; insiders by their latest filing, others by name. Managers of Form 13F come last, the largest first. There is no score. If nothing matches, a title (Dr.) or exchange (NYSE:) before q is left out, and after Senator or Rep. only a member is an exact match; then names without the initials of q, or with typing errors, follow with match approximate (one letter wrong or two changed places in a word of 3 to 5 letters, twice that from 6 on; of insiders only those with the fewest): ask whether they are meant. The same company in several registers is several hits: they are never joined because their names are alike. A European issuer is one name exactly as one register publishes it; its call has its first ISIN as issuer, which joins rows by LEI too (without any, its LEI or name), and subtitle names others.

meta.total is how many match; narrow it with type. meta.truncated true means that more follow: call again with cursor=meta.nextCursor, up to ${HITS_MAX} hits. Typical size: 90 tokens a hit; view=brief with format=table takes 40, without call. An empty list says only that none of these is called so. Holders on Schedules 13D and 13G are not searched by name: get_major_holders gives those of a company, and with the CIK of an insider or manager as holder its schedules. 503 means that a register is still being imported.`,
  input: z.object({
    q: z
      .string({ required_error: QUERY_RULE, invalid_type_error: QUERY_RULE })
      .transform((q) => q.trim())
      .refine((q) => q.length >= min && q.length <= max, QUERY_RULE)
      .describe(`Name or part of it, symbol, CIK, ISIN or CUSIP, ${min} to ${max} characters`),
    type: z
      .enum(SEARCH_TYPES, { errorMap: () => ({ message: TYPE_RULE }) })
      .optional()
      .describe('Only hits of this type. Default: all'),
    ...pageParameters(NAMES_LIMIT, 'hits'),
    ...rowParameters(searchHit, 'data', SEARCH_BRIEF),
  }),
  output: z.array(searchHit),
  // The names of every list.
  prepared: () => [{ q: 'a' }],
  async run(input, context) {
    const { q, type, limit } = input;
    const { reads, baseUrl, now, after } = context;
    const types: ReadonlyArray<NameHit['type']> = type === undefined ? SEARCH_TYPES : [type];
    const others = NAME_TYPES.filter((one) => types.includes(one));
    const needed = hitsNeeded(limit, after);
    const named =
      others.length === 0 ? NOTHING : await reads.searchNames({ q, types: others, limit: needed });
    const { hits: all, total } = withManagers(
      { ...named, hits: named.hits.map((hit) => hit && hitFor(hit, { baseUrl, now })) },
      types.includes('manager') ? await managerHits(reads, { q, limit: needed, baseUrl }) : NOTHING,
    );
    const { hits, rows } = hitPage(all, { limit, after, total }, ({ id, url }) => id + url);
    // As search_managers says it: not the same as "no such manager".
    if (type === 'manager' && all.length === 0) await requireLastReadAt(reads, MANAGERS_SOURCE);
    const states = await reads.sources();
    const wanted = new Set<SourceId>(types.flatMap((one) => SOURCES[one]));
    if (all.length === 0) await requireWhole(reads, wanted);
    const readTimes = states.flatMap(({ source, lastReadAt }) =>
      wanted.has(source) ? (lastReadAt ?? []) : [],
    );
    const data = new SerializedRows<NameHit>(hits.map((hit) => JSON.stringify(hit)));
    return {
      data: listFor(data, context, input, { columns: COLUMNS, brief: SEARCH_BRIEF }),
      count: hits.length,
      rows,
      source: 'catalog',
      // The oldest: what was filed since then may be missing.
      fetchedAt: readTimes.sort()[0] ?? now.toISOString(),
      page: null,
      governmentWork: false,
    };
  },
});

/** @throws ApiError `not_ready` while one of the sources that this service reads may still bring names. */
async function requireWhole(reads: Reads, wanted: ReadonlySet<SourceId>): Promise<void> {
  for (const { source, status } of await reads.sources())
    if (wanted.has(source) && status !== 'off')
      (await requireLastReadAt(reads, source)).requireRowsUnlessComplete(0);
}

function hitFor(
  { match, ...hit }: SearchHitFacts,
  { baseUrl, now }: Pick<ToolContext, 'baseUrl' | 'now'>,
): NameHit {
  const { id, subtitle, page, call } = partsOf(hit, now);
  return {
    type: hit.type,
    id: `${hit.type}/${id}`,
    title: hit.facts.name,
    subtitle: subtitle.filter((part) => part !== '').join('; '),
    match,
    url: baseUrl + page,
    call,
  };
}

interface HitParts {
  id: string;
  subtitle: string[];
  page: string;
  call: NameHit['call'];
}

function partsOf(hit: Omit<SearchHitFacts, 'match'>, now: Date): HitParts {
  // `Omit` of a union keeps no pairs of type and facts.
  const { type, facts } = hit as SearchHitFacts;
  switch (type) {
    case 'issuer': {
      const [ticker = ''] = facts.tickers;
      return {
        id: facts.cik,
        subtitle: [
          facts.tickers.join(', '),
          `CIK ${facts.cik}`,
          ...(facts.formerNames.length === 0 ? [] : [`formerly ${firstOf(facts.formerNames)}`]),
        ],
        page: issuerPage(ticker, facts.cik),
        // Without a day only the last 30 days: an empty list would be taken for a company without trades.
        call: callOf('get_latest_filings', '/v1/filings', {
          cik: facts.cik,
          since: daysBefore(now, WINDOW_DAYS),
        }),
      };
    }
    case 'insider':
      return {
        id: facts.slug,
        subtitle: [facts.tickers.join(', '), `last filing ${localDate(NEW_YORK, new Date(facts.lastSeen))}`],
        page: insiderPage(facts.slug),
        call: { tool: 'get_insider', arguments: { id: facts.slug }, path: `/v1/insiders/${facts.slug}` },
      };
    case 'member':
      return {
        id: facts.slug,
        subtitle: [
          [facts.chamber === 'house' ? 'House' : 'Senate', facts.district ?? '', facts.party ?? '']
            .filter((part) => part !== '')
            .join(' '),
          `last report ${facts.lastSeen}`,
        ],
        page: memberPage(facts.slug),
        call: {
          tool: 'get_congress_member',
          arguments: { member: facts.slug },
          path: `/v1/congress/${facts.slug}`,
        },
      };
    case 'tracker':
      return {
        id: facts.slug,
        subtitle: [facts.entityName ?? '', facts.role, facts.archetype],
        page: trackerPage(facts.slug),
        call: { tool: 'get_tracker', arguments: { slug: facts.slug }, path: `/v1/trackers/${facts.slug}` },
      };
    default:
      return marketParts(facts, 'issuer' in facts ? facts.issuer : '');
  }
}

function marketParts(
  facts: Extract<SearchHitFacts, { type: 'eu_issuer' | 'eu_manager' }>['facts'],
  issuer: string,
): HitParts {
  const { country, name, isins, lastSeen } = facts;
  const { name: place, timeZone } = EU_MARKETS[country];
  const leis = 'leis' in facts ? facts.leis : [];
  const [code = null] = [...isins, ...leis];
  const { page, path, ...call } = marketCall(
    country,
    issuer === '' ? { issuer: name, code, manager: null } : { issuer, code, manager: name },
  );
  return {
    id: [country, name, issuer].filter((part) => part !== '').join('/'),
    subtitle: [
      issuer,
      place,
      isins.length === 0 ? '' : `ISIN ${firstOf(isins)}`,
      leis.length === 0 ? '' : `LEI ${firstOf(leis)}`,
      `last publication ${localDate(timeZone, new Date(lastSeen))}`,
    ],
    page,
    call: { tool: 'get_eu_filings', arguments: call.arguments, path },
  };
}

/** At most three. */
function firstOf(all: readonly string[]): string {
  return `${all.slice(0, 3).join(', ')}${all.length > 3 ? ', …' : ''}`;
}

function callOf(tool: string, path: string, given: Record<string, string>): NameHit['call'] {
  const query = new URLSearchParams(given).toString();
  return { tool, arguments: given, path: query === '' ? path : `${path}?${query}` };
}
