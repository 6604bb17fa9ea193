/** The API keys: issued once, checked on every request that carries one, revoked at once. */

import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  addKey,
  findKeyByHash,
  type KeyUsage,
  listKeys,
  recordKeyUsage,
  removeKey,
} from '../store/accounts/keys.js';
import { dataVersionReader, type Store, withoutBusyTimeout } from '../store/accounts/open-accounts.js';
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
  /** Called with the error when the store cannot be read or written. */
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
/** Keys in memory at once. */
const MEMORY_MAX = 1000;
/** How long a use may wait until it is written, and how long a key stays in memory. */
const FLUSH_MS = 10_000;
/** A store that fails is reported this often at most. */
const REPORT_MS = 60_000;
/** How long a check of the store for changes is valid. */
const CHECK_MS = 5;
const HOUR = 3_600_000;
/** A longer token cannot be a key and is not looked up. */
const TOKEN_MAX = 512;

/** `store` is an open accounts.db. */
export function createKeys(store: Store, options: KeysOptions = {}): Keys {
  return new Keys(store, options);
}

export class Keys implements KeyRing {
  private readonly now: () => number;
  /**
   * Keyed by the public part of an API key. The key is kept in memory for a few seconds, because hashing it for each
   * request would cost more than all other work on it.
   */
  private readonly byPrefix = new LRUCache<string, UsedKey>({ max: MEMORY_MAX });
  private readonly used = new Set<UsedKey>();
  /** Use that could not be written yet, with one entry for each key. */
  private readonly unwritten = new Map<number, KeyUsage>();
  private readonly changes: () => number;
  private readonly scratch = Buffer.alloc(LENGTH);
  private seenChanges: number;
  private timer: NodeJS.Timeout | null = null;
  /** The time of the last check of the store while it is valid; otherwise 0. */
  private checkedAt = 0;
  private reportedAt = 0;

  constructor(
    private readonly store: Store,
    private readonly options: KeysOptions,
  ) {
    this.now = options.now ?? Date.now;
    this.changes = dataVersionReader(store);
    this.seenChanges = this.changes();
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

  /** Makes a key. The result is the only place where `key` is ever shown. */
  issue(name: string, accountId: string | null): { id: number; prefix: string; key: string } {
    const key = PREFIX + newSecret();
    const prefix = key.slice(0, SHOWN);
    const createdAt = new Date(this.now()).toISOString();
    const id = addKey(this.store, { hash: hashOf(key), prefix, name, accountId, createdAt });
    return { id, prefix, key };
  }

  /** The keys of one account, or all keys; oldest first. */
  list(accountId?: string): KeyListing[] {
    this.flush();
    const current = hourStart(this.now());
    return listKeys(this.store, accountId).map(({ hour, calls, ...row }) => ({
      ...row,
      callsThisHour: hour === current ? calls : 0,
    }));
  }

  /** Takes effect at once. False when there is no such key, or none of that account. */
  revoke(id: number, accountId?: string): boolean {
    const isRemoved = removeKey(this.store, id, accountId);
    this.byPrefix.clear();
    return isRemoved;
  }

  /** The id of a complete key, for an operator who received a leaked one. */
  find(key: string): number | null {
    return findKeyByHash(this.store, hashOf(key))?.id ?? null;
  }

  /** Drops the keys in memory. Called after an account was deleted with its keys. */
  forget(): void {
    this.byPrefix.clear();
  }

  /** Writes the use since the last time, without waiting for another process that holds the file. */
  flush(): void {
    withoutBusyTimeout(this.store, () => this.write());
  }

  close(): void {
    this.write();
    if (this.timer !== null) clearTimeout(this.timer);
  }

  /**
   * Another process may have revoked a key. The check takes half a microsecond, so under load it is made once for all
   * requests of a few milliseconds: less than the revoking process takes to end.
   */
  private checkStore(): void {
    this.checkedAt = this.now();
    setTimeout(() => {
      this.checkedAt = 0;
    }, CHECK_MS).unref();
    const current = this.changes();
    if (current !== this.seenChanges) this.byPrefix.clear();
    this.seenChanges = current;
  }

  /** The key of `token`, from memory or from the store. */
  private lookUp(token: string): UsedKey | null {
    if (this.checkedAt === 0) this.checkStore();
    const prefix = token.slice(0, SHOWN);
    const known = this.byPrefix.get(prefix);
    this.scratch.write(token, 'latin1');
    if (known !== undefined && timingSafeEqual(known.key, this.scratch)) return known;
    const digest = hashOf(token);
    const row = findKeyByHash(this.store, digest);
    if (row === null || !timingSafeEqual(row.hash, digest)) return null;
    const key = { row: row.id, id: String(row.id), key: Buffer.from(token), usedAt: 0, calls: 0 };
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
    this.timer ??= this.flushLater();
  }

  private flushLater(): NodeJS.Timeout {
    return setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /** Drops the keys in memory, and writes their use. */
  private write(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.byPrefix.clear();
    for (const key of this.used)
      this.unwritten.set(key.row, together(this.unwritten.get(key.row), usageOf(key)));
    this.used.clear();
    if (this.unwritten.size === 0) return;
    try {
      recordKeyUsage(this.store, [...this.unwritten.values()]);
      this.unwritten.clear();
    } catch (error) {
      // Kept for the next time: not even a full disk may cost an answer.
      this.report(error);
      this.timer = this.flushLater();
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
