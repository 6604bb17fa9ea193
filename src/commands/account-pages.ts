/** The account pages of a serving process, where the operator wants them. */

import express, { type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { placeOf } from '../accounts/place.js';
import type { Config } from '../config.js';
import { clientAddress } from '../transports/client-address.js';
import type { OpenKeys } from './open-keys.js';

/** Their routes, loaded when the first of them is asked for; with `ACCOUNTS=off` none. */
export function accountPages(
  config: Config,
  { store, keys }: OpenKeys,
  baseUrl: string,
  log: Logger,
): RequestHandler {
  if (!config.accounts) return express.Router();
  const { rateLimitKeyless: keyless, rateLimitKeyed: withKey, trustProxy } = config;
  const addressOf = clientAddress(trustProxy);
  let routes: Promise<RequestHandler> | null = null;
  return async (request, response, next) => {
    if (!/^\/account(?:\/|$)/.test(request.path)) return next();
    // Passkeys take a fifth of the time of a start, and most services live without anybody who makes one.
    routes ??= import('../accounts/routes.js').then(({ accountRoutes }) =>
      accountRoutes({ store, keys, baseUrl, addressOf, limits: { keyless, withKey }, log }),
    );
    (await routes)(request, response, next);
  };
}

/** Where somebody makes a key, in a few words. */
export function accountLine(config: Config, baseUrl: string): string {
  if (!config.accounts) return 'off; "disclosed keys create" makes a key';
  const place = placeOf(baseUrl);
  return typeof place === 'string'
    ? `without passkeys: ${place} "disclosed keys create" makes a key`
    : `${place.origin}${place.base}/account`;
}
