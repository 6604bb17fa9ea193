/** A question in SQL over the newest dump. Only a service that offers dumps has this tool. */

import { z } from 'zod/v3';
import { ApiError, invalidParameter } from './contract/errors.js';
import { SQL_LENGTH_MAX, SQL_ROWS_LIMIT } from './contract/rules.js';
import { defineTool, type Tool } from './contract/tool.js';

/** What the process that has the file answers. */
export interface SqlOutcome {
  error?: string;
  columns?: string[];
  rows?: Array<Array<string | number | null>>;
  isCut?: boolean;
}

/** How a question is run: `none` where there is no dump yet, `busy` where too many wait. */
export type AskSql = (
  sql: string,
  rows: number,
) => Promise<{ generation: number; dataAt: string; outcome: SqlOutcome } | 'none' | 'busy'>;

const RULE = `sql must be one question of up to ${SQL_LENGTH_MAX} characters that begins with SELECT, WITH, VALUES or EXPLAIN`;
const LIMIT_RULE = `limit must be a whole number from ${SQL_ROWS_LIMIT.min} to ${SQL_ROWS_LIMIT.max}`;

const sqlAnswer = z.object({
  generation: z.number().int().describe('The generation of the dump, which may be a day old'),
  dataAt: z.string().describe('Moment of its data, ISO 8601 UTC'),
  columns: z.array(z.string()),
  rows: z
    .array(z.array(z.union([z.string(), z.number(), z.null()])))
    .describe('Values in the order of columns; null is unknown'),
  isCut: z.boolean().describe('True when more rows would follow: the answer is a part'),
});

export function querySql(ask: AskSql): Tool {
  return defineTool({
    mcp: 'query_sql',
    isWider: true,
    isPresentOnly: true,
    title: 'A question in SQL over the newest dump',
    path: '/v1/sql',
    purpose: 'Read-only SQL (SQLite) over the newest dump of the public tables',
    description: `One question in SQL (the dialect of SQLite) over the newest dump of the public tables. It only reads. Use it for counts, sums and joins that no other tool gives; for single filings the other tools are newer, because a dump may be a day old.

First: SELECT "table", description FROM dump_tables, then SELECT "column", type, description FROM dump_columns WHERE "table" = 'form4_trades'. Moments are ISO 8601 texts in UTC. NULL is unknown, never zero. Rows of form4_transactions are once for each owner: never add those of different owners.

At most ${SQL_ROWS_LIMIT.max} rows, 1 MB and 5 seconds; isCut true means that the answer is a part. Use of rows of Congress is restricted by 5 U.S.C. 13107(c). Errors: 400 with the message of SQLite; 503 no dump yet, or too many questions at a time.`,
    input: z.object({
      sql: z
        .string({ invalid_type_error: RULE, required_error: RULE })
        .min(1, RULE)
        .max(SQL_LENGTH_MAX, RULE)
        .describe('The question, such as SELECT count(*) FROM form4_trades'),
      limit: z
        .number({ invalid_type_error: LIMIT_RULE })
        .int(LIMIT_RULE)
        .min(SQL_ROWS_LIMIT.min, LIMIT_RULE)
        .max(SQL_ROWS_LIMIT.max, LIMIT_RULE)
        .default(SQL_ROWS_LIMIT.default)
        .describe(`Maximum number of rows: ${SQL_ROWS_LIMIT.min} to ${SQL_ROWS_LIMIT.max}`),
    }),
    output: sqlAnswer,
    async run({ sql, limit }, { now }) {
      const answered = await ask(sql, limit);
      if (answered === 'none')
        throw unavailable('There is no dump yet: the service makes one after a refresh.', 600);
      if (answered === 'busy') throw unavailable('Too many questions in SQL are waiting.', 10);
      const { generation, dataAt, outcome } = answered;
      const { error, columns = [], rows = [], isCut = false } = outcome;
      if (error !== undefined) throw invalidParameter([{ path: 'sql', message: `sql: ${error}` }]);
      return {
        data: { generation, dataAt, columns, rows, isCut },
        count: rows.length,
        source: 'catalog',
        fetchedAt: dataAt === '' ? now.toISOString() : dataAt,
        page: '/sql',
        governmentWork: false,
      };
    },
  });
}

function unavailable(message: string, seconds: number): ApiError {
  return new ApiError('not_ready', `${message} Try again after ${seconds} seconds.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
