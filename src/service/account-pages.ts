/** The account pages of a serving process, if the operator enabled them. */

import express, { type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { LICENSE_URL } from '../../tools/contract/rules.js';
import { tools } from '../../tools/index.js';
import type { AccountFrame } from '../accounts/pages/parts.js';
import { relyingPartyOf } from '../accounts/relying-party.js';
import { Watching } from '../accounts/watch.js';
import { closedWatchRoutes, watchRoutes } from '../accounts/watch-rest.js';
import type { Config } from '../config.js';
import { clientAddress } from '../limits/address.js';
import type { Bodies } from '../limits/bodies.js';
import type { SharedCounters } from '../limits/shared-counters.js';
import { createSiteFrame, type SiteFacts } from '../publish/pages/site-frame.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import type { ChangeQuestion } from '../webhooks/watchlist.js';
import { modeOf } from './data-folder.js';
import type { OpenKeyStore } from './key-store.js';
import { siteFacts } from './site-facts.js';

/** What the pages share with the rest of a server. */
export interface AccountServer {
  /** Queries the log of changes, to examine a watchlist; left out where nothing is sent. */
  askChanges?: ((question: ChangeQuestion) => Promise<unknown>) | undefined;
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
  { log, bodies, sharedCounters, askChanges }: AccountServer,
): RequestHandler {
  const { rateLimitKeyless: keyless, rateLimitKeyed: withKey, trustProxy } = config;
  const addressOf = clientAddress(trustProxy);
  const watching = watchingOf(config, database, { baseUrl, askChanges });
  const pages = lazyAccountRoutes(config, ({ accountRoutes }) =>
    accountRoutes({
      watching,
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
  return express
    .Router({ caseSensitive: true, strict: false })
    .use(watchRoutes({ database, keys, watching, addressOf, bodies, sharedCounters, log }))
    .use(pages);
}

/** What accounts can follow; null where nothing is sent. */
function watchingOf(
  config: Config,
  database: AccountsDatabase,
  { baseUrl, askChanges }: Pick<AccountServer, 'askChanges'> & { baseUrl: string },
): Watching | null {
  if (config.webhooks === 'off' || askChanges === undefined) return null;
  const rules = {
    targets: config.webhooks === 'any' ? ('any' as const) : ('public' as const),
    baseUrl,
    license: LICENSE_URL,
    sample: modeOf(config) === 'sample',
    async check(question: ChangeQuestion) {
      await askChanges(question);
    },
  };
  return new Watching(database, rules, Date.now);
}

/** The page that is shown while the accounts' database cannot be used. */
export function unavailableAccountPages(config: Config, baseUrl: string, log: Logger): RequestHandler {
  const pages = lazyAccountRoutes(config, ({ closedRoutes }) =>
    closedRoutes({ baseUrl, frame: accountFrame(siteFacts(config, baseUrl)) }),
  );
  return express.Router().use(closedWatchRoutes(log)).use(pages);
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
