/** Metrics of one node: what it serves, and the machine and the ledger behind it. */

import { Gauge, type MetricObject, Registry } from 'prom-client';
import type { BackupsState } from '../../publish/backups-state.js';
import type { NodeState, UnreadableRowCount } from '../../publish/node-state.js';

/** What one process of a node knows of its machine and its ledger: the only process, or the primary one of several workers. */
export interface HostFigures {
  /** Whether this node reads the registers. */
  isWriting: boolean;
  /** Bytes of the disk that holds DATA_DIR; null for a node without one. */
  disk: { free: number; size: number } | null;
  /** How many documents could not be read, by register; null where there is no ledger. */
  unread: ReadonlyMap<string, number> | null;
}

/** Makes gauges of a state. */
function gaugesOf<S>(registers: Registry[], state: () => S) {
  return (name: string, help: string, aggregator: 'min' | 'max', value: (state: S) => number | null) =>
    new Gauge({
      name,
      help,
      registers,
      aggregator,
      collect() {
        const figure = value(state());
        // Absent, not zero.
        if (figure === null) this.remove();
        else this.set(figure);
      },
    });
}

/** How the backups are. */
export function backupGauges(registers: Registry[], backups: () => BackupsState | null): void {
  const gauge = gaugesOf(registers, backups);
  gauge(
    'disclosed_backup_last_success_timestamp_seconds',
    'When the last complete backup was begun; absent before the first',
    'max',
    (state) => (state?.last ? Date.parse(state.last.at) / 1000 : null),
  );
  gauge('disclosed_backup_size_bytes', 'Size of that backup', 'max', (state) => state?.last?.bytes ?? null);
  gauge('disclosed_backup_failing', '1 while the last attempt is one that failed', 'max', (state) =>
    state?.failure ? 1 : 0,
  );
}

/** Rows of the served generation that could not be read, by the table that has them. All workers read the same rows. */
export function unreadableGauge(registers: Registry[], counts: () => readonly UnreadableRowCount[]): void {
  new Gauge({
    name: 'disclosed_unreadable_rows',
    help: 'Stored rows that cannot be read and are left out of answers; absent while there is none',
    labelNames: ['table'] as const,
    registers,
    aggregator: 'max',
    collect() {
      this.reset();
      for (const { table, rows } of counts()) this.set({ table }, rows);
    },
  });
}

/** What every process that answers reports. The worker that is furthest behind counts for all. */
export function nodeGauges(registers: Registry[], node: () => NodeState): void {
  const gauge = gaugesOf(registers, node);
  gauge('disclosed_generation', 'The generation that is served', 'min', ({ generation }) => generation);
  gauge(
    'disclosed_generation_lag_seconds',
    'For how long the served generation has not been the newest, or may not have been',
    'max',
    ({ lagSeconds }) => lagSeconds,
  );
  gauge(
    'disclosed_database_up',
    '1 while the shared database answers; absent without one',
    'min',
    ({ role, failure }) => (role === 'single' ? null : failure === null ? 1 : 0),
  );
  gauge(
    'disclosed_clock_ahead_seconds',
    'By how much the clock of this node is ahead of the database’s',
    'max',
    ({ clockAheadSeconds }) => clockAheadSeconds,
  );
  new Gauge({
    name: 'disclosed_role',
    help: '1 for the role that the settings give to this node; single without a shared database',
    labelNames: ['role'] as const,
    registers,
    aggregator: 'max',
    collect() {
      this.set({ role: node().role }, 1);
    },
  });
}

/** Returns the function that updates these gauges before a scrape. */
export function hostGauges(registers: Registry[], figures: () => Promise<HostFigures>): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers, aggregator: 'max' });
  const writing = gauge('disclosed_writing', '1 on the node that reads the registers');
  const free = gauge('disclosed_data_dir_free_bytes', 'Free bytes of the disk that holds DATA_DIR');
  const size = gauge('disclosed_data_dir_size_bytes', 'All bytes of the disk that holds DATA_DIR');
  const unread = new Gauge({
    name: 'disclosed_unread_documents',
    help: 'Documents that no reader could read; absent where there is no ledger',
    labelNames: ['register'] as const,
    registers,
    aggregator: 'max',
  });
  return async () => {
    const found = await figures();
    writing.set(found.isWriting ? 1 : 0);
    setOrRemove(free, found.disk?.free);
    setOrRemove(size, found.disk?.size);
    unread.reset();
    for (const [register, documents] of found.unread ?? []) unread.set({ register }, documents);
  };
}

/** The same of a process that answers nothing itself, to be added to the figures of its workers. */
export function hostMetrics(figures: () => Promise<HostFigures>): () => Promise<MetricObject[]> {
  const registry = new Registry();
  const update = hostGauges([registry], figures);
  return async () => {
    await update();
    return registry.getMetricsAsJSON();
  };
}

/** An unknown figure is absent, not zero. */
function setOrRemove(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}
