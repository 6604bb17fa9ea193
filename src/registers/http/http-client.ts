/**
 * The rate-limited HTTP client for the registers: identifies itself, queues requests, bounds responses,
 * retries, and backs off when a register requests it. One client for each publisher, so that all its hosts
 * share one limit.
 * Long because retries, pauses and redirects change one state.
 */

import PQueue from 'p-queue';
import { Agent } from 'undici';
import { MINUTE_MS } from '../../dates.js';
import {
  type Http,
  type HttpRequest,
  type HttpResponse,
  SourceError,
  SourcePausedError,
} from '../register.js';
import { isOnHosts } from './allowed-hosts.js';
import { requestOnce } from './bounded-request.js';
import { lenientRequest, NoResponseError } from './lenient-https.js';
import { lacksItsEnd } from './open-ended.js';
import { isPrivateLiteral, publicAddressesOnly } from './public-addresses.js';

export { SourcePausedError } from '../register.js';

/**
 * Thrown when no answer came at all: no address for the name, no network, connection refused, a broken
 * connection.
 */
export class UnreachableError extends SourceError {
  override name = 'UnreachableError';
  constructor(
    message: string,
    /** Error code of the operating system, such as ENOTFOUND; null if unknown. */
    readonly code: string | null,
  ) {
    super(message);
  }
}

/** What a response means: return it to the register, retry, or back off for `pauseMs`. */
export type RetryDecision = 'keep' | 'retry' | { pauseMs: number; because: string };

/** Monotonic milliseconds since 1970 and a way to wait; tests provide their own. */
export interface Clock {
  now(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * How long a client waits and how often it tries: the defaults are for the registers, tests provide their
 * own.
 */
export interface RetryPolicy {
  clock?: Clock;
  /** 0 to 1, for the jitter of the back-off. */
  random?: () => number;
  /** Further tries after a 5xx answer or a network error. Default 3, for some registers 2. */
  retries?: number;
  /** Longest time of one exchange, for requests that need more. */
  timeoutMs?: number;
}

/** What every publisher's client takes. */
export interface ClientBounds extends RetryPolicy {
  /**
   * The hosts that may be requested, as `isOnHosts` reads them; any other one gets no connection. Without them, which
   * only tests do, every host may be requested and no redirect leads to another one.
   */
  hosts?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
}

export interface HttpClientOptions extends ClientBounds {
  /** Names the service and a contact. */
  userAgent: string;
  perSecond: number;
  /** Minimum time between two requests; 1000 / perSecond when not given. */
  minGapMs?: number;
  /** Concurrent requests. Default 4. */
  maxConcurrent?: number;
  /** This publisher's own classification of a response; undefined leaves it to the general rule. */
  classifyResponse?: (response: HttpResponse) => RetryDecision | undefined;
}

export interface HttpClient extends Http {
  /** No request goes out before this time; null when not paused. */
  pausedUntil(): Date | null;
  close(): Promise<void>;
}

const MAX_PAUSE_MS = 24 * 60 * MINUTE_MS;
const MAX_REDIRECTS = 5;
const DEFAULT_TIMEOUT_MS = MINUTE_MS;
const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;
const BACK_OFF_MS = 1000;

const realClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};

/**
 * Creates the client for one publisher. `request` returns any response (the register knows what its own 403
 * means) except a page that requires a pause. It throws SourcePausedError during a pause, SourceError when
 * the network or the bounds fail, and the signal's own reason when it is stopped.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  // Long: closures over the slots and backoffs of one publisher.
  const { signal, classifyResponse, hosts, retries = 3, random = Math.random } = options;
  const clock = options.clock ?? realClock;
  const gap = options.minGapMs ?? 1000 / options.perSecond;
  const queue = new PQueue({ concurrency: options.maxConcurrent ?? 4 });
  const agent = new Agent({ connect: { timeout: 15_000 } });
  // A redirect to another origin is chosen by the publisher: it must not lead into the operator's network.
  const guarded = new Agent({ connect: { timeout: 15_000, lookup: publicAddressesOnly } });
  let lastStart = Number.NEGATIVE_INFINITY;
  /** Resolves when the request before has started. */
  let previousSlot: Promise<void> = Promise.resolve();
  let pause: { until: number; because: string; firstBytes: Buffer } | null = null;

  function throwIfPaused(host: string): void {
    if (pause === null || clock.now() >= pause.until) return;
    const until = new Date(pause.until);
    throw new SourcePausedError(
      `${host}: ${pause.because}; no request goes out before ${until.toISOString()}`,
      until,
      pause.firstBytes,
    );
  }

  // A strict gap, not a count for each window: two adjacent windows would allow a double burst. It is measured from the
  // start that the request before really had: where the process is busy, timers come late and together.
  async function waitForSlot(host: string, gapMs = 0): Promise<void> {
    const before = previousSlot;
    let release = () => {};
    previousSlot = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    try {
      throwIfPaused(host);
      const now = clock.now();
      const start = Math.max(now, lastStart + Math.max(gap, gapMs));
      if (start > now) await clock.wait(start - now, signal);
      throwIfPaused(host);
      lastStart = Math.max(start, clock.now());
    } finally {
      release();
    }
  }

  async function followRedirects(first: URL, request: HttpRequest): Promise<HttpResponse> {
    let url = first;
    let { method = 'GET', body } = request;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      await waitForSlot(url.host, request.gapMs);
      const outgoing = {
        method,
        body: method === 'GET' ? undefined : body,
        headers: requestHeaders(options.userAgent, request),
        maxBytes: request.maxBytes ?? DEFAULT_MAX_BYTES,
        timeoutMs: Math.min(request.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.timeoutMs ?? Infinity),
      };
      // Only for the requested host: the lenient reader does not check where another name leads.
      const response =
        request.lenientHeaders && url.origin === first.origin
          ? await lenientRequest(url.href, outgoing, signal)
          : await requestOnce(url, {
              ...outgoing,
              dispatcher: url.origin === first.origin ? agent : guarded,
              signal,
            });
      if (request.redirect === 'manual' || ![301, 302, 303, 307, 308].includes(response.status))
        return response;
      url = redirectTarget(url, response, first, hosts ?? []);
      if (response.status < 307) [method, body] = ['GET', undefined];
    }
    throw new SourceError(`${first.host} redirects more than ${MAX_REDIRECTS} times from ${first.href}`);
  }

  function backOff(host: string, response: HttpResponse, pauseMs: number, because: string): never {
    const retryAfter = retryAfterMs(response, clock.now()) ?? 0;
    const until = clock.now() + Math.min(Math.max(pauseMs, retryAfter), MAX_PAUSE_MS);
    if (pause === null || until > pause.until) pause = { until, because, firstBytes: response.bytes };
    throwIfPaused(host);
    throw new SourceError(because, response.bytes);
  }

  /** Classified before the next request in the queue may start, so that none goes out after a block. */
  async function requestAndClassify(url: URL, request: HttpRequest) {
    const response = await followRedirects(url, request);
    const decision = classifyResponse?.(response) ?? classifyByStatus(response, clock.now());
    if (typeof decision === 'object') backOff(url.host, response, decision.pauseMs, decision.because);
    return { response, decision };
  }

  async function request(address: string, request: HttpRequest = {}): Promise<HttpResponse> {
    const url = new URL(address);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new TypeError(`not a web address: ${address}`);
    if (hosts !== undefined && !isOnHosts(url, hosts))
      throw new SourceError(
        `${url.host} gets no request: it is not a host of this publisher (${hosts.join(', ')}). If it should be, add it to ALLOWED_HOSTS.`,
      );
    let cut: Buffer | undefined;
    for (let attempt = 0; ; attempt += 1) {
      signal?.throwIfAborted();
      throwIfPaused(url.host);
      const last = attempt >= retries;
      let retryAfter = 0;
      try {
        const { response, decision } = await queue.add(() => requestAndClassify(url, request), {
          throwOnTimeout: true,
        });
        if (decision === 'retry' && last) return response;
        if (decision === 'keep' && isWhole(response, request, cut)) return response;
        if (decision === 'keep') cut = response.bytes;
        if (last)
          throw new SourceError(`${url.href} breaks off, and says no length of its answer`, response.bytes);
        retryAfter = retryAfterMs(response, clock.now()) ?? 0;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof SourceError && !(error instanceof NoResponseError)) throw error;
        if (last) throw unreachableError(url, error);
      }
      const delay = BACK_OFF_MS * 2 ** attempt * (0.5 + random() / 2);
      await clock.wait(Math.max(delay, retryAfter), signal);
    }
  }

  return {
    request,
    pausedUntil: () => (pause !== null && clock.now() < pause.until ? new Date(pause.until) : null),
    close: async () => {
      await Promise.all([agent.destroy(), guarded.destroy()]);
    },
  };
}

/**
 * False for an answer that may have been cut off: nothing but the end of the connection ended it. A format without a mark of
 * its end is believed the second time: a connection does not break twice at the same byte.
 */
function isWhole(response: HttpResponse, { hasNoEndMark }: HttpRequest, before: Buffer | undefined): boolean {
  if (response.isOpenEnded === undefined) return true;
  return hasNoEndMark ? before?.equals(response.bytes) === true : !lacksItsEnd(response);
}

/**
 * 429 always means a pause, and so does a Retry-After of more than a minute with any status that is retried: no request
 * may wait for longer than that.
 */
function classifyByStatus(response: HttpResponse, now: number): RetryDecision {
  if (response.status === 429)
    return { pauseMs: 10 * MINUTE_MS, because: 'the register answered 429, too many requests' };
  if (![500, 502, 503, 504].includes(response.status)) return 'keep';
  const retryAfter = retryAfterMs(response, now);
  if (retryAfter === null || retryAfter <= MINUTE_MS) return 'retry';
  const because = `the register is closed for a while (${response.status} with Retry-After)`;
  return { pauseMs: retryAfter, because };
}

/** Retry-After as milliseconds from `now`: the header gives seconds or a date. Null when absent or unreadable. */
function retryAfterMs(response: HttpResponse, now: number): number | null {
  const text = response.headers['retry-after']?.trim();
  if (text === undefined || text === '') return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}

function requestHeaders(userAgent: string, options: HttpRequest): Record<string, string> {
  const own = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    'user-agent': userAgent,
    // Some firewalls in front of registers reject a client that sends neither of the two.
    accept: '*/*',
    'accept-language': 'en',
    'accept-encoding': 'gzip, br',
    ...(options.etag === undefined ? {} : { 'if-none-match': options.etag }),
    ...(options.lastModified === undefined ? {} : { 'if-modified-since': options.lastModified }),
    ...Object.fromEntries(own),
  };
}

function redirectTarget(from: URL, response: HttpResponse, first: URL, hosts: readonly string[]): URL {
  const location = response.headers.location ?? '';
  const refuse = (why: string): never => {
    throw new SourceError(`${from.href} redirects to "${location.slice(0, 200)}": ${why}`, response.bytes);
  };
  if (location === '' || !URL.canParse(location, from.href)) return refuse('no readable address');
  const target = new URL(location, from);
  if (target.origin === first.origin) return target;
  if (target.username !== '' || target.password !== '')
    return refuse('an address with a password is not followed');
  if (target.protocol !== 'https:' && from.protocol === 'https:') return refuse('it leaves https');
  if (!/^https?:$/.test(target.protocol)) return refuse('no web address, which is not followed');
  if (!isOnHosts(target, hosts))
    return refuse('another host, which is not followed unless ALLOWED_HOSTS has it');
  if (isPrivateLiteral(target.hostname)) return refuse('a private address is not followed');
  return target;
}

const NO_ADDRESS = /^(ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA|EAI_NONAME)$/;
const NO_ROUTE = /^(ENETUNREACH|ENETDOWN|EHOSTUNREACH|EADDRNOTAVAIL)$/;

/** The last network error, in words that say what to check. */
function unreachableError(url: URL, error: unknown): UnreachableError {
  // The transports throw errors; those of the network have a code.
  const { message = String(error), code } = error as { message?: string; code?: string };
  const reason = code === undefined || message.includes(code) ? message : `${message} (${code})`;
  if (code !== undefined && NO_ADDRESS.test(code))
    return new UnreachableError(
      `this machine finds no address for ${url.hostname}: no network or DNS? (${code})`,
      code,
    );
  if (code !== undefined && NO_ROUTE.test(code))
    return new UnreachableError(`this machine has no way to ${url.host}: no network? (${code})`, code);
  if (code === 'ECONNREFUSED')
    return new UnreachableError(`nothing listens at ${url.host} (${code}: ${url.href})`, code);
  return new UnreachableError(`${url.host} could not be read: ${reason} (${url.href})`, code ?? null);
}
