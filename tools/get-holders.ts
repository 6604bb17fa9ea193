/** Who holds a security at the end of a quarter, of all managers who file Form 13F, and what changed. */

import { z } from 'zod/v3';
import { issuerPage, listFor, requireLastReadAt } from './contract/answer.js';
import { notFound } from './contract/errors.js';
import {
  chooseQuarters,
  DUE_QUARTER,
  HELD_CHANGES,
  holdersPage,
  holdingParameters,
  holdingSearch,
  MANAGERS_SOURCE,
  managerPage,
} from './contract/manager-search.js';
import { pageParameters, rowParameters } from './contract/parameters.js';
import { MANAGER_ROWS_LIMIT } from './contract/rules.js';
import { SerializedPageRows } from './contract/serialized-rows.js';
import { HOLDER_BRIEF, holdersOf, securityHolder } from './contract/shapes/managers.js';
import { quarterName } from './contract/shapes/tracker-changes.js';
import { defineTool } from './contract/tool.js';

const COLUMNS = Object.keys(securityHolder.shape);
const ID_RULE =
  'security must be a symbol of 1 to 5 letters, such as ACME or BRK.B, or a CUSIP of 9 letters and digits, such as 037833100; search finds the symbol of a company by its name';
const CUSIP = /^[0-9A-Z*@#]{9}$/;
const SYMBOL = /^[A-Z]{1,5}(?:[.\-/][A-Z]{1,2})?$/;

const LEFT_OUT = [
  'Managers below 100 million dollars, short positions, and what managers need not report: a 13F has long positions in U.S.-listed securities.',
  'Shares that two managers report are counted twice: the sums are as reported.',
  'Why a security is new or gone for everybody: after a merger, a spin-off or a change of CUSIP shares were exchanged, and not bought or sold.',
];

export default defineTool({
  mcp: 'get_holders',
  isWider: true,
  title: 'Institutional holders of a security (Form 13F, all managers)',
  path: '/v1/holders/{security}',
  source: MANAGERS_SOURCE,
  purpose: 'Which managers hold a security, and who bought, sold or left it in a quarter',
  description: `Which of all institutional managers held a security at the end of a quarter, by Form 13F, and what changed for each since another quarter.

Use it for "who holds ACME" (security=ACME), "who sold it last quarter" (change=trimmed,exit, sort=change, order=asc), "who holds it and who sold" in one call (change=new,added,trimmed,held,exit,unknown), "who is new" (change=new), "how many managers hold it" (summary). For one manager use get_manager; for holders above five per cent with dates get_major_holders; for the tracked portfolios get_issuer.

One row is one manager and kind: shares by default; kind=put,call for options (at the value of the underlying shares), principal for bonds. change is against the quarter before, or compare; it is unknown unless the manager filed both quarters, and where shares may have been split (maybeSplit). changeIsSure false: rows are withheld or in another manager's report, the report is empty, or the CUSIP changed. Exits are only given with change=exit.

Amounts are as filed at the end of the quarter, up to 45 days old when filed. Values are in USD: the unit of each report was decided for the whole report, and notes has unit-unchecked or unit-undecided where that is not certain. Sums are as reported: two managers may report the same shares. Null is unknown, not zero. Not advice.

meta.total is how many match; meta.nextCursor gives the next rows. Typical size: 200 tokens a row; view=brief with format=table 45. Errors: 400 names the wrong parameter; 404 no manager reports the security; 503 not read yet, or the operator has not named the register 13f-all.`,
  input: z.object({
    security: z
      .string({ invalid_type_error: ID_RULE, required_error: ID_RULE })
      .transform((text) => text.trim().toUpperCase())
      .refine((text) => CUSIP.test(text) || SYMBOL.test(text), ID_RULE)
      .describe('Symbol, such as ACME or BRK.B, or CUSIP; any case'),
    ...holdingParameters(DUE_QUARTER, 'Default: shares'),
    ...pageParameters(MANAGER_ROWS_LIMIT, 'holders'),
    ...rowParameters(securityHolder, 'holders', HOLDER_BRIEF),
  }),
  otherNames: { ticker: 'security', symbol: 'security', cusip: 'security', id: 'security', type: 'change' },
  output: holdersOf,
  async run(input, context) {
    const { reads, now, baseUrl, after } = context;
    const read = await requireLastReadAt(reads, MANAGERS_SOURCE);
    const quarters = await reads.managerQuarters();
    read.requireRowsUnlessComplete(quarters.length);
    if (quarters.length === 0) throw read.notFoundError('No report of a manager is here');
    const chosen = chooseQuarters(input, quarters, now);
    const { security } = input;
    const { period } = chosen;
    const known = await reads.heldSecurities(
      CUSIP.test(security) ? { cusip: security, period } : { ticker: security, period },
    );
    const [found, ...others] = known;
    if (found === undefined)
      throw CUSIP.test(security)
        ? read.notFoundError(`No manager reports a security with the CUSIP ${security}`)
        : notFound(
            `No security that managers report is known to have the symbol ${security}. Give its CUSIP: a symbol is only known if the tables of the SEC make it certain.`,
          );
    const search = holdingSearch(input, chosen, { changes: HELD_CHANGES, kinds: ['shares'] }, after);
    const { rows, total, next, summary } = await reads.securityHolders({ ...search, cusip: found.cusip });
    const stored = rows.map((row) => [JSON.stringify(row), managerPage(row.cik)] as const);
    const { ticker, issuerName, titleOfClass } = found;
    return {
      data: {
        cusip: found.cusip,
        ticker,
        issuerName,
        titleOfClass,
        otherCusips: others.map(({ cusip }) => cusip),
        quarter: quarterName(chosen.period),
        periodEnd: chosen.period,
        compare: chosen.prior === null ? null : quarterName(chosen.prior),
        quarters: quarters.map(({ periodEnd }) => quarterName(periodEnd)),
        managersReported: quarters.find(({ periodEnd }) => periodEnd === chosen.period)?.managers ?? 0,
        summary,
        leftOut: LEFT_OUT,
        holders: listFor(new SerializedPageRows(stored).withUrls(baseUrl), context, input, {
          columns: COLUMNS,
          brief: HOLDER_BRIEF,
        }) as never,
      },
      count: rows.length,
      rows: { given: rows.length, total, next },
      source: MANAGERS_SOURCE,
      fetchedAt: read.fetchedAt,
      page: ticker === null ? holdersPage(found.cusip) : issuerPage(ticker, ''),
      governmentWork: true,
    };
  },
});
