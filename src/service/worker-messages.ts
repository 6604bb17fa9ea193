/** What the primary process and its workers tell each other. */

import type { MetricObject } from 'prom-client';
import type { Block, BlockRequest } from '../limits/shared-counters.js';

export type FromWorker =
  /** It listens. `accountsUnavailable` says why the accounts cannot be used, if so. */
  | { kind: 'ready'; accountsUnavailable: string | null }
  | { kind: 'take'; id: number; request: BlockRequest }
  /** It was asked for the metrics of all workers. */
  | { kind: 'metrics'; id: number }
  | { kind: 'figures'; id: number; figures: MetricObject[] };

export type FromPrimary =
  | { kind: 'block'; id: number; block: Block }
  | { kind: 'figures'; id: number }
  | { kind: 'metrics'; id: number; text: string }
  | { kind: 'stop' };
