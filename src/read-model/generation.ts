/** Generations: the numbered, whole states of the read model, and the interfaces to publish and to open one. */

import type { KeptManifest } from '../../tools/contract/reads/sources.js';
import type { Reads } from '../../tools/contract/reads.js';
import { MINUTE_MS } from '../dates.js';
import type { LabelMembers } from './packed-rows.js';
import type { TableDigest } from './table-digests.js';
import type { Row, ScopeRows, TableName } from './tables.js';
import type { UnreadableRows } from './unreadable-rows.js';

export interface Generation {
  /** Grows with every generation. */
  number: number;
  /** Random: two writers never publish the same one. */
  id: string;
  /** The moment of the data, ISO 8601 UTC; null before anything was derived. */
  at: string | null;
  /** When the next refresh is planned, ISO 8601 UTC; null when none is. */
  nextRefreshAt: string | null;
  /** Readers answer from it from this moment on, all at once; ISO 8601 UTC. */
  serveFrom: string;
  /** The initial import of a source is running: answers grow with every minute. */
  isFilling: boolean;
}

/** What a change was made from. */
export interface PublicationBase {
  /** The id of the newest generation when the change was made; null when there was none. */
  id: string | null;
  /** The changes are the whole content, and nothing of `id` stays. */
  isWhole: boolean;
}

/** What a manifest says of a generation. */
export interface SealedFacts {
  generation: Omit<Generation, 'serveFrom'>;
  tables: TableDigest[];
}

/** Makes the signed manifest of a generation. `last` is the one before it; null for the first. */
export type Seal = (facts: SealedFacts, last: KeptManifest | null) => KeptManifest;

/** Publishes generations. One process at a time has one. */
export interface ReadModelWriter {
  /** Whether `publish` takes all changes before it returns its promise; otherwise they are taken over time. */
  readonly takesChangesAtOnce: boolean;
  /** The last published generation; null before the first, or after a change of the tables. */
  newest(): Promise<Generation | null>;
  /** The greatest number of a generation, also of one before a change of the tables: readers may still serve it. Null before the first. */
  lastNumber(): Promise<number | null>;
  /**
   * Publishes `next`, whole or not at all. `changes` names each scope at most once.
   * @throws PublicationRefusedError if the newest generation is no longer that of `base`
   * @throws DamagedReadModelError if a file could not be read any more, and was replaced by an empty one
   */
  publish(
    next: Omit<Generation, 'serveFrom'>,
    base: PublicationBase,
    changes: Iterable<ScopeRows>,
  ): Promise<void>;
  /** The manifests of generations after `number`, oldest first; none from tables of another version. */
  manifestsAfter(number: number): Promise<KeptManifest[]>;
  /** Changes the plan of the generation with this id. */
  setNextRefresh(id: string, at: string | null): Promise<void>;
  close(): Promise<void>;
}

/** The read model was damaged. It is empty now: everything can be published again, from no generation. */
export class DamagedReadModelError extends Error {
  override name = 'DamagedReadModelError';
}

/**
 * While a first import runs, a generation is published every minute. One that was served within this time of another one that
 * can be replayed cannot: an import would otherwise leave as many versions of a row as it took minutes.
 */
const FILLING_GAP_MS = 30 * MINUTE_MS;

/** For so many days every generation can be replayed, and then the last one of each day (UTC). */
export const EVERY_GENERATION_DAYS = 30;

/** Whether a generation of a first import is not kept, when the one kept before it was served from `before` on. */
export function isThinnedOut(serveFrom: string, before: string): boolean {
  return Date.parse(serveFrom) - Date.parse(before) < FILLING_GAP_MS;
}

/** A generation that was open is not kept any more. */
export class GenerationGoneError extends Error {
  override name = 'GenerationGoneError';
}

/** The change was made from a generation that is no longer the newest. */
export class PublicationRefusedError extends Error {
  override name = 'PublicationRefusedError';
}

/** What rows of tables name, and other rows have. */
export interface NamedElsewhere {
  /** What packed transactions name by an id. */
  labels: LabelMembers;
  /** The place in its whole list, from 0, of each cluster and streak by its name. */
  places: Readonly<Record<'clusters' | 'streaks', ReadonlyMap<string, number>>>;
  /** The symbol of each issuer that has one, by its CIK. */
  tickers: ReadonlyMap<string, string>;
}

/** The tables themselves, as they are stored. */
export interface WholeTables {
  /** All rows in the order of the key, some at a time. */
  scan(table: TableName): AsyncIterable<Row[]>;
  /** What rows of tables name, and other rows have. */
  named(): Promise<NamedElsewhere>;
}

/** A generation that is open for questions. */
export interface OpenGeneration {
  readonly generation: Generation;
  readonly reads: Reads;
  /** Every row of a table, for a dump. */
  readonly whole: WholeTables;
  /** Rows that its questions could not read. */
  readonly unreadable: UnreadableRows;
  /** Gives back memory once another generation answers. Answers that began with this one are still completed. */
  release?(): void;
  /**
   * Gives back disk that publications took, once no generation before this one is open. False: others need it still, so
   * that it should be called again later.
   */
  releaseDisk?(): Promise<boolean>;
  close(): Promise<void>;
}

/** The published generations, for a process that answers. */
export interface ReadModel {
  /** The newest generation; null before the first. Cheap enough to ask every quarter of a second. */
  newest(): Promise<Generation | null>;
  /** Opens the newest generation. Its answers stay the same whatever is published meanwhile. */
  open(): Promise<OpenGeneration>;
  /** The generation that answered at `moment` (ISO 8601 UTC), open for questions; null if none of that time is kept. */
  past(moment: string): Promise<OpenGeneration | null>;
  /** The first generation that can be opened by its time; null if none can. */
  firstKept(): Promise<Generation | null>;
  close(): Promise<void>;
}
