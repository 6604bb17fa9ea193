/** get_eu_filings: defaults, bounds and messages. */

import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../tools/contract/errors.js';
import { EU_COUNTRIES } from '../../tools/contract/markets/index.js';
import type { EuQuery } from '../../tools/contract/reads/europe.js';
import type { SourceId, SourceState } from '../../tools/contract/reads/sources.js';
import type { Reads } from '../../tools/contract/reads.js';
import { SerializedRows } from '../../tools/contract/serialized-rows.js';
import type { EuRowFacts } from '../../tools/contract/shapes/eu.js';
import type { ToolContext } from '../../tools/contract/tool.js';
import tool from '../../tools/get-eu-filings.js';
import { pdmrRow, toEuRow } from '../derive/europe/pdmr-rows.js';

const COUNTRY_RULE = `country must be ${EU_COUNTRIES.join(', ')} or all`;
const READ_AT = '2026-09-30T11:05:00.000Z';

function ask(
  args: Record<string, unknown>,
  rows: EuRowFacts[] = [],
  read: SourceId[] = ['bafin-directors-dealings', 'fca-nsm', 'fi-insynsregistret', 'afm-mar19'],
  acceptsSerialized = false,
) {
  const asked: EuQuery[] = [];
  const reads: Partial<Reads> = {
    sources: async () =>
      read.map(
        (source) => ({ source, lastReadAt: READ_AT, status: 'ok', isWhole: true }) as unknown as SourceState,
      ),
    euFilings: async (question) => {
      asked.push(question);
      return new SerializedRows(rows.map((row) => JSON.stringify(row)));
    },
  };
  const context = {
    reads,
    now: new Date('2026-09-30T12:00:00.000Z'),
    baseUrl: 'https://d.example',
    acceptsSerialized,
  } as ToolContext;
  const parsed = tool.input.safeParse(args);
  return {
    asked,
    issues: parsed.success ? [] : parsed.error.issues.map((issue) => issue.message),
    answer: async () => tool.run(tool.input.parse(args), context),
  };
}

describe('get_eu_filings', () => {
  it('queries 90 days and 2,500 rows by default', async () => {
    const question = ask({ country: 'se' });
    await question.answer();
    expect(question.asked).toEqual([
      { market: 'se', since: '2026-07-02', until: '2026-09-30T12:00:00.000Z', isin: null, limit: 2500 },
    ]);
  });

  it('clamps since to the window and takes an ISIN in any case', async () => {
    const old = ask({ country: 'nl', since: '2020-01-01', isin: 'nl0010273215', limit: 5 });
    await old.answer();
    expect(old.asked).toEqual([
      {
        market: 'nl',
        since: '2026-07-02',
        until: '2026-09-30T12:00:00.000Z',
        isin: 'NL0010273215',
        limit: 5,
      },
    ]);
    const recent = ask({ country: 'nl', since: '2026-09-01' });
    await recent.answer();
    expect(recent.asked[0]!.since).toBe('2026-09-01');
  });

  it.each([
    ['de', 'bafin-directors-dealings', '/eu/de'],
    ['uk', 'fca-nsm', null],
    ['se', 'fi-insynsregistret', null],
    ['nl', 'afm-mar19', null],
  ] as const)(
    '%s has its own source, attribution on de alone, and never a source licence',
    async (country, source, page) => {
      const rows = [toEuRow(pdmrRow(country))];
      const answer = await ask({ country }, rows).answer();
      expect(answer).toEqual({
        data: rows,
        count: 1,
        rows: { given: 1, total: 1, next: null, onlyCurrency: null },
        source,
        fetchedAt: READ_AT,
        page,
        governmentWork: false,
      });
      expect(tool.output.parse(answer.data)).toEqual(rows);
    },
  );

  it('is the same for a caller that passes stored rows through, and parses them only to select fields', async () => {
    const rows = [toEuRow(pdmrRow('uk')), toEuRow(pdmrRow('uk', { filingId: 'b#0' }))];
    const stored = await ask({ country: 'uk' }, rows, undefined, true).answer();
    expect(stored.data).toBeInstanceOf(SerializedRows);
    expect([stored.count, JSON.parse(JSON.stringify(stored.data))]).toEqual([2, rows]);
    const chosen = await ask({ country: 'uk', fields: 'filingId' }, rows, undefined, true).answer();
    expect(chosen.data).toEqual(rows.map(({ filingId }) => ({ filingId })));
  });

  it('keeps the requested fields', async () => {
    const answer = await ask({ country: 'se', fields: 'pdmrName,characterSe' }, [
      toEuRow(pdmrRow('se')),
    ]).answer();
    expect(answer.data).toEqual([{ pdmrName: 'Åsa Ödman', characterSe: 'Förvärv' }]);
  });

  it('refuses a field of another market and names the valid ones', async () => {
    const failed = await ask({ country: 'de', fields: 'characterSe' })
      .answer()
      .catch((cause) => cause);
    expect(failed).toBeInstanceOf(ApiError);
    expect((failed as ApiError).status).toBe(400);
    expect((failed as ApiError).message).toMatch(/^fields for de must be .*transactionNature/);
  });

  it.each([
    [{}, COUNTRY_RULE],
    [{ country: 'xx' }, COUNTRY_RULE],
    [{ country: 'DE' }, COUNTRY_RULE],
    [{ country: 'de', since: '2026-02-30' }, 'since must be a date as YYYY-MM-DD, such as 2026-01-31'],
    [{ country: 'de', isin: 'SAP' }, 'isin must be 12 letters and digits, such as SE0000108656'],
    [{ country: 'de', limit: 2501 }, 'limit must be a whole number from 1 to 2500'],
    [{ country: 'de', limit: 0 }, 'limit must be a whole number from 1 to 2500'],
  ])('refuses %j', (args, message) => {
    expect(ask(args).issues).toEqual([message]);
  });

  it('compares no amounts of several currencies', async () => {
    const refused = async (args: object) =>
      (
        (await ask({ country: 'all', ...args })
          .answer()
          .catch((cause) => cause)) as ApiError
      ).issues?.[0]?.path;
    expect(await refused({ min_value: 1 })).toBe('currency');
    expect(await refused({ sort: 'value' })).toBe('currency');
    expect(await refused({ issuer: 'SE0000000001', isin: 'SE0000000002' })).toBe('issuer');
  });

  it.each([
    [{ currency: 'Euro' }, 'currency must be a code of 3 letters, such as EUR'],
    [{ min_value: -1 }, 'min_value must be a number, 0 or greater'],
    [{ issuer: ' - ' }, 'issuer must be 1 to 100 characters with a letter or a digit'],
    [{ manager: 'x'.repeat(101) }, 'manager must be 1 to 100 characters with a letter or a digit'],
    [{ sort: 'size' }, 'sort must be published, traded, value, issuer or manager'],
  ])('refuses %j in a list of all markets', (args, message) => {
    expect(ask({ country: 'all', ...args }).issues).toEqual([message]);
  });

  it('says that nothing is known of a register that was never read', async () => {
    const failed = await ask({ country: 'uk' }, [], ['fi-insynsregistret'])
      .answer()
      .catch((cause) => cause);
    expect((failed as ApiError).code).toBe('not_ready');
  });

  it('describes itself in less than 2 KB and names every floor', () => {
    expect(Buffer.byteLength(tool.description)).toBeLessThan(2048);
    for (const floor of ['EUR 25,000', 'GBP 25,000', 'SEK 50,000']) expect(tool.description).toContain(floor);
  });
});
