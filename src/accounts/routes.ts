/** The routes of the account pages: guards, rate limits and response headers. */

import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response, type Router } from 'express';
import { DatabaseUnavailableError } from '../database/unavailable.js';
import { addressKey } from '../limits/address.js';
import { Bodies } from '../limits/bodies.js';
import type { Keys } from '../limits/keys.js';
import { REQUEST_ID_HEADER, requestIdOf } from '../limits/request-id.js';
import type { SharedCounters } from '../limits/shared-counters.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import type { AccountContext, Action, ActionResult } from './action.js';
import { ACTIONS, credentialsOf } from './actions.js';
import { assets } from './assets.js';
import { createChallenges } from './challenges.js';
import { readForm } from './form.js';
import { accountLimits, type SecondsToWait } from './limits.js';
import { accountPage } from './pages/home.js';
import { messageOf } from './pages/messages.js';
import { type AccountContent, type AccountFrame, accountTags } from './pages/parts.js';
import { errorPage, signInPage } from './pages/sign-in.js';
import { basePathOf, isLoopback, relyingPartyOf } from './relying-party.js';
import { createSessions, isFormOf } from './sessions.js';
import type { Watching } from './watch.js';

export interface AccountOptions {
  database: AccountsDatabase;
  keys: Keys;
  baseUrl: string;
  /** The frame of all pages of the service. */
  frame: AccountFrame;
  /** The client address of a request. */
  addressOf: (request: IncomingMessage) => string;
  /** Requests an hour; null means unlimited. */
  limits: { keyless: number | null; withKey: number | null };
  /** What is done with watchlists; null where webhooks are switched off. */
  watching: Watching | null;
  log: { error(details: object, message: string): void };
  /** Bounds the memory of unfinished forms. */
  bodies?: Bodies;
  /** Counters of several processes; without them this process counts alone. */
  sharedCounters?: SharedCounters | null | undefined;
  now?: () => number;
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Not `no-referrer`: the browser would then also send forms without an origin.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'publickey-credentials-create=(self), publickey-credentials-get=(self)',
};
const PAGE = 'text/html; charset=utf-8';

/** Routes below /account. Other paths fall through. */
export function accountRoutes(options: AccountOptions): Router {
  const relyingParty = relyingPartyOf(options.baseUrl);
  if (typeof relyingParty === 'string') return unavailableRoutes(options, relyingParty);
  const { database, keys, baseUrl, now = Date.now } = options;
  const document = documentsOf(options.frame, relyingParty.basePath);
  const context: AccountContext = {
    database,
    keys,
    relyingParty,
    baseUrl,
    challenges: createChallenges(database, now),
    sessions: createSessions(database, relyingParty, now),
    watching: options.watching,
    now,
  };
  const home = `${relyingParty.basePath}/account`;
  const secondsToWait = accountLimits(options.sharedCounters);
  const act = createActionHandler(context, options, secondsToWait);
  const router = assetRoutes();
  router.get('/account/', (_request, response) => response.set(HEADERS).redirect(308, home));
  router.get('/account', async (request, response) => {
    // Passkeys of this machine belong to localhost, never to its IP address.
    if (!relyingParty.isSecure && isLoopback(request.headers.host ?? ''))
      return response.set(HEADERS).redirect(302, `${relyingParty.origin}${home}`);
    try {
      const wait = await secondsToWait('view', addressKey(options.addressOf(request)), null);
      if (wait !== null) return respond(document, response, tooMany(response, wait), false);
      sendPage(response, 200, document(await pageFor(context, options.limits, request, response)));
    } catch (error) {
      respond(document, response, logFault(options.log, '', error, { request, response }), false);
    }
  });
  for (const [path, action] of Object.entries(ACTIONS)) {
    router
      .route(`/account/${path}`)
      .post(async (request, response) => {
        const result = await act(action, request, response).catch((error: unknown) =>
          // A client that disconnects while sending is not a fault. (A request that was read completely is destroyed,
          // too.)
          request.destroyed && !request.complete
            ? OUR_FAULT
            : logFault(options.log, path, error, { request, response }),
        );
        respond(document, response, result, path.endsWith('/options'));
      })
      // A browser that reloads the page of a form.
      .get((_request, response) => response.set(HEADERS).redirect(303, home));
  }
  return router;
}

/** The sign-in page, or the page of the signed-in account. A new browser gets its cookie. */
async function pageFor(
  context: AccountContext,
  limits: AccountOptions['limits'],
  request: Request,
  response: Response,
): Promise<AccountContent> {
  const { sessions, relyingParty } = context;
  let visitor = await sessions.visitor(request.headers.cookie);
  if (visitor === null) {
    const anonymous = sessions.anonymous();
    visitor = anonymous.visitor;
    response.set('Set-Cookie', anonymous.cookie);
  }
  const { account, formToken } = visitor;
  const forms = { basePath: relyingParty.basePath, formToken };
  const message = messageOf(request.url, account !== null);
  return account === null
    ? signInPage(forms, limits, message)
    : accountPage(forms, await credentialsOf(context, account), { withKey: limits.withKey, message });
}

type ActionHandler = (
  action: Action,
  request: Request,
  response: Response,
) => Promise<ActionResult | Refusal>;

/** Runs an action after the guards, in this order: origin, rate limit, form, session. */
function createActionHandler(
  context: AccountContext,
  { addressOf, bodies = new Bodies() }: AccountOptions,
  secondsToWait: SecondsToWait,
): ActionHandler {
  const { sessions, relyingParty } = context;
  return async (action, request, response) => {
    // A form from another site is not even read.
    if (request.headers.origin !== relyingParty.origin)
      return refusal(
        403,
        `This form must be sent from ${relyingParty.origin}${relyingParty.basePath}/account.`,
      );
    const address = addressOf(request);
    const sender = await sessions.visitor(request.headers.cookie);
    const wait = await secondsToWait(action.rateClass, addressKey(address), sender?.account ?? null);
    if (wait !== null) return tooMany(response, wait);
    const form = await readForm(request, bodies, address);
    if (form === null) {
      response.set('Connection', 'close');
      return refusal(400, 'This is not a form of this service.');
    }
    // Checked again: a session may have ended while its form arrived slowly.
    const visitor = await sessions.visitor(request.headers.cookie);
    if (visitor === null || !isFormOf(visitor, form('token')))
      return refusal(403, 'This page is out of date. Reload it, with cookies allowed.');
    if (action.for === 'anyone') return action.run(context, { visitor, form });
    if (visitor.account === null) return refusal(403, 'You are no longer signed in.');
    return action.run(context, { visitor, form }, visitor.account);
  };
}

/** The account page of a service that cannot have passkeys. */
function unavailableRoutes({ baseUrl, frame }: AccountOptions, reason: string): Router {
  const router = assetRoutes();
  const base = basePathOf(baseUrl);
  const advice = `${reason} The operator can set BASE_URL, or create keys with “disclosed keys create”.`;
  router.get('/account', (_request, response) =>
    sendPage(response, 503, documentsOf(frame, base)(errorPage(base, 'No passkeys here', advice))),
  );
  return router;
}

/** The account page while the accounts' database cannot be used. */
export function closedRoutes({ baseUrl, frame }: Pick<AccountOptions, 'baseUrl' | 'frame'>): Router {
  const router = assetRoutes();
  const document = documentsOf(frame, basePathOf(baseUrl));
  router.get('/account', (_request, response) => respond(document, response, CLOSED, false));
  for (const path of Object.keys(ACTIONS))
    router.post(`/account/${path}`, (_request, response) =>
      respond(document, response, CLOSED, path.endsWith('/options')),
    );
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

/** The answer of a guard, or to a fault. */
interface Refusal {
  kind: 'refused';
  status: number;
  message: string;
  /** Set when the cause will pass. */
  retryAfterSeconds?: number;
}

function refusal(status: number, message: string): Refusal {
  return { kind: 'refused', status, message };
}

function tooMany(response: Response, seconds: number): Refusal {
  response.set('Retry-After', String(seconds));
  return refusal(429, `Too many requests. Try again in ${seconds} seconds.`);
}

const FAILED = 'That did not work';
const CLOSED: Refusal = {
  kind: 'refused',
  status: 503,
  message:
    'Accounts and keys are not available at the moment. Reading works without them; try again later. The log has the cause for the operator.',
  retryAfterSeconds: 60,
};
const OUR_FAULT = refusal(500, 'That failed because of an error on our side. Try again later.');
const CANNOT_STORE = refusal(
  503,
  'Changes cannot be stored at the moment, so nothing was changed. Try again later.',
);

/** Logs a fault without its message, which may quote the form. Returns what the visitor sees. */
function logFault(
  log: AccountOptions['log'],
  path: string,
  error: unknown,
  { request, response }: { request: Request; response: Response },
): Refusal {
  const details = describeFault(error);
  const requestId = requestIdOf(request);
  log.error({ path, requestId, ...details }, 'account action failed');
  response.set(REQUEST_ID_HEADER, requestId);
  if (error instanceof DatabaseUnavailableError) return CLOSED;
  return isStoreFault(details.code) ? CANNOT_STORE : OUR_FAULT;
}

/** Whether the database file failed (a full or read-only disk, a lock, damage), not the statement. */
function isStoreFault(code: unknown): boolean {
  return /^SQLITE_(?:FULL|READONLY|BUSY|IOERR|CORRUPT|CANTOPEN|NOTADB|LOCKED)/.test(String(code));
}

/** The kind and the place of a fault. */
function describeFault(error: unknown): { fault: unknown; code: unknown; at: string[] } {
  // Anything can be thrown; what has these fields is an error.
  const { name, code, stack = '' } = (error ?? {}) as { name?: string; code?: string; stack?: string };
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { fault: name, code, at: frames.slice(0, 8) };
}

/** Makes whole documents of what account pages show; `base` is the path before /account. */
interface AccountDocument {
  (content: AccountContent): string;
  readonly base: string;
}

function documentsOf(frame: AccountFrame, base: string): AccountDocument {
  return Object.assign((content: AccountContent) => frame(content, accountTags(base)), { base });
}

function respond(
  document: AccountDocument,
  response: Response,
  result: ActionResult | Refusal,
  toScript: boolean,
): void {
  if ('cookie' in result && result.cookie !== undefined) response.set('Set-Cookie', result.cookie);
  const isClosed = 'retryAfterSeconds' in result && result.retryAfterSeconds !== undefined;
  if (isClosed) response.set('Retry-After', String(result.retryAfterSeconds));
  if (result.kind === 'page') sendPage(response, 200, document(result.page));
  else if (result.kind === 'home')
    response.set(HEADERS).redirect(303, `${document.base}/account?said=${result.said}`);
  else if (result.kind === 'options') response.set(HEADERS).json(result.options);
  else if (toScript) response.status(result.status).set(HEADERS).json({ message: result.message });
  else
    sendPage(
      response,
      result.status,
      document(errorPage(document.base, isClosed ? 'Temporarily closed' : FAILED, result.message)),
    );
}

function sendPage(response: Response, status: number, page: string): void {
  response
    .status(status)
    .set({ ...HEADERS, 'Content-Type': PAGE })
    .end(page);
}
