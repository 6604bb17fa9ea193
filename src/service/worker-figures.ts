/** The metrics of all workers as one: what a worker that ended has counted stays in the sums. */

import type { MetricObject, AggregatorRegistry as Registries } from 'prom-client';
import type { HostFigures } from '../transports/http/node-metrics.js';

/** How long a worker may take to send its figures; its last ones count until it does. */
const ANSWER_MS = 1000;

export class WorkerFigures {
  /** The last figures of each worker, by its id. */
  private readonly last = new Map<number, MetricObject[]>();
  /** What workers that ended have counted. */
  private ended: MetricObject[] = [];
  private readonly waiting = new Map<number, (figures: MetricObject[]) => void>();
  private lastId = 0;
  /** Those of the primary process, made when they are first wanted: prom-client is loaded then. */
  private own: Promise<() => Promise<MetricObject[]>> | null = null;

  /** @param host what only the primary process knows */
  constructor(private readonly host: () => Promise<HostFigures>) {}

  /** The text for Prometheus. `ask` sends the id of a question to a worker, which answers with `receive`. */
  async text(workers: readonly number[], ask: (worker: number, id: number) => void): Promise<string> {
    const { AggregatorRegistry } = await import('prom-client');
    await Promise.all(
      workers.map(async (worker) => {
        const figures = await this.askOne((id) => ask(worker, id));
        if (figures !== null) this.last.set(worker, figures);
      }),
    );
    this.own ??= import('../transports/http/node-metrics.js').then((module) => module.hostMetrics(this.host));
    const own = await (await this.own)();
    return sum(AggregatorRegistry, [...this.last.values(), this.ended, own]).metrics();
  }

  receive(id: number, figures: MetricObject[]): void {
    this.waiting.get(id)?.(figures);
  }

  /** A worker ended: its counts stay, its state does not. */
  async drop(worker: number): Promise<void> {
    const figures = this.last.get(worker);
    if (figures === undefined) return;
    const { AggregatorRegistry } = await import('prom-client');
    this.last.delete(worker);
    // The types of the library have neither the type of a metric as JSON nor its values.
    const counts = figures.filter((metric) => /^(counter|histogram)$/.test(String(metric.type)));
    this.ended = await sum(AggregatorRegistry, [this.ended, counts]).getMetricsAsJSON();
  }

  private async askOne(ask: (id: number) => void): Promise<MetricObject[] | null> {
    this.lastId += 1;
    const id = this.lastId;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<MetricObject[] | null>((resolve) => {
        timer = setTimeout(() => resolve(null), ANSWER_MS);
        this.waiting.set(id, resolve);
        ask(id);
      });
    } finally {
      clearTimeout(timer);
      this.waiting.delete(id);
    }
  }
}

function sum(registries: typeof Registries, figures: MetricObject[][]) {
  return registries.aggregate(figures);
}
