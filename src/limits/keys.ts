/** The API keys: issued once, checked on every request that carries one, revoked at once. */

import { hash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { addKey, addUsage, keyOfHash, listKeys, removeKey } from '../store/accounts/keys.js';
import { foreignChanges, type Store } from '../store/accounts/open.js';
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

/** A key that was used lately, and what is not yet written of its use. */
interface Held {
  row: number;
  id: string;
  digest: Buffer;
  usedAt: number;
  hour: number;
  calls: number;
}

const PREFIX = 'dk_';
const KEY = /^dk_[A-Za-z0-9_-]{43}$/;
const SHOWN = PREFIX.length + 8;
/** Keys remembered at once. */
const HELD_MAX = 1000;
/** How long a use may wait until it is written. */
const FLUSH_MS = 10_000;
const HOUR = 3_600_000;
/** Longer tokens are none of ours, so they are not even looked at. */
const TOKEN_MAX = 512;

/** `store` is an open accounts.db; `failed` hears of a store that cannot be read or written. */
export function createKeys(
  store: Store,
  { now = Date.now, failed = () => {} }: { now?: () => number; failed?: (error: unknown) => void } = {},
): Keys {
  const held = new LRUCache<string, Held>({ max: HELD_MAX });
  const used = new Set<Held>();
  const changes = foreignChanges(store);
  const scratch = Buffer.alloc(32);
  let seen = changes();
  let timer: NodeJS.Timeout | null = null;

  /** The key of `token`, from memory or from the store. */
  function lookUp(token: string): Held | null {
    // Another process may have revoked a key: asked every time, because it costs less than a microsecond.
    const current = changes();
    if (current !== seen) held.clear();
    seen = current;
    const digest = hash('sha256', token, 'binary');
    scratch.write(digest, 'latin1');
    let one = held.get(digest);
    if (one === undefined) {
      const row = keyOfHash(store, scratch);
      if (row === null) return null;
      one = { row: row.id, id: String(row.id), digest: row.hash, usedAt: 0, hour: 0, calls: 0 };
      held.set(digest, one);
    }
    return timingSafeEqual(one.digest, scratch) ? one : null;
  }

  function note(one: Held): void {
    const at = now();
    const hour = Math.floor(at / HOUR);
    if (hour !== one.hour) {
      one.hour = hour;
      one.calls = 0;
    }
    one.usedAt = at;
    one.calls += 1;
    used.add(one);
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (used.size === 0) return;
    const usages = [...used].map(({ row, usedAt, hour, calls }) => ({
      id: row,
      usedAt: new Date(usedAt).toISOString(),
      hour: hourStart(hour),
      calls,
    }));
    try {
      addUsage(store, usages);
    } catch (error) {
      // Kept for the next time: not even a full disk may cost an answer.
      failed(error);
      return;
    }
    for (const one of used) one.calls = 0;
    used.clear();
  }

  return {
    verify(token) {
      if (!KEY.test(token)) return null;
      try {
        const one = lookUp(token);
        if (one !== null) note(one);
        return one;
      } catch (error) {
        failed(error);
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
      const current = hourStart(Math.floor(now() / HOUR));
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
    find: (key) => (KEY.test(key) ? (keyOfHash(store, hashOf(key))?.id ?? null) : null),
    forget: () => held.clear(),
    flush,
    close: flush,
  };
}

/** ISO 8601 UTC of the hour's first moment. */
function hourStart(hour: number): string {
  return new Date(hour * HOUR).toISOString();
}

/**
 * The token of an `Authorization` header: null when there is no such header, `''` when it carries something
 * that cannot be a bearer token.
 */
export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.trim() === '') return null;
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
  return token.length > TOKEN_MAX ? '' : token;
}
