/** The log of changes: writing, removing what is too old, and its rows in the read model. */

import type { ChangeEvent, ChangeReason } from '../../../tools/contract/shapes/change.js';
import { CHANGE_DOCUMENT, type ChangeDocument, packFacts } from '../../read-model/change-facts.js';
import type { Row, ScopeRows } from '../../read-model/tables.js';
import { sourceStates } from '../crawl/sources.js';
import type { Store } from '../database/store.js';
import { toCents } from '../rows/filing-sums.js';
import type { DescribedDocument } from './shown-document.js';

/** The generation in which changes are recorded. */
export interface ChangeGeneration {
  number: number;
  /** ISO 8601 UTC */
  at: string;
}

/** Writes changes of one generation, behind those that it has already. */
export class ChangeWriter {
  private position: number;

  constructor(
    private readonly store: Store,
    private readonly generation: ChangeGeneration,
  ) {
    // One row: an aggregate.
    const [last] = store
      .rows<[position: number | null]>('SELECT max(position) FROM change_log WHERE generation = ?')
      .get(generation.number) as [number | null];
    this.position = (last ?? 0) + 1;
  }

  add(event: ChangeEvent, reason: ChangeReason, { kind, facts, subjects }: DescribedDocument): void {
    const { number, at } = this.generation;
    const shown =
      event === 'left'
        ? {
            ...facts,
            rows: 0,
            purchases: null,
            purchasesMax: null,
            sales: null,
            salesMax: null,
            intendedSales: null,
            percent: null,
            currency: null,
          }
        : facts;
    const amounts = [shown.purchases, shown.sales, shown.intendedSales].filter((one) => one !== null);
    const cents = Math.max(0, ...amounts.map(toCents));
    this.store
      .sql(
        `INSERT INTO change_log (generation, position, at, kind, event, reason, currency, cents, subjects, facts)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        number,
        this.position,
        at,
        kind,
        event,
        reason,
        (amounts.length > 0 ? shown.currency : null) ?? '',
        cents,
        JSON.stringify(subjects),
        packFacts(shown),
      );
    if (this.position === 1) markUnpublished(this.store, number, number);
    this.position += 1;
  }
}

/**
 * From now on places that were given before are refused: for a ledger that goes back to an earlier state, in which later changes get the
 * numbers that others had.
 */
export function beginChangeLog(store: Store): void {
  store.sql('UPDATE change_state SET log = lower(hex(randomblob(8))) WHERE id = 1').run();
}

/** Removes the changes before `before`, generation by generation. */
export function removeOldChanges(store: Store, before: string, number: number): void {
  const oldest = store.rows<[generation: number, at: string]>(
    'SELECT generation, at FROM change_log ORDER BY generation LIMIT 1',
  );
  for (let first = oldest.get(); first !== undefined && first[1] < before; first = oldest.get()) {
    const [generation] = first;
    store
      .sql(
        `UPDATE change_state SET expired_generation = ?,
           expired_position = (SELECT max(position) FROM change_log WHERE generation = ?) WHERE id = 1`,
      )
      .run(generation, generation);
    store.sql('DELETE FROM change_log WHERE generation = ?').run(generation);
    markUnpublished(store, generation, number);
  }
}

/** The mark stays until a publication of `round` or a later one has ended. */
function markUnpublished(store: Store, generation: number, round: number): void {
  store
    .sql(
      `INSERT INTO unpublished_changes (generation, round) VALUES (?, ?)
       ON CONFLICT (generation) DO UPDATE SET round = excluded.round`,
    )
    .run(generation, round);
}

/** Every change that is kept, by generation. */
export function* allChangeScopes(store: Store): Generator<ScopeRows> {
  yield* changeScopes(store, 'SELECT DISTINCT generation FROM change_log ORDER BY generation');
}

export function* changedChangeScopes(store: Store): Generator<ScopeRows> {
  yield* changeScopes(store, 'SELECT generation FROM unpublished_changes ORDER BY generation');
}

type LogColumns = [
  generation: number,
  position: number,
  at: string,
  kind: string,
  event: string,
  reason: string,
  currency: string,
  cents: number,
  subjects: string,
  facts: string,
];

function* changeScopes(store: Store, generations: string): Generator<ScopeRows> {
  for (const [generation] of store.rows<[number]>(generations).all()) {
    const logged = store
      .rows<LogColumns>(
        `SELECT generation, position, at, kind, event, reason, currency, cents, subjects, facts
         FROM change_log WHERE generation = ? ORDER BY position`,
      )
      .all(generation);
    const rows: Row[] = logged.map((columns) => [...columns.slice(0, 8), columns[9]]);
    yield { table: 'change', scope: [generation], rows };
    yield {
      table: 'change_subject',
      scope: [generation],
      rows: logged.flatMap((columns) =>
        // `ChangeWriter` wrote a list of texts.
        (JSON.parse(columns[8]) as string[]).map((subject): Row => [subject, columns[0], columns[1]]),
      ),
    };
  }
}

/** From when changes are recorded, and what was removed. */
export function changeDocument(store: Store): [name: string, json: string] {
  const since = new Map(store.rows<[string, string]>('SELECT name, since FROM followed').all());
  const recordedSince: ChangeDocument['recordedSince'] = {};
  for (const { source, status, registers } of sourceStates(store)) {
    if (source === 'prices') continue;
    const moments = registers.map(({ register }) => since.get(register) ?? null);
    const isRecorded = status !== 'off' && moments.length > 0 && moments.every((one) => one !== null);
    recordedSince[source] = isRecorded ? (moments.sort().at(-1) ?? null) : null;
  }
  // The migration inserts this row.
  const [generation, position, log] = store
    .rows<[generation: number, position: number, log: string]>(
      'SELECT expired_generation, expired_position, log FROM change_state WHERE id = 1',
    )
    .get() as [number, number, string];
  const expired: ChangeDocument['expired'] = [generation, position];
  return [CHANGE_DOCUMENT, JSON.stringify({ recordedSince, expired, log } satisfies ChangeDocument)];
}
