/** The log of changes by any filter, compared with the same changes filtered one by one. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packFacts, subjectOf } from '../../src/read-model/change-facts.js';
import { createReads } from '../../src/read-model/reads.js';
import { generationTables } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import type { ScopeRows } from '../../src/read-model/tables.js';
import { NO_FACTS } from '../../src/store/changes/shown-document.js';
import type { ChangeSearch, FoundChanges } from '../../tools/contract/reads/changes.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { ChangeItem, ChangeKind } from '../../tools/contract/shapes/change.js';
import fc, { runs } from '../property.js';
import { EVERY_CHANGE } from './every-row.js';

describe('read-model/changes', () => {
  const KINDS: ChangeKind[] = ['form4', 'form4_other', 'congress', '13f', 'se'];
  const EVENTS = ['entered', 'changed', 'left'] as const;

  /** Changes of forty generations, of which some have the same moment, and every fifth has none. */
  const ITEMS: Array<ChangeItem & { subjects: string[] }> = Array.from({ length: 400 }, (_, at) => {
    const generation = 10 + Math.floor(at / 10) + (Math.floor(at / 10) % 5 === 0 ? 1 : 0);
    const kind = KINDS[at % KINDS.length] as ChangeKind;
    const currency = kind === 'se' ? 'SEK' : kind === '13f' ? null : 'USD';
    const purchases = currency === null || at % 3 === 0 ? null : at * 1000.5;
    const sales = currency === null || at % 7 !== 0 ? null : at * 500;
    return {
      generation,
      position: at,
      at: new Date(Date.UTC(2026, 10, 1, Math.floor(generation / 2))).toISOString(),
      kind,
      event: EVENTS[at % 4] ?? 'entered',
      reason: 'new',
      facts: { ...NO_FACTS, documentId: `d${at}`, purchases, sales, currency },
      subjects: [
        subjectOf.issuer(String(at % 13)),
        subjectOf.ticker(at % 13 === 1 ? 'BRK' : `T${at % 13}`),
        ...(at % 26 === 1 ? [subjectOf.ticker('BRK-B')] : []),
      ],
    };
  });

  let writer: SqliteReadModelWriter;
  let reads: Reads;
  beforeAll(async () => {
    writer = openSqliteWriter(':memory:');
    const generations = [...new Set(ITEMS.map(({ generation }) => generation))];
    const scopes = generations.flatMap((generation): ScopeRows[] => {
      const items = ITEMS.filter((item) => item.generation === generation);
      return [
        {
          table: 'change',
          scope: [generation],
          rows: items.map(({ position, at, kind, event, reason, facts }) => {
            const cents = Math.round(Math.max(facts.purchases ?? 0, facts.sales ?? 0) * 100);
            const currency = facts.purchases === null && facts.sales === null ? '' : (facts.currency ?? '');
            return [generation, position, at, kind, event, reason, currency, cents, packFacts(facts)];
          }),
        },
        {
          table: 'change_subject',
          scope: [generation],
          rows: items.flatMap(({ position, subjects }) => subjects.map((one) => [one, generation, position])),
        },
      ];
    });
    const expired: ScopeRows = {
      table: 'document',
      scope: [],
      rows: [
        [
          'changes',
          JSON.stringify({ expired: [9, 4], recordedSince: { 'fca-nsm': null }, log: 'log of the test' }),
        ],
      ],
    };
    const next = { number: 60, id: randomUUID(), at: null, nextRefreshAt: null, isFilling: false };
    await writer.publish(next, { id: null, isWhole: true }, [...scopes, expired]);
    reads = createReads(generationTables(writer.database));
  });
  afterAll(() => writer.close());

  const ALL: ChangeSearch = {
    ...EVERY_CHANGE,
    order: 'asc',
    limit: 500,
  };

  /** The changes that match, by the words of the search. */
  function expected(search: ChangeSearch): ChangeItem[] {
    const isBehind = (item: ChangeItem, [generation, position]: readonly (number | string)[]) =>
      item.generation > Number(generation) ||
      (item.generation === generation && item.position > Number(position));
    const found = ITEMS.filter(
      (item) =>
        (search.since === null || item.at >= search.since) &&
        (search.until === null || item.at <= search.until) &&
        (search.behind === null || isBehind(item, search.behind)) &&
        (search.kinds.length === 0 || search.kinds.includes(item.kind)) &&
        (search.events.length === 0 || search.events.includes(item.event)) &&
        (search.minValue === 0 ||
          (item.facts.currency === search.currency &&
            Math.max(item.facts.purchases ?? -1, item.facts.sales ?? -1) >= search.minValue)) &&
        (search.tickers.length === 0 || search.tickers.some((one) => item.subjects.includes(`t:${one}`))) &&
        (search.cik === null || item.subjects.includes(`c:${search.cik}`)),
    ).map(({ subjects: _, ...item }) => item);
    return search.order === 'asc' ? found : found.reverse();
  }

  describe('changes', () => {
    const search = fc.record<ChangeSearch>({
      ...(Object.fromEntries(
        Object.entries(ALL).map(([name, value]) => [name, fc.constant(value)]),
        // Every filter has its generator below.
      ) as { [Name in keyof ChangeSearch]: fc.Arbitrary<ChangeSearch[Name]> }),
      since: fc.constantFrom(
        null,
        '2026-11-01T07:00:00.000Z',
        '2026-11-02T00:00:00.001Z',
        '2027-01-01T00:00:00.000Z',
      ),
      until: fc.constantFrom(null, '2026-11-01T20:00:00.000Z', '2026-10-01T00:00:00.000Z'),
      behind: fc.constantFrom(null, [0, 0] as const, [14, 42] as const, [14, 400] as const, [99, 1] as const),
      kinds: fc.subarray(KINDS),
      events: fc.subarray([...EVENTS]),
      minValue: fc.constantFrom(0, 0, 1000.5, 100_000),
      currency: fc.constantFrom('USD', 'SEK'),
      tickers: fc.constantFrom([], [], ['BRK'], ['BRK.B'], ['T2', 'T7'], ['NONE']),
      cik: fc.constantFrom(null, null, '2'),
      order: fc.constantFrom('asc', 'desc'),
    });

    it('finds what each filter names, page by page, and counts it', async () => {
      let most = 0;
      await fc.assert(
        fc.asyncProperty(search, fc.integer({ min: 1, max: 60 }), async (one, limit) => {
          const items: ChangeItem[] = [];
          const all = expected(one);
          for (let after: ChangeSearch['after']; ; ) {
            const found = (await reads.changes({ ...one, after, limit })) as FoundChanges;
            expect(found.total).toBe(all.length);
            items.push(...found.items);
            const last = found.items.at(-1);
            if (last === undefined) break;
            after = [last.generation, last.position];
          }
          expect(items).toEqual(all);
          most = Math.max(most, all.length);
        }),
        { numRuns: runs(300) },
      );
      expect(most).toBeGreaterThan(runs(100));
    });

    it('says where the log ends, whatever the filters are', async () => {
      const end = async (more: Partial<ChangeSearch>) => {
        const found = await reads.changes({ ...ALL, ...more });
        return (found as FoundChanges).newest;
      };
      const last = ITEMS.at(-1)!;
      expect(await end({ tickers: ['NONE'] })).toEqual([last.generation, last.position]);
      const noon = '2026-11-01T12:00:00.000Z';
      const before = ITEMS.filter(({ at }) => at <= noon).at(-1)!;
      expect(await end({ until: noon, order: 'desc' })).toEqual([before.generation, before.position]);
      expect(await end({ until: '2026-01-01T00:00:00.000Z' })).toEqual([9, 4]);
      expect(await reads.changeRecord()).toEqual({
        expired: [9, 4],
        newest: [last.generation, last.position],
        recordedSince: { 'fca-nsm': null },
        log: 'log of the test',
      });
      expect(await reads.changeLog()).toBe('log of the test');
    });

    it('names the filter whose slug is unknown', async () => {
      expect(await reads.changes({ ...ALL, owner: 'nobody' })).toBe('owner');
      expect(await reads.changes({ ...ALL, member: 'nobody' })).toBe('member');
      expect(await reads.changes({ ...ALL, tracker: 'nobody' })).toBe('tracker');
    });
  });
});
