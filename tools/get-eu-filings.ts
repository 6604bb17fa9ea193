/** Managers' transactions of one European market, newest publication first. */

import { z } from 'zod/v3';
import { daysBefore } from '../src/dates.js';
import { countedRows, requireLastReadAt, rowsFor } from './contract/answer.js';
import { invalidParameter } from './contract/errors.js';
import { EU_COUNTRIES, EU_MARKETS, type EuCountry } from './contract/markets/index.js';
import type { EuMarket } from './contract/markets/market.js';
import { dateParameter, fieldsParameter, limitParameter } from './contract/parameters.js';
import { EU_ROWS_LIMIT, EU_WINDOW_DAYS } from './contract/rules.js';
import { anyEuRow, euRow } from './contract/shapes/eu.js';
import { defineTool } from './contract/tool.js';

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

const COUNTRY_RULE = `country must be ${joined(EU_COUNTRIES, 'or')}`;
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
const mainFields = byText(
  (market) => [market.mainFields.join(',')],
  (fields, of) => `${of} ${fields}`,
).join('; ');

export default defineTool({
  mcp: 'get_eu_filings',
  title: 'European managers’ transactions (MAR Article 19)',
  path: '/v1/eu/{country}',
  purpose: 'PDMR acquisitions and disposals of one European market, newest publication first',
  description: `Acquisitions and disposals by managers (PDMRs) and persons closely associated, as published by one European register in the last ${EU_WINDOW_DAYS} days, newest first. Registers and floors: ${registers}.

Use it for "which managers in Sweden bought lately", or with isin for one company. U.S. insiders are in get_latest_filings.

Left out: awards, vestings, withholdings, dividend reinvestments, option exercises, mergers, gifts, ${leftOutBySome}, and rows under the floor. The floor applies only to rows in its currency; others always pass, so read currency before you add values. Nothing is converted.

Each market has different fields. Wording is the register's, untranslated: ${wordsFor('acquisition')} are acquisitions; ${wordsFor('disposal')} are disposals. direction is P for an acquisition, S for a disposal, null for other words. ${fieldNotes}

Typical size: 150 tokens a row, up to ${EU_ROWS_LIMIT.max.toLocaleString('en-US')} rows (350,000 tokens). Make it smaller with since, isin, limit or fields, such as publicationAt,issuerName,pdmrName,currency with the nature and value: ${mainFields}. meta.total counts the rows that match; meta.truncated true means that only the newest are returned.

Errors: 400 names the wrong parameter and what it accepts; 503 means that the register was not read yet, which does not mean "no trades".`,
  input: z.object({
    country: z
      .enum(EU_COUNTRIES, { errorMap: () => ({ message: COUNTRY_RULE }) })
      .describe(ofEach(({ name }) => name)),
    since: dateParameter(
      'since',
      `First publication date, YYYY-MM-DD. Default and earliest: ${EU_WINDOW_DAYS} days ago`,
    ).optional(),
    isin: z
      .string({ invalid_type_error: ISIN_RULE })
      .regex(/^[A-Za-z]{2}[A-Za-z0-9]{10}$/, ISIN_RULE)
      .transform((text) => text.toUpperCase())
      .describe('ISIN of the instrument, any case, such as SE0000108656. Rows without an ISIN never match')
      .optional(),
    limit: limitParameter(EU_ROWS_LIMIT, 'rows'),
    fields: fieldsParameter(anyEuRow, 'data (each market has its own)').optional(),
  }),
  output: z.array(euRow),
  async run({ country, since, isin, limit, fields }, context) {
    const { reads, now } = context;
    const market: EuMarket = EU_MARKETS[country];
    const valid = Object.keys(market.row.shape);
    if (fields?.split(',').some((field) => !valid.includes(field)))
      throw invalidParameter([
        {
          path: 'fields',
          message: `fields for ${country} must be a comma-separated list of: ${valid.join(', ')}`,
        },
      ]);
    const source = EU_MARKETS[country].source.id;
    const read = await requireLastReadAt(reads, source);
    const horizon = daysBefore(now, EU_WINDOW_DAYS);
    const question = {
      market: country,
      since: since === undefined || since < horizon ? horizon : since,
      until: now.toISOString(),
      isin: isin ?? null,
    };
    const rows = await reads.euFilings({ ...question, limit });
    read.requireRowsUnlessComplete(rows.length);
    return {
      data: rowsFor(rows, context, fields),
      count: rows.length,
      rows: await countedRows(rows.length, limit, () => reads.countEuFilings(question)),
      source,
      fetchedAt: read.fetchedAt,
      // No regulator's terms allow a licence statement.
      page: market.hasAttribution === true ? `/eu/${country}` : null,
      governmentWork: false,
    };
  },
});
