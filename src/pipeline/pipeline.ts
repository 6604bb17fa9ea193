/** The one gate: whoever asks, over whichever transport, passes key, allowance, validation, cache and run. */

import { type Envelope, failure, success } from '../../tools/contract/envelope.js';
import { Failure } from '../../tools/contract/errors.js';
import type { Reads } from '../../tools/contract/reads.js';
import { RATE_WINDOW_SECONDS } from '../../tools/contract/rules.js';
import type { Endpoint, Tool } from '../../tools/contract/tool.js';
import { addressKey, siteKey, widerKey } from '../limits/address.js';
import { bearerToken, type KeyRing } from '../limits/keys.js';
import { type Allowance, createRate, limitHeaders, type Rate } from '../limits/rate.js';
import { type Question, readArguments } from './arguments.js';
import { type Freshness, maxAge } from './data-version.js';
import { makeReady, type Packing, type Ready } from './encoded-response.js';
import { answersAtHand, type Given, type Make } from './response-cache.js';
import { within } from './within.js';

export type { Freshness } from './data-version.js';
export type { Ready } from './encoded-response.js';

export interface Caller {
  /** Null for the user's own machine (stdio), which has no limit. */
  address: string | null;
  /** The `Authorization` header as it came. */
  authorization?: string | undefined;
  /** The packed variants that may be given, best first; none unless told. */
  takes?: readonly Packing[];
}

export interface Log {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

export interface GateOptions {
  tools: readonly Tool[];
  reads: Reads;
  freshness: () => Freshness;
  baseUrl: string;
  /** `sample:` in sample mode, else empty. */
  sourcePrefix: string;
  /** Requests an hour; null lifts the limit. */
  rateLimits: { keyless: number | null; withKey: number | null };
  endpoints: readonly Endpoint[];
  /** Bytes that ready answers may hold. */
  cacheBytes: number;
  log: Log;
  /** Without one no token is valid. */
  keyRing?: KeyRing;
  /** Address of the page on which anybody makes a key; none where only the operator does. */
  keyPage?: string | null;
  /** Longest time that an answer may take. */
  runMilliseconds?: number;
}

export interface Gate {
  readonly tools: readonly Tool[];
  /** Requests an hour; null means unlimited. */
  readonly rateLimits: { keyless: number | null; withKey: number | null };
  /** Whether all data is invented. */
  readonly sample: boolean;
  /** Asks `tool`. `text` is the question word for word: `again` answers the same words without reading them. */
  call(tool: Tool, raw: Record<string, unknown>, caller: Caller, text?: string): Promise<Ready>;
  /** The answer to words answered before; null, and nothing counted, when it is not at hand. */
  again(text: string, caller: Caller): Ready | null;
  /** Answers `failed`, enveloped; counted like any other answer unless `free`. */
  refuse(failed: Error, caller: Caller, how?: { free: boolean }): Ready;
  /** Counts a protocol method. Null while `caller` may go on with them, else what to answer. */
  flood(caller: Caller): Failure | null;
  /** What `flood` would give, without counting: asked before the body of a message is read. */
  flooded(caller: Caller): Failure | null;
  /** Makes what is asked again and again for `next`, before it is served. */
  renew(next: Freshness): Promise<void>;
  /** What the cache of answers holds, and how often a caller of the network was served from it. */
  cacheState(): CacheState;
}

export interface CacheState {
  /** Answers that were at hand, and those that had to be looked up; failures are neither. */
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

/** A request on its way: what the stages have found out about its caller. */
interface Visit {
  fresh: Freshness;
  invalidToken: boolean;
  allowance: Allowance | null;
}

const RUN_MILLISECONDS = 30_000;
/** Protocol methods of the agent endpoint in a minute: far above what any client needs. */
const FLOOD = { limit: 300, windowSeconds: 60 };
/** A site (IPv6 /48) has 65,536 addresses with a limit each; all together they may ask as much as so many. */
const SITE_FACTOR = 16;

export function createGate(options: GateOptions): Gate {
  const { tools, reads, freshness, baseUrl, sourcePrefix, endpoints, log, keyRing } = options;
  const { keyless, withKey } = options.rateLimits;
  const sample = sourcePrefix !== '';
  const rateLimits = { keyless, withKey, windowSeconds: RATE_WINDOW_SECONDS };
  const hourly = (policy: string, limit: number | null, wider?: (key: string) => string) =>
    limit === null ? null : createRate({ policy, limit, windowSeconds: RATE_WINDOW_SECONDS, wider });
  const byAddress = hourly('default', keyless, widerKey);
  const byKey = hourly('key', withKey);
  const bySite = hourly('network', keyless === null ? null : keyless * SITE_FACTOR, widerKey);
  const methods = keyless === null ? null : createRate({ policy: 'methods', ...FLOOD, wider: widerKey });

  const atHand = answersAtHand(options.cacheBytes, freshness);
  const served = { hits: 0, misses: 0 };

  function key(caller: Caller, visit: Visit): { rate: Rate | null; id: string } {
    if (caller.address === null) return { rate: null, id: '' };
    const token = bearerToken(caller.authorization);
    const known = token === null || token === '' ? null : (keyRing?.verify(token) ?? null);
    if (known !== null) return { rate: byKey, id: known.id };
    visit.invalidToken = token !== null;
    return { rate: byAddress, id: addressKey(caller.address) };
  }

  function allowance({ rate, id }: { rate: Rate | null; id: string }, visit: Visit): void {
    if (rate === null) return;
    // Asked first: a site that is refused cannot fill the memory with counters of its addresses.
    if (rate === byAddress && bySite !== null && siteKey(id) !== id) {
      const site = bySite.count(siteKey(id));
      if (site.refused) {
        visit.allowance = site;
        throw tooMany(site, withKey, options.keyPage);
      }
    }
    const allowed = rate.count(id);
    visit.allowance = allowed;
    if (allowed.refused) throw tooMany(allowed, rate === byAddress ? withKey : null, options.keyPage);
  }

  /** Kept but for what only a wrong question tells: junk cannot push out what others need. */
  function answerTo(
    tool: Tool,
    question: Question,
    { caller, text, fresh }: { caller: Caller; text: string | undefined; fresh: Freshness },
  ): Promise<Given> {
    const make: Make = (of) => compute(tool, question, of);
    if (question.ignored.length > 0)
      return make(fresh).then((envelope) => ({ ready: makeReady(envelope, 200), wasAtHand: false }));
    const name = tool.path + question.canonical;
    if (text !== undefined) atHand.remember(text, { tool, name });
    return atHand.fetch(name, caller.takes ?? [], make);
  }

  async function compute(tool: Tool, question: Question, fresh: Freshness): Promise<Envelope> {
    const context = { reads, now: fresh.now, baseUrl, endpoints, rateLimits, sample, takesStored: true };
    const answer = await within(
      options.runMilliseconds ?? RUN_MILLISECONDS,
      tool.run(question.input, context),
    );
    return success(answer, { baseUrl, sourcePrefix, ignoredParameters: question.ignored });
  }

  function beyondFlood(caller: Caller, ask: (rate: Rate, id: string) => Allowance): Failure | null {
    if (methods === null || caller.address === null) return null;
    const state = ask(methods, addressKey(caller.address));
    return state.refused ? tooMany(state, null) : null;
  }

  // A copy, because the data may change while the answer is made.
  const visitNow = (): Visit => ({ fresh: { ...freshness() }, invalidToken: false, allowance: null });

  /** A refusal of any stage becomes an enveloped answer that still tells the allowance. */
  function refused(error: unknown, tool: Tool | null, visit: Visit): Ready {
    const failed = error instanceof Failure ? error : internal(error, tool, log);
    if (failed.cause !== undefined)
      log.error({ err: failed.cause, tool: tool?.path ?? null }, 'the store cannot be read');
    const source = tool?.source ?? 'catalog';
    const envelope = failure(failed, { source, sourcePrefix, fetchedAt: visit.fresh.at });
    const ready = makeReady(envelope, failed.status);
    return personal({ ...ready, headers: Object.entries(failed.headers).flat() }, visit);
  }

  return {
    tools,
    rateLimits,
    sample,
    async call(tool, raw, caller, text) {
      const visit = visitNow();
      try {
        const who = key(caller, visit);
        allowance(who, visit);
        const question = readArguments(tool, raw);
        const about = { caller, text, fresh: visit.fresh };
        const { ready, wasAtHand } = await answerTo(tool, question, about);
        // Questions of our own pages are nobody's request.
        if (caller.address !== null) served[wasAtHand ? 'hits' : 'misses'] += 1;
        return personal(ready, visit);
      } catch (error) {
        return refused(error, tool, visit);
      }
    },
    again(text, caller) {
      const known = atHand.known(text);
      const kept = known === undefined ? undefined : atHand.get(known.name, caller.takes ?? []);
      if (known === undefined || kept === undefined) return null;
      const fresh = freshness();
      const visit: Visit = { fresh, invalidToken: false, allowance: null };
      try {
        allowance(key(caller, visit), visit);
        served.hits += 1;
        return personal(kept, visit);
      } catch (error) {
        return refused(error, known.tool, visit);
      }
    },
    refuse(failed, caller, how) {
      const visit = visitNow();
      try {
        if (how?.free !== true) allowance(key(caller, visit), visit);
        return refused(failed, null, visit);
      } catch (error) {
        return refused(error, null, visit);
      }
    },
    flood: (caller) => beyondFlood(caller, (rate, id) => rate.count(id)),
    flooded: (caller) => beyondFlood(caller, (rate, id) => rate.look(id)),
    renew: (next) => atHand.renew(next),
    cacheState: () => ({ ...served, ...atHand.state() }),
  };
}

/** `ready` with what only this caller is told. */
function personal(ready: Ready, { fresh, allowance, invalidToken }: Visit): Ready {
  const { status, body, etag, gzip, br, message } = ready;
  const headers = allowance === null ? [] : limitHeaders(allowance);
  headers.push(
    'Cache-Control',
    status === 200 && !invalidToken ? maxAge(fresh) : 'no-store',
    ...ready.headers,
  );
  if (invalidToken) headers.push('WWW-Authenticate', 'Bearer error="invalid_token"');
  return { status, body, etag, gzip, br, message, headers };
}

function tooMany(allowance: Allowance, withKey: number | null, keyPage?: string | null): Failure {
  const { limit, resetSeconds, windowSeconds } = allowance;
  const unit = windowSeconds === 3600 ? 'an hour' : 'a minute';
  const where = typeof keyPage === 'string' ? `; make one at ${keyPage}` : '';
  const more =
    withKey === null || withKey <= limit
      ? ''
      : ` A free API key raises the limit to ${withKey} ${unit}${where}.`;
  return new Failure(
    'rate_limited',
    `The allowance of ${limit} requests ${unit} is used up. Come back in ${resetSeconds} seconds.${more}`,
    { headers: { 'Retry-After': String(resetSeconds) } },
  );
}

/** What went wrong is for the log; the caller gets a plain sentence. */
function internal(cause: unknown, tool: Tool | null, log: Log): Failure {
  log.error({ err: cause, tool: tool?.path ?? null }, 'answer failed');
  return new Failure('internal', 'The service failed to answer. Try again later; the cause is in its log.');
}
