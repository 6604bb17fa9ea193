/** The API keys: issued once, checked from memory on every request that carries one, revoked at once. */

import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import { KeyChanges } from '../store/accounts/key-changes.js';
import {
  addKey,
  findKeyByHash,
  type KeyUsage,
  listKeys,
  recordKeyUsage,
  removeKey,
} from '../store/accounts/keys.js';
import { KeyTable } from './key-table.js';
import { hashOf, newSecret } from './secrets.js';

/** What the request pipeline needs of the issued keys. Without a ring no token is valid. */
export interface KeyRing {
  /** The key of `token`, or null when it was never issued or has been revoked. Never throws. */
  verify(token: string): { id: string } | null;
}

export interface KeyListing {
  id: number;
  /** The first characters of the key: enough to distinguish keys, useless for anything else. */
  prefix: string;
  name: string;
  /** Null when the operator made it. */
  accountId: string | null;
  /** ISO 8601 UTC. */
  createdAt: string;
  lastUsedAt: string | null;
  /** Counted calls since the current UTC hour began. */
  callsThisHour: number;
}

export interface KeysOptions {
  now?: () => number;
  /** Called with the error when the database cannot be read or written. */
  failed?: (error: unknown) => void;
}

/** A key that was used in the last seconds, and its use that is not yet written. */
interface UsedKey {
  row: number;
  id: string;
  key: Buffer;
  usedAt: number;
  calls: number;
}

const PREFIX = 'dk_';
/** With 256 bits in base64url. */
const LENGTH = PREFIX.length + 43;
const SCHEME = 'Bearer ';
const SHOWN = PREFIX.length + 8;
/** Whole keys in memory at once. */
const MEMORY_MAX = 1000;
/** How long a use may wait until it is written, and how long a whole key stays in memory. */
const FLUSH_MS = 10_000;
/** A database that fails is reported this often at most. */
const REPORT_MS = 60_000;
/** How long a check of a local database for changes is valid. */
const CHECK_MS = 5;
/** How often a database elsewhere is checked for changes. */
const POLL_MS = 1000;
const HOUR = 3_600_000;
/** A longer token cannot be a key and is not looked up. */
const TOKEN_MAX = 512;

/** Verifies no key until `follow` is called. */
export class Keys implements KeyRing {
  private readonly now: () => number;
  /** The hashes of all keys. */
  private readonly changes = new KeyChanges(() => new KeyTable());
  /**
   * Keyed by the public part of an API key. The whole key is kept in memory for a few seconds, because hashing it for
   * each request would cost more than all other work on it.
   */
  private readonly byPrefix = new LRUCache<string, UsedKey>({ max: MEMORY_MAX });
  private readonly used = new Set<UsedKey>();
  /** Use that could not be written yet, with one entry for each key. */
  private readonly unwritten = new Map<number, KeyUsage>();
  private readonly scratch = Buffer.alloc(LENGTH);
  /** The version of a local database that was read last. */
  private seenVersion: number | null = null;
  private flushTimer: NodeJS.Timeout | null = null;
  private pollTimer: NodeJS.Timeout | null = null;
  /** The end of the last flush, and of the last read of changes. They wait for each other. */
  private flushed: Promise<void> = Promise.resolve();
  private refreshed: Promise<void> = Promise.resolve();
  /** The time of the last check while it is valid; otherwise 0. */
  private checkedAt = 0;
  private reportedAt = 0;
  private isClosed = false;

  constructor(
    private readonly database: AccountsDatabase,
    private readonly options: KeysOptions = {},
  ) {
    this.now = options.now ?? Date.now;
  }

  /** How many keys are held in memory, and the bytes that their hashes take. */
  get held(): { count: number; bytes: number } {
    const { count, bytes } = this.changes.keys;
    return { count, bytes };
  }

  /**
   * Reads all keys, and follows their changes from then on. The keys in memory stay valid while a database elsewhere is
   * away.
   */
  async follow(): Promise<void> {
    await this.refresh();
    if (this.database.local === null) this.pollTimer ??= this.pollLater();
  }

  verify(token: string): { id: string } | null {
    if (token.length !== LENGTH || !token.startsWith(PREFIX)) return null;
    try {
      const key = this.lookUp(token);
      if (key !== null) this.noteUse(key);
      return key;
    } catch (error) {
      this.report(error);
      return null;
    }
  }

  /**
   * Makes a key. The result is the only place where `key` is ever shown. Null if the account is gone, or has `max` keys
   * already.
   */
  async issue(
    name: string,
    accountId: string | null,
    max?: number,
  ): Promise<{ id: number; prefix: string; key: string } | null> {
    const key = PREFIX + newSecret();
    const prefix = key.slice(0, SHOWN);
    const createdAt = new Date(this.now()).toISOString();
    const hash = hashOf(key);
    const id = await addKey(this.database, { hash, prefix, name, accountId, createdAt }, max);
    if (id === null) return null;
    await this.noteChange();
    return { id, prefix, key };
  }

  /** The keys of one account, or all keys; oldest first. */
  async list(accountId?: string): Promise<KeyListing[]> {
    await this.flush();
    const current = hourStart(this.now());
    return (await listKeys(this.database, accountId)).map(({ hour, calls, ...row }) => ({
      ...row,
      callsThisHour: hour === current ? calls : 0,
    }));
  }

  /** Takes effect here at once, elsewhere within two seconds. False when there is no such key, or none of that account. */
  async revoke(id: number, accountId?: string): Promise<boolean> {
    const isRemoved = await removeKey(this.database, id, accountId);
    if (isRemoved) this.changes.keys.remove(new Set([id]));
    await this.noteChange();
    return isRemoved;
  }

  /** The id of a complete key, for an operator who received a leaked one. */
  async find(key: string): Promise<number | null> {
    return findKeyByHash(this.database, hashOf(key));
  }

  /** Reads the changes of this process at once. Called after an account was deleted with its keys. */
  async noteChange(): Promise<void> {
    this.byPrefix.clear();
    if (!this.changes.isRead) return;
    // The change itself is stored. If it cannot be read now, it is read with the next ones.
    await this.refresh().catch((error: unknown) => this.report(error));
  }

  /** Writes the use since the last time, without waiting for another process that holds the data. */
  flush(): Promise<void> {
    this.flushed = this.flushed.then(() => this.write());
    return this.flushed;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.pollTimer !== null) clearTimeout(this.pollTimer);
    await this.flush();
    if (this.flushTimer !== null) clearTimeout(this.flushTimer);
  }

  /** Reads what has changed. */
  private refresh(): Promise<void> {
    const next = this.refreshed.then(() => this.readChanges());
    this.refreshed = next.catch(() => undefined);
    return next;
  }

  private async readChanges(): Promise<void> {
    if (this.database.local !== null) return this.readChangesNow();
    const round = this.changes.follow();
    let step = round.next();
    while (step.done !== true) step = round.next(await this.database.rows(...step.value));
    if (step.value) this.byPrefix.clear();
  }

  private readChangesNow(): void {
    const { local } = this.database;
    if (local === null) return;
    // Before the read: a commit in between is noticed the next time.
    this.seenVersion = local.version();
    const round = this.changes.follow();
    let step = round.next();
    while (step.done !== true) step = round.next(local.rows(...step.value));
    if (step.value) this.byPrefix.clear();
  }

  private pollLater(): NodeJS.Timeout {
    return setTimeout(() => {
      void this.refresh()
        .catch((error: unknown) => this.report(error))
        .then(() => {
          if (!this.isClosed) this.pollTimer = this.pollLater();
        });
    }, POLL_MS).unref();
  }

  /**
   * Notes the time; and in a local database, whether another process may have revoked a key. The check takes half a
   * microsecond, so under load it is made once for all requests of a few milliseconds: less than the revoking process
   * takes to end.
   */
  private check(): void {
    this.checkedAt = this.now();
    setTimeout(() => {
      this.checkedAt = 0;
    }, CHECK_MS).unref();
    const { local } = this.database;
    if (local !== null && this.changes.isRead && local.version() !== this.seenVersion) this.readChangesNow();
  }

  /** The key of `token`, if it is one. */
  private lookUp(token: string): UsedKey | null {
    if (this.checkedAt === 0) this.check();
    const prefix = token.slice(0, SHOWN);
    const known = this.byPrefix.get(prefix);
    this.scratch.write(token, 'latin1');
    if (known !== undefined && timingSafeEqual(known.key, this.scratch)) return known;
    const row = this.changes.keys.find(hashOf(token));
    if (row === null) return null;
    const key = { row, id: String(row), key: Buffer.from(token), usedAt: 0, calls: 0 };
    this.byPrefix.set(prefix, key);
    return key;
  }

  private noteUse(key: UsedKey): void {
    // The calls of an hour that is over no longer count.
    const isNewHour = Math.floor(key.usedAt / HOUR) !== Math.floor(this.checkedAt / HOUR);
    if (key.calls > 0 && isNewHour) key.calls = 0;
    key.usedAt = this.checkedAt;
    key.calls += 1;
    if (key.calls > 1) return;
    this.used.add(key);
    this.flushTimer ??= this.flushLater();
  }

  private flushLater(): NodeJS.Timeout {
    return setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Drops the whole keys in memory, and writes their use. Never throws. */
  private async write(): Promise<void> {
    if (this.flushTimer !== null) clearTimeout(this.flushTimer);
    this.flushTimer = null;
    this.byPrefix.clear();
    for (const key of this.used)
      this.unwritten.set(key.row, together(this.unwritten.get(key.row), usageOf(key)));
    this.used.clear();
    if (this.unwritten.size === 0) return;
    const usages = [...this.unwritten.values()];
    try {
      await recordKeyUsage(this.database, usages);
      this.unwritten.clear();
    } catch (error) {
      // Kept for the next time: not even a full disk may cost an answer.
      this.report(error);
      this.flushTimer ??= this.flushLater();
    }
  }

  private report(error: unknown): void {
    if (this.now() - this.reportedAt < REPORT_MS) return;
    this.reportedAt = this.now();
    this.options.failed?.(error);
  }
}

function usageOf({ row, usedAt, calls }: UsedKey): KeyUsage {
  return { id: row, usedAt: new Date(usedAt).toISOString(), hour: hourStart(usedAt), calls };
}

/** Two uses of one key, the later one last; only the calls of the later hour count. */
function together(earlier: KeyUsage | undefined, later: KeyUsage): KeyUsage {
  return earlier?.hour === later.hour ? { ...later, calls: earlier.calls + later.calls } : later;
}

/** ISO 8601 UTC of the first moment of the hour that contains `at`. */
function hourStart(at: number): string {
  return new Date(Math.floor(at / HOUR) * HOUR).toISOString();
}

/**
 * The token of an `Authorization` header: null when there is no such header, `''` when it carries something
 * that cannot be a bearer token.
 */
export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  // The usual spelling, without the cost of the pattern.
  if (authorization.length === SCHEME.length + LENGTH && authorization.startsWith(SCHEME + PREFIX))
    return authorization.slice(SCHEME.length);
  if (authorization.trim() === '') return null;
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
  return token.length > TOKEN_MAX ? '' : token;
}
