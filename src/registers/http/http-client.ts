/**
 * The one door to the registers: names itself, waits its turn, bounds what it reads, tries again, and keeps
 * still when a register asks for it. One door for each publisher, so that all its hosts share one limit.
 */

import PQueue from 'p-queue';
import { Agent } from 'undici';
import { MINUTE_MS } from '../../dates.js';
import { type Http, type HttpRequest, type HttpResponse, SourceError } from '../register.js';
import { requestOnce } from './bounded-request.js';
import { lenientRequest, NoResponseError } from './lenient-https.js';
import { isPrivateLiteral, publicAddressesOnly } from './public-addresses.js';

/** Thrown while a publisher's limiter keeps still: no request goes out before `until`. */
export class SourcePausedError extends SourceError {
  override name = 'SourcePausedError';
  constructor(
    message: string,
    readonly until: Date,
    firstBytes: Buffer | string = '',
  ) {
    super(message, firstBytes);
  }
}

/** Thrown when no answer came at all: no address for the name, no network, nobody listens, a broken connection. */
export class UnreachableError extends SourceError {
  override name = 'UnreachableError';
  constructor(
    message: string,
    /** Of the operating system, such as ENOTFOUND; null where none is known. */
    readonly code: string | null,
  ) {
    super(message);
  }
}

/** What an answer means: give it to the register, ask again, or keep still for `pauseMs`. */
export type RetryDecision = 'keep' | 'retry' | { pauseMs: number; because: string };

/** Monotonic milliseconds since 1970 and a way to wait; tests bring their own. */
export interface Clock {
  now(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** How long a door waits, and how often it tries: the defaults are for the registers, tests bring their own. */
export interface RetryPolicy {
  clock?: Clock;
  /** 0 to 1, for the jitter of the back-off. */
  random?: () => number;
  /** Further tries after a 5xx answer or a network error. Default 3, for some registers 2. */
  retries?: number;
  /** Longest time of one exchange, where a request asks for more. */
  timeoutMs?: number;
}

export interface HttpClientOptions extends RetryPolicy {
  /** Names the service and a contact. */
  userAgent: string;
  perSecond: number;
  /** Least time between two requests; 1000 / perSecond when not given. */
  minGapMs?: number;
  /** Requests under way at the same time. Default 4. */
  maxConcurrent?: number;
  /** Where a redirect may lead, besides the origin that was asked. Nothing when not given. */
  allowRedirect?: (url: URL) => boolean;
  /** This publisher's own reading of an answer; undefined leaves it to the general rule. */
  classifyResponse?: (answer: HttpResponse) => RetryDecision | undefined;
  signal?: AbortSignal;
}

export interface HttpClient extends Http {
  /** Until when no request goes out; null when requests may go. */
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
 * Opens the door to one publisher.
 * `request` gives any answer back (the register knows what its own 403 means) except a page that asks to keep
 * still. It throws RegisterPaused during a pause, RegisterFailure when the network or the bounds fail, and the
 * signal's own reason when it is stopped.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  // Long: closures over the slots and backoffs of one publisher.
  const {
    signal,
    classifyResponse,
    allowRedirect = () => false,
    retries = 3,
    random = Math.random,
  } = options;
  const clock = options.clock ?? realClock;
  const gap = options.minGapMs ?? 1000 / options.perSecond;
  const queue = new PQueue({ concurrency: options.maxConcurrent ?? 4 });
  const agent = new Agent({ connect: { timeout: 15_000 } });
  // A redirect to another origin is the publisher's word, not ours: it must not lead into the operator's network.
  const guarded = new Agent({ connect: { timeout: 15_000, lookup: publicAddressesOnly } });
  let lastStart = Number.NEGATIVE_INFINITY;
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

  // A strict gap, not a count for each window: two windows side by side would let a double burst through.
  async function waitForSlot(host: string, gapMs = 0): Promise<void> {
    throwIfPaused(host);
    const now = clock.now();
    const start = Math.max(now, lastStart + Math.max(gap, gapMs));
    lastStart = start;
    if (start > now) await clock.wait(start - now, signal);
    throwIfPaused(host);
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
      // Only on the host that was asked: the lenient reader does not look where another name leads.
      const answer =
        request.lenientHeaders && url.origin === first.origin
          ? await lenientRequest(url.href, outgoing, signal)
          : await requestOnce(url, {
              ...outgoing,
              dispatcher: url.origin === first.origin ? agent : guarded,
              signal,
            });
      if (request.redirect === 'manual' || ![301, 302, 303, 307, 308].includes(answer.status)) return answer;
      url = redirectTarget(url, answer, first, allowRedirect);
      if (answer.status < 307) [method, body] = ['GET', undefined];
    }
    throw new SourceError(`${first.host} redirects more than ${MAX_REDIRECTS} times from ${first.href}`);
  }

  function backOff(answer: HttpResponse, pauseMs: number, because: string): never {
    const retryAfter = retryAfterMs(answer, clock.now()) ?? 0;
    const until = clock.now() + Math.min(Math.max(pauseMs, retryAfter), MAX_PAUSE_MS);
    if (pause === null || until > pause.until) pause = { until, because, firstBytes: answer.bytes };
    throwIfPaused(new URL(answer.url).host);
    throw new SourceError(because, answer.bytes);
  }

  /** Judged before the next in the queue may start, so that nobody slips out after a block. */
  async function requestAndClassify(url: URL, request: HttpRequest) {
    const answer = await followRedirects(url, request);
    const decision = classifyResponse?.(answer) ?? classifyByStatus(answer, clock.now());
    if (typeof decision === 'object') backOff(answer, decision.pauseMs, decision.because);
    return { answer, judgement: decision };
  }

  async function request(address: string, request: HttpRequest = {}): Promise<HttpResponse> {
    const url = new URL(address);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new TypeError(`not a web address: ${address}`);
    for (let attempt = 0; ; attempt += 1) {
      signal?.throwIfAborted();
      throwIfPaused(url.host);
      const last = attempt >= retries;
      let retryAfter = 0;
      try {
        const { answer, judgement: decision } = await queue.add(() => requestAndClassify(url, request), {
          throwOnTimeout: true,
        });
        if (decision === 'keep' || last) return answer;
        retryAfter = retryAfterMs(answer, clock.now()) ?? 0;
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

/** 429 always means to keep still, and so does a 503 that names a time beyond a minute. */
function classifyByStatus(answer: HttpResponse, now: number): RetryDecision {
  if (answer.status === 429)
    return { pauseMs: 10 * MINUTE_MS, because: 'the register answered 429, too many requests' };
  const retryAfter = retryAfterMs(answer, now);
  if (answer.status === 503 && retryAfter !== null && retryAfter > MINUTE_MS)
    return { pauseMs: retryAfter, because: 'the register is closed for a while (503 with Retry-After)' };
  return [500, 502, 503, 504].includes(answer.status) ? 'retry' : 'keep';
}

/** Retry-After as milliseconds from `now`: the header gives seconds or a date. Null when absent or unreadable. */
function retryAfterMs(answer: HttpResponse, now: number): number | null {
  const text = answer.headers['retry-after']?.trim();
  if (text === undefined || text === '') return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}

function requestHeaders(userAgent: string, options: HttpRequest): Record<string, string> {
  const own = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    'user-agent': userAgent,
    // Some walls in front of registers turn away a client that sends neither of the two.
    accept: '*/*',
    'accept-language': 'en',
    'accept-encoding': 'gzip, br',
    ...(options.etag === undefined ? {} : { 'if-none-match': options.etag }),
    ...(options.lastModified === undefined ? {} : { 'if-modified-since': options.lastModified }),
    ...Object.fromEntries(own),
  };
}

function redirectTarget(
  from: URL,
  answer: HttpResponse,
  first: URL,
  allowRedirect: (url: URL) => boolean,
): URL {
  const location = answer.headers.location ?? '';
  const refuse = (why: string): never => {
    throw new SourceError(`${from.href} redirects to "${location.slice(0, 200)}": ${why}`, answer.bytes);
  };
  if (location === '' || !URL.canParse(location, from.href)) return refuse('no readable address');
  const target = new URL(location, from);
  if (target.origin === first.origin) return target;
  if (target.username !== '' || target.password !== '')
    return refuse('an address with a password is not followed');
  if (target.protocol !== 'https:' && from.protocol === 'https:') return refuse('it leaves https');
  if (!allowRedirect(target)) return refuse('another host, which is not followed');
  if (isPrivateLiteral(target.hostname)) return refuse('a private address is not followed');
  return target;
}

const NO_ADDRESS = /^(ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA|EAI_NONAME)$/;
const NO_ROUTE = /^(ENETUNREACH|ENETDOWN|EHOSTUNREACH|EADDRNOTAVAIL)$/;

/** The last error of the network, in words that say what to look at. */
function unreachableError(url: URL, error: unknown): UnreachableError {
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
