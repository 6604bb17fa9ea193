/** One manager who files Form 13F: what it holds, what changed between two quarters, one position through all of them. */

import { z } from 'zod/v3';
import { listFor, requireLastReadAt } from './contract/answer.js';
import { managerCik, managerParameter } from './contract/manager-name.js';
import {
  type ChosenQuarters,
  chooseQuarters,
  damagedCursor,
  HELD_CHANGES,
  holdingParameters,
  holdingSearch,
  MANAGERS_SOURCE,
  managerPage,
  REAL_CHANGES,
  wrong,
} from './contract/manager-search.js';
import { fieldsParameter, pageParameters, tickersParameter, wordParameter } from './contract/parameters.js';
import type { ListPlace } from './contract/place.js';
import type { Reads } from './contract/reads.js';
import { MANAGER_ROWS_LIMIT } from './contract/rules.js';
import { SerializedRows } from './contract/serialized-rows.js';
import {
  anyManagerRow,
  HOLDING_BRIEF,
  HOLDING_KINDS,
  MANAGER_COLUMNS,
  MANAGER_VIEWS,
  type ManagerDetail,
  type ManagerReportRow,
  managerDetail,
} from './contract/shapes/managers.js';
import { defineTool, type GivenRows, type ToolContext } from './contract/tool.js';
import { cusipParameter } from './contract/tracker-quarters.js';

const input = z.object({
  cik: managerParameter(
    'CIK of the manager, such as 1067983, or words of its name if only one manager has them: search_managers lists them all',
  ),
  list: wordParameter(
    'list',
    MANAGER_VIEWS,
    'holdings (default) of a quarter, changes since another one, history of one position (with position), reports of every quarter',
  ).default('holdings'),
  position: cusipParameter('position', 'CUSIP of one position; required with list=history').optional(),
  ticker: tickersParameter().optional(),
  ...holdingParameters('the newest that this manager reported', 'Default: all'),
  ...pageParameters(MANAGER_ROWS_LIMIT, 'rows'),
  fields: fieldsParameter(anyManagerRow, 'rows').optional(),
  view: wordParameter(
    'view',
    ['full', 'brief'],
    `brief keeps only ${HOLDING_BRIEF.join(', ')} of holdings and changes; fields overrides it`,
  ).default('full'),
  format: wordParameter(
    'format',
    ['rows', 'table'],
    'table gives rows as {columns, rows}: the names once, and each row as an array, about half the size',
  ).default('rows'),
});
type ManagerInput = z.infer<typeof input>;

export default defineTool({
  mcp: 'get_manager',
  isWider: true,
  title: 'One manager who files Form 13F',
  path: '/v1/managers/{cik}',
  source: MANAGERS_SOURCE,
  purpose: 'One manager of all: holdings, changes between any two quarters, history of a position',
  description: `One institutional manager by its Form 13F reports: what it held at the end of a quarter, what it opened, added, trimmed and closed since another quarter, one position in every quarter, and the reports themselves with their filings.

Use it for "what does X hold" (cik takes words of a name too; where several managers have them, the error names them), "what did X buy last quarter" (list=changes, change=new,added), "when did X buy ACME" (list=history with position, a CUSIP of a row), "was the report amended" (list=reports). quarter and compare choose any two quarters. For the curated portfolios get_tracker has prices and weights over time.

Restatements, additions of new holdings and amendments are applied; report.filings says which filing counts. report.state notice: otherManagers report for it. withdrawn: a restatement replaced the report by nothing, mostly because it belonged to another manager. Neither means that it sold everything. statedValueUsd and statedRows are what the summary pages state; notes has value-differs or rows-differ where the rows do not agree.

Options are at the value of the underlying shares and never added to shares; share classes are separate. change is unknown where a quarter was not filed, or where shares may have been split; changeIsSure false where rows are withheld or reported elsewhere, beside an empty report, or where the CUSIP changed. A 13F has only long positions in U.S.-listed securities, up to 45 days old. Null is unknown, not zero. Not advice.

meta.nextCursor gives the next rows. Typical size: 150 tokens a row; view=brief with format=table 45. Errors: 400 names the wrong parameter; 404 unknown manager; 503 not read yet, or the operator has not named the register 13f-all.`,
  input,
  otherNames: { manager: 'cik', name: 'cik', q: 'cik', id: 'cik', cusip: 'position', type: 'change' },
  output: managerDetail,
  async run(input, context) {
    requireSuitable(input);
    const { reads } = context;
    const read = await requireLastReadAt(reads, MANAGERS_SOURCE);
    const cik = await managerCik(input.cik, reads, read);
    const given = { ...input, cik };
    const reports = await reads.managerReports(cik);
    const [newest] = reports;
    if (newest === undefined)
      throw read.notFoundError(
        `No manager with the CIK ${cik} has filed a Form 13F for a quarter that is here`,
      );
    const found =
      given.list === 'holdings' || given.list === 'changes'
        ? await comparison(given, await quartersOf(given, newest.quarter, context), reports, context)
        : await wholeList(given, reports, context);
    return {
      data: {
        cik,
        name: newest.name,
        quarters: reports.map(({ quarter }) => quarter),
        ...found.data,
      },
      count: found.rows.given,
      rows: found.rows,
      source: MANAGERS_SOURCE,
      fetchedAt: read.fetchedAt,
      page: managerPage(cik),
      governmentWork: true,
    };
  },
});

/** Without a quarter the newest report is shown: a manager may have stopped to report, or report before the others. */
async function quartersOf(
  { quarter, compare }: ManagerInput,
  newest: string,
  { reads, now }: ToolContext,
): Promise<ChosenQuarters> {
  return chooseQuarters({ quarter: quarter ?? newest, compare }, await reads.managerQuarters(), now);
}

type Reports = Awaited<ReturnType<Reads['managerReports']>>;

interface FoundList {
  data: Omit<ManagerDetail, 'cik' | 'name' | 'quarters'>;
  rows: GivenRows;
}

function requireSuitable({ list, position, quarter, compare, fields }: ManagerInput): void {
  if (list === 'history' && position === undefined)
    throw wrong('position', 'list=history needs position: the CUSIP of a row of holdings or changes');
  if (list === 'history' || list === 'reports')
    for (const [name, value] of Object.entries({ quarter, compare }))
      if (value !== undefined) throw wrong(name, `${name} is only for list=holdings and list=changes`);
  const columns = MANAGER_COLUMNS[list];
  if (fields?.split(',').some((name) => !columns.includes(name)) === true)
    throw wrong(
      'fields',
      `With list=${list}, fields must be a comma-separated list of: ${columns.join(', ')}`,
    );
}

async function comparison(
  given: ManagerInput,
  chosen: ChosenQuarters,
  reports: Reports,
  context: ToolContext,
): Promise<FoundList> {
  const { list, cik, position = null, ticker } = given;
  const search = holdingSearch(
    given,
    chosen,
    { changes: list === 'changes' ? REAL_CHANGES : HELD_CHANGES, kinds: HOLDING_KINDS },
    context.after,
  );
  const tickers = ticker === undefined ? [] : ticker.split(',');
  const { rows, total, next, counts } = await context.reads.managerHoldings({
    ...search,
    cik,
    cusip: position,
    tickers,
  });
  const reportOf = (period: string | null): ManagerReportRow | null => {
    const report = reports.find(({ periodEnd }) => periodEnd === period);
    if (report === undefined) return null;
    const { name: _name, ...facts } = report;
    return facts;
  };
  const quarterOf = (period: string | null) =>
    period === null ? null : `${period.slice(0, 4)}-Q${Math.ceil(Number(period.slice(5, 7)) / 3)}`;
  return {
    data: {
      quarter: quarterOf(chosen.period),
      compare: quarterOf(chosen.prior),
      report: reportOf(chosen.period),
      priorReport: reportOf(chosen.prior),
      counts,
      list,
      // Rows of the kind that the list has.
      rows: written(rows, given, context) as never,
    },
    rows: { given: rows.length, total, next },
  };
}

/** A list of all quarters: few rows, so a place in it is the number of rows before it. */
async function wholeList(given: ManagerInput, reports: Reports, context: ToolContext): Promise<FoundList> {
  const { list, cik, position = '', limit } = given;
  const all: object[] =
    list === 'history'
      ? await context.reads.managerHistory({ cik, cusip: position })
      : reports.map(({ name: _name, ...facts }) => facts);
  const from = placeInList(context.after);
  const rows = all.slice(from, from + limit);
  const end = from + rows.length;
  return {
    data: {
      quarter: null,
      compare: null,
      report: null,
      priorReport: null,
      counts: null,
      list,
      // Rows of the kind that the list has.
      rows: written(rows, given, context) as never,
    },
    rows: { given: rows.length, total: all.length, next: end < all.length ? [end] : null },
  };
}

function placeInList(after: ListPlace | undefined): number {
  if (after === undefined) return 0;
  const [from] = after;
  if (after.length !== 1 || !Number.isSafeInteger(from) || Number(from) < 0) throw damagedCursor();
  return Number(from);
}

function written(rows: readonly object[], given: ManagerInput, context: ToolContext) {
  const columns = MANAGER_COLUMNS[given.list];
  const isOfHoldings = given.list === 'holdings' || given.list === 'changes';
  return listFor(new SerializedRows<object>(rows.map((row) => JSON.stringify(row))), context, given, {
    columns,
    brief: isOfHoldings ? HOLDING_BRIEF : columns,
  });
}
