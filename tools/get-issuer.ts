/** One company over all registers. */

import { z } from 'zod/v3';
import { issuerPage } from './contract/answer.js';
import { type PartsContext, partsContext } from './contract/issuer-context.js';
import { type FoundIssuer, findIssuer, issuerIdParameter } from './contract/issuer-id.js';
import { PART_SOURCES, PARTS } from './contract/issuer-parts.js';
import { dateParameter, wordParameter, wordsParameter } from './contract/parameters.js';
import type { SourceId } from './contract/reads/sources.js';
import { ISSUER_ROWS_LIMIT } from './contract/rules.js';
import { ISSUER_PARTS, type IssuerDetail, type IssuerPart, issuerDetail } from './contract/shapes/issuer.js';
import { SOURCE_IDS } from './contract/sources.js';
import { defineTool } from './contract/tool.js';

const { min, max, brief, full } = ISSUER_ROWS_LIMIT;
const LIMIT_RULE = `limit must be a whole number from ${min} to ${max}`;

export default defineTool({
  mcp: 'get_issuer',
  isWider: true,
  title: 'One company over all registers',
  path: '/v1/issuers/{id}',
  purpose: 'One company over all registers: insiders, net buying, Congress, officials, funds, Europe',
  description: `One company over all registers, by symbol, CIK or ISIN: its insiders with title, what they own and what they bought and sold in 365 days; net buying per quarter; its cluster and streak; trades of Congress and of tracked officials; tracked 13F funds that hold or left it; European notifications; the latest close and its change.

Use it for "who are the insiders of ACME", "everything about ACME". For "which funds hold it" use get_holders: it has all managers, and the part funds here only the tracked ones. For a name call search first. It gives the first rows of each part and its total: get_latest_filings with cik, get_congress_trades with ticker, get_tracker, get_eu_filings with issuer (an ISIN) give all rows.

Each part has source, state, asOf and total. rows null means not known, and note says why; rows [] means none. Parts are joined by CIK, symbol, CUSIP, ISIN and LEI, never by name.

insiders are owners of a Form 4 within 365 days of the company's newest one: others are not in the data. holdings are shares as the last filing of each class and form of ownership states them; do not add them up. Open-market trades only; quarters are of the first filing date, and partial says why one is not whole.

For "did the price rise after a trade": parts=closes with closes_since, the day of the trade. Closes are known only for companies in the plain lists of clusters and streaks, and only with a price source.

parts keeps only some, such as parts=insiders,funds. view=brief (default) gives ${brief} rows of each part, view=full ${full}; limit overrides both.

Typical size: 3,000 tokens with brief, 10,000 with full; at most 7,000 and 60,000. Trades of Congress and officials: use is restricted by 5 U.S.C. 13107(c). Not advice.

Errors: 400 names the wrong parameter; 404 unknown id, with similar symbols; 503 not read yet.`,
  input: z.object({
    id: issuerIdParameter(),
    parts: wordsParameter(
      'parts',
      ISSUER_PARTS,
      'Only these parts, beside identity. Default: all',
    ).optional(),
    view: wordParameter(
      'view',
      ['brief', 'full'],
      `brief (default): ${brief} rows of each part; full: ${full}`,
    ).default('brief'),
    limit: z
      .number({ invalid_type_error: LIMIT_RULE })
      .int(LIMIT_RULE)
      .min(min, LIMIT_RULE)
      .max(max, LIMIT_RULE)
      .optional()
      .describe(`Maximum number of rows of each part: ${min} to ${max}`),
    closes_since: dateParameter(
      'closes_since',
      'First day of changePct of closes, YYYY-MM-DD, such as the day of a trade. Default: twelve weeks ago',
    ).optional(),
  }),
  otherNames: { ticker: 'id', symbol: 'id', cik: 'id', isin: 'id', company: 'id', issuer: 'id' },
  output: issuerDetail,
  async run({ id, parts, view, limit = ISSUER_ROWS_LIMIT[view], closes_since: closesSince }, context) {
    const issuer = await findIssuer(id, context);
    const wanted = new Set(
      ISSUER_PARTS.filter((part) => parts === undefined || parts.split(',').includes(part)),
    );
    const given = await partsContext(issuer, wanted, context, { limit, closesSince });
    const data: Record<string, unknown> = { identity: identityOf(given) };
    const found = await Promise.all([...wanted].map((part) => PARTS[part](given)));
    for (const [at, part] of [...wanted].entries()) data[part] = found[at];
    const sources = sourcesOf(wanted);
    const times = given.states.flatMap(({ source, lastReadAt }) =>
      sources.includes(source) ? (lastReadAt ?? []) : [],
    );
    return {
      // The parts were made for these names.
      data: data as IssuerDetail,
      count: 1,
      source: sources,
      // The oldest: what was filed since then may be missing. Each part says its own.
      fetchedAt: times.sort()[0] ?? context.now.toISOString(),
      page: pageOf(issuer),
      // The terms of European registers are not known.
      governmentWork: !wanted.has('europe') || issuer.isins.length === 0,
    };
  },
});

/** The sources of all parts that are given, in the order of the catalog; at least that of the identity. */
function sourcesOf(wanted: ReadonlySet<IssuerPart>): SourceId[] {
  const used = new Set<SourceId>([...wanted].flatMap((part) => PART_SOURCES[part]));
  const sources = SOURCE_IDS.filter((source) => used.has(source));
  return sources.length === 0 ? ['sec-edgar-form4'] : sources;
}

function pageOf({ codes, isin }: FoundIssuer): string {
  return codes === null ? `/eu/issuers/${isin}` : issuerPage(codes.ticker, codes.cik);
}

function identityOf({ issuer, record, european, baseUrl }: PartsContext): IssuerDetail['identity'] {
  const { codes, isin } = issuer;
  const isins = [...new Set([...(isin === null ? [] : [isin]), ...(european?.isins ?? [])])];
  const url = baseUrl + pageOf(issuer);
  if (codes === null)
    return {
      cik: null,
      name: issuer.european?.issuerName ?? null,
      ticker: null,
      tickers: [],
      formerNames: [],
      isins,
      cusips: [],
      url,
    };
  return {
    cik: codes.cik === '' ? null : codes.cik,
    name: codes.name === '' ? null : codes.name,
    ticker: codes.ticker === '' ? null : codes.ticker,
    tickers: codes.tickers,
    formerNames: (record?.names ?? []).filter(({ name }) => name !== codes.name),
    isins,
    cusips: codes.cusips,
    url,
  };
}
