/** REST of watchlists and webhooks: with the key of an account, or with one that the operator made. */

import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response, type Router } from 'express';
import { DatabaseUnavailableError } from '../database/unavailable.js';
import { addressKey, widerKey } from '../limits/address.js';
import type { Bodies, BodyRefusal } from '../limits/bodies.js';
import { bearerToken, type KeyRing } from '../limits/keys.js';
import { createRateLimit } from '../limits/rate.js';
import { hashOf } from '../limits/secrets.js';
import type { SharedCounters } from '../limits/shared-counters.js';
import { countWhenReady } from '../limits/window.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import { ownerOfKey, type WatchOwner } from '../store/accounts/watchlists.js';
import { WatchError, type Watching } from './watch.js';

export interface WatchRestOptions {
  database: AccountsDatabase;
  /** Notes the use of keys: an account whose key is used is not deleted. */
  keys: KeyRing;
  /** Null where the operator switched webhooks off. */
  watching: Watching | null;
  addressOf: (request: IncomingMessage) => string;
  bodies: Bodies;
  sharedCounters?: SharedCounters | null | undefined;
  log: { error(details: object, message: string): void };
}

const BODY_MAX = 16 * 1024;
/** Requests a minute of one address: a new watchlist queries the log for each of its names. */
const LIMIT = { limit: 60, windowSeconds: 60 };
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};
const NO_KEY =
  'This needs an API key: the header "Authorization: Bearer dk_…" with the key of an account, or one that the operator made.';
const WRONG_KEY =
  'The key is not valid: it was never issued here, or has been revoked. Give the key of an account, or one that the operator made.';
const OFF = 'Webhooks are switched off on this service (WEBHOOKS=off).';

/** The methods of a path below, for a request of OPTIONS; null for any other path. */
export function watchMethods(path: string): string | null {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const parts = bare.split('/');
  const methods = ROUTES.filter(([, route]) => {
    const own = route.split('/');
    return own.length === parts.length && own.every((part, at) => part === ':id' || part === parts[at]);
  });
  if (methods.length === 0) return null;
  return [...methods.map(([method]) => method.toUpperCase()), 'OPTIONS'].join(', ');
}

/** The answer to every path while the accounts' database cannot be used. */
export function closedWatchRoutes(log: WatchRestOptions['log']): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  router.use(['/v1/watchlists', '/v1/webhooks'], (_request: Request, response: Response) =>
    fail(response, new DatabaseUnavailableError('the accounts are closed'), log),
  );
  return router;
}

class RestError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

interface Call {
  watching: Watching;
  owner: WatchOwner;
  id: string;
  body: unknown;
}

/** What each path does, by method. The status of a success is 200, or 201 for what was made. */
const ROUTES: ReadonlyArray<
  readonly [
    method: 'get' | 'post' | 'delete',
    path: string,
    status: number,
    run: (call: Call) => Promise<unknown>,
  ]
> = [
  ['get', '/v1/watchlists', 200, ({ watching, owner }) => watching.watchlists(owner)],
  ['post', '/v1/watchlists', 201, ({ watching, owner, body }) => watching.addWatchlist(owner, body)],
  ['delete', '/v1/watchlists/:id', 200, ({ watching, owner, id }) => watching.removeWatchlist(owner, id)],
  ['get', '/v1/webhooks', 200, ({ watching, owner }) => watching.webhooks(owner)],
  ['post', '/v1/webhooks', 201, ({ watching, owner, body }) => watching.addWebhook(owner, body)],
  ['delete', '/v1/webhooks/:id', 200, ({ watching, owner, id }) => watching.removeWebhook(owner, id)],
  ['post', '/v1/webhooks/:id/test', 201, ({ watching, owner, id }) => watching.testWebhook(owner, id)],
  ['post', '/v1/webhooks/:id/resume', 200, ({ watching, owner, id }) => watching.resumeWebhook(owner, id)],
];

export function watchRoutes(options: WatchRestOptions): Router {
  const { sharedCounters, log } = options;
  const rate = createRateLimit({ policy: 'watch', ...LIMIT, wider: widerKey }, sharedCounters ?? null);
  const router = express.Router({ caseSensitive: true, strict: false });
  for (const path of new Set(ROUTES.map(([, one]) => one))) {
    const route = router.route(path);
    const methods = ROUTES.filter(([, one]) => one === path);
    for (const [method, , status, run] of methods)
      route[method](async (request: Request, response: Response) => {
        try {
          const call = await callOf(options, request, async (address) => {
            const state = await countWhenReady(rate, addressKey(address));
            return state.isRefused ? state.resetSeconds : null;
          });
          send(response, status, { data: (await run(call)) ?? null, error: null });
        } catch (error) {
          if (request.destroyed && !request.complete) return;
          fail(response, error, log);
        }
      });
    const allowed = methods.map(([method]) => method.toUpperCase()).join(', ');
    route.all((_request: Request, response: Response) =>
      fail(response, new RestError(405, 'method_not_allowed', `Use ${allowed}.`, { Allow: allowed }), log),
    );
  }
  return router;
}

/** The call after the guards, in this order: rate limit, key, body. */
async function callOf(
  { database, keys, watching, addressOf, bodies }: WatchRestOptions,
  request: Request,
  secondsToWait: (address: string) => Promise<number | null>,
): Promise<Call> {
  const address = addressOf(request);
  const wait = await secondsToWait(address);
  if (wait !== null)
    throw new RestError(429, 'rate_limited', `Too many requests. Try again in ${wait} seconds.`, {
      'Retry-After': String(wait),
    });
  if (watching === null) throw new RestError(503, 'not_ready', OFF);
  const token = bearerToken(request.headers.authorization);
  if (token === null) throw new RestError(401, 'unauthorized', NO_KEY, { 'WWW-Authenticate': 'Bearer' });
  const owner = await ownerOfKey(database, hashOf(token));
  if (owner === null)
    throw new RestError(401, 'unauthorized', WRONG_KEY, {
      'WWW-Authenticate': 'Bearer error="invalid_token"',
    });
  keys.verify(token);
  const body = request.method === 'POST' ? await readJson(request, bodies, address) : null;
  // The paths have one value at most.
  return { watching, owner, id: String(request.params.id ?? ''), body };
}

/** The body as JSON; an empty one is an empty object. */
async function readJson(request: Request, bodies: Bodies, address: string): Promise<unknown> {
  const body = await new Promise<Buffer | BodyRefusal>((resolve, reject) => {
    bodies.read(request, address, BODY_MAX, resolve);
    // Has no effect after the body was read.
    request.once('close', () => reject(new Error('the client disconnected')));
  });
  if (body === 'address-full')
    throw new RestError(
      429,
      'rate_limited',
      'Too many requests from your address are only half sent. Finish those first.',
      {
        Connection: 'close',
      },
    );
  if (typeof body === 'string')
    throw new RestError(413, 'invalid_parameter', `A body has at most ${BODY_MAX} bytes.`, {
      Connection: 'close',
    });
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new RestError(400, 'invalid_parameter', 'The body must be JSON.');
  }
}

const CODES = { 400: 'invalid_parameter', 404: 'not_found', 409: 'limit_reached', 503: 'not_ready' } as const;

function fail(response: Response, error: unknown, log: WatchRestOptions['log']): void {
  if (error instanceof RestError) {
    response.set(error.headers);
    send(response, error.status, failure(error.code, error.message));
  } else if (error instanceof WatchError)
    send(response, error.status, failure(CODES[error.status], error.message));
  else if (error instanceof DatabaseUnavailableError)
    send(
      response,
      503,
      failure('not_ready', 'Accounts and keys are not available at the moment. Try again later.'),
    );
  else {
    log.error({ err: error }, 'a request about watchlists failed');
    send(response, 500, failure('internal', 'The service failed to answer. Try again later.'));
  }
}

const failure = (code: string, message: string) => ({ data: null, error: { code, message } });

function send(response: Response, status: number, body: object): void {
  response.status(status).set(HEADERS).end(JSON.stringify(body));
}
