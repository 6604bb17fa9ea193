/** The workers of a primary process: started, replaced when they end, given their blocks of calls, and stopped. */

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { widerKey } from '../limits/address.js';
import { PrimaryCounters } from '../limits/primary-counters.js';
import type { HostFigures } from '../transports/http/node-metrics.js';
import { allocatorSettings } from './allocator.js';
import { AWAITS_SECRETS, giveSecrets } from './secrets.js';
import { WorkerFigures } from './worker-figures.js';
import type { FromPrimary, FromWorker } from './worker-messages.js';

/** The pause before a worker is replaced; it doubles while workers end soon after their start. */
const BACKOFF_MS = { first: 100, most: 5000 };
/** A worker that lived shorter than this ended soon. */
const SOON_MS = 10_000;
/** Workers that fail soon after their start, one after the other, before the service ends. */
const FAILURES_MAX = 6;
/** How long a worker may take to stop. It closes its connections within three seconds. */
const KILL_AFTER_MS = 4000;
const EXIT_FAULT = 70;

export interface WorkersOptions {
  count: number;
  /** Variables of the workers, besides those of this process. */
  environment: NodeJS.ProcessEnv;
  config: Config;
  /** What only the primary process knows, for the metrics. */
  host: () => Promise<HostFigures>;
  log: Logger;
}

export class Workers {
  /** Resolves with an exit code when the workers cannot be kept alive. */
  readonly failed: Promise<number>;
  private fail: (code: number) => void = () => undefined;
  private readonly counters = new PrimaryCounters(widerKey);
  private readonly figures: WorkerFigures;
  private readonly startedAt = new Map<number, number>();
  private readonly ready = new Set<number>();
  private readonly timers = new Set<NodeJS.Timeout>();
  /** Workers that `allAnswer` waits for. */
  private readonly awaited = new Map<number, () => void>();
  /** Why the accounts cannot be used, as the last worker that started said. */
  private accountsUnavailable: string | null = null;
  private soonEnded = 0;
  private failures = 0;
  private hasListened = false;
  private hasFailed = false;
  private isStopping = false;

  constructor(private readonly options: WorkersOptions) {
    this.figures = new WorkerFigures(options.host);
    this.failed = new Promise((resolve) => {
      this.fail = (code) => {
        this.hasFailed = true;
        resolve(code);
      };
    });
    // The settings are in the environment by now, those given as flags too.
    cluster.setupPrimary({ args: ['serve'], serialization: 'advanced' });
    // In turn: with a shared socket, the process that wakes first takes most of the connections.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.on('message', (worker, message) => this.receive(worker, message as FromWorker));
    cluster.on('exit', (worker, code, signal) => this.ended(worker.id, code, signal));
  }

  /**
   * Starts all workers. Resolves when they listen, with the reason why accounts cannot be used or null; with undefined
   * when they cannot start, or were stopped meanwhile. The first starts alone, so that a fault that all would have is reported once.
   */
  async start(): Promise<string | null | undefined> {
    await this.untilReady(this.fork());
    // Nothing would stop a worker that is started after a stop, and it would keep this process alive.
    if (this.hasFailed || this.isStopping) return undefined;
    const others = Array.from({ length: this.options.count - 1 }, () => this.fork());
    await Promise.all(others.map((worker) => this.untilReady(worker)));
    return this.accountsUnavailable;
  }

  /** Resolves when every worker that listens has answered or ended: never while one is stuck. Not called again before that. */
  async allAnswer(): Promise<void> {
    await Promise.all(
      [...this.ready].map(
        (id) =>
          new Promise<void>((resolve) => {
            this.awaited.set(id, resolve);
            const worker = cluster.workers?.[id];
            if (worker !== undefined) this.send(worker, { kind: 'alive' });
          }),
      ),
    );
  }

  /** Ends when all workers have. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers) clearTimeout(timer);
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      workers.map(async (worker) => {
        const late = setTimeout(() => worker.process.kill('SIGKILL'), KILL_AFTER_MS);
        const ended = once(worker, 'exit');
        this.send(worker, { kind: 'stop' });
        await ended;
        clearTimeout(late);
      }),
    );
  }

  private fork(): Worker {
    const { environment, config } = this.options;
    const worker = cluster.fork({ ...allocatorSettings(process.env), ...environment, ...AWAITS_SECRETS });
    giveSecrets(worker, config);
    this.startedAt.set(worker.id, Date.now());
    return worker;
  }

  private async untilReady(worker: Worker): Promise<void> {
    await new Promise<void>((resolve) => {
      worker.on('message', ({ kind }: FromWorker) => {
        if (kind === 'ready') resolve();
      });
      // Then its successor is on its way, or the service ends.
      worker.once('exit', () => resolve());
    });
  }

  private ended(id: number, code: number | null, signal: string | null): void {
    const lived = Date.now() - (this.startedAt.get(id) ?? 0);
    this.startedAt.delete(id);
    this.ready.delete(id);
    this.awaited.get(id)?.();
    this.awaited.delete(id);
    void this.figures.drop(id);
    if (this.isStopping || this.hasFailed) return;
    const { log } = this.options;
    // A worker that fails before any worker listened has said why.
    if (!this.hasListened && signal === null) {
      this.fail(code === null || code === 0 ? EXIT_FAULT : code);
      return;
    }
    this.soonEnded = lived < SOON_MS ? this.soonEnded + 1 : 0;
    // An operator who kills workers does not end the service.
    const isKilled = signal === 'SIGKILL' || signal === 'SIGTERM';
    if (lived >= SOON_MS) this.failures = 0;
    else if (!isKilled && code !== 0) this.failures += 1;
    if (this.failures >= FAILURES_MAX) {
      log.fatal({ code, signal }, `${FAILURES_MAX} workers failed right after their start: the service ends`);
      this.fail(code === null || code === 0 ? EXIT_FAULT : code);
      return;
    }
    const pause = Math.min(BACKOFF_MS.first * 2 ** Math.min(this.soonEnded, 10), BACKOFF_MS.most);
    log.warn({ code, signal, pause }, 'a worker ended and is replaced');
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.fork();
    }, pause);
    this.timers.add(timer);
  }

  private receive(worker: Worker, message: FromWorker): void {
    if (message.kind === 'take') {
      const block = this.counters.take(message.request, this.options.count);
      this.send(worker, { kind: 'block', id: message.id, block });
    } else if (message.kind === 'figures') this.figures.receive(message.id, message.figures);
    else if (message.kind === 'metrics') void this.sendMetrics(worker, message.id);
    else if (message.kind === 'alive') this.awaited.get(worker.id)?.();
    else if (message.kind === 'ready') {
      this.hasListened = true;
      this.ready.add(worker.id);
      this.accountsUnavailable = message.accountsUnavailable;
    }
  }

  private async sendMetrics(worker: Worker, id: number): Promise<void> {
    const text = await this.figures.text([...this.ready], (asked, question) => {
      const one = cluster.workers?.[asked];
      if (one !== undefined) this.send(one, { kind: 'figures', id: question });
    });
    this.send(worker, { kind: 'metrics', id, text });
  }

  private send(worker: Worker, message: FromPrimary): void {
    // A worker that ends at this moment receives nothing; its `exit` follows.
    if (worker.isConnected()) worker.send(message, undefined, () => undefined);
  }
}
