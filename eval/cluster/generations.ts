/** Generations that are published under load: every answer must be that of the writer's own file, and none goes back. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config.js';
import { restrictReads } from '../../src/service/restricted-reads.js';
import { openStore } from '../../src/store/database/open.js';
import { toolReads } from '../../test/published-reads.js';
import { startNginx } from '../../test/services/nginx.js';
import { startService } from '../../test/transports/service.js';
import { BASE_URL, isReady, startCluster } from './cluster.js';
import { until } from './node-process.js';
import { type Answer, ask, hashOf, startTraffic, type Traffic } from './traffic.js';

const READERS = 4;
/** The filings of one generation. */
const FILINGS = 25;
const WRITER = 'writer';

export interface PublishedUnderLoad {
  answers: number;
  generations: number;
  /** Answers of how many different generations were seen. */
  seen: number;
  /** Not 200, or no connection. */
  failed: Answer[];
  /** Equal to the answer of no generation, or with another cursor than others of its generation. */
  wrong: Answer[];
  /** Older than an answer that some client already had when it sent its request. */
  older: Answer[];
}

/** Publishes `generations` generations while `perSecond` requests go through nginx to four readers. */
export async function publishUnderLoad(generations: number, perSecond: number): Promise<PublishedUnderLoad> {
  const cluster = await startCluster();
  const expected = new ExpectedAnswers();
  try {
    const importOne = async (n: number) => {
      await cluster.importUntilDone(WRITER, cluster.batch(n === 0 ? 4 * FILINGS : FILINGS));
      await expected.add(cluster.dataFolder(WRITER));
    };
    await importOne(0);
    const readers = await Promise.all(Array.from({ length: READERS }, () => cluster.node('reader', 'none')));
    await Promise.all(readers.map(isReady));
    const nginx = await startNginx(readers.map(({ port }) => port));
    const traffic = startTraffic({
      ports: () => [nginx.port],
      paths: (n) => PATHS[n % PATHS.length] ?? '',
      perSecond,
    });
    try {
      for (let n = 1; n <= generations; n++) {
        await importOne(n);
        // Each generation is seen: the next one is published after it is served.
        await until(
          async () => (expected.generationOf(await ask(nginx.port, PATHS[0] ?? '')) === n ? true : null),
          `generation ${n}`,
        );
      }
      await sleep(500);
    } finally {
      await traffic.stop();
      await nginx.close();
    }
    return { generations, ...judge(traffic, expected) };
  } finally {
    expected.close();
    await cluster.close();
  }
}

/** Each changes with every generation; the readers keep some of them in memory. */
const PATHS = [
  '/v1/filings?limit=500',
  '/v1/filings?ticker=XAAAB',
  '/v1/filings?limit=20&direction=S',
  '/v1/filings?min_value=500&limit=100&fields=ownerName,totalValue',
  '/v1/insiders?q=example%20person',
  '/v1/clusters',
  '/v1/streaks',
];

/** What the answers to `PATHS` are in each generation, made from copies of the writer's ledger. */
class ExpectedAnswers {
  private readonly folder = mkdtempSync(join(tmpdir(), 'disclosed-expected-'));
  /** By path, in the order of the generations. */
  private readonly hashes = new Map<string, string[]>(PATHS.map((path) => [path, []]));
  private count = 0;

  /** Adds the state of the ledger in `dataFolder`, which no one writes at this moment. */
  async add(dataFolder: string): Promise<void> {
    const copy = join(this.folder, String(this.count));
    this.count += 1;
    cpSync(join(dataFolder, 'store'), copy, { recursive: true });
    const store = openStore(join(copy, 'live.db'), 'write');
    const config = readConfig({
      CONTACT: 'Ida Invented ida@example.org',
      REGISTERS: 'sec-form4',
      PRICES: 'off',
      BASE_URL,
      DATA_DIR: copy,
    });
    const service = await startService({
      reads: restrictReads(config, toolReads(store)),
      baseUrl: BASE_URL,
    });
    try {
      Object.assign(service.fresh, { now: new Date() });
      for (const path of PATHS) {
        const answer = await service.ask(path);
        if (answer.status !== 200)
          throw new Error(`${path} is answered with ${answer.status}: ${answer.text}`);
        this.hashes.get(path)?.push(hashOf(answer.bytes));
      }
    } finally {
      await service.close();
      store.close();
    }
  }

  /** The number of the generation whose answer this is, from 0; -1 for none. */
  generationOf({ path, hash }: Answer): number {
    return this.hashes.get(path)?.lastIndexOf(hash) ?? -1;
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function judge(
  { answers, bodies }: Traffic,
  expected: ExpectedAnswers,
): Omit<PublishedUnderLoad, 'generations'> {
  const failed = answers.filter(({ status }) => status !== 200);
  const right: Array<Answer & { generation: number }> = [];
  const wrong: Answer[] = [];
  const cursors = new Map<string, string>();
  for (const answer of answers) {
    if (answer.status !== 200) continue;
    const generation = expected.generationOf(answer);
    const name = `${answer.path} ${generation}`;
    if (!cursors.has(name)) cursors.set(name, answer.cursor);
    if (generation < 0 || cursors.get(name) !== answer.cursor)
      wrong.push({ ...answer, text: bodies.get(answer.hash) ?? '' });
    else right.push({ ...answer, generation });
  }
  const ended = [...right].sort((a, b) => a.ended - b.ended);
  const started = [...right].sort((a, b) => a.started - b.started);
  const older: Answer[] = [];
  let known = -1;
  let place = 0;
  for (const answer of started) {
    for (; place < ended.length; place++) {
      const before = ended[place];
      if (before === undefined || before.ended >= answer.started) break;
      known = Math.max(known, before.generation);
    }
    if (answer.generation < known) older.push(answer);
  }
  const seen = new Set(right.map(({ generation }) => generation)).size;
  return { answers: answers.length, seen, failed, wrong, older };
}
