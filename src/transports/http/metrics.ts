/**
 * Metrics for the operator: requests by route and status, their duration, the cache, and the state of every source. Long
 * because it counts requests itself: the counters of prom-client cost more than a cached answer.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type Histogram,
  type MetricObject,
  Registry,
} from 'prom-client';
import type { Reads } from '../../../tools/contract/reads.js';
import { addressKey, widerKey } from '../../limits/address.js';
import { requestIdOf } from '../../limits/request-id.js';
import type { SharedCounters } from '../../limits/shared-counters.js';
import type { CacheState } from '../../pipeline/pipeline.js';
import type { BackupsState } from '../../publish/backups-state.js';
import type { NodeState, UnreadableRowCount } from '../../publish/node-state.js';
import { limitMetrics } from './limit-metrics.js';
import { backupGauges, type HostFigures, hostGauges, nodeGauges, unreadableGauge } from './node-metrics.js';

export interface MetricsOptions {
  /** Every path that counts as a separate route; `{name}` stands for a value. Others are counted together. */
  routes: readonly string[];
  reads: Reads;
  cacheState: () => CacheState;
  /** What this node serves. */
  node?: (() => NodeState) | undefined;
  /** Stored rows that were found unreadable. */
  unreadable: () => readonly UnreadableRowCount[];
  /** How the backups are; null where this service makes none. */
  backups: () => BackupsState | null;
  /** The machine and the ledger behind it; left out in a worker, whose primary process reports them. */
  host?: (() => Promise<HostFigures>) | undefined;
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
  requestId: string;
}

export interface Metrics {
  /**
   * Counts a request: at once when its answer has been handed over to the operating system, else when that has happened
   * or its connection is closed.
   * @param started when it arrived, by `performance.now`
   */
  count(request: IncomingMessage, response: TimedResponse, started: number): void;
  /** Whether this path, without its query, belongs to a known route. */
  knows(path: string): boolean;
  /** The text for Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** When the request of a response arrived. */
const STARTED = Symbol('started');

/** A response that is counted when it is closed. */
interface TimedResponse extends ServerResponse {
  [STARTED]?: number;
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const PATH_MAX = 200;
/** A key in an address, put there by mistake; its beginning may be shown. */
const KEY = /(dk_[A-Za-z0-9_-]{8})[A-Za-z0-9_-]+/g;
const OTHER = 'other';

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'disclosed_' });
  const registers = [registry];
  const routeOf = router(options.routes);
  const requests = new RequestCounts(routeOf);
  requests.register(registry);
  cacheMetrics(registers, options.cacheState);
  if (options.node !== undefined) nodeGauges(registers, options.node);
  unreadableGauge(registers, options.unreadable);
  if (options.backups() !== null) backupGauges(registers, options.backups);
  const updates = [sourceGauges(registers, options.reads)];
  if (options.host !== undefined) updates.push(hostGauges(registers, options.host));
  const update = () => Promise.all(updates.map((one) => one()));
  if (options.sharedCounters) limitMetrics(registers, options.sharedCounters);
  const { allWorkers, seen, addressOf } = options;
  allWorkers?.provide(async () => {
    await update();
    return registry.getMetricsAsJSON();
  });
  const end = (request: IncomingMessage, response: ServerResponse, started: number): void => {
    const milliseconds = performance.now() - started;
    const path = pathOf(request.url ?? '');
    const route = requests.add(path, request.method ?? '', response.statusCode, milliseconds);
    if (seen === undefined) return;
    const { method = '' } = request;
    const status = response.statusCode;
    seen(
      forLog(
        {
          method: METHODS.includes(method) ? method : OTHER,
          route,
          path,
          status,
          milliseconds,
          requestId: requestIdOf(request),
        },
        addressOf(request),
      ),
    );
  };
  function closed(this: TimedResponse): void {
    end(this.req, this, this[STARTED] ?? 0);
  }
  return {
    contentType: registry.contentType,
    async text() {
      if (allWorkers !== undefined) return allWorkers.text();
      await update();
      return registry.metrics();
    },
    knows: (path) => routeOf(path) !== OTHER,
    count(request, response, started) {
      // A listener for each request would cost more than all the counting.
      if (response.writableEnded && request.socket.writableLength === 0) end(request, response, started);
      else {
        response[STARTED] = started;
        // Not `once`: V8 may put its wrappers among the old objects, as those of connections, and each holds its request.
        response.on('close', closed);
      }
    },
  };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
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

/** The requests of one route. */
interface RouteCounts {
  /** By method and status: the place of the method in `METHODS`, times 1,000, plus the status. */
  answered: Map<number, number>;
  /** How many took up to each of `SECONDS` and longer than the one before; the last is for all that took longer. */
  buckets: number[];
  /** All durations together, in seconds. */
  sum: number;
}

/**
 * Requests by route, method and status, and their durations. The counters of prom-client join and hash the labels of each
 * request, which takes longer than the rest of a cached answer: these are numbers, which are read at each scrape.
 */
class RequestCounts {
  private readonly routes = new Map<string, RouteCounts>();

  constructor(private readonly routeOf: (path: string) => string) {}

  /** @returns the route of the path */
  add(path: string, method: string, status: number, milliseconds: number): string {
    const route = this.routeOf(path);
    let counts = this.routes.get(route);
    if (counts === undefined) {
      counts = { answered: new Map(), buckets: new Array(SECONDS.length + 1).fill(0), sum: 0 };
      this.routes.set(route, counts);
    }
    const place = METHODS.indexOf(method);
    const kind = (place === -1 ? METHODS.length : place) * 1000 + status;
    counts.answered.set(kind, (counts.answered.get(kind) ?? 0) + 1);
    const seconds = milliseconds / 1000;
    counts.sum += seconds;
    let bucket = 0;
    while (bucket < SECONDS.length && seconds > (SECONDS[bucket] ?? 0)) bucket += 1;
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
    return route;
  }

  register(registry: Registry): void {
    const { routes } = this;
    new Counter({
      name: 'disclosed_http_requests_total',
      help: 'Requests by route, method and status',
      labelNames: ['route', 'method', 'status'] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const [route, { answered }] of routes)
          for (const [kind, count] of answered)
            this.inc(
              { route, method: METHODS[Math.floor(kind / 1000)] ?? OTHER, status: kind % 1000 },
              count,
            );
      },
    });
    const duration = {
      name: 'disclosed_http_request_duration_seconds',
      help: 'From the request to the end of its answer',
      type: 'histogram',
      aggregator: 'sum',
    };
    // What it gives goes to the primary process of several workers, so it has no function in it.
    const get = async () => ({ ...duration, values: [...routes].flatMap(durationValues) });
    // prom-client has no histogram that takes counts; its registry reads only these members of a metric.
    registry.registerMetric({ ...duration, get } as unknown as Histogram);
  }
}

/** The lines of one route in the form of a histogram: each bucket holds those before it too. */
function durationValues([route, { buckets, sum }]: [string, RouteCounts]) {
  const name = 'disclosed_http_request_duration_seconds';
  let count = 0;
  const lines = buckets.map((own, index) => {
    count += own;
    return { metricName: `${name}_bucket`, labels: { le: SECONDS[index] ?? '+Inf', route }, value: count };
  });
  return [
    ...lines,
    { metricName: `${name}_sum`, labels: { route }, value: sum },
    { metricName: `${name}_count`, labels: { route }, value: count },
  ];
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
  const waiting = new Gauge({
    name: 'disclosed_source_waiting_documents',
    help: 'Documents that its registers have listed and that were not read yet',
    labelNames,
    registers,
    aggregator,
  });
  return async () => {
    // While the data cannot be read, the other metrics matter most.
    const sources = await reads.sources().catch(() => []);
    for (const gauge of [age, rows, warnings, waiting, state]) gauge.reset();
    for (const one of sources) {
      const { source } = one;
      if (one.lastReadAt !== null) age.set({ source }, (Date.now() - Date.parse(one.lastReadAt)) / 1000);
      rows.set({ source }, one.rows);
      warnings.set({ source }, one.warnings);
      waiting.set({ source }, one.waiting);
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
