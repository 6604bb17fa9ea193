/** The account pages of a serving process, if the operator enabled them. */

import express, { type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { tools } from '../../tools/index.js';
import type { AccountFrame } from '../accounts/pages/parts.js';
import { relyingPartyOf } from '../accounts/relying-party.js';
import type { Config } from '../config.js';
import { clientAddress } from '../limits/address.js';
import type { Bodies } from '../limits/bodies.js';
import type { SharedCounters } from '../limits/shared-counters.js';
import { createSiteFrame, type SiteFacts } from '../publish/pages/site-frame.js';
import type { OpenKeyStore } from './key-store.js';
import { siteFacts } from './site-facts.js';

/** What the pages share with the rest of a server. */
export interface AccountServer {
  log: Logger;
  bodies: Bodies;
  /** Counters of several processes; without them this process counts alone. */
  sharedCounters?: SharedCounters | null;
}

/** Their routes; none with `ACCOUNTS=off`. */
export function createAccountPages(
  config: Config,
  { database, keys }: Pick<OpenKeyStore, 'database' | 'keys'>,
  baseUrl: string,
  { log, bodies, sharedCounters }: AccountServer,
): RequestHandler {
  const { rateLimitKeyless: keyless, rateLimitKeyed: withKey, trustProxy } = config;
  const addressOf = clientAddress(trustProxy);
  return lazyAccountRoutes(config, ({ accountRoutes }) =>
    accountRoutes({
      database,
      keys,
      baseUrl,
      frame: accountFrame(siteFacts(config, baseUrl)),
      addressOf,
      limits: { keyless, withKey },
      log,
      bodies,
      sharedCounters,
    }),
  );
}

/** The page that is shown while the accounts' database cannot be used. */
export function unavailableAccountPages(config: Config, baseUrl: string): RequestHandler {
  return lazyAccountRoutes(config, ({ closedRoutes }) =>
    closedRoutes({ baseUrl, frame: accountFrame(siteFacts(config, baseUrl)) }),
  );
}

/** The frame of all pages, around what an account page shows. */
export function accountFrame(facts: SiteFacts): AccountFrame {
  const site = createSiteFrame(tools, facts);
  return ({ title, lede = '', body }, extraTags) =>
    site.render(
      { title, lede, body, unlisted: true },
      { pagePath: '/account', path: '/account', states: [], now: new Date(), extraTags },
    );
}

/** Loading the passkey library takes a fifth of the startup time, and most services never register a passkey. */
function lazyAccountRoutes(
  config: Config,
  build: (routes: typeof import('../accounts/routes.js')) => RequestHandler | Promise<RequestHandler>,
): RequestHandler {
  if (!config.accounts) return express.Router();
  let routes: Promise<RequestHandler> | null = null;
  return async (request, response, next) => {
    if (!/^\/account(?:\/|$)/.test(request.path)) return next();
    routes ??= import('../accounts/routes.js').then(build);
    (await routes)(request, response, next);
  };
}

/** The page on which a user creates a key; null if there is none. */
export function accountPageUrl(config: Config, baseUrl: string): string | null {
  const relyingParty = relyingPartyOf(baseUrl);
  return config.accounts && typeof relyingParty !== 'string'
    ? `${relyingParty.origin}${relyingParty.basePath}/account`
    : null;
}

/** Where a user creates a key, in a few words. */
export function describeAccountPage(
  config: Config,
  baseUrl: string,
  unavailableReason: string | null,
): string {
  if (unavailableReason !== null) return `closed, and no key is valid: ${unavailableReason}`;
  if (!config.accounts) return 'off; "disclosed keys create" makes a key';
  const relyingParty = relyingPartyOf(baseUrl);
  return typeof relyingParty === 'string'
    ? `without passkeys: ${relyingParty} "disclosed keys create" makes a key`
    : `${relyingParty.origin}${relyingParty.basePath}/account`;
}
