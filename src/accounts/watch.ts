/** Watchlists and webhooks of one owner: what is accepted, what is stored, and what the owner sees of it. */

import { z } from 'zod/v3';
import { ApiError } from '../../tools/contract/errors.js';
import { newId } from '../limits/secrets.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import { addTestDelivery, type LoggedDelivery, listDeliveries } from '../store/accounts/deliveries.js';
import {
  addWatchlist,
  addWebhook,
  listWatchlists,
  listWebhooks,
  removeWatchlist,
  removeWebhook,
  resumeWebhook,
  type WatchOwner,
} from '../store/accounts/watchlists.js';
import { bodyOf, newSigningSecret, WEBHOOK_SHAPES, type WebhookShape } from '../webhooks/message.js';
import { type TargetRule, targetProblem } from '../webhooks/target.js';
import {
  type ChangeQuestion,
  questionsOf,
  type WatchlistFilters,
  watchlistFilters,
} from '../webhooks/watchlist.js';
import { oneLine } from './form.js';

const WATCHLISTS_MAX = 20;
const WEBHOOKS_MAX = 20;
/** Webhooks of all owners: what a burst must reach within a minute, with room. */
const WEBHOOKS_TOTAL = 2000;
const NAME_MAX = 60;
/** Tests of one webhook that wait: they are sent within seconds. */
const TESTS_MAX = 3;

/** What the owner did wrong, in one sentence, with an HTTP status. */
export class WatchError extends Error {
  constructor(
    readonly status: 400 | 404 | 409 | 503,
    message: string,
  ) {
    super(message);
  }
}

/** What a service does with watchlists; null for one that sends nothing. */
export interface WatchRules {
  targets: TargetRule;
  baseUrl: string;
  license: string;
  /** Whether all data is invented. */
  sample: boolean;
  /**
   * Queries the log once.
   * @throws ApiError for names that are not known
   */
  check(question: ChangeQuestion): Promise<void>;
}

export interface ShownWatchlist {
  id: string;
  name: string;
  filters: WatchlistFilters;
  createdAt: string;
}

export interface ShownWebhook {
  id: string;
  watchlist: string;
  url: string;
  shape: string;
  createdAt: string;
  isOn: boolean;
  offReason: string | null;
  deliveries: LoggedDelivery[];
}

const newWatchlist = z
  .object({ name: z.string().default(''), filters: watchlistFilters.default({}) })
  .strict();
const newWebhook = z
  .object({
    watchlist: z.string().max(64),
    url: z.string().trim(),
    shape: z.enum(WEBHOOK_SHAPES).default('json'),
  })
  .strict();

export class Watching {
  constructor(
    private readonly database: AccountsDatabase,
    private readonly rules: WatchRules,
    private readonly now: () => number,
  ) {}

  async watchlists(owner: WatchOwner): Promise<ShownWatchlist[]> {
    return (await listWatchlists(this.database, owner)).map((one) => ({
      ...one,
      // The store keeps what the schema gave.
      filters: JSON.parse(one.filters) as WatchlistFilters,
    }));
  }

  async webhooks(owner: WatchOwner): Promise<ShownWebhook[]> {
    const webhooks = await listWebhooks(this.database, owner);
    return Promise.all(
      webhooks.map(async ({ id, watchlistId, url, shape, createdAt, offReason }) => ({
        id,
        watchlist: watchlistId,
        url,
        shape,
        createdAt,
        isOn: offReason === null,
        offReason,
        deliveries: await listDeliveries(this.database, id),
      })),
    );
  }

  /** @throws WatchError */
  async addWatchlist(owner: WatchOwner, given: unknown): Promise<ShownWatchlist> {
    const { name: written, filters } = parsed(newWatchlist, given);
    const name = oneLine(written, NAME_MAX);
    if (name === '') throw new WatchError(400, 'A watchlist needs a name, such as semiconductors.');
    for (const question of questionsOf(filters)) await this.checked(question);
    const one = { id: newId(), name, createdAt: this.isoNow() };
    const stored = { ...one, filters: JSON.stringify(filters) };
    if (!(await addWatchlist(this.database, owner, stored, WATCHLISTS_MAX)))
      throw new WatchError(409, `There are at most ${WATCHLISTS_MAX} watchlists. Remove one first.`);
    return { ...one, filters };
  }

  /** The result is the only place where the secret is shown. @throws WatchError */
  async addWebhook(owner: WatchOwner, given: unknown): Promise<ShownWebhook & { secret: string }> {
    const { watchlist, url, shape } = parsed(newWebhook, given);
    const problem = targetProblem(url, this.rules.targets);
    if (problem !== null) throw new WatchError(400, `url ${problem}.`);
    const [id, secret, createdAt] = [newId(), newSigningSecret(), this.isoNow()];
    const webhook = { id, watchlistId: watchlist, url, shape, secret, createdAt, place: '', offReason: null };
    const refused = await addWebhook(this.database, owner, webhook, {
      max: WEBHOOKS_MAX,
      total: WEBHOOKS_TOTAL,
    });
    if (refused === 'no-watchlist') throw new WatchError(404, 'There is no watchlist with this id.');
    if (refused === 'owner-full')
      throw new WatchError(409, `There are at most ${WEBHOOKS_MAX} webhooks. Remove one first.`);
    if (refused === 'service-full')
      throw new WatchError(503, `This service has ${WEBHOOKS_TOTAL} webhooks and takes no more.`);
    return { id, watchlist, url, shape, createdAt, isOn: true, offReason: null, deliveries: [], secret };
  }

  /** @throws WatchError */
  async removeWatchlist(owner: WatchOwner, id: string): Promise<void> {
    if (!isId(id) || !(await removeWatchlist(this.database, owner, id)))
      throw new WatchError(404, 'There is no watchlist with this id.');
  }

  /** @throws WatchError */
  async removeWebhook(owner: WatchOwner, id: string): Promise<void> {
    if (!isId(id) || !(await removeWebhook(this.database, owner, id))) throw new WatchError(404, NO_WEBHOOK);
  }

  /** @throws WatchError */
  async resumeWebhook(owner: WatchOwner, id: string): Promise<void> {
    if (!isId(id) || !(await resumeWebhook(this.database, owner, id))) throw new WatchError(404, NO_WEBHOOK);
  }

  /** Sends a message that says that it is a test. @throws WatchError */
  async testWebhook(owner: WatchOwner, id: string): Promise<{ delivery: string }> {
    const webhook = (await listWebhooks(this.database, owner)).find((one) => one.id === id);
    if (webhook === undefined) throw new WatchError(404, NO_WEBHOOK);
    const waiting = (await listDeliveries(this.database, id)).filter(
      ({ kind, nextAt }) => kind === 'test' && nextAt !== null,
    );
    if (waiting.length >= TESTS_MAX)
      throw new WatchError(409, 'Tests of this webhook wait already. See its log in a minute.');
    const lists = await listWatchlists(this.database, owner);
    const name = lists.find((one) => one.id === webhook.watchlistId)?.name ?? '';
    const delivery = newId();
    const body = bodyOf(webhook.shape as WebhookShape, {
      id: delivery,
      watchlist: { id: webhook.watchlistId, name },
      changes: [],
      hasMore: false,
      ...this.rules,
    });
    const createdAt = this.isoNow();
    await addTestDelivery(this.database, {
      id: delivery,
      webhookId: id,
      kind: 'test',
      changes: 0,
      body,
      createdAt,
    });
    return { delivery };
  }

  private async checked(question: ChangeQuestion): Promise<void> {
    try {
      await this.rules.check({ ...question, limit: 1 });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_parameter')
        throw new WatchError(400, `${error.message}.`);
      if (error instanceof ApiError) throw new WatchError(503, error.message);
      throw error;
    }
  }

  private isoNow(): string {
    return new Date(this.now()).toISOString();
  }
}

/** Whether `newId` could have made it. PostgreSQL takes no text with a zero byte, and would fail. */
function isId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

const NO_WEBHOOK = 'There is no webhook with this id.';

/** @throws WatchError that names the field and what it accepts */
function parsed<S extends z.ZodTypeAny>(schema: S, given: unknown): z.infer<S> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'The body' : issue.path.join('.');
  throw new WatchError(400, `${where}: ${issue?.message ?? 'is not valid'}.`);
}
