/** What an operator watches: requests by route and status, how long they took, the cache, and the state of every source. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Reads } from '../../tools/contract/reads.js';
import { addressKey, widerKey } from '../limits/address.js';

export interface MetricsOptions {
  /** Every path that counts as a route of its own; `{name}` stands for a value. Others are counted together. */
  routes: readonly string[];
  reads: Reads;
  addressOf: (request: IncomingMessage) => string;
  /** Also told of each request, for the log. */
  seen?: ((request: Seen) => void) | undefined;
}

/** One answered request. Nothing in it names a person: no key, no query, and of the address only the network. */
export interface Seen {
  method: string;
  route: string;
  path: string;
  status: number;
  milliseconds: number;
  network: string;
}

export interface Metrics {
  /** Watches one request until its answer is out. `hit` tells whether the answer was at hand; null where none could be. */
  watch(request: IncomingMessage, response: ServerResponse, hit: boolean | null): void;
  /** The text for Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
const PATH_MAX = 200;
/** A key that somebody put into an address; its beginning may be shown. */
const KEY = /(dk_[A-Za-z0-9_-]{8})[A-Za-z0-9_-]+/g;

export function createMetrics({ routes, reads, addressOf, seen }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'disclosed_' });
  const registers = [registry];
  const requests = new Counter({
    name: 'disclosed_http_requests_total',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'] as const,
    registers,
  });
  const duration = new Histogram({
    name: 'disclosed_http_request_duration_seconds',
    help: 'From the request to the end of its answer',
    labelNames: ['route'] as const,
    buckets: SECONDS,
    registers,
  });
  const cache = new Counter({
    name: 'disclosed_answers_total',
    help: 'Answers that were at hand (hit) and that had to be looked up or made (miss)',
    labelNames: ['cache'] as const,
    registers,
  });
  sourceGauges(registers, reads);
  const routeOf = router(routes);

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    watch(request, response, hit) {
      const started = performance.now();
      if (hit !== null) cache.inc({ cache: hit ? 'hit' : 'miss' });
      response.once('close', () => {
        const path = (request.url ?? '').split('?', 1)[0] ?? '';
        const route = routeOf(path);
        const milliseconds = performance.now() - started;
        const method = METHODS.has(request.method ?? '') ? (request.method as string) : 'other';
        requests.inc({ route, method, status: response.statusCode });
        duration.observe({ route }, milliseconds / 1000);
        seen?.({
          method,
          route,
          path: path.replace(KEY, '$1…').slice(0, PATH_MAX),
          status: response.statusCode,
          milliseconds: Math.round(milliseconds * 100) / 100,
          network: widerKey(addressKey(addressOf(request))),
        });
      });
    },
  };
}

/** Asked when Prometheus asks. A source that was never read has no age: unknown is not nought. */
function sourceGauges(registers: Registry[], reads: Reads): void {
  const labelNames = ['source'] as const;
  const rows = new Gauge({ name: 'disclosed_source_rows', help: 'Records stored', labelNames, registers });
  const doubts = new Gauge({
    name: 'disclosed_source_doubts',
    help: 'Elements, codes and words not understood',
    labelNames,
    registers,
  });
  const state = new Gauge({
    name: 'disclosed_source_state',
    help: '1 for the state that the source is in',
    labelNames: ['source', 'state'] as const,
    registers,
  });
  new Gauge({
    name: 'disclosed_source_age_seconds',
    help: 'Since the source was last read with success; absent when it never was',
    labelNames,
    registers,
    async collect() {
      const sources = await reads.sources();
      for (const gauge of [this, rows, doubts, state]) gauge.reset();
      for (const one of sources) {
        const { source } = one;
        if (one.lastReadAt !== null) this.set({ source }, (Date.now() - Date.parse(one.lastReadAt)) / 1000);
        rows.set({ source }, one.rows);
        doubts.set({ source }, one.doubts);
        state.set({ source, state: one.status }, 1);
      }
    },
  });
}

/** Names the route of a path, out of a bounded set: a stranger’s addresses must not become labels. */
function router(routes: readonly string[]): (path: string) => string {
  const whole = new Set(routes.filter((route) => !route.includes('{')));
  const prefixes = new Map(
    routes.filter((route) => route.includes('{')).map((route) => [route.slice(0, route.indexOf('{')), route]),
  );
  return (path) => {
    if (whole.has(path)) return path;
    return prefixes.get(path.slice(0, path.lastIndexOf('/') + 1)) ?? 'other';
  };
}
