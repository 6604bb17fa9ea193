/**
 * Sends changes to webhooks. A delivery is stored together with the place in the log that it reaches, so that a process that
 * dies loses nothing; what was sent and not noted is sent again with the same id. A webhook has one delivery of changes under
 * way: while it fails, the log keeps what follows, and nothing piles up here.
 */

import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { comparePlaces, placeOfText } from '../../tools/contract/change-rows.js';
import { ApiError, UnavailableError } from '../../tools/contract/errors.js';
import type { ChangeRow } from '../../tools/contract/shapes/change.js';
import { DAY_MS, MINUTE_MS } from '../dates.js';
import { newId } from '../limits/secrets.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import {
  bodyOfDelivery,
  type DueDelivery,
  dueDeliveries,
  type NewDelivery,
  type ReachedPlace,
  reachPlaces,
  recordAttempt,
} from '../store/accounts/deliveries.js';
import { type FollowingWebhook, webhooksToLookFor } from '../store/accounts/watchlists.js';
import { bodyOf, signedHeaders, type WebhookShape } from './message.js';
import type { Posting, PostResult } from './target-client.js';
import { type ChangeQuestion, questionsOf, type WatchlistFilters } from './watchlist.js';

/** Changes of one delivery. */
const CHANGES_MAX = 50;
/** Characters of a message, as far as it can be shorter: it is stored until it is delivered. */
const BODY_MAX = 128 * 1024;
/** Attempts under way together, and at one host. */
const SENDING_MAX = 200;
const HOST_MAX = 20;
/** Deliveries that wait for their turn, with those under way; and at one host, so that one that hangs keeps none from others. */
const DUE_MAX = 2000;
const HOST_WAITING_MAX = 200;
/** Webhooks whose places are stored together. */
const STORED_TOGETHER = 100;
/** Answers that are kept for other webhooks. */
const ANSWERS_MAX = 200;
/** The pauses after a failed attempt; then daily. */
const RETRY_MINUTES = [1, 4, 16];
const RETRY_DAYS = 7;
const GONE = 410;

/** What a search in the log gives. */
export interface FoundRows {
  rows: ChangeRow[];
  /** Where the next search continues. */
  resume: string;
  license: string;
  sample: boolean;
}

export interface SenderParts {
  database: AccountsDatabase;
  /** The id of the generation that is served: nothing is looked for twice in one. */
  generation(): string;
  /** @throws ApiError for what `get_changes` refuses */
  ask(question: ChangeQuestion): Promise<FoundRows>;
  post(posting: Posting): Promise<PostResult>;
  baseUrl: string;
  /** Names the program to the targets. */
  userAgent: string;
  now(): number;
  log: { error(details: object, message: string): void };
}

export class WebhookSender {
  /** By webhook: the generation in which nothing was left to find. */
  private readonly searched = new Map<string, string>();
  private readonly underWay = new Set<string>();
  private readonly all = new PQueue({ concurrency: SENDING_MAX });
  private readonly hosts = new Map<string, PQueue>();
  /** Answers of one generation: many webhooks ask the same. */
  private readonly answers = new LRUCache<string, Promise<FoundRows>>({ max: ANSWERS_MAX });
  private answersOf = '';
  /** Those that failed: they are requested again in the next step, not only in the next generation. */
  private readonly failed = new Set<string>();

  constructor(private readonly parts: SenderParts) {}

  /** Stores what is new for each webhook and begins to send what is due. Call it every second. */
  async step(): Promise<void> {
    await this.look();
    await this.begin();
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await Promise.all([...this.hosts.values()].map((host) => host.onIdle()));
    await this.all.onIdle();
  }

  private async look(): Promise<void> {
    const { database } = this.parts;
    const generation = this.parts.generation();
    if (generation !== this.answersOf) {
      this.answers.clear();
      this.answersOf = generation;
    }
    for (const key of this.failed) this.answers.delete(key);
    this.failed.clear();
    const webhooks = await webhooksToLookFor(database);
    let reached: ReachedPlace[] = [];
    for (const webhook of webhooks) {
      if (webhook.place !== '' && this.searched.get(webhook.id) === generation) continue;
      const found = await this.lookFor(webhook);
      if (found === null) continue;
      if (found.delivery === null) this.searched.set(webhook.id, generation);
      if (found.to !== found.from) reached.push(found);
      if (reached.length < STORED_TOGETHER) continue;
      await reachPlaces(database, reached);
      reached = [];
    }
    await reachPlaces(database, reached);
    if (this.searched.size > 2 * webhooks.length + STORED_TOGETHER) this.searched.clear();
  }

  /** Null if the log cannot be read at this moment. */
  private async lookFor(webhook: FollowingWebhook): Promise<ReachedPlace | null> {
    const { id: webhookId, place: from, filters } = webhook;
    const nothing = (to: string): ReachedPlace => ({ webhookId, from, to, delivery: null });
    try {
      if (from === '') return nothing(await this.newest());
      // The store keeps what the schema gave.
      const questions = questionsOf(JSON.parse(filters) as WatchlistFilters);
      const found = await this.askAll(questions, from);
      if (found === null) return nothing(await this.newest());
      return found.rows.length === 0 ? nothing(found.resume) : this.delivered(webhook, found);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return null;
    }
  }

  /** Fewer changes where filed texts are so long that a message would be too large. */
  private delivered(webhook: FollowingWebhook, found: FoundRows & { hasMore: boolean }): ReachedPlace {
    const { id: webhookId, place: from } = webhook;
    let rows = found.rows;
    let delivery = this.deliveryOf(webhook, { ...found, rows });
    while (delivery.body.length > BODY_MAX && rows.length > 1) {
      rows = rows.slice(0, Math.ceil(rows.length / 2));
      delivery = this.deliveryOf(webhook, { ...found, rows, hasMore: true });
    }
    // A shorter list has a last row.
    const to = rows === found.rows ? found.resume : (rows.at(-1)?.place ?? found.resume);
    return { webhookId, from, to, delivery };
  }

  private deliveryOf(
    { id: webhookId, shape, watchlistId, watchlistName }: FollowingWebhook,
    found: FoundRows & { hasMore: boolean },
  ): NewDelivery {
    const id = newId();
    const body = bodyOf(shape as WebhookShape, {
      id,
      watchlist: { id: watchlistId, name: watchlistName },
      changes: found.rows,
      hasMore: found.hasMore,
      sample: found.sample,
      baseUrl: this.parts.baseUrl,
      license: found.license,
    });
    const createdAt = new Date(this.parts.now()).toISOString();
    return { id, webhookId, kind: 'changes', changes: found.rows.length, body, createdAt };
  }

  /**
   * The first changes behind a place that any of the questions finds, each once. Null if the place no longer belongs to the
   * log, which was made again.
   */
  private async askAll(
    questions: readonly ChangeQuestion[],
    after: string,
  ): Promise<(FoundRows & { hasMore: boolean }) | null> {
    const found: FoundRows[] = [];
    for (const question of questions) {
      try {
        // One more than a message has, so that it can say whether more follow.
        found.push(await this.ask({ ...question, after, limit: CHANGES_MAX + 1 }));
      } catch (error) {
        // A source of which nothing is recorded has nothing to send; the others do.
        if (error instanceof ApiError && error.code === 'not_ready' && !(error instanceof UnavailableError))
          continue;
        if (!(error instanceof ApiError) || error.code !== 'invalid_parameter') throw error;
        if (error.issues?.some(({ path }) => path === 'after')) return null;
        // A member or portfolio that is no longer listed finds nothing; the other names still do.
      }
    }
    const [first] = found;
    if (first === undefined) return { rows: [], resume: after, license: '', sample: false, hasMore: false };
    // Up to where every question has given all that it finds.
    const end = found.map(({ resume }) => resume).reduce((a, b) => (isBehind(a, b) ? b : a));
    const rows = new Map(found.flatMap((one) => one.rows.map((row) => [row.place, row] as const)));
    const sorted = [...rows.values()]
      .filter(({ place }) => !isBehind(place, end))
      .sort((a, b) => comparePlaces(placeOfText(a.place), placeOfText(b.place)));
    const given = sorted.slice(0, CHANGES_MAX);
    const hasMore = sorted.length > given.length;
    return { ...first, rows: given, hasMore, resume: hasMore ? (given.at(-1)?.place ?? end) : end };
  }

  /** The end of the log: newest first, an answer says where the log ended when it began. */
  private async newest(): Promise<string> {
    return (await this.ask({ limit: 1, order: 'desc' })).resume;
  }

  private ask(question: ChangeQuestion): Promise<FoundRows> {
    const key = JSON.stringify(question);
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    const answer = this.parts.ask({ order: 'asc', ...question });
    this.answers.set(key, answer);
    answer.catch(() => this.failed.add(key));
    return answer;
  }

  private async begin(): Promise<void> {
    const { database, now } = this.parts;
    for (const delivery of await dueDeliveries(database, new Date(now()).toISOString())) {
      if (this.underWay.has(delivery.id) || this.underWay.size >= DUE_MAX) continue;
      const host = hostOf(delivery.url);
      const queue = this.hosts.get(host) ?? new PQueue({ concurrency: HOST_MAX });
      if (queue.size >= HOST_WAITING_MAX) continue;
      this.hosts.set(host, queue);
      this.underWay.add(delivery.id);
      void queue
        .add(() => this.all.add(() => this.send(delivery)))
        .finally(() => {
          this.underWay.delete(delivery.id);
          if (queue.size === 0 && queue.pending === 0) this.hosts.delete(host);
        });
    }
  }

  /** Never throws: what could not be noted is sent again. */
  private async send(delivery: DueDelivery): Promise<void> {
    const { database, post, now, userAgent, log } = this.parts;
    const { id, webhookId, url, secret } = delivery;
    try {
      const body = await bodyOfDelivery(database, id);
      if (body === null) return;
      const headers = {
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...signedHeaders({ id, secret, body }, now()),
      };
      const result = await post({ url, headers, body });
      const attempts = delivery.attempts + 1;
      const next = afterAttempt(delivery, result, now());
      const at = new Date(now()).toISOString();
      await recordAttempt(database, { id, webhookId, attempts, at, ...result, ...next });
      this.searched.delete(webhookId);
    } catch (error) {
      log.error({ err: error, delivery: id }, 'an attempt to deliver could not be noted');
    }
  }
}

/** When to try again, and whether the webhook stays on. */
function afterAttempt(
  { kind, attempts }: Pick<DueDelivery, 'kind' | 'attempts'>,
  { status, problem }: PostResult,
  now: number,
): { nextAt: string | null; offReason: string | null } {
  if (problem === null || kind === 'test') return { nextAt: null, offReason: null };
  if (status === GONE)
    return { nextAt: null, offReason: 'The address answered with status 410: it does not want more.' };
  if (attempts >= RETRY_MINUTES.length + RETRY_DAYS)
    return {
      nextAt: null,
      offReason: `Nothing was accepted for ${RETRY_DAYS} days. The last answer: ${problem}`,
    };
  const minutes = RETRY_MINUTES[attempts];
  const pause = minutes === undefined ? DAY_MS : minutes * MINUTE_MS;
  return { nextAt: new Date(now + pause).toISOString(), offReason: null };
}

/** Whether the place `a` comes behind `b`. */
function isBehind(a: string, b: string): boolean {
  return comparePlaces(placeOfText(a), placeOfText(b)) > 0;
}

/** Without the port: it is the same machine that gets the messages. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
}
