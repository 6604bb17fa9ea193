/** Bounds between which nothing can be are refused: an empty list would look like "nothing was filed". */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventedFilings, inventedReads } from '../../invented-reads.js';
import { type Service, startService } from '../service.js';

describe('transports/http/bounds', () => {
  // The service stands for 20 November 2026.
  const FIRST_DAY = '2025-11-20';
  const FIRST_EU_DAY = '2026-08-22';
  const FIRST_CHANGE = '2026-10-20';
  const REVERSED = 'since must not be later than until: 2026-11-18 is later than 2026-11-17';

  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  const BEFORE: ReadonlyArray<readonly [path: string, until: string, message: string]> = [
    ['/v1/filings', '2020-01-01', `until must be ${FIRST_DAY} or later: filings are kept for 365 days`],
    ['/v1/filings', '2025-11-19', `until must be ${FIRST_DAY} or later: filings are kept for 365 days`],
    [
      '/v1/filings?group=issuer&since=2019-01-01',
      '2020-01-01',
      `until must be ${FIRST_DAY} or later: filings are kept for 365 days`,
    ],
    [
      '/v1/insiders/quill-marina-t',
      '2025-11-19',
      `until must be ${FIRST_DAY} or later: transactions are kept for 365 days`,
    ],
    ...['de', 'all'].map(
      (country) =>
        [
          `/v1/eu/${country}`,
          '2026-08-21',
          `until must be ${FIRST_EU_DAY} or later: rows of the registers are kept for 90 days`,
        ] as const,
    ),
    ['/v1/changes', '2026-10-19', `until must be ${FIRST_CHANGE} or later: changes are kept for 31 days`],
  ];

  const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

  async function issuesOf(address: string) {
    const { status, text } = await service.ask(address);
    return [status, JSON.parse(text).error?.issues];
  }

  it.each(BEFORE)('%s with until=%s, before the first day that is kept', async (path, until, message) => {
    expect(await issuesOf(withQuery(path, `until=${until}`))).toEqual([400, [{ path: 'until', message }]]);
  });

  it.each([
    ['/v1/filings', FIRST_DAY],
    ['/v1/insiders/quill-marina-t', FIRST_DAY],
    ['/v1/eu/de', FIRST_EU_DAY],
    ['/v1/eu/all', FIRST_EU_DAY],
    ['/v1/changes', FIRST_CHANGE],
  ])('%s with until=%s, the first day that is kept', async (path, until) => {
    expect(await issuesOf(`${path}?until=${until}`)).toEqual([200, undefined]);
  });

  const WITH_PERIOD = [
    '/v1/filings',
    '/v1/filings?group=insider',
    '/v1/insiders/quill-marina-t',
    '/v1/major-holders',
    '/v1/congress-trades',
    '/v1/congress/marta-quillon',
    '/v1/eu/de',
    '/v1/eu/all',
  ];

  it.each(WITH_PERIOD)('%s that ends before it begins; one of a day does not', async (path) => {
    const reversed = withQuery(path, 'since=2026-11-18&until=2026-11-17');
    expect(await issuesOf(reversed)).toEqual([400, [{ path: 'since', message: REVERSED }]]);
    expect(await issuesOf(withQuery(path, 'since=2026-11-17&until=2026-11-17'))).toEqual([200, undefined]);
  });

  it('since alone is clamped', async () => {
    for (const path of WITH_PERIOD)
      expect(await issuesOf(withQuery(path, 'since=2001-01-01'))).toEqual([200, undefined]);
  });

  it('changes that end before they begin, by moments', async () => {
    const [status, issues] = await issuesOf(
      '/v1/changes?since=2026-11-18T10:00:00Z&until=2026-11-18T09:00:00Z',
    );
    expect([status, issues]).toMatchObject([400, [{ path: 'since' }]]);
    expect(await issuesOf('/v1/changes?since=2026-11-18&until=2026-11-18')).toEqual([200, undefined]);
  });

  it('a smallest value above the largest', async () => {
    for (const group of ['', '&group=filing']) {
      const message = 'min_value must not be greater than max_value: 2000 is greater than 1000';
      expect(await issuesOf(`/v1/filings?min_value=2000&max_value=1000${group}`)).toEqual([
        400,
        [{ path: 'min_value', message }],
      ]);
      expect(await issuesOf(`/v1/filings?min_value=1000&max_value=1000${group}`)).toEqual([200, undefined]);
    }
  });

  it('the change of a holding where filings are not added up, and orders that groups or Forms 3 and 5 lack', async () => {
    const only = (words: string) => `${words} works with group=filing only`;
    const cases = [
      ['min_change=25', 'min_change', only('min_change')],
      ['min_change=25&group=insider', 'min_change', only('min_change')],
      ['sort=change&group=issuer', 'sort', only('sort=change')],
      ...['insider', 'issuer'].map((group) => [
        `sort=insider&group=${group}`,
        'sort',
        'sort=insider works without group, or with group=filing',
      ]),
      [
        'sort=ticker&forms=3,4',
        'sort',
        'sort=ticker works with forms=4 only; with other forms sort must be filed, value or traded',
      ],
      [
        'min_change=x&group=filing',
        'min_change',
        'min_change must be a percentage, 0 or greater, such as 25',
      ],
    ];
    for (const [query, path, message] of cases)
      expect([query, await issuesOf(`/v1/filings?${query}`)]).toEqual([query, [400, [{ path, message }]]]);
    for (const query of ['min_change=25&group=filing&sort=change', 'sort=insider', 'sort=price&group=issuer'])
      expect([query, await issuesOf(`/v1/filings?${query}`)]).toEqual([query, [200, undefined]]);
  });

  it('streaks of an unknown slug; an insider without a streak has an empty list', async () => {
    const message = 'owner must be the slug of an insider; nobody is none. search_insiders finds slugs';
    expect(await issuesOf('/v1/streaks?owner=nobody')).toEqual([400, [{ path: 'owner', message }]]);
    expect(await issuesOf('/v1/filings?owner=nobody')).toEqual([400, [{ path: 'owner', message }]]);
    // Three filings do not make a streak.
    const few = await startService({ reads: inventedReads(inventedFilings(3)) });
    const { status, text } = await few.ask('/v1/streaks?owner=quill-marina-t');
    await few.close();
    expect([status, JSON.parse(text).data]).toEqual([200, []]);
  });
});
