/** What an archive says of itself in its first member: when and by which program it was made, and what every other member must be. */

import { z } from 'zod/v3';
import { StoreError } from '../store/database/open.js';
import { BackupError } from './backup-error.js';

/** The name of the first member. */
export const MANIFEST = 'manifest.json';

/**
 * Every other file that an archive can have: the ledger, accounts and keys, and the operator's identities of members of Congress and
 * errata.
 */
export const MEMBERS = ['live.db', 'accounts.db', 'member-overrides.json', 'errata.tsv'] as const;
export type ArchivedName = (typeof MEMBERS)[number];

/** Raised when an older program can no longer read an archive. */
export const ARCHIVE_FORMAT = 1;

const member = z.object({
  name: z.enum(MEMBERS),
  bytes: z.number().int().nonnegative(),
  /** In hexadecimal digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The number of the last migration of a database; null for any other file. */
  schema: z.number().int().positive().nullable(),
});

const manifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  /** The version of the program. */
  program: z.string(),
  /** When the archive was begun, ISO 8601 UTC: everything committed before is in it. */
  at: z.string(),
  /** The last generation of the ledger; null without a ledger. */
  generation: z.object({ number: z.number().int(), at: z.string().nullable() }).nullable(),
  members: z.array(member).min(1),
});

export type Manifest = z.infer<typeof manifest>;
export type ArchivedFile = z.infer<typeof member>;

export function manifestText(facts: Omit<Manifest, 'format'>): string {
  return `${JSON.stringify({ format: ARCHIVE_FORMAT, ...facts }, null, 2)}\n`;
}

/**
 * @throws StoreError if a newer program wrote the archive `file`
 * @throws BackupError if this is not the manifest of an archive
 */
export function readManifest(text: string, file: string): Manifest {
  const parsed = manifest.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  // Every field is optional, so anything with fields fits.
  const { format } = (jsonOf(text) ?? {}) as { format?: unknown };
  if (typeof format === 'number' && format > ARCHIVE_FORMAT)
    throw new StoreError(
      `${file} is an archive of format ${format}, written by a newer disclosed; this program knows format ${ARCHIVE_FORMAT}. Update disclosed.`,
    );
  throw new BackupError(`${file} is not a backup of disclosed: its ${MANIFEST} cannot be read.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
