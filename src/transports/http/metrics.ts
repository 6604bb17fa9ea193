/** Metrics for the operator: requests by route and status, their duration, the cache, and the state of every source. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObject, Registry } from 'prom-client';
import type { Reads } from '../../../tools/contract/reads.js';
import { addressKey, widerKey } from '../../limits/address.js';
import type { SharedCounters } from '../../limits/shared-counters.js';
import type { CacheState } from '../../pipeline/pipeline.js';
import { limitMetrics } from './limit-metrics.js';

export interface MetricsOptions {
  /** Every path that counts as a separate route; `{name}` stands for a value. Others are counted together. */
  routes: readonly string[];
  reads: Reads;
  cacheState: () => CacheState;
  addressOf: (request: IncomingMessage) => string;
  sharedCounters?: SharedCounters | null | undefined;
  /** The other processes that answer; without them the metrics are those of this process. */
  allWorkers?: AllWorkers | undefined;
  /** Also receives each request, for the log. */
  seen?: ((request: SeenRequest) => void) | undefined;
}

/** Makes the metrics of all processes that answer out of those of each. */
export interface AllWorkers {
  /** Where the figures of this process come from whenever any process answers /metrics. */
  provide(figures: () => Promise<MetricObject[]>): void;
  /** The text for Prometheus. */
  text(): Promise<string>;
}

/** One answered request. Nothing in it names a person: no key, no query, and only the network of the address. */
export interface SeenRequest {
  method: string;
  route: string;
  path: string;
  status: number;
  milliseconds: number;
  network: string;
}

export interface Metrics {
  /** Watches one request until its answer is out. */
  watch(request: IncomingMessage, response: ServerResponse): void;
  /** Whether this path, without its query, belongs to a known route. */
  knows(path: string): boolean;
  /** The text for Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
const PATH_MAX = 200;
/** A key in an address, put there by mistake; its beginning may be shown. */
const KEY = /(dk_[A-Za-z0-9_-]{8})[A-Za-z0-9_-]+/g;
const OTHER = 'other';

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'disclosed_' });
  const registers = [registry];
  const observe = requestMetrics(registers);
  cacheMetrics(registers, options.cacheState);
  const readSources = sourceGauges(registers, options.reads);
  if (options.sharedCounters) limitMetrics(registers, options.sharedCounters);
  const routeOf = router(options.routes);
  const { allWorkers } = options;
  allWorkers?.provide(async () => {
    await readSources();
    return registry.getMetricsAsJSON();
  });
  return {
    contentType: registry.contentType,
    async text() {
      if (allWorkers !== undefined) return allWorkers.text();
      await readSources();
      return registry.metrics();
    },
    knows: (path) => routeOf(path) !== OTHER,
    watch(request, response) {
      const started = performance.now();
      response.once('close', () => {
        const path = (request.url ?? '').split('?', 1)[0] ?? '';
        const seen: Omit<SeenRequest, 'network'> = {
          // `METHODS` holds no empty text, so the request has a method.
          method: METHODS.has(request.method ?? '') ? (request.method as string) : 'other',
          route: routeOf(path),
          path,
          status: response.statusCode,
          milliseconds: performance.now() - started,
        };
        observe(seen);
        if (options.seen !== undefined) options.seen(forLog(seen, options.addressOf(request)));
      });
    },
  };
}

/** Without keys, and with only the network of the address. */
function forLog(seen: Omit<SeenRequest, 'network'>, address: string): SeenRequest {
  return {
    ...seen,
    path: seen.path.replace(KEY, '$1…').slice(0, PATH_MAX),
    milliseconds: Math.round(seen.milliseconds * 100) / 100,
    network: widerKey(addressKey(address)),
  };
}

function requestMetrics(registers: Registry[]): (seen: Omit<SeenRequest, 'network'>) => void {
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
  return ({ route, method, status, milliseconds }) => {
    requests.inc({ route, method, status });
    duration.observe({ route }, milliseconds / 1000);
  };
}

/** Answers over REST and MCP alike; failures are neither hit nor miss. */
function cacheMetrics(registers: Registry[], cacheState: () => CacheState): void {
  new Counter({
    name: 'disclosed_answers_total',
    help: 'Answers that were cached (hit) and answers that had to be computed (miss)',
    labelNames: ['cache'] as const,
    registers,
    collect() {
      const { hits, misses } = cacheState();
      this.reset();
      this.inc({ cache: 'hit' }, hits);
      this.inc({ cache: 'miss' }, misses);
    },
  });
  const gauge = (name: string, help: string, value: (state: CacheState) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(cacheState()));
      },
    });
  gauge('disclosed_answer_cache_entries', 'Answers in the cache', ({ entries }) => entries);
  gauge('disclosed_answer_cache_bytes', 'Their bytes, all encodings together', ({ bytes }) => bytes);
}

/**
 * Returns the function that updates all gauges before a scrape: a gauge that did so during the scrape would be too late
 * for the others. A source that was never read has no age: unknown is not zero.
 */
function sourceGauges(registers: Registry[], reads: Reads): () => Promise<void> {
  const labelNames = ['source'] as const;
  // All workers read the same store: their figures are one, not a sum.
  const aggregator = 'max';
  const rows = new Gauge({
    name: 'disclosed_source_rows',
    help: 'Records stored',
    labelNames,
    registers,
    aggregator,
  });
  const warnings = new Gauge({
    name: 'disclosed_source_warnings',
    help: 'Elements, codes and words not understood',
    labelNames,
    registers,
    aggregator,
  });
  const state = new Gauge({
    name: 'disclosed_source_state',
    help: '1 for the state that the source is in',
    labelNames: ['source', 'state'] as const,
    registers,
    aggregator,
  });
  const age = new Gauge({
    name: 'disclosed_source_age_seconds',
    help: 'Since the source was last read with success; absent when it never was',
    labelNames,
    registers,
    aggregator,
  });
  return async () => {
    const sources = await reads.sources();
    for (const gauge of [age, rows, warnings, state]) gauge.reset();
    for (const one of sources) {
      const { source } = one;
      if (one.lastReadAt !== null) age.set({ source }, (Date.now() - Date.parse(one.lastReadAt)) / 1000);
      rows.set({ source }, one.rows);
      warnings.set({ source }, one.warnings);
      state.set({ source, state: one.status }, 1);
    }
  };
}

/** Names the route of a path, out of a bounded set: an address that a caller invents must not become a label. */
function router(routes: readonly string[]): (path: string) => string {
  const whole = new Set(routes.filter((route) => !route.includes('{')));
  const prefixes = new Map(
    routes.filter((route) => route.includes('{')).map((route) => [route.slice(0, route.indexOf('{')), route]),
  );
  return (path) => {
    // Routes also answer with a slash at their end.
    const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    if (whole.has(bare)) return bare;
    return prefixes.get(bare.slice(0, bare.lastIndexOf('/') + 1)) ?? OTHER;
  };
}
