/** The account pages: who may post what, how often, and with which headers everything leaves. */

import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response, type Router } from 'express';
import { addressKey, widerKey } from '../limits/address.js';
import type { Keys } from '../limits/keys.js';
import { createRate, type Rate } from '../limits/rate.js';
import type { Store } from '../store/accounts/open.js';
import { ACTIONS, type Action, type Allowed, type Answer, type Desk, holdingsOf } from './actions.js';
import { assets } from './assets.js';
import { createChallenges } from './challenges.js';
import { readForm } from './form.js';
import { entrance, refusal } from './pages/entrance.js';
import { home } from './pages/home.js';
import { isLoopback, type Place, placeOf } from './place.js';
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
  now?: () => number;
}

/** What one address (or one account, for `change`) may do. A ceremony is two requests. */
const RATES: Record<Allowed, { limit: number; windowSeconds: number }> = {
  'sign-up': { limit: 20, windowSeconds: 3600 },
  'sign-in': { limit: 60, windowSeconds: 900 },
  recover: { limit: 10, windowSeconds: 3600 },
  change: { limit: 60, windowSeconds: 60 },
};

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
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
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { path, type, body, etag } of assets())
    router.get(path, (request, response) => {
      response.set({ ...HEADERS, 'Content-Type': type, 'Cache-Control': 'public, max-age=0', ETag: etag });
      response.status(request.headers['if-none-match'] === etag ? 304 : 200).end(body);
    });
  const place = placeOf(options.baseUrl);
  if (typeof place === 'string') {
    const why = `${place} The operator can set BASE_URL, or make keys with “disclosed keys create”.`;
    router.get('/account', (_request, response) =>
      write(response, 503, refusal('', 'No passkeys here', why)),
    );
    return router;
  }

  const { store, keys, baseUrl, limits, now = Date.now } = options;
  const sessions = createSessions(store, place, now);
  const desk: Desk = { store, keys, place, baseUrl, challenges: createChallenges(now), sessions, now };
  const rates = Object.fromEntries(
    Object.entries(RATES).map(([name, rate]) => [
      name,
      createRate({ policy: name, wider: widerKey, ...rate }),
    ]),
  ) as Record<Allowed, Rate>;

  router.get('/account/', (_request, response) =>
    response.set(HEADERS).redirect(308, `${place.base}/account`),
  );
  router.get('/account', (request, response) => {
    // Passkeys of the own machine belong to localhost, never to its bare address.
    if (!place.secure && isLoopback(request.headers.host ?? ''))
      return response.set(HEADERS).redirect(302, `${place.origin}${place.base}/account`);
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
  });

  /** The guards, in order: from where, how often, by whom; then the action. */
  const act = async (action: Action, request: Request, response: Response): Promise<Answer | Trouble> => {
    // A form of another site is not even read.
    if (request.headers.origin !== place.origin)
      return trouble(403, `This form must be sent from ${place.origin}${place.base}/account.`);
    const visitor = sessions.visitor(request.headers.cookie);
    const address = addressKey(options.addressOf(request));
    const counted = action.counts === 'change' ? (visitor?.account?.id ?? address) : address;
    const { refused, resetSeconds } = await rates[action.counts].count(counted);
    if (refused) {
      response.set('Retry-After', String(resetSeconds));
      return trouble(429, `That was too often. Come back in ${resetSeconds} seconds.`);
    }
    const form = await readForm(request);
    if (form === null) {
      response.set('Connection', 'close');
      return trouble(400, 'This is not one of our forms.');
    }
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
        const answer = await act(action, request, response).catch((error: unknown) => {
          // Somebody who went away while sending is no fault. And no message: it may quote what was sent.
          if (!request.destroyed) options.log.error({ path, ...described(error) }, 'account action failed');
          return trouble(500, 'It did not work, and the fault is ours. Try again later.');
        });
        leave(place, response, answer, path.endsWith('/options'));
      })
      // Somebody who loads the page of a form again.
      .get((_request, response) => response.set(HEADERS).redirect(303, `${place.base}/account`));
  }
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
function described(error: unknown): object {
  const { name, code, stack = '' } = (error ?? {}) as { name?: string; code?: string; stack?: string };
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { fault: name, code, at: frames.slice(0, 8) };
}
