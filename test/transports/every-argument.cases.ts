/**
 * Each argument of each tool, by REST, by MCP over HTTP and by stdio, in both sets of tools: the same bytes. And the same
 * object, which the schema of the tool's answers describes.
 */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { outputSchema, parameterSchema } from '../../src/publish/schema.js';
import { textOfPlace } from '../../tools/contract/change-rows.js';
import type { Tool } from '../../tools/contract/tool.js';
import { POSITION_SORTS } from '../../tools/contract/tracker-search.js';
import { tools } from '../../tools/index.js';
import { FIRST_CHANGE, INVENTED_LOG } from '../invented-reads.js';
import { httpAnswer, stdioAnswer } from './over-transports.js';
import { type Service, startService, textOf, toolCall } from './service.js';

describe('transports/every-argument', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  type Given = Record<string, unknown>;

  /** What a tool needs besides the argument that is tried. */
  const NEEDED: Record<string, Given> = {
    search_insiders: { q: 'a' },
    get_insider: { id: 'quill-marina-t' },
    get_congress_member: { member: 'marta-quillon' },
    get_tracker: { slug: 'ostrava' },
    get_eu_filings: { country: 'de' },
    search: { q: 'a' },
    get_issuer: { id: 'OSWN' },
    fetch: { id: 'insider/quill-marina-t' },
    get_filing_history: { id: '0000900001-26-000001' },
    get_rankings: { of: 'largest-purchases' },
    get_holders: { security: '037833100' },
    get_manager: { cik: '910001' },
  };

  /** Values of arguments whose schema does not list them, if the example in their description finds nothing. */
  const VALUES: Record<string, unknown[]> = {
    as_of: ['2026-11-19', '2026-11-20T12:15:00+00:00'],
    since: ['2026-11-01'],
    until: ['2026-11-18'],
    closes_since: ['2026-11-01'],
    ticker: ['oswn', ['OSWN', 'BRKW'], 'OSWN,BRKW'],
    cik: ['0000900001', 900001],
    holder: ['0000990101', 990101],
    cusip: ['990001109'],
    crossing: ['5', 10, 'any'],
    id: ['quill-marina-t', '0000990001'],
    owner: ['quill-marina-t'],
    member: ['tita-quillon'],
    slug: ['ostrava'],
    q: ['a'],
    code: ['P', ['p', 'S']],
    state: ['nm'],
    isin: ['xx0000000001'],
    currency: ['eur'],
    issuer: ['a'],
    manager: ['a'],
    late: [true, false],
    chief: [true, false],
    after: [textOfPlace(FIRST_CHANGE, INVENTED_LOG)],
    tracker: ['ostrava'],
    type: ['form4', ['form4', 'congress']],
    event: ['entered'],
    source: ['sec-edgar-form4', ['sec-edgar-form4', 'us-congress-stock-act']],
    parts: ['insiders', ['insiders', 'funds']],
    forms: ['4', '3,4,5', ['3', '5']],
    status: ['open', ['sold', 'partly_sold'], 'lapsed,unknown'],
  };

  /** Arguments that need others, as the whole questions to try; of a fund alone, dates of transactions are refused. */
  const QUESTIONS: Record<string, Record<string, Given[]>> = {
    get_latest_filings: {
      min_change: [{ group: 'filing', min_change: 12.5 }],
      sort: ['filed', 'value', 'traded', 'ticker', 'insider', 'shares', 'price', 'change'].map((sort) => ({
        group: 'filing',
        sort,
      })),
    },
    get_tracker: {
      view: ['full', 'summary', 'changes', 'holdings', 'quarters'].map((view) => ({ view })),
      quarter: ['2026-Q2', 'Q1 2026'].map((quarter) => ({ view: 'holdings', quarter })),
      compare: [{ view: 'changes', compare: '2026-Q1' }],
      position: [{ view: 'history', position: '990001105' }],
      sort: POSITION_SORTS.map((sort) => ({ view: 'changes', sort })),
      order: ['desc', 'asc'].map((order) => ({ view: 'holdings', order })),
      limit: [{ view: 'holdings', limit: 2 }],
      ticker: [
        { view: 'holdings', ticker: 'oswn' },
        { view: 'holdings', ticker: ['OSWN', 'BRKW'] },
      ],
      type: ['purchase', 'sale', 'new', 'exit', 'held', 'any'].map((type) => ({ view: 'changes', type })),
      fields: [
        { view: 'holdings', fields: 'ticker' },
        { view: 'holdings', fields: ['ticker', 'shares'] },
      ],
      format: ['rows', 'table'].map((format) => ({ view: 'holdings', format })),
      since: [{ view: 'transactions', since: '2026-11-01' }],
      until: [{ view: 'transactions', until: '2026-11-18' }],
    },
    get_major_holders: {
      type: ['13D', '13G'].map((type) => ({ type })),
      min_percent: [{ min_percent: 5.5 }],
      event_since: [{ event_since: '2026-01-01' }],
      event_until: [{ event_until: '2026-11-18' }],
    },
    get_filing_history: { id: [{ id: '0000900001-26-000001' }, { id: '0000900001-26-000001-0' }] },
    get_holders: {
      min_value: [{ min_value: 1000.5 }],
      quarter: ['2026-Q2', 'Q1 2026'].map((quarter) => ({ quarter })),
      compare: [{ compare: '2026-Q1' }],
      change: ['new', ['trimmed', 'exit']].map((change) => ({ change })),
      kind: ['put', ['shares', 'call']].map((kind) => ({ kind })),
    },
    rank_holdings: { quarter: ['2026-Q2', '2026q1'].map((quarter) => ({ quarter })) },
    search_managers: { q: ['saltmarsh', '910001', '0000910002'].map((q) => ({ q })) },
    get_manager: {
      cik: ['910001', 910002, '0000910003', 'saltmarsh-capital-a'].map((cik) => ({ cik })),
      list: [{ list: 'holdings' }, { list: 'changes' }, { list: 'reports' }],
      position: [{ list: 'history', position: '037833100' }, { position: '037833100' }],
      quarter: [{ quarter: '2026-Q1' }],
      compare: [{ list: 'changes', compare: '2026-Q1' }],
      change: ['held', ['new', 'added']].map((change) => ({ change })),
      kind: ['shares', ['put', 'call']].map((kind) => ({ kind })),
      fields: [{ fields: 'cusip' }, { list: 'reports', fields: ['quarter', 'notes'] }],
    },
    get_rankings: {
      days: [7, 30, 90, 365].map((days) => ({ days })),
      by: ['trades', 'amount'].map((by) => ({ of: 'most-traded-by-congress', by })),
      fields: [{ fields: 'totalValue' }, { fields: ['ownerName', 'totalValue'] }],
    },
  };
  const REFUSED: Record<string, readonly string[]> = { get_tracker: ['since', 'until'] };

  interface ParameterForm {
    description?: string;
    enum?: string[];
    type?: string | string[];
  }

  /** Every value that an argument is tried with. */
  function valuesOf(
    { input, mcp }: Tool,
    name: string,
    form: ParameterForm,
    cursor: string | undefined,
  ): unknown[] {
    if (name === 'cursor') return cursor === undefined ? [] : [cursor];
    if (form.enum !== undefined) return form.enum;
    if (name === 'fields') {
      // The first of several European markets is only in the list of all.
      const names = (/Names: (.*)$/.exec(form.description ?? '')?.[1] ?? '').split(', ').slice(1, 3);
      return [names[0], names, names.join(',')];
    }
    // What a tool needs is an example of that argument too.
    const needed = NEEDED[mcp as string]?.[name];
    const values = VALUES[name] ?? [];
    if (needed !== undefined && !values.includes(needed)) return [needed];
    if (values.length > 0) return values;
    if (form.type === 'integer') return [2];
    if (form.type === 'number') return [1000.5];
    const example = /such as ([\w.-]+)/.exec(form.description ?? '')?.[1];
    if (example === undefined || !input.shape[name]!.safeParse(example).success)
      throw new Error(
        `${name} has neither a list of values, nor one in VALUES, nor an example that is valid`,
      );
    return [example];
  }

  /** The argument with each of its values, and with what it needs. */
  function questionsOf(tool: Tool, name: string, form: ParameterForm, cursor: string | undefined): Given[] {
    const whole = QUESTIONS[tool.mcp as string]?.[name];
    return whole ?? valuesOf(tool, name, form, cursor).map((value) => ({ [name]: value }));
  }

  /** The REST address of the same question. */
  function addressOf({ path }: Tool, given: Given): string {
    const query = new URLSearchParams();
    let address = path;
    for (const [name, value] of Object.entries(given))
      if (path.includes(`{${name}}`)) address = address.replace(`{${name}}`, String(value));
      else for (const one of [value].flat()) query.append(name, String(one));
    return `${address}?${query}`;
  }

  async function answers(
    tool: Tool,
    given: Given,
  ): Promise<{ status: number; text: string; others: string[] }> {
    const { status, text } = await service.ask(addressOf(tool, given));
    const call = toolCall(tool.mcp as string, given);
    const others = (['nine', 'all'] as const)
      .filter((set) => set === 'all' || tool.isWider !== true)
      .map(async (set) => [
        textOf(await httpAnswer(service, call, set)),
        textOf({ text: await stdioAnswer(service, call, set) }),
      ]);
    return { status, text, others: (await Promise.all(others)).flat() };
  }

  const named = tools.flatMap((tool) => (tool.mcp === null ? [] : [[tool.mcp, tool] as const]));

  it.each(named)('%s takes each value of each argument over every transport', async (name, tool) => {
    const needed = NEEDED[name] ?? {};
    // Some lists of the invented service have one row: then no cursor is tried.
    const first = await answers(tool, { ...needed, limit: 1 });
    const cursor: string | undefined = JSON.parse(first.text).meta.nextCursor;
    const { properties } = parameterSchema(tool);
    const check = new Ajv2020({ strict: false, validateFormats: false }).compile(outputSchema(tool));
    const tried = new Set<string>();
    for (const [argument, form] of Object.entries(properties))
      for (const question of questionsOf(tool, argument, form as ParameterForm, cursor)) {
        const rest = argument === 'cursor' ? needsOfPath(tool, needed) : needed;
        const given = { ...rest, ...question };
        const { status, text, others } = await answers(tool, given);
        expect([given, status]).toEqual([given, REFUSED[name]?.includes(argument) === true ? 400 : 200]);
        expect(JSON.parse(text).meta).not.toHaveProperty('ignoredParameters');
        // In revision 2026-07-28 this object is `structuredContent`.
        if (status === 200)
          expect([given, check(JSON.parse(text)), check.errors]).toEqual([given, true, null]);
        expect(others.length).toBeGreaterThan(0);
        // Over MCP an error is one sentence.
        const wanted = status === 200 ? text : `${status} ${JSON.parse(text).error.message}`;
        for (const other of others) expect(other).toBe(wanted);
        tried.add(argument);
      }
    const expected = Object.keys(properties).filter((one) => one !== 'cursor' || cursor !== undefined);
    expect([...tried]).toEqual(expected);
  });

  it('the place of a change that is tried has changes behind it', async () => {
    const { text } = await service.ask(`/v1/changes?after=${textOfPlace(FIRST_CHANGE, INVENTED_LOG)}`);
    expect(JSON.parse(text).data).toHaveLength(39);
  });

  it('a cursor is tried where a list has more than one row', async () => {
    const withCursor = named.filter(([, { input }]) => Object.hasOwn(input.shape, 'cursor'));
    const lists = await Promise.all(
      withCursor.map(async ([name, tool]) => {
        const { text } = await answers(tool, { ...NEEDED[name], limit: 1 });
        return JSON.parse(text).meta;
      }),
    );
    for (const { total, nextCursor } of lists) expect(nextCursor !== undefined).toBe(total > 1);
    expect(lists.filter(({ total }) => total > 1).length).toBeGreaterThan(3);
  });

  /** Where the rows of an answer are, if its data is not the list itself. */
  const LISTS: Record<string, string> = {
    get_insider: 'transactions',
    get_congress_member: 'trades',
    get_tracker: 'holdings',
    get_holders: 'holders',
    get_manager: 'rows',
  };

  /** What an order needs. */
  const NEEDED_BY_SORT: Record<string, Record<string, Given>> = {
    get_latest_filings: { change: { group: 'filing' } },
  };

  /** Each order that a list has, as arguments. */
  function ordersOf(tool: Tool): Given[] {
    const { sort, order } = parameterSchema(tool).properties as Record<string, ParameterForm | undefined>;
    const words = (form: ParameterForm | undefined) => form?.enum ?? [undefined];
    const needed = (one: string | undefined) => NEEDED_BY_SORT[tool.mcp as string]?.[one ?? ''] ?? {};
    return words(sort).flatMap((one) =>
      words(order).map((two) => ({ ...needed(one), sort: one, order: two })),
    );
  }

  it.each(named.filter(([, { input }]) => Object.hasOwn(input.shape, 'cursor')))(
    '%s gives every row once by cursors, in each order',
    async (name, tool) => {
      const rowsOf = (data: Record<string, unknown[]>) =>
        (LISTS[name] === undefined ? data : data[LISTS[name]]) as unknown[];
      const ask = async (given: Given) => JSON.parse((await service.ask(addressOf(tool, given))).text);
      const needed = { ...NEEDED[name], ...(name === 'get_tracker' ? { view: 'holdings' } : {}) };
      for (const order of ordersOf(tool)) {
        const question = JSON.parse(JSON.stringify({ ...needed, ...order }));
        const whole = await ask({ ...question, limit: 100 });
        const walked: unknown[] = [];
        let page = await ask({ ...question, limit: 2 });
        for (;;) {
          expect([question, page.error, page.meta.total]).toEqual([question, null, whole.meta.total]);
          walked.push(...rowsOf(page.data));
          const cursor = page.meta.nextCursor;
          if (cursor === undefined || walked.length === rowsOf(whole.data).length) break;
          page = await ask({ ...needsOfPath(tool, needed), cursor, limit: 2 });
        }
        expect([question, walked]).toEqual([question, rowsOf(whole.data)]);
      }
    },
  );

  function needsOfPath({ path }: Tool, needed: Given): Given {
    return Object.fromEntries(Object.entries(needed).filter(([name]) => path.includes(`{${name}}`)));
  }
});
