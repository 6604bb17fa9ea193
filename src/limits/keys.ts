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

/** What the gate asks of the issued keys. A token without a ring behind it is never valid. */
export interface KeyRing {
  /** The key that `token` stands for, or null when it was never issued or has been revoked. Never throws. */
  verify(token: string): { id: string } | null;
}

export interface KeyListing {
  id: number;
  /** The first characters of the key: enough to tell it from others, useless to anybody else. */
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

export interface Keys extends KeyRing {
  /** Makes a key. `key` is the only time that it can be seen. */
  issue(name: string, accountId: string | null): { id: number; prefix: string; key: string };
  /** Oldest first; of one account, or all. */
  list(accountId?: string): KeyListing[];
  /** Takes effect at once. False when there is none, or none of that account. */
  revoke(id: number, accountId?: string): boolean;
  /** The id of a whole key, for an operator who holds a leaked one. */
  find(key: string): number | null;
  /** Forgets what it remembers of the store; called after keys vanished with their account. */
  forget(): void;
  /** Writes what was used since the last time. */
  flush(): void;
  close(): void;
}

/** A key that was used in these seconds, and what is not yet written of its use. */
interface Held {
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
/** Keys remembered at once. */
const HELD_MAX = 1000;
/** How long a use may wait until it is written, and how long a key is remembered. */
const FLUSH_MS = 10_000;
/** A store that fails is reported so often at most. */
const REPORT_MS = 60_000;
/** How long a look at the store holds. */
const LOOK_MS = 5;
const HOUR = 3_600_000;
/** Longer tokens are none of ours, so they are not even looked at. */
const TOKEN_MAX = 512;

/** `store` is an open accounts.db; `failed` hears of a store that cannot be read or written. */
export function createKeys(
  store: Store,
  { now = Date.now, failed }: { now?: () => number; failed?: (error: unknown) => void } = {},
): Keys {
  /**
   * By the part of a key that is no secret. For a few seconds the key itself stands here, as it does in the
   * requests that carry it: hashing it again for each of them would cost more than all else that a key costs.
   */
  const held = new LRUCache<string, Held>({ max: HELD_MAX });
  const used = new Set<Held>();
  /** What could not be written yet, one for each key however long that lasts. */
  const waiting = new Map<number, KeyUsage>();
  const changes = dataVersionReader(store);
  const scratch = Buffer.alloc(LENGTH);
  let seen = changes();
  let timer: NodeJS.Timeout | null = null;
  /** The moment of the last look at the store, while it holds; else 0. */
  let moment = 0;
  let reportedAt = 0;

  /**
   * Another process may have revoked a key. Asking takes half a microsecond, so under load it is asked once for
   * all requests of a few milliseconds: less than the revoking process takes to end.
   */
  function look(): void {
    moment = now();
    setTimeout(() => {
      moment = 0;
    }, LOOK_MS).unref();
    const current = changes();
    if (current !== seen) held.clear();
    seen = current;
  }

  /** The key of `token`, from memory or from the store. */
  function lookUp(token: string): Held | null {
    if (moment === 0) look();
    const prefix = token.slice(0, SHOWN);
    const known = held.get(prefix);
    scratch.write(token, 'latin1');
    if (known !== undefined && timingSafeEqual(known.key, scratch)) return known;
    const digest = hashOf(token);
    const row = findKeyByHash(store, digest);
    if (row === null || !timingSafeEqual(row.hash, digest)) return null;
    const one = { row: row.id, id: String(row.id), key: Buffer.from(token), usedAt: 0, calls: 0 };
    held.set(prefix, one);
    return one;
  }

  function note(one: Held): void {
    // The calls of an hour that is over are of no interest any more.
    if (one.calls > 0 && Math.floor(one.usedAt / HOUR) !== Math.floor(moment / HOUR)) one.calls = 0;
    one.usedAt = moment;
    one.calls += 1;
    if (one.calls > 1) return;
    used.add(one);
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  /** Forgets the keys, and writes what was used; without waiting for another process that holds the file. */
  function flush(): void {
    withoutBusyTimeout(store, write);
  }

  function write(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    held.clear();
    for (const one of used) waiting.set(one.row, together(waiting.get(one.row), usageOf(one)));
    used.clear();
    if (waiting.size === 0) return;
    try {
      recordKeyUsage(store, [...waiting.values()]);
      waiting.clear();
    } catch (error) {
      // Kept for the next time: not even a full disk may cost an answer.
      report(error);
      timer = setTimeout(flush, FLUSH_MS).unref();
    }
  }

  function report(error: unknown): void {
    if (now() - reportedAt < REPORT_MS) return;
    reportedAt = now();
    failed?.(error);
  }

  return {
    verify(token) {
      if (token.length !== LENGTH || !token.startsWith(PREFIX)) return null;
      try {
        const one = lookUp(token);
        if (one !== null) note(one);
        return one;
      } catch (error) {
        report(error);
        return null;
      }
    },
    issue(name, accountId) {
      const key = PREFIX + newSecret();
      const prefix = key.slice(0, SHOWN);
      const createdAt = new Date(now()).toISOString();
      return { id: addKey(store, { hash: hashOf(key), prefix, name, accountId, createdAt }), prefix, key };
    },
    list(accountId) {
      flush();
      const current = hourStart(now());
      return listKeys(store, accountId).map(({ hour, calls, ...row }) => ({
        ...row,
        callsThisHour: hour === current ? calls : 0,
      }));
    },
    revoke(id, accountId) {
      const gone = removeKey(store, id, accountId);
      held.clear();
      return gone;
    },
    find: (key) => findKeyByHash(store, hashOf(key))?.id ?? null,
    forget: () => held.clear(),
    flush,
    close() {
      write();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

function usageOf({ row, usedAt, calls }: Held): KeyUsage {
  return { id: row, usedAt: new Date(usedAt).toISOString(), hour: hourStart(usedAt), calls };
}

/** Two uses of one key, the later one last; only the calls of the later hour are of interest. */
function together(earlier: KeyUsage | undefined, later: KeyUsage): KeyUsage {
  return earlier?.hour === later.hour ? { ...later, calls: earlier.calls + later.calls } : later;
}

/** ISO 8601 UTC of the first moment of the hour in which `at` lies. */
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
