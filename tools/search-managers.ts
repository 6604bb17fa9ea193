/** Managers who file Form 13F, found by name or CIK. */

import { z } from 'zod/v3';
import { listFor, page, requireLastReadAt } from './contract/answer.js';
import { cikIn } from './contract/identifiers.js';
import { damagedCursor, MANAGERS_PAGE, MANAGERS_SOURCE } from './contract/manager-search.js';
import { pageParameters, rowParameters } from './contract/parameters.js';
import { MANAGER_NAME_MAX, MANAGER_ROWS_LIMIT } from './contract/rules.js';
import { MANAGER_BRIEF, managerHit } from './contract/shapes/managers.js';
import { defineTool } from './contract/tool.js';

const Q_RULE = `q must be a name or a CIK of 1 to ${MANAGER_NAME_MAX} characters, with a letter or digit`;
const COLUMNS = Object.keys(managerHit.shape);
/** Behind every known total. */
const UNKNOWN = -1;
const place = z.tuple([z.number(), z.string()]);

export default defineTool({
  mcp: 'search_managers',
  isWider: true,
  title: 'Managers who file Form 13F',
  path: MANAGERS_PAGE.replace('/', '/v1/'),
  source: MANAGERS_SOURCE,
  purpose: 'All managers who file Form 13F, by name or CIK',
  description: `Institutional managers who file Form 13F with the SEC, all of them and not only the tracked ones, with the largest newest report first.

Use it to find the CIK that get_manager takes: "Bridgewater" (q=bridgewater), or the largest managers (without q). q matches the beginnings of words of the name in the newest report, in any order; a number is a CIK. One fund house often has several managers, and each files on its own.

totalValueUsd is what the report states of U.S.-listed securities, options at the value of the underlying shares: it is not the money that the manager has. state notice: another manager reports for it. Null is unknown, not zero.

meta.nextCursor gives the next rows. Typical size: 90 tokens a row; view=brief with format=table 30. Errors: 400 names the wrong parameter; 503 not read yet, or the operator has not named the register 13f-all.`,
  input: z.object({
    q: z
      .string({ invalid_type_error: Q_RULE })
      .max(MANAGER_NAME_MAX, Q_RULE)
      .refine((text) => /[\p{L}\p{N}]/u.test(text), Q_RULE)
      .optional()
      .describe('Words of a name, or a CIK. Default: all'),
    ...pageParameters(MANAGER_ROWS_LIMIT, 'managers'),
    ...rowParameters(managerHit, 'data', MANAGER_BRIEF),
  }),
  otherNames: { manager: 'q', cik: 'q' },
  output: z.array(managerHit),
  async run(input, context) {
    const { reads, baseUrl, after } = context;
    const read = await requireLastReadAt(reads, MANAGERS_SOURCE);
    if (after !== undefined && !place.safeParse(after).success) throw damagedCursor();
    const { q, limit } = input;
    const cik = q === undefined ? null : cikIn(q);
    const found = await reads.searchManagers({
      q: cik === null ? (q ?? null) : null,
      cik,
      after,
      limit: limit + 1,
    });
    read.requireRowsUnlessComplete(found.total);
    const { rows, counted } = await page(
      found.rows,
      { limit, after, count: async () => found.total },
      ({ totalValueUsd, cik: last }) => [
        totalValueUsd === null ? UNKNOWN : Math.round(totalValueUsd * 100),
        last,
      ],
    );
    return {
      data: listFor(rows.withUrls(baseUrl), context, input, { columns: COLUMNS, brief: MANAGER_BRIEF }),
      count: counted.given,
      rows: counted,
      source: MANAGERS_SOURCE,
      fetchedAt: read.fetchedAt,
      page: MANAGERS_PAGE,
      governmentWork: true,
    };
  },
});
