/** Metrics of the counters that several processes share; only a process that shares them has any. */

import { Counter, Gauge, type Registry } from 'prom-client';
import type { SharedCounters } from '../../limits/shared-counters.js';

export function limitMetrics(registers: Registry[], counters: SharedCounters): void {
  new Counter({
    name: 'disclosed_limit_blocks_total',
    help: 'Requests to the shared counters for a block of calls: granted, empty (nothing left) or failed (no answer)',
    labelNames: ['result'] as const,
    registers,
    collect() {
      const { blocks, refusals, failures } = counters.figures();
      this.reset();
      this.inc({ result: 'granted' }, blocks);
      this.inc({ result: 'empty' }, refusals);
      this.inc({ result: 'failed' }, failures);
    },
  });
  new Gauge({
    name: 'disclosed_limit_shared',
    help: '1 while the shared counters answer; 0 while a process allows only its share of each limit',
    registers,
    // One process without the counters is enough for an alert.
    aggregator: 'min',
    collect() {
      this.set(counters.figures().isReachable ? 1 : 0);
    },
  });
  new Gauge({
    name: 'disclosed_limit_nodes',
    help: 'Processes that share the counters',
    registers,
    aggregator: 'max',
    collect() {
      this.set(counters.figures().nodes);
    },
  });
}
