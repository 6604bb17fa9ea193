/**
 * Sessions. Every browser that opens a page gets a random token in a cookie; the token belongs to an account only while
 * its hash is among the sessions. Forms carry a second token, which is derived from the first.
 */

import { createHmac } from 'node:crypto';
import { parseCookie } from 'cookie';
import { hashOf, newSecret, sameSecret } from '../limits/secrets.js';
import type { Account } from '../store/accounts/accounts.js';
import type { AccountsDatabase, Connection } from '../store/accounts/accounts-database.js';
import { addSession, endOtherSessions, endSession, findSessionAccount } from '../store/accounts/sessions.js';
import type { RelyingParty } from './relying-party.js';

export interface Visitor {
  /** Null for an anonymous visitor. */
  account: Account | null;
  /** The token that the visitor's forms must carry. It also identifies the challenges of this browser. */
  formToken: string;
  /** The session token itself. It leaves this folder only in the cookie. */
  token: string;
}

/** The Set-Cookie header of a new session, and the token of the forms that it will send. */
export interface StartedSession {
  cookie: string;
  formToken: string;
}

export interface Sessions {
  /** The visitor of a Cookie header; null without a cookie of this service. */
  visitor(cookies: string | undefined): Promise<Visitor | null>;
  /** A new anonymous visitor, and the Set-Cookie header for it. */
  anonymous(): { visitor: Visitor; cookie: string };
  /** Signs in, as a part of a transaction. The token is always new, so that a token planted before is worthless. */
  start(connection: Connection, visitor: Visitor, accountId: string): Promise<StartedSession>;
  /** Ends the session. Returns the Set-Cookie header that removes the cookie. */
  end(visitor: Visitor): Promise<string>;
  /** Ends the account's sessions in all other browsers, as a part of a transaction. */
  endOthers(connection: Connection, visitor: Visitor, accountId: string): Promise<void>;
}

/** A session ends after this time, used or not. */
const SESSION_SECONDS = 24 * 3600;
/** The lifetime of the cookie of an anonymous visitor. */
const ANONYMOUS_SECONDS = 3600;
/** The form of a session token: 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function createSessions(
  database: AccountsDatabase,
  { isSecure }: RelyingParty,
  now: () => number,
): Sessions {
  // With this prefix browsers accept the cookie only if it is Secure and for this host and all of its paths.
  const name = isSecure ? '__Host-disclosed' : 'disclosed';
  const setCookie = (token: string, seconds: number) =>
    `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  return {
    async visitor(cookies) {
      const token = parseCookie(cookies ?? '')[name] ?? '';
      if (!TOKEN.test(token)) return null;
      const account = await findSessionAccount(database, hashOf(token), new Date(now()).toISOString());
      return { account, formToken: formTokenOf(token), token };
    },
    anonymous() {
      const token = newSecret();
      const visitor = { account: null, formToken: formTokenOf(token), token };
      return { visitor, cookie: setCookie(token, ANONYMOUS_SECONDS) };
    },
    async start(connection, visitor, accountId) {
      await endSession(connection, hashOf(visitor.token));
      const token = newSecret();
      await addSession(connection, {
        hash: hashOf(token),
        accountId,
        createdAt: new Date(now()).toISOString(),
        expiresAt: new Date(now() + SESSION_SECONDS * 1000).toISOString(),
      });
      return { cookie: setCookie(token, SESSION_SECONDS), formToken: formTokenOf(token) };
    },
    async end(visitor) {
      await endSession(database, hashOf(visitor.token));
      return setCookie('', 0);
    },
    endOthers: (connection, visitor, accountId) =>
      endOtherSessions(connection, accountId, hashOf(visitor.token)),
  };
}

/** Whether a form with the token `given` was made for this visitor. */
export function isFormOf(visitor: Visitor, given: string): boolean {
  return sameSecret(given, visitor.formToken);
}

/** It cannot be made without the token of the cookie, and that token cannot be derived from it. */
function formTokenOf(token: string): string {
  return createHmac('sha256', token).update('form').digest('base64url');
}
