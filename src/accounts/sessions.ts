/**
 * Who is at the other end. Every browser that opens a page gets a random token in a cookie; it stands for an account
 * only while its hash is among the sessions. Forms carry a second token that is made from the first.
 */

import { createHmac } from 'node:crypto';
import { hashOf, newSecret, sameSecret } from '../limits/secrets.js';
import type { Account } from '../store/accounts/accounts.js';
import type { Store } from '../store/accounts/open-accounts.js';
import { addSession, endOtherSessions, endSession, findSessionAccount } from '../store/accounts/sessions.js';
import type { Place } from './place.js';

export interface Visitor {
  /** Null while nobody is signed in. */
  account: Account | null;
  /** What its forms must carry. Also names this browser's challenges. */
  formToken: string;
  /** The token itself; it never leaves this folder but in the cookie. */
  token: string;
}

export interface Sessions {
  /** The visitor of a Cookie header; null without a cookie of ours. */
  visitor(cookies: string | undefined): Visitor | null;
  /** A visitor who was never here, and the Set-Cookie header that says so. */
  stranger(): { visitor: Visitor; cookie: string };
  /** Signs in: always under a new token, so that one planted before is worth nothing. Gives the Set-Cookie header. */
  begin(visitor: Visitor, accountId: string): string;
  /** Ends the session. Gives the Set-Cookie header that takes the cookie back. */
  end(visitor: Visitor): string;
  /** Ends the account's sessions in all other browsers. */
  endOthers(visitor: Visitor, accountId: string): void;
}

/** A session ends after this time, used or not. */
const SESSION_SECONDS = 24 * 3600;
/** The cookie of a visitor who is not signed in. */
const STRANGER_SECONDS = 3600;

export function createSessions(store: Store, place: Place, now: () => number): Sessions {
  // The prefix makes browsers refuse the cookie unless it is Secure, of this very host, and for all of it.
  const name = place.secure ? '__Host-disclosed' : 'disclosed';
  const cookie = (token: string, seconds: number) =>
    `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${place.secure ? '; Secure' : ''}`;

  return {
    visitor(cookies) {
      const token = cookies === undefined ? null : cookieNamed(cookies, name);
      if (token === null) return null;
      const account = findSessionAccount(store, hashOf(token), new Date(now()).toISOString());
      return { account, formToken: formToken(token), token };
    },
    stranger() {
      const token = newSecret();
      const visitor = { account: null, formToken: formToken(token), token };
      return { visitor, cookie: cookie(token, STRANGER_SECONDS) };
    },
    begin(visitor, accountId) {
      endSession(store, hashOf(visitor.token));
      const token = newSecret();
      addSession(store, {
        hash: hashOf(token),
        accountId,
        createdAt: new Date(now()).toISOString(),
        expiresAt: new Date(now() + SESSION_SECONDS * 1000).toISOString(),
      });
      return cookie(token, SESSION_SECONDS);
    },
    end(visitor) {
      endSession(store, hashOf(visitor.token));
      return cookie('', 0);
    },
    endOthers: (visitor, accountId) => endOtherSessions(store, accountId, hashOf(visitor.token)),
  };
}

/** Whether a form that carries `given` was made for this visitor. */
export function isOwnForm(visitor: Visitor, given: string): boolean {
  return sameSecret(given, visitor.formToken);
}

/** Nobody can make it without the cookie's token, nor find that token from it. */
function formToken(token: string): string {
  return createHmac('sha256', token).update('form').digest('base64url');
}

function cookieNamed(cookies: string, name: string): string | null {
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    return /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
  }
  return null;
}
