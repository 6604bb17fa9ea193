/** The account pages: who may post what, how often, and with which headers everything leaves. */

import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response, type Router } from 'express';
import { addressKey } from '../limits/address.js';
import { type Bodies, createBodies } from '../limits/bodies.js';
import type { Keys } from '../limits/keys.js';
import type { Store } from '../store/accounts/open-accounts.js';
import { ACTIONS, type Action, type Answer, type Desk, holdingsOf } from './actions.js';
import { assets } from './assets.js';
import { createChallenges } from './challenges.js';
import { readForm } from './form.js';
import { accountLimits } from './limits.js';
import { entrance, refusal } from './pages/entrance.js';
import { home } from './pages/home.js';
import { baseOf, isLoopback, type Place, placeOf } from './place.js';
import { createSessions, isOwnForm } from './sessions.js';

export interface AccountOptions {
  store: Store;
  keys: Keys;
  baseUrl: string;
  /** Where a request comes from. */
  addressOf: (request: IncomingMessage) => string;
  /** Requests an hour; null means unlimited. */
  limits: { keyless: number | null; withKey: number | null };
  log: { error(details: object, message: string): void };
  /** Bounds what half-sent forms take in memory. */
  bodies?: Bodies;
  now?: () => number;
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Not `no-referrer`: the browser would then name no origin with a form either.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'publickey-credentials-create=(self), publickey-credentials-get=(self)',
};
const PAGE = 'text/html; charset=utf-8';

/** Routes below /account. What they do not know falls through. */
export function accountRoutes(options: AccountOptions): Router {
  const router = assetRoutes();
  const place = placeOf(options.baseUrl);
  if (typeof place === 'string') {
    const why = `${place} The operator can set BASE_URL, or make keys with “disclosed keys create”.`;
    router.get('/account', (_request, response) =>
      write(response, 503, refusal(baseOf(options.baseUrl), 'No passkeys here', why)),
    );
    return router;
  }

  const { store, keys, baseUrl, limits, now = Date.now, bodies = createBodies() } = options;
  const sessions = createSessions(store, place, now);
  const desk: Desk = { store, keys, place, baseUrl, challenges: createChallenges(now), sessions, now };
  const tooOften = accountLimits();

  router.get('/account/', (_request, response) =>
    response.set(HEADERS).redirect(308, `${place.base}/account`),
  );
  router.get('/account', (request, response) => {
    // Passkeys of the own machine belong to localhost, never to its bare address.
    if (!place.secure && isLoopback(request.headers.host ?? ''))
      return response.set(HEADERS).redirect(302, `${place.origin}${place.base}/account`);
    try {
      let visitor = sessions.visitor(request.headers.cookie);
      if (visitor === null) {
        const stranger = sessions.stranger();
        visitor = stranger.visitor;
        response.set('Set-Cookie', stranger.cookie);
      }
      const { account, formToken } = visitor;
      const view = { base: place.base, formToken };
      const page =
        account === null
          ? entrance(view, limits)
          : home(view, { account, withKey: limits.withKey, ...holdingsOf(desk, account) });
      write(response, 200, page);
    } catch (error) {
      const { status, message } = fault('', error);
      write(response, status, refusal(place.base, 'That did not work', message));
    }
  });

  /** Logs what went wrong, without its message: it may quote what was sent. */
  function fault(path: string, error: unknown): Trouble {
    const details = described(error);
    options.log.error({ path, ...details }, 'account action failed');
    return isStoreFault(details.code) ? NOT_NOW : OUR_FAULT;
  }

  /** The guards, in order: from where, how often, by whom; then the action. */
  const act = async (action: Action, request: Request, response: Response): Promise<Answer | Trouble> => {
    // A form of another site is not even read.
    if (request.headers.origin !== place.origin)
      return trouble(403, `This form must be sent from ${place.origin}${place.base}/account.`);
    const from = options.addressOf(request);
    const address = addressKey(from);
    const sender = sessions.visitor(request.headers.cookie);
    const wait = tooOften(action.counts, address, sender?.account ?? null);
    if (wait !== null) {
      response.set('Retry-After', String(wait));
      return trouble(429, `That was too often. Come back in ${wait} seconds.`);
    }
    const form = await readForm(request, bodies, from);
    if (form === null) {
      response.set('Connection', 'close');
      return trouble(400, 'This is not one of our forms.');
    }
    // Asked anew: a session that ended while its form arrived, byte by byte, must not act any more.
    const visitor = sessions.visitor(request.headers.cookie);
    if (visitor === null || !isOwnForm(visitor, form('token')))
      return trouble(403, 'This page is out of date. Load it again, with cookies allowed.');
    if (action.for === 'anyone') return action.run(desk, { visitor, form });
    if (visitor.account === null) return trouble(403, 'You are not signed in any more.');
    return action.run(desk, { visitor, form }, visitor.account);
  };

  for (const [path, action] of Object.entries(ACTIONS)) {
    router
      .route(`/account/${path}`)
      .post(async (request, response) => {
        const answer = await act(action, request, response).catch((error: unknown) =>
          // Somebody who went away while sending is no fault. (A request that was read to its end is destroyed, too.)
          request.destroyed && !request.complete ? OUR_FAULT : fault(path, error),
        );
        leave(place, response, answer, path.endsWith('/options'));
      })
      // Somebody who loads the page of a form again.
      .get((_request, response) => response.set(HEADERS).redirect(303, `${place.base}/account`));
  }
  return router;
}

/** What stands under /account while accounts.db cannot be used. */
export function closedRoutes(baseUrl: string): Router {
  const router = assetRoutes();
  router.get('/account', (_request, response) => {
    response.set('Retry-After', '60');
    write(response, 503, refusal(baseOf(baseUrl), 'Closed at this moment', CLOSED));
  });
  return router;
}

function assetRoutes(): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { path, type, body, etag } of assets())
    router.get(path, (request, response) => {
      response.set({ ...HEADERS, 'Content-Type': type, 'Cache-Control': 'public, max-age=0', ETag: etag });
      response.status(request.headers['if-none-match'] === etag ? 304 : 200).end(body);
    });
  return router;
}

/** What the guards refuse. */
interface Trouble {
  kind: 'refused';
  status: number;
  message: string;
}

function trouble(status: number, message: string): Trouble {
  return { kind: 'refused', status, message };
}

const CLOSED =
  'Accounts and keys cannot be used at this moment. Reading goes on without them; try again later. The operator finds the cause in the log.';
const OUR_FAULT = trouble(500, 'It did not work, and the fault is ours. Try again later.');
const NOT_NOW = trouble(503, 'It cannot be stored at this moment, so nothing was changed. Try again later.');

/** Whether the file failed (a full or read-only disk, a lock, damage), not the statement. */
function isStoreFault(code: unknown): boolean {
  return /^SQLITE_(?:FULL|READONLY|BUSY|IOERR|CORRUPT|CANTOPEN|NOTADB|LOCKED)/.test(String(code));
}

function leave(place: Place, response: Response, answer: Answer | Trouble, toScript: boolean): void {
  if ('cookie' in answer && answer.cookie !== undefined) response.set('Set-Cookie', answer.cookie);
  if (answer.kind === 'page') write(response, 200, answer.html);
  else if (answer.kind === 'home') response.set(HEADERS).redirect(303, `${place.base}/account`);
  else if (answer.kind === 'options') response.set(HEADERS).json(answer.options);
  else if (toScript) response.status(answer.status).set(HEADERS).json({ message: answer.message });
  else write(response, answer.status, refusal(place.base, 'That did not work', answer.message));
}

function write(response: Response, status: number, page: string): void {
  response
    .status(status)
    .set({ ...HEADERS, 'Content-Type': PAGE })
    .end(page);
}

/** Kind and place of a fault of ours. */
function described(error: unknown): { fault: unknown; code: unknown; at: string[] } {
  const { name, code, stack = '' } = (error ?? {}) as { name?: string; code?: string; stack?: string };
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { fault: name, code, at: frames.slice(0, 8) };
}
