/**
 * A client that follows the log knows what readers see, whatever was written and however publications ended. RUNS=100 tries
 * a hundred times as many sequences.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishGeneration } from '../../../src/ingest/publication.js';
import type { ReadModelWriter } from '../../../src/read-model/generation.js';
import { createReads } from '../../../src/read-model/reads.js';
import { generationTables } from '../../../src/read-model/sqlite/model.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../../src/read-model/sqlite/writer.js';
import { recordChanges } from '../../../src/store/changes/record-changes.js';
import { bumpGeneration, openStore, type Store } from '../../../src/store/database/open.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import type { ChangePlace, FoundChanges } from '../../../tools/contract/reads/changes.js';
import type { ChangeItem } from '../../../tools/contract/shapes/change.js';
import fc, { runs } from '../../property.js';
import { EVERY_CHANGE } from '../../read-model/every-row.js';
import { apply, type Step, step } from '../../read-model/ledger-steps.js';
import { emptyStore } from '../empty-store.js';
import { filing, owner, trade } from '../form4/invented-filings.js';

describe('store/changes/record-changes', () => {
  const AT = new Date('2026-10-08T12:00:00.000Z');
  const REGISTERS = ['sec-form4', 'sec-144', 'sec-13dg', 'house-ptr', 'senate-ptr', 'se-fi', 'nl-afm'];
  const COMPLETE: Step = {
    kind: 'derive',
    what: ['form4', 'markets', 'holders', 'congress', 'digests', 'trackers'],
  };

  let folder: string;
  let made = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-changes-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** An empty ledger whose registers were read to their end. */
  function followedStore(): Store {
    made += 1;
    const store = openStore(join(folder, `${made}.db`), 'write');
    store.db.pragma('synchronous = OFF');
    recordChanges(store, { number: 0, at: '2026-10-08T00:00:00.000Z' });
    for (const register of REGISTERS)
      store.sql('INSERT INTO followed (name, since) VALUES (?, ?)').run(register, '2026-10-08T00:00:00.000Z');
    return store;
  }

  /** What readers see of each document: every published row of it, as the read model has it. */
  function seenDocuments({ database }: SqliteReadModelWriter): Map<string, string> {
    const seen = new Map<string, string>();
    const add = (sql: string) => {
      for (const [id, text] of database.rowsNow<[id: string, text: string]>(sql))
        seen.set(id, `${seen.get(id) ?? ''}\n${text}`);
    };
    add(
      `SELECT accession, "row" || code || cents || filed_at || traded || cik || owner_cik || packed FROM filing ORDER BY "row"`,
    );
    add('SELECT accession, cik || packed FROM insider_filing ORDER BY cik');
    add('SELECT document_id, member_id || json FROM member_trade ORDER BY "row"');
    add('SELECT document_id, member_id || json FROM unread_report');
    add('SELECT accession, cik || json FROM planned_sale');
    add('SELECT accession, cik || json FROM holder_filing');
    add("SELECT market || '/' || filing_id, json FROM eu_row");
    return seen;
  }

  /** The figures alone: whatever changes one of them is a change. */
  function figures({ database }: SqliteReadModelWriter): Map<string, string> {
    return new Map(
      database.rowsNow<[id: string, text: string]>(
        `SELECT accession, group_concat("row" || code || cents || traded || filed_at) FROM filing GROUP BY accession
       UNION ALL SELECT document_id, group_concat("row" || cents || ticker || transaction_date)
       FROM member_trade GROUP BY document_id
       UNION ALL SELECT market || '/' || filing_id, coalesce(total_value, '') || direction || coalesce(isin, '') FROM eu_row`,
      ),
    );
  }

  const idOf = ({ kind, facts }: ChangeItem) =>
    kind === 'se' || kind === 'nl' ? `${kind}/${facts.documentId}` : facts.documentId;

  /** A client that requests a few changes at a time. */
  class Follower {
    readonly seen = new Set<string>();
    place: ChangePlace = [0, 0];

    async follow(writer: SqliteReadModelWriter): Promise<ChangeItem[]> {
      const reads = createReads(generationTables(writer.database));
      const given: ChangeItem[] = [];
      for (;;) {
        const found = (await reads.changes({ ...ALL, behind: this.place, limit: 3 })) as FoundChanges;
        for (const item of found.items) this.take(item);
        given.push(...found.items);
        const last = found.items.at(-1);
        if (last === undefined) return given;
        this.place = [last.generation, last.position];
      }
    }

    private take(item: ChangeItem): void {
      const id = idOf(item);
      // A document enters once, and only what entered changes or leaves.
      expect([item, this.seen.has(id)]).toEqual([item, item.event !== 'entered']);
      if (item.event === 'entered') this.seen.add(id);
      if (item.event === 'left') this.seen.delete(id);
    }
  }

  const ALL = {
    ...EVERY_CHANGE,
    kinds: ['form4', 'form4_other', 'form144', 'schedule13', 'congress', 'se', 'nl'] as const,
    order: 'asc' as const,
    limit: 500,
  };

  const ENDINGS = ['well', 'well', 'died before it', 'died after it', 'made again'] as const;
  type Ending = (typeof ENDINGS)[number];
  class Death extends Error {}

  function wrapped(writer: SqliteReadModelWriter, ending: Ending): ReadModelWriter {
    return {
      takesChangesAtOnce: true,
      newest: () => writer.newest(),
      lastNumber: () => writer.lastNumber(),
      manifestsAfter: (number) => writer.manifestsAfter(number),
      setNextRefresh: writer.setNextRefresh.bind(writer),
      close: () => writer.close(),
      async publish(...given) {
        if (ending === 'died before it') throw new Death();
        await writer.publish(...given);
        if (ending === 'died after it') throw new Death();
      },
    };
  }

  const met = { entered: 0, changed: 0, left: 0 };

  async function run(list: ReadonlyArray<{ steps: Step[]; ending: Ending }>): Promise<void> {
    const store = followedStore();
    let writer = openSqliteWriter(':memory:');
    const follower = new Follower();
    let before = new Map<string, string>();
    let known = new Map<string, string>();
    for (const { steps, ending } of [...list, { steps: [], ending: 'well' as const }]) {
      for (const one of [...steps, COMPLETE]) await apply(store, one);
      bumpGeneration(store, AT);
      if (ending === 'made again') {
        await writer.close();
        writer = openSqliteWriter(':memory:');
      }
      await publishGeneration(store, wrapped(writer, ending)).catch((error) => {
        if (!(error instanceof Death)) throw error;
      });
      if (ending === 'died before it') continue;
      const given = await follower.follow(writer);
      for (const { event } of given) met[event] += 1;
      const seen = seenDocuments(writer);
      expect([...follower.seen].sort()).toEqual([...seen.keys()].sort());
      for (const item of given) {
        const id = idOf(item);
        // Several changes in between may take each other back.
        const isOne = given.filter((other) => idOf(other) === id).length === 1;
        if (isOne) expect([item, seen.get(id) === before.get(id)]).toEqual([item, false]);
      }
      const now = figures(writer);
      const different = [...now].filter(([id, text]) => known.has(id) && known.get(id) !== text);
      for (const [id] of different) expect(given.map(idOf)).toContain(id);
      before = seen;
      known = now;
    }
    await writer.close();
    store.close();
  }

  describe('the log of changes', () => {
    it('shows a client that follows it everything that readers see, and nothing twice', async () => {
      const parts = fc.array(
        fc.record({
          steps: fc.array(step, { minLength: 1, maxLength: 8 }),
          ending: fc.constantFrom(...ENDINGS),
        }),
        { minLength: 1, maxLength: 8 },
      );
      await fc.assert(fc.asyncProperty(parts, run), { numRuns: runs(60) });
      expect(Math.min(met.entered, met.changed, met.left)).toBeGreaterThan(0);
    }, 3_600_000);

    it('is written with the hashes or not at all', () => {
      const store = followedStore();
      const write = (numbers: number[]) => {
        writeBatch(store, {
          register: 'sec-form4',
          now: AT,
          records: numbers.map((number) =>
            filing(number, { transactions: [trade(0, { shares: 100 * number })] }),
          ),
        });
      };
      write([1, 2, 3]);
      bumpGeneration(store, AT);
      const logged = () =>
        store.rows('SELECT generation, position, facts FROM change_log ORDER BY 1, 2').all();
      const hashes = () => store.rows('SELECT kind, id, hash FROM shown_document ORDER BY 1, 2').all();
      return apply(store, COMPLETE).then(() => {
        // The third change cannot be written, as on a full disk.
        store.db.exec(
          `CREATE TRIGGER full BEFORE INSERT ON change_log WHEN NEW.position = 3
         BEGIN SELECT RAISE(ABORT, 'full'); END`,
        );
        expect(() => recordChanges(store, { number: 1, at: AT.toISOString() })).toThrow('full');
        expect(logged()).toEqual([]);
        expect(hashes()).toEqual([]);
        store.db.exec('DROP TRIGGER full');
        recordChanges(store, { number: 1, at: AT.toISOString() });
        expect(logged()).toHaveLength(3);
        expect(hashes()).toHaveLength(3);
        // Nothing is recorded twice.
        recordChanges(store, { number: 2, at: AT.toISOString() });
        expect(logged()).toHaveLength(3);
        store.close();
      });
    });
  });

  /** The changes of a ledger, as one line each. */
  function lines(store: Store): string[] {
    return store
      .rows<[string, string, string, string]>(
        `SELECT event, reason, kind, json_extract(facts, '$[1]') FROM change_log ORDER BY generation, position`,
      )
      .all()
      .map((columns) => columns.join(' '));
  }

  describe('a change is not', () => {
    const writeFiling = (store: Store, number: number, more: object = {}) =>
      writeBatch(store, {
        register: 'sec-form4',
        now: AT,
        records: [
          filing(number, {
            owners: [owner('7001', 'Vesper Alma')],
            transactions: [trade(0, { shares: 100 * number })],
            ...more,
          }),
        ],
      });
    const publish = async (store: Store, number: number, at = AT.toISOString()) => {
      await apply(store, COMPLETE);
      recordChanges(store, { number, at });
      store.sql('DELETE FROM unpublished').run();
    };

    it('what a first import brings, until the register was read to its end', async () => {
      const store = emptyStore();
      writeFiling(store, 1);
      await publish(store, 1);
      writeFiling(store, 2);
      await publish(store, 2);
      expect(lines(store)).toEqual([]);
      store.sql("INSERT INTO followed (name, since) VALUES ('sec-form4', '2026-10-08')").run();
      writeFiling(store, 3, { filedAt: '2026-10-07T12:00:00.000Z', filedDate: '2026-10-07' });
      writeFiling(store, 4);
      await publish(store, 3);
      expect(lines(store)).toEqual([
        expect.stringMatching(/^entered new form4 .*-0*3$/),
        expect.stringMatching(/^entered late form4 .*-0*4$/),
      ]);
      store.close();
    });

    it('another name or symbol of the issuer', async () => {
      const store = followedStore();
      writeFiling(store, 1);
      await publish(store, 1);
      expect(lines(store)).toHaveLength(1);
      const marked = () => store.rows("SELECT 1 FROM unpublished WHERE kind = 'filing'").all().length;
      writeBatch(store, {
        register: 'sec-companies',
        now: AT,
        records: [
          {
            kind: 'company-tickers',
            companies: [
              { cik: filing(1).issuer.cik, name: 'Another Name Inc', ticker: 'OTHR', exchange: null },
            ],
          },
        ],
      });
      await apply(store, COMPLETE);
      store
        .sql(
          'INSERT INTO unpublished (kind, "key", round) SELECT \'filing\', accession, 1 FROM form4_filing WHERE true ON CONFLICT DO NOTHING',
        )
        .run();
      expect(marked()).toBe(1);
      await publish(store, 2);
      expect(lines(store)).toHaveLength(1);
      store.close();
    });

    it('a new comparison of everything after an upgrade', async () => {
      const store = followedStore();
      writeFiling(store, 1);
      await publish(store, 1);
      store.sql('UPDATE change_state SET hashes = 99 WHERE id = 1').run();
      store.sql('UPDATE shown_document SET hash = hash + 1').run();
      await publish(store, 2);
      expect(lines(store)).toHaveLength(1);
      writeFiling(store, 1, { transactions: [trade(0, { shares: 999 })] });
      await publish(store, 3);
      expect(lines(store).at(-1)).toMatch(/^changed content form4 /);
      store.close();
    });

    it('what new rules leave as it is', async () => {
      const store = followedStore();
      writeFiling(store, 1);
      writeFiling(store, 2);
      await publish(store, 1);
      store
        .sql('UPDATE generation SET derivation_version = coalesce(derivation_version, 0) + 1 WHERE id = 1')
        .run();
      await publish(store, 2);
      store.sql('UPDATE generation SET derivation_version = derivation_version + 1 WHERE id = 1').run();
      const [[id]] = store.rows<[number]>('SELECT min(id) FROM form4_filing').all() as [[number]];
      store.sql('UPDATE form4_derived SET total_value = total_value + 1 WHERE filing_id = ?').run(id);
      store
        .sql('INSERT INTO unpublished (kind, "key", round) SELECT \'filing\', accession, 2 FROM form4_filing')
        .run();
      recordChanges(store, { number: 3, at: AT.toISOString() });
      expect(lines(store).slice(2)).toEqual([expect.stringMatching(/^changed rules form4 .*-0*1$/)]);
      store.close();
    });

    it('kept for more than a month', async () => {
      const store = followedStore();
      writeFiling(store, 1);
      writeFiling(store, 2);
      await publish(store, 1);
      writeFiling(store, 3);
      await publish(store, 2, '2026-11-08T12:00:00.000Z');
      expect(lines(store)).toHaveLength(3);
      await publish(store, 3, '2026-11-09T12:00:00.000Z');
      expect(lines(store)).toEqual([expect.stringMatching(/-0*3$/)]);
      expect(store.rows('SELECT expired_generation, expired_position FROM change_state').get()).toEqual([
        1, 2,
      ]);
      store.close();
    });
  });
});
