/** A worker's side of the channel to the primary process: shared counters, metrics of all workers, and the stop. */

import cluster from 'node:cluster';
import type { MetricObject } from 'prom-client';
import type {
  Block,
  BlockRequest,
  CallReport,
  SharedCounters,
  SharedFigures,
} from '../limits/shared-counters.js';
import type { AllWorkers } from '../transports/http/metrics.js';
import type { FromPrimary, FromWorker } from './worker-messages.js';

export interface WorkerChannel {
  counters: SharedCounters;
  allWorkers: AllWorkers;
  /** Resolves when the primary process wants this worker to stop, or is gone. */
  stopped: Promise<void>;
  /** Reports to the primary process that this worker listens. */
  ready(accountsUnavailable: string | null): void;
}

/** @returns null in a process that is not a worker */
export function openWorkerChannel(workers: number): WorkerChannel | null {
  const { worker } = cluster;
  if (worker === undefined) return null;
  // Else Node would end this process, with exit code 0, as soon as the channel closes. It stops on its own.
  worker.exitedAfterDisconnect = true;
  const channel = new Channel(workers);
  return {
    counters: channel,
    allWorkers: { provide: (figures) => channel.provide(figures), text: () => channel.metrics() },
    stopped: channel.stopped,
    ready: (accountsUnavailable) => channel.send({ kind: 'ready', accountsUnavailable }),
  };
}

interface Awaited<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

class Channel implements SharedCounters {
  readonly stopped: Promise<void>;
  private readonly blocks = new Map<number, Awaited<Block>>();
  private readonly texts = new Map<number, Awaited<string>>();
  private readonly counted = { blocks: 0, refusals: 0, failures: 0 };
  private ownFigures: () => Promise<MetricObject[]> = async () => [];
  private lastId = 0;

  constructor(readonly nodes: number) {
    this.stopped = new Promise((resolve) => {
      // The primary process sends nothing else.
      process.on('message', (message) => this.receive(message as FromPrimary, resolve));
      process.once('disconnect', () => {
        for (const { reject } of [...this.blocks.values(), ...this.texts.values()])
          reject(new Error('the primary process is gone'));
        resolve();
      });
    });
  }

  async take(request: BlockRequest): Promise<Block> {
    try {
      const block = await this.ask(this.blocks, (id) => ({ kind: 'take', id, request }));
      this.counted[block.granted > 0 ? 'blocks' : 'refusals'] += 1;
      return block;
    } catch (error) {
      this.counted.failures += 1;
      throw error;
    }
  }

  share(limit: number): number {
    return Math.floor(limit / this.nodes);
  }

  // The counters end only with all workers, so no announcement is needed.
  readonly isReturning = false;
  async announce(): Promise<void> {}
  onAnnounced(): void {}
  onReturn(): void {}

  report(report: CallReport): Promise<Block> {
    return this.take({ ...report, probablyLeft: 0, most: 0 });
  }

  figures(): SharedFigures {
    return { isReachable: process.connected, nodes: this.nodes, ...this.counted };
  }

  async close(): Promise<void> {}

  provide(figures: () => Promise<MetricObject[]>): void {
    this.ownFigures = figures;
  }

  metrics(): Promise<string> {
    return this.ask(this.texts, (id) => ({ kind: 'metrics', id }));
  }

  send(message: FromWorker): void {
    // Node calls back with the error of a channel that closes at this moment; `disconnect` follows.
    process.send?.(message, undefined, undefined, () => undefined);
  }

  private async ask<T>(waiting: Map<number, Awaited<T>>, message: (id: number) => FromWorker): Promise<T> {
    this.lastId += 1;
    const id = this.lastId;
    try {
      return await new Promise<T>((resolve, reject) => {
        if (!process.connected) reject(new Error('the primary process is gone'));
        waiting.set(id, { resolve, reject });
        this.send(message(id));
      });
    } finally {
      waiting.delete(id);
    }
  }

  private receive(message: FromPrimary, stop: () => void): void {
    if (message.kind === 'block') this.blocks.get(message.id)?.resolve(message.block);
    else if (message.kind === 'metrics') this.texts.get(message.id)?.resolve(message.text);
    else if (message.kind === 'stop') stop();
    else if (message.kind === 'alive') this.send({ kind: 'alive' });
    else if (message.kind === 'figures') {
      const { id } = message;
      this.ownFigures().then(
        (figures) => this.send({ kind: 'figures', id, figures }),
        // The primary process takes the last figures of a worker that sends none.
        () => undefined,
      );
    }
  }
}
