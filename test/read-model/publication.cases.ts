/**
 * What a writer publishes from its marks is what it would publish from the whole ledger. RUNS=100 tries a hundred
 * times as many sequences of writes.
 */

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishGeneration } from '../../src/ingest/publication.js';
import type { ReadModelWriter } from '../../src/read-model/generation.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import { quoted, type ScopeRows, TABLES } from '../../src/read-model/tables.js';
import { bumpGeneration, openStore, type Store } from '../../src/store/database/open.js';
import { allRows } from '../../src/store/rows/changes.js';
import fc, { isWhole, runs } from '../property.js';
import { apply, STORIES, type Step, step } from './ledger-steps.js';

describe('read-model/publication', () => {
  /** How a publication ends. */
  const ENDINGS = ['well', 'well', 'well', 'died before it', 'died after it', 'written meanwhile'] as const;

  interface Publication {
    kind: 'publish';
    ending: (typeof ENDINGS)[number];
    /** Whether the run counted a new generation, as every run does except when it only makes a lost read model again. */
    isCounted: boolean;
    /** Writes during the publication. */
    meanwhile: Step[];
  }

  const publication: fc.Arbitrary<Publication> = fc.record({
    kind: fc.constant('publish' as const),
    ending: fc.constantFrom(...ENDINGS),
    isCounted: fc.boolean(),
    meanwhile: fc.array(step, { minLength: 1, maxLength: 3 }),
  });

  const steps = fc.array(fc.oneof({ weight: 2, arbitrary: step }, { weight: 1, arbitrary: publication }), {
    minLength: 2,
    maxLength: 40,
  });

  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-publication-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The content of every table, and of the search index. */
  function contentOf({ database }: SqliteReadModelWriter): Record<string, unknown[]> {
    const tables = Object.values(TABLES).map(({ name, columns, key }) => [
      name,
      // Not since when a row counts: a whole publication says so of all of them.
      database.rowsNow(
        `SELECT ${Object.keys(columns).map(quoted).join(', ')} FROM ${name} ORDER BY ${key.map((one) => `"${one}"`).join(', ')}`,
      ),
    ]);
    database.db.exec(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.term USING fts5vocab ('main', 'insider_search', 'instance')",
    );
    return {
      ...Object.fromEntries(tables),
      search: database.rowsNow('SELECT term, doc, "offset" FROM temp.term ORDER BY doc, "offset", term'),
      // The sums that a manifest names are those of the rows, however they came there.
      sums: database.rowsNow('SELECT name, "rows", hex("sum") FROM table_sum ORDER BY name'),
      grams: database.rowsNow('SELECT gram, owners FROM insider_gram WHERE owners > 0 ORDER BY gram'),
    };
  }

  /** The same ledger, published whole. */
  async function wholeContent(store: Store): Promise<Record<string, unknown[]>> {
    const writer = openSqliteWriter(':memory:');
    const next = { number: 1, id: randomUUID(), at: null, nextRefreshAt: null, isFilling: false };
    await writer.publish(next, { id: null, isWhole: true }, allRows(store));
    const content = contentOf(writer);
    await writer.close();
    return content;
  }

  class Death extends Error {}

  /** A writer that takes the changes over time, or does not survive. */
  function wrapped(
    writer: SqliteReadModelWriter,
    ending: Publication['ending'],
    meanwhile: () => Promise<void>,
  ) {
    const publish: ReadModelWriter['publish'] = async (next, base, changes) => {
      if (ending === 'died before it') throw new Death();
      if (ending === 'written meanwhile') {
        const taken: ScopeRows[] = [];
        const iterator = changes[Symbol.iterator]();
        const first = iterator.next();
        await meanwhile();
        for (let one = first; one.done !== true; one = iterator.next()) taken.push(one.value);
        await writer.publish(next, base, taken);
      } else await writer.publish(next, base, changes);
      if (ending === 'died after it') throw new Death();
    };
    return {
      takesChangesAtOnce: ending !== 'written meanwhile',
      newest: () => writer.newest(),
      lastNumber: () => writer.lastNumber(),
      manifestsAfter: (number) => writer.manifestsAfter(number),
      setNextRefresh: writer.setNextRefresh.bind(writer),
      close: () => writer.close(),
      publish,
    } satisfies ReadModelWriter;
  }

  let made = 0;
  /** How often each situation came up: a property that never meets them would say nothing. */
  const met = new Map<string, number>();
  const count = (what: string, times = 1) => met.set(what, (met.get(what) ?? 0) + times);

  async function run(list: ReadonlyArray<Step | Publication>): Promise<void> {
    made += 1;
    const store = openStore(join(folder, `${made}.db`), 'write');
    store.db.pragma('synchronous = OFF');
    const writer = openSqliteWriter(':memory:');
    let isFirst = true;
    const publish = async ({ ending, isCounted, meanwhile }: Publication) => {
      if (isCounted) bumpGeneration(store, new Date('2026-10-08T12:00:00.000Z'));
      const write = async () => {
        for (const one of meanwhile) await apply(store, one);
        if (isCounted) bumpGeneration(store, new Date('2026-10-08T13:00:00.000Z'));
      };
      const expected = ending === 'written meanwhile' ? await wholeContent(store) : null;
      try {
        const { isWhole } = await publishGeneration(store, wrapped(writer, ending, write));
        expect(isWhole).toBe(isFirst);
      } catch (error) {
        if (!(error instanceof Death)) throw error;
      }
      count(ending);
      if (ending === 'died before it') return;
      isFirst = false;
      expect(contentOf(writer)).toEqual(expected ?? (await wholeContent(store)));
      note(store);
    };
    for (const one of list)
      if (one.kind === 'publish') await publish(one);
      else await apply(store, one);
    await publish(WELL);
    await writer.close();
    store.close();
  }

  function note(store: Store): void {
    const situations = {
      superseded: "SELECT count(*) FROM form4_derived WHERE status = 'superseded'",
      duplicate: "SELECT count(*) FROM form4_derived WHERE status = 'duplicate'",
      'without filings': 'SELECT count(*) FROM insider WHERE lifetime_distinct_filings = 0',
      'provisional slugs': 'SELECT count(*) FROM insider WHERE is_settled = 0',
      'several names':
        'SELECT count(*) FROM (SELECT 1 FROM form4_owner GROUP BY cik HAVING count(DISTINCT name) > 1)',
      members: 'SELECT count(*) FROM member',
      'unresolved members': "SELECT count(*) FROM member WHERE kind <> 'member'",
      trades: 'SELECT count(*) FROM member_trade',
      'European rows': 'SELECT count(*) FROM pdmr_feed',
      portfolios: 'SELECT count(*) FROM tracker',
      pending: 'SELECT count(*) FROM pending_owner',
    };
    for (const [what, sql] of Object.entries(situations)) {
      const [[rows]] = store.rows<[rows: number]>(sql).all() as [[number]];
      count(what, rows > 0 ? 1 : 0);
    }
  }

  const WELL: Publication = { kind: 'publish', ending: 'well', isCounted: true, meanwhile: [] };

  it.each(STORIES.map(({ about, parts }) => [about, parts] as const))('%s', async (_about, parts) => {
    await run(parts.flatMap((part) => [...part, WELL]));
  });

  it('after every publication the read model is the one that the whole ledger gives, whatever was written before', async () => {
    await fc.assert(fc.asyncProperty(steps, run), { numRuns: runs(60) });
    if (isWhole) expect([...met].filter(([, times]) => times === 0)).toEqual([]);
  }, 3_600_000);
});
