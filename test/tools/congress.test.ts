/** The two tools about the Congress: how they query the store, and how they answer. */

import { describe, expect, it } from '@jest/globals';
import { memberPage } from '../../tools/contract/answer.js';
import type { MemberQuery, Reads, SourceState } from '../../tools/contract/reads.js';
import { SerializedJson, SerializedPageRows, SerializedRows } from '../../tools/contract/serialized-rows.js';
import type { MemberTrade } from '../../tools/contract/shapes/congress.js';
import type { Tool, ToolContext } from '../../tools/contract/tool.js';
import getCongressMember from '../../tools/get-congress-member.js';
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
function context(asked: MemberQuery[] = [], lastReadAt: string | null = READ_AT): ToolContext {
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
      rows: { given: 1, total: 1 },
      source: 'us-congress-stock-act',
      fetchedAt: READ_AT,
      page: '/congress/philomena-dunderwick',
      governmentWork: true,
    });
    expect(() => getCongressMember.output.parse(answer.data)).not.toThrow();
  });

  it('queries 500 trades of all time by default', async () => {
    const asked: MemberQuery[] = [];
    await ask(getCongressMember, { member: 'philomena-dunderwick' }, context(asked));
    await ask(
      getCongressMember,
      { member: 'philomena-dunderwick', since: '2026-01-31', ticker: 'zqra', limit: 7 },
      context(asked),
    );
    expect(asked).toEqual([
      { slug: 'philomena-dunderwick', since: null, until: '2026-10-08', ticker: null, limit: 500 },
      { slug: 'philomena-dunderwick', since: '2026-01-31', until: '2026-10-08', ticker: 'ZQRA', limit: 7 },
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

describe.each([getCongressMember, listCongress])('$title', (tool) => {
  it('says in under 2 KB how the statute restricts its use', () => {
    expect(Buffer.byteLength(tool.description)).toBeLessThan(2048);
    for (const words of ['5 U.S.C. 13107(c)', 'commercial purpose', 'credit rating', 'solicitation'])
      expect(tool.description).toContain(words);
  });
});
