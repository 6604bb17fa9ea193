/** The states of the sources, what was measured of them, and the proofs of generations. */

import type { OperatorCorrection } from '../shapes/erratum.js';
import type { RecordSource } from '../shapes/generation.js';
import type { Quality } from '../shapes/quality.js';
import type { PublicSourceId } from '../sources.js';

/** The values of `meta.source`. The answer of the catalog belongs to no public source. */
export type SourceId = PublicSourceId | 'catalog';

/**
 * The state of one source. `status` is one of: `never-read` (nothing was read yet), `imported` (only documents that the
 * operator saved; the register itself was never requested), `filling` (the initial import is running), `ok`, `failing`
 * (the last attempt failed; earlier data is still served), `off` (switched off by the operator).
 */
export interface SourceState {
  source: PublicSourceId;
  publisher: string;
  homepage: string;
  /**
   * When its lists were last read with success, ISO 8601 UTC with milliseconds. With several registers: the oldest of
   * their times. Null when no register was read, or nothing is derived yet.
   */
  lastReadAt: string | null;
  lastAttemptAt: string | null;
  /** When a record of this source last changed. */
  lastChangeAt: string | null;
  status: 'never-read' | 'imported' | 'filling' | 'ok' | 'failing' | 'off';
  /** Whether all of it was read and derived at least once. Until then, a missing record may still exist. */
  isWhole: boolean;
  /** The same for each register whose rows are served. */
  registers: RegisterReadState[];
  rows: number;
  warnings: number;
  /** Documents read so far; null for a register that gives lists of rows and no documents. */
  documents: number | null;
  /** Documents that the register listed and that were not read yet. */
  waiting: number;
  /** Documents that were fetched and could not be read, by register; only registers that have some. */
  unread?: ReadonlyArray<{ register: string; documents: number }>;
  /** Why the last attempt failed, as a plain sentence; '' when it succeeded. */
  failure: string;
  /** When the next attempt is due, ISO 8601 UTC; null when not known. */
  nextAttemptAt: string | null;
  /** One sentence for people: why the source fails, what is missing, what the licence says. */
  note: string;
}

interface RegisterReadState {
  register: string;
  lastReadAt: string | null;
  isWhole: boolean;
}

/** The signed manifest of a generation, as the writer made it. */
export interface KeptManifest {
  number: number;
  /** SHA-256 of the signed text. */
  sha256: string;
  /** The signed text and its signatures. */
  json: string;
}

export interface SourceReads {
  /** The state of every source, in the order of `SOURCES`, without `catalog`. */
  sources(): Promise<SourceState[]>;
  /** What was measured of the registers; null before the first time. */
  quality(): Promise<Quality | null>;
  /** What the operator corrected or withheld, the latest first. */
  corrections(): Promise<OperatorCorrection[]>;
  /** The documents of the first of `ids` that has any. */
  recordSources(ids: readonly string[]): Promise<RecordSource[]>;
  /** Manifests, newest first, only of generations before `before`; null for all. */
  manifests(question: { before: number | null; limit: number }): Promise<KeptManifest[]>;
  countManifests(question: { before: number | null }): Promise<number>;
}
