/** Managers' transactions of one European market or of all, newest publication first. */

import { z } from 'zod/v3';
import {
  countedRows,
  listFor,
  requireLastReadAt,
  type SourceFreshness,
  unreadableIn,
} from './contract/answer.js';
import { requireKeptPeriod } from './contract/bounds.js';
import { invalidParameter } from './contract/errors.js';
import {
  currencyOf,
  EU_SORTS,
  type EuInput,
  euPlace,
  euSearch,
  euSince,
  isPlainList,
} from './contract/eu-search.js';
import { EU_COUNTRIES, EU_MARKETS, type EuCountry } from './contract/markets/index.js';
import type { EuMarket } from './contract/markets/market.js';
import {
  amountParameter,
  dateParameter,
  listOrderParameters,
  pageParameters,
  rowParameters,
  wordParameter,
} from './contract/parameters.js';
import type { ListPlace } from './contract/place.js';
import { placeOfLast } from './contract/place.js';
import type { Reads } from './contract/reads.js';
import { EU_NAME_MAX, EU_ROWS_LIMIT, EU_WINDOW_DAYS } from './contract/rules.js';
import { SerializedRows } from './contract/serialized-rows.js';
import { anyEuRow, type EuRowFacts, euRow } from './contract/shapes/eu.js';
import { defineTool, type ToolContext } from './contract/tool.js';

const MARKETS: ReadonlyArray<[EuCountry, EuMarket]> = EU_COUNTRIES.map((country) => [
  country,
  EU_MARKETS[country],
]);

/** `de Germany, uk United Kingdom` */
const ofEach = (text: (market: EuMarket) => string) =>
  MARKETS.map(([country, market]) => `${country} ${text(market)}`).join(', ');

/** Markets with the same text once: `subscriptions (de, se)`. */
function byText(
  textsOf: (market: EuMarket) => readonly string[],
  write: (text: string, of: string) => string,
) {
  const texts = [...new Set(MARKETS.flatMap(([, market]) => textsOf(market)))];
  return texts.map((text) =>
    write(
      text,
      MARKETS.filter(([, market]) => textsOf(market).includes(text))
        .map(([country]) => country)
        .join(', '),
    ),
  );
}

const joined = (texts: readonly string[], last: string) =>
  new Intl.ListFormat('en-GB', { type: last === 'or' ? 'disjunction' : 'conjunction' }).format(texts);
const wordsFor = (way: 'acquisition' | 'disposal') =>
  joined(
    MARKETS.flatMap(([, { words }]) => words?.[way] ?? []),
    'and',
  );

const COUNTRIES = [...EU_COUNTRIES, 'all'] as const;
const COUNTRY_RULE = `country must be ${joined(COUNTRIES, 'or')}`;
const CURRENCY_RULE = 'currency must be a code of 3 letters, such as EUR';
const ISIN_RULE = 'isin must be 12 letters and digits, such as SE0000108656';
const registers = ofEach(
  ({ source, currency, floor }) => `${source.name} (${currency} ${floor.toLocaleString('en-US')})`,
);
const leftOutBySome = byText(
  ({ leavesOut = [] }) => leavesOut,
  (text, of) => `${text} (${of})`,
).join(', ');
const fieldNotes = MARKETS.flatMap(([country, { fieldNote }]) =>
  fieldNote === undefined ? [] : `${country}: ${fieldNote}`,
).join(' ');

/** The fields of `view=brief`; each market also has those of the nature and the value. */
const BRIEF = [
  'publicationAt',
  'issuerName',
  'pdmrName',
  'direction',
  'transactionDate',
  'currency',
  'erratum',
];

/** A part of a name. */
function nameParameter(name: string, description: string) {
  const message = `${name} must be 1 to ${EU_NAME_MAX} characters with a letter or a digit`;
  return z
    .string({ invalid_type_error: message })
    .max(EU_NAME_MAX, message)
    .regex(/[\p{L}\p{N}]/u, message)
    .describe(description);
}

export default defineTool({
  mcp: 'get_eu_filings',
  title: 'European managers’ transactions (MAR Article 19)',
  path: '/v1/eu/{country}',
  purpose: 'PDMR acquisitions and disposals of one European market, newest publication first',
  description: `Acquisitions and disposals by managers (PDMRs) and persons closely associated, as published by one European register in the last ${EU_WINDOW_DAYS} days, newest first; country=all gives all markets in one list. Registers and floors: ${registers}.

Use it for "which managers in Sweden bought lately", or with issuer or manager for one name. U.S. insiders are in get_latest_filings.

Left out: awards, vestings, withholdings, dividend reinvestments, option exercises, mergers, gifts, ${leftOutBySome}, obvious keying errors, and rows under the floor. The floor applies only to rows in its currency; others always pass. Nothing is converted or compared over currencies: min_value and sort=value give only rows in currency (by default the market’s: meta.onlyCurrency).

direction is P for an acquisition, S for a disposal, null for other words. Other fields differ by market, in the register's words: ${wordsFor('acquisition')}; ${wordsFor('disposal')}. The value is totalValue, in se totalValueNative. ${fieldNotes}

Typical size: 145 tokens a row, up to ${EU_ROWS_LIMIT.max.toLocaleString('en-US')} rows (350,000 tokens): give limit. view=brief with format=table takes 35 tokens a row. meta.total counts what matches; meta.truncated true means that more follow: call again with cursor=meta.nextCursor.

Errors: 400 names the wrong parameter; 503 means that a register was not read yet, not "no trades".`,
  input: z.object({
    country: z
      .enum(COUNTRIES, { errorMap: () => ({ message: COUNTRY_RULE }) })
      .describe(`${ofEach(({ name }) => name)}, all of them`),
    since: dateParameter(
      'since',
      `First publication date, YYYY-MM-DD. Default and earliest: ${EU_WINDOW_DAYS} days ago`,
    ).optional(),
    isin: z
      .string({ invalid_type_error: ISIN_RULE })
      .regex(/^[A-Za-z]{2}[A-Za-z0-9]{10}$/, ISIN_RULE)
      .transform((text) => text.toUpperCase())
      .describe(
        'ISIN of the instrument, any case, such as SE0000108656. Rows without an ISIN never match: issuer takes one for all rows of a company',
      )
      .optional(),
    ...pageParameters(EU_ROWS_LIMIT, 'rows'),
    ...rowParameters(anyEuRow, 'data (each market has its own)', [
      ...BRIEF,
      'and the nature and the value of the market',
    ]),
    until: dateParameter('until', 'Last publication date, YYYY-MM-DD (UTC). Default: today').optional(),
    direction: wordParameter(
      'direction',
      ['P', 'S', 'all'],
      'P acquisitions, S disposals, all both and rows of other words (default)',
    ).default('all'),
    min_value: amountParameter(
      'min_value',
      'Minimum value of a row, in currency; rows in another one, or of unknown value, are then left out. Default 0',
    ).default(0),
    currency: z
      .string({ invalid_type_error: CURRENCY_RULE })
      .regex(/^[A-Za-z]{3}$/, CURRENCY_RULE)
      .transform((text) => text.toUpperCase())
      .describe(
        'Only rows in this currency, such as EUR. With min_value or sort=value the default is that of the market; country=all needs it',
      )
      .optional(),
    issuer: nameParameter(
      'issuer',
      'Words that begin words of the issuer’s name, with or without accents; or an LEI; or an ISIN, for its rows and those with the LEI of most of them',
    ).optional(),
    manager: nameParameter('manager', 'Words that begin words of the manager’s name (pdmrName)').optional(),
    names: wordParameter(
      'names',
      ['words', 'whole'],
      'whole: issuer, unless it is an ISIN or LEI, and manager are whole names, capitals, accents and signs apart. Two people of one name stay together. Default words',
    ).default('words'),
    ...listOrderParameters(
      EU_SORTS,
      'published by time of publication (default), traded by date of the trade, value by value in currency, issuer and manager by name as filed',
    ),
  }),
  otherNames: {
    company: 'issuer',
    issuerName: 'issuer',
    lei: 'issuer',
    pdmrName: 'manager',
    person: 'manager',
  },
  output: z.array(euRow),
  async run(input, context) {
    const { country } = input;
    requireKeptPeriod(input, { now: context.now, days: EU_WINDOW_DAYS, rows: 'rows of the registers' });
    const markets = country === 'all' ? await readMarkets(context.reads) : [country];
    const columns = columnsOf(input);
    const reads = await Promise.all(
      markets.map((market) => requireLastReadAt(context.reads, EU_MARKETS[market].source.id)),
    );
    const { rows, total, next } = await found(input, context);
    for (const read of reads) read.requireRowsUnlessComplete(total);
    const brief = [...BRIEF, ...markets.flatMap((market) => EU_MARKETS[market].mainFields)];
    const how = { columns, brief: country === 'all' ? ['market', ...brief] : brief };
    return {
      data: listFor(rows, context, input, how),
      count: rows.length,
      rows: {
        given: rows.length,
        total,
        next,
        ...unreadableIn(rows),
        onlyCurrency: input.currency === undefined ? currencyOf(input) : null,
      },
      source:
        country === 'all'
          ? markets.map((market) => EU_MARKETS[market].source.id)
          : EU_MARKETS[country].source.id,
      fetchedAt: oldest(reads),
      // No regulator's terms allow a licence statement.
      page: country !== 'all' && hasAttribution(EU_MARKETS[country]) ? `/eu/${country}` : null,
      governmentWork: false,
    };
  },
});

/** The markets that this service reads; all of them if it reads none. */
async function readMarkets(reads: Reads): Promise<readonly EuCountry[]> {
  const states = await reads.sources();
  const isOff = (market: EuCountry) =>
    states.some(({ source, status }) => source === EU_MARKETS[market].source.id && status === 'off');
  const read = EU_COUNTRIES.filter((market) => !isOff(market));
  return read.length === 0 ? EU_COUNTRIES : read;
}

type EuListInput = EuInput & { limit: number; fields?: string | undefined };

/**
 * The names of all fields.
 * @throws ApiError `invalid_parameter` if `fields` names one that the market does not have.
 */
function columnsOf({ country, fields }: EuListInput): string[] {
  const columns = Object.keys(country === 'all' ? anyEuRow.shape : EU_MARKETS[country].row.shape);
  if (fields?.split(',').some((field) => !columns.includes(field)))
    throw invalidParameter([
      {
        path: 'fields',
        message: `fields for ${country} must be a comma-separated list of: ${columns.join(', ')}`,
      },
    ]);
  return columns;
}

/** The rows, how many match, and the place of the last row if more follow. */
async function found(input: EuListInput, context: ToolContext) {
  const { reads, now } = context;
  const { country, limit } = input;
  const after = euPlace(input, context.after);
  if (country !== 'all' && isPlainList(input) && after === undefined) {
    const { isin = null } = input;
    const question = { market: country, since: euSince(input, now), until: now.toISOString(), isin };
    const rows = await reads.euFilings({ ...question, limit });
    const { total } = await countedRows(rows, limit, () => reads.countEuFilings(question));
    return { rows, total, next: total > rows.length + rows.unreadable ? lastPlace(country, rows) : null };
  }
  const answer = await reads.searchEuFilings({
    ...euSearch(input, { ...context, after }),
    limit: limit + 1,
  });
  return {
    rows: new SerializedRows<EuRowFacts>(answer.rows.texts.slice(0, limit), answer.rows.unreadable),
    total: answer.total,
    next: answer.rows.length > limit ? placeOfLast(answer.places, limit) : null,
  };
}

/** The place of the last row of the plain list. */
function lastPlace(country: EuCountry, rows: SerializedRows<EuRowFacts>): ListPlace | null {
  const text = rows.texts.at(-1);
  if (text === undefined) return null;
  const { publicationAt, filingId } = JSON.parse(text) as EuRowFacts;
  return [publicationAt, filingId, country];
}

/** When the list was last read that was read longest ago. */
function oldest(reads: readonly SourceFreshness[]): string {
  // There is at least one market, and all times have the same form.
  return reads.map(({ fetchedAt }) => fetchedAt).sort()[0] as string;
}

const hasAttribution = (market: EuMarket) => market.hasAttribution === true;
