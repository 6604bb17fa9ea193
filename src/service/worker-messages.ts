/** The messages between the primary process and its workers. */

import type { MetricObject } from 'prom-client';
import type { Block, BlockRequest } from '../limits/shared-counters.js';

export type FromWorker =
  /** It listens. `accountsUnavailable` says why the accounts cannot be used, if so. */
  | { kind: 'ready'; accountsUnavailable: string | null }
  | { kind: 'take'; id: number; request: BlockRequest }
  /** A caller requested the metrics of all workers. */
  | { kind: 'metrics'; id: number }
  | { kind: 'figures'; id: number; figures: MetricObject[] }
  /** Its event loop runs. */
  | { kind: 'alive' };

export type FromPrimary =
  | { kind: 'block'; id: number; block: Block }
  | { kind: 'figures'; id: number }
  | { kind: 'metrics'; id: number; text: string }
  | { kind: 'alive' }
  | { kind: 'stop' };
