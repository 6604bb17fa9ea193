/** The two tools about the Congress: how they query the store, and how they answer. */

import { describe, expect, it } from '@jest/globals';
import { memberPage } from '../../tools/contract/answer.js';
import type { FoundTrades, MemberQuery, TradeSearch } from '../../tools/contract/reads/congress.js';
import type { SourceState } from '../../tools/contract/reads/sources.js';
import type { Reads } from '../../tools/contract/reads.js';
import { SerializedJson, SerializedPageRows, SerializedRows } from '../../tools/contract/serialized-rows.js';
import type { MemberTrade } from '../../tools/contract/shapes/congress.js';
import type { Tool, ToolContext } from '../../tools/contract/tool.js';
import getCongressMember from '../../tools/get-congress-member.js';
import getCongressTrades from '../../tools/get-congress-trades.js';
import listCongress from '../../tools/list-congress.js';

const READ_AT = '2026-10-08T15:00:00.000Z';
const identity = {
  slug: 'philomena-dunderwick',
  memberName: 'Philomena R. Dunderwick',
  chamber: 'house' as const,
  district: 'CA11',
  party: 'D',
  firstSeen: '2025-01-10',
  lastSeen: '2026-09-30',
  lifetimeFilings: 3,
};
/** The places of two rows. */
const PLACES = [0, 1].map((row) => [46, '2026-09-30', '2026-09-01', '20039991', row]);
const trade: MemberTrade = {
  filingId: '20039991-0',
  memberSlug: 'philomena-dunderwick',
  memberName: 'Philomena R. Dunderwick',
  chamber: 'house',
  district: 'CA11',
  party: 'D',
  ticker: 'ZQRA',
  assetDescription: 'Zquorra Robotics, Inc.',
  assetType: 'Stock',
  type: 'Purchase',
  owner: 'Spouse',
  transactionDate: '2026-09-01',
  disclosureDate: '2026-09-30',
  amountLabel: 'Over $50,000,000',
  amountMin: 50_000_001,
  amountMax: null,
  amountMid: null,
  sourceLink: 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/20039991.pdf',
  ingestedAt: '2026-09-30T15:00:00.000Z',
};
const unread = {
  filingId: '9119991',
  disclosureDate: '2025-02-01',
  sourceLink: 'https://disclosures-clerk.house.gov/x.pdf',
  reason: 'Filed on paper',
};

const listed = { slug: identity.slug, name: identity.memberName, chamber: 'house', district: 'CA11' };

/** A store that knows one member under two slugs. */
function context(
  asked: MemberQuery[] = [],
  lastReadAt: string | null = READ_AT,
  searched: TradeSearch[] = [],
): ToolContext {
  const source = {
    source: 'us-congress-stock-act',
    lastReadAt,
    status: lastReadAt === null ? 'never-read' : 'ok',
    isWhole: lastReadAt !== null,
  };
  const reads = {
    sources: async () => [source as SourceState],
    congressMembers: async () =>
      new SerializedPageRows([[JSON.stringify(listed), memberPage(identity.slug)]]),
    searchTrades: async (question: TradeSearch): Promise<FoundTrades | null> => {
      searched.push(question);
      if (question.member === 'no-one') return null;
      const stored = [trade, { ...trade, filingId: '20039991-1' }].map(
        (one) => [JSON.stringify(one), ''] as const,
      );
      return {
        rows: new SerializedPageRows(stored.slice(0, question.limit)),
        delays: [46, null],
        places: question.sort === 'delay' ? PLACES : PLACES.map(([, ...place]) => place),
        total: 2,
      };
    },
    congressMember: async (question: MemberQuery) => {
      asked.push(question);
      return ['philomena-dunderwick', 'pip-dunderwick'].includes(question.slug)
        ? {
            member: new SerializedJson(JSON.stringify(identity)),
            trades: new SerializedRows([JSON.stringify(trade)]),
            unreadReports: new SerializedRows([JSON.stringify(unread)]),
          }
        : null;
    },
  } as unknown as Reads;
  const rateLimits = { keyless: 60, withKey: 600, windowSeconds: 3600 };
  return { reads, now: new Date(READ_AT), baseUrl: 'https://disclosed.example', endpoints: [], rateLimits };
}

/** Validates as the pipeline does, then runs. */
async function ask(tool: Tool, input: Record<string, unknown>, given = context()) {
  const answer = await tool.run(tool.input.parse(input), given);
  return { ...answer, data: answer.data as never };
}

describe('get_congress_member', () => {
  it('returns the member as one record, the trades, and the unread reports', async () => {
    const answer = await ask(getCongressMember, { member: 'philomena-dunderwick' });
    expect(answer).toEqual({
      data: { member: identity, trades: [trade], unreadReports: [unread] },
      count: 1,
      rows: { given: 1, total: 1, next: null },
      source: 'us-congress-stock-act',
      fetchedAt: READ_AT,
      page: '/congress/philomena-dunderwick',
      governmentWork: true,
    });
    expect(() => getCongressMember.output.parse(answer.data)).not.toThrow();
  });

  it('queries one trade more than the limit, of all time by default', async () => {
    const asked: MemberQuery[] = [];
    await ask(getCongressMember, { member: 'philomena-dunderwick' }, context(asked));
    await ask(
      getCongressMember,
      { member: 'philomena-dunderwick', since: '2026-01-31', ticker: 'zqra', limit: 7 },
      context(asked),
    );
    expect(asked).toEqual([
      { slug: 'philomena-dunderwick', since: null, until: '2026-10-08', ticker: null, limit: 501 },
      { slug: 'philomena-dunderwick', since: '2026-01-31', until: '2026-10-08', ticker: 'ZQRA', limit: 8 },
    ]);
  });

  it('keeps only the requested fields', async () => {
    const { data } = await ask(getCongressMember, { member: 'philomena-dunderwick', fields: 'ticker, type' });
    expect(data).toMatchObject({ member: identity, unreadReports: [unread] });
    expect((data as { trades: unknown }).trades).toEqual([{ ticker: 'ZQRA', type: 'Purchase' }]);
  });

  it('answers to an earlier slug with the page of the current one', async () => {
    expect((await ask(getCongressMember, { member: 'pip-dunderwick' })).page).toBe(
      '/congress/philomena-dunderwick',
    );
  });

  it.each([
    ['another order', { sort: 'delay' }],
    ['one type', { type: 'purchase' }],
    ['an amount', { min_amount: 1000 }],
    ['an end', { until: '2026-10-01' }],
    ['a class of shares', { ticker: 'ZQR.A' }],
  ])('with %s every trade says how late it was disclosed', async (_what, more) => {
    const { data } = await ask(getCongressMember, { member: 'philomena-dunderwick', ...more });
    expect((data as { trades: unknown }).trades).toEqual([
      { ...trade, daysToDisclosure: 46, late: true },
      { ...trade, filingId: '20039991-1', daysToDisclosure: null, late: null },
    ]);
    expect(() => getCongressMember.output.parse(data)).not.toThrow();
  });

  it('gives the fields beyond the contract to those who name them, and in brief and tables', async () => {
    const named = await ask(getCongressMember, { member: 'philomena-dunderwick', fields: 'late' });
    expect((named.data as { trades: unknown }).trades).toEqual([{ late: true }, { late: null }]);
    const table = await ask(getCongressMember, {
      member: 'philomena-dunderwick',
      view: 'brief',
      format: 'table',
      limit: 1,
    });
    expect((table.data as { trades: unknown }).trades).toEqual({
      columns: expect.arrayContaining(['ticker', 'daysToDisclosure', 'late']),
      rows: [expect.arrayContaining(['ZQRA', 46, true])],
    });
    expect(table.rows).toEqual({ given: 1, total: 2, next: ['2026-09-30', '2026-09-01', '20039991', 0] });
  });

  it('gives a continued list the same rows as its first page', async () => {
    const after = ['2026-09-30', '2026-09-02', '20039991', 0];
    const { data } = await ask(
      getCongressMember,
      { member: 'philomena-dunderwick' },
      { ...context(), after },
    );
    expect((data as { trades: unknown }).trades).toEqual([trade, { ...trade, filingId: '20039991-1' }]);
  });

  it('refuses the place of another list', async () => {
    const given = { ...context(), after: ['2026-09-30', '2026-09-02', '20039991'] };
    await expect(ask(getCongressMember, { member: 'philomena-dunderwick' }, given)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  });

  it('knows no tracker', async () => {
    await expect(ask(getCongressMember, { member: 'dunderwick-tracker' })).rejects.toMatchObject({
      code: 'not_found',
      status: 404,
      message: 'Member not found: dunderwick-tracker. Slugs are listed by get_catalog.',
    });
  });

  it('is not ready before the registers were read, which is not "no trades"', async () => {
    await expect(
      ask(getCongressMember, { member: 'philomena-dunderwick' }, context([], null)),
    ).rejects.toMatchObject({ code: 'not_ready', status: 503 });
  });

  it.each([
    ['no member', {}],
    ['a slug in capitals', { member: 'Philomena' }],
    ['a slug of 81 characters', { member: 'a'.repeat(81) }],
    ['a date that does not exist', { member: 'a', since: '2026-02-30' }],
    ['a limit of 0', { member: 'a', limit: 0 }],
    ['a limit of 501', { member: 'a', limit: 501 }],
    ['a ticker of six letters', { member: 'a', ticker: 'ABCDEF' }],
    ['an unknown field', { member: 'a', fields: 'ticker,price' }],
  ])('refuses %s', (_what, input) => expect(getCongressMember.input.safeParse(input).success).toBe(false));

  it('takes a slug of 80 characters', () => {
    expect(getCongressMember.input.safeParse({ member: 'a'.repeat(80) }).success).toBe(true);
  });
});

describe('get_congress_trades', () => {
  it('passes every argument on, and gives each trade with its delay', async () => {
    const searched: TradeSearch[] = [];
    const given = {
      ticker: ['brk-b', 'zqra'],
      since: '2026-01-31',
      until: '2027-01-01',
      member: 'philomena-dunderwick',
      party: 'D',
      state: 'ca',
      chamber: 'house',
      type: 'sale',
      owner: 'spouse',
      min_amount: 15_001,
      late: 'true',
      sort: 'delay',
      order: 'asc',
      limit: 1,
    };
    const answer = await ask(getCongressTrades, given, context([], READ_AT, searched));
    expect(searched).toEqual([
      {
        member: 'philomena-dunderwick',
        since: '2026-01-31',
        until: '2026-10-08',
        tickers: ['BRK.B', 'ZQRA'],
        party: 'D',
        state: 'CA',
        chamber: 'house',
        type: 'sale',
        owner: 'spouse',
        minAmount: 15_001,
        late: true,
        sort: 'delay',
        order: 'asc',
        after: undefined,
        limit: 2,
      },
    ]);
    expect(answer).toEqual({
      data: [{ ...trade, daysToDisclosure: 46, late: true }],
      count: 1,
      rows: { given: 1, total: 2, next: [46, '2026-09-30', '2026-09-01', '20039991', 0] },
      source: 'us-congress-stock-act',
      fetchedAt: READ_AT,
      page: '/congress/philomena-dunderwick',
      governmentWork: true,
    });
    expect(() => getCongressTrades.output.parse(answer.data)).not.toThrow();
  });

  it('counts 45 days as in time', async () => {
    const given = context();
    const stored = [[JSON.stringify(trade), '']] as const;
    given.reads.searchTrades = async () => ({
      rows: new SerializedPageRows(stored),
      delays: [45],
      places: PLACES.slice(0, 1),
      total: 1,
    });
    const { data } = await ask(getCongressTrades, { fields: 'daysToDisclosure,late' }, given);
    expect(data).toEqual([{ daysToDisclosure: 45, late: false }]);
  });

  it('has the list of members as its page', async () => {
    expect((await ask(getCongressTrades, {})).page).toBe('/congress');
  });

  it('refuses an unknown member: an empty list would look like "no trades"', async () => {
    await expect(ask(getCongressTrades, { member: 'no-one' })).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining('no-one is none'),
    });
  });

  it('is not ready before the registers were read', async () => {
    await expect(ask(getCongressTrades, {}, context([], null))).rejects.toMatchObject({ status: 503 });
  });

  it.each([
    ['a state of three letters', { state: 'CAL' }],
    ['another word for late', { late: 'very' }],
    ['an unknown party', { party: 'X' }],
    ['a negative amount', { min_amount: -1 }],
    ['an unknown order', { sort: 'price' }],
    ['a limit of 501', { limit: 501 }],
  ])('refuses %s', (_what, input) => expect(getCongressTrades.input.safeParse(input).success).toBe(false));
});

describe('the list of members', () => {
  it('gives a row and a page for each person', async () => {
    const answer = await ask(listCongress, {});
    expect(answer).toEqual({
      data: [
        {
          slug: 'philomena-dunderwick',
          name: 'Philomena R. Dunderwick',
          chamber: 'house',
          district: 'CA11',
          url: 'https://disclosed.example/congress/philomena-dunderwick',
        },
      ],
      count: 1,
      rows: { given: 1, total: 1 },
      source: 'us-congress-stock-act',
      fetchedAt: READ_AT,
      page: '/congress',
      governmentWork: true,
    });
  });

  it('is for REST only, because the catalog holds the slugs', () => expect(listCongress.mcp).toBeNull());
});

describe.each([getCongressMember, getCongressTrades, listCongress])('$title', (tool) => {
  it('says in under 2 KB how the statute restricts its use', () => {
    expect(Buffer.byteLength(tool.description)).toBeLessThan(2048);
    for (const words of ['5 U.S.C. 13107(c)', 'commercial purpose', 'credit rating', 'solicitation'])
      expect(tool.description).toContain(words);
  });
});
