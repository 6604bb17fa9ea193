/** Managers' transactions of one European market, newest publication first. */

import { z } from 'zod/v3';
import { daysBefore } from '../src/dates.js';
import { countedRows, keepFields, requireLastReadAt } from './contract/answer.js';
import { invalidParameter } from './contract/errors.js';
import { dateParameter, fieldsParameter, limitParameter } from './contract/parameters.js';
import type { SourceId } from './contract/reads.js';
import { EU_MARKETS, EU_ROWS_LIMIT, EU_WINDOW_DAYS } from './contract/rules.js';
import { anyEuRow, EU_COUNTRIES, type EuCountry, euRow, euRows } from './contract/shapes/eu.js';
import { defineTool } from './contract/tool.js';

const SOURCE_OF_COUNTRY: Record<EuCountry, SourceId> = {
  de: 'bafin-directors-dealings',
  uk: 'fca-nsm',
  se: 'fi-insynsregistret',
  nl: 'afm-mar19',
};
const COUNTRY_RULE = 'country must be de, uk, se or nl';
const ISIN_RULE = 'isin must be 12 letters and digits, such as SE0000108656';
const floors = EU_COUNTRIES.map(
  (country) =>
    `${country} ${EU_MARKETS[country].currency} ${EU_MARKETS[country].floor.toLocaleString('en-US')}`,
).join(', ');

export default defineTool({
  mcp: 'get_eu_filings',
  title: 'European managers’ transactions (MAR Article 19)',
  path: '/v1/eu/{country}',
  purpose: 'PDMR acquisitions and disposals of one European market, newest publication first',
  description: `Acquisitions and disposals by managers (PDMRs) and persons closely associated, as published by one European register: de BaFin, uk FCA National Storage Mechanism, se Finansinspektionen, nl AFM. The last ${EU_WINDOW_DAYS} days of publication, newest first.

Use it for "which managers in Sweden bought lately", or with isin for one company. U.S. insiders are in get_latest_filings.

Left out: awards, vestings, withholdings, dividend reinvestments, option exercises, mergers, gifts, subscriptions (de, se), revised and cancelled rows and obvious keying errors (se), and rows under the floor (${floors}). The floor applies only to rows in that currency; rows in another currency always pass, so read currency before you add values. Nothing is converted.

Each market has different fields. Wording is the register's, untranslated: Kauf, Förvärv and Verwerving are acquisitions; Verkauf, Avyttring and Vervreemding are disposals. direction has one meaning for every market: P acquisition, S disposal, null when the word is neither. uk: pricePerShare is as quoted, usually pence, while totalValue is in pounds; valueUnknown true means that the unit could not be determined: currency and totalValue are then null and the floor does not apply. de: totalValue is as stated; there is no number of shares. nl: publicationAt is when this service first saw the row; for rows of the initial import it is midnight of the trade day.

Typical size: about 150 tokens a row, up to ${EU_ROWS_LIMIT.max.toLocaleString('en-US')} rows (350,000 tokens). Make it smaller with since, isin, limit or fields: for se publicationAt,issuerName,pdmrName,characterSe,totalValueNative,currency, for de and uk with transactionNature and totalValue instead, for nl with transactionCategory and totalValue; about a third of the size. meta.total counts the rows that match; meta.truncated true means that only the newest are returned.

Errors: 400 names the wrong parameter and what it accepts; 503 means that the register was not read yet, which does not mean "no trades".`,
  input: z.object({
    country: z
      .enum(EU_COUNTRIES, { errorMap: () => ({ message: COUNTRY_RULE }) })
      .describe('de Germany, uk United Kingdom, se Sweden, nl Netherlands'),
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
  maxResultSizeChars: 500_000,
  async run({ country, since, isin, limit, fields }, { reads, now, acceptsSerializedRows }) {
    const valid = Object.keys(euRows[country].shape);
    if (fields?.split(',').some((field) => !valid.includes(field)))
      throw invalidParameter([
        {
          path: 'fields',
          message: `fields for ${country} must be a comma-separated list of: ${valid.join(', ')}`,
        },
      ]);
    const source = SOURCE_OF_COUNTRY[country];
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
      data: acceptsSerializedRows === true && fields === undefined ? rows : keepFields(rows.rows(), fields),
      count: rows.length,
      rows: await countedRows(rows.length, limit, () => reads.countEuFilings(question)),
      source,
      fetchedAt: read.fetchedAt,
      // Only the German endpoint has an attribution. No regulator's terms allow a licence statement.
      page: country === 'de' ? '/eu/de' : null,
      governmentWork: false,
    };
  },
});
