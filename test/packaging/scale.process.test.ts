/** The profile `scale` of compose.yaml without its containers: a writer, two readers with their settings, and its Caddyfile. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Cluster, clusterMissing, isReady, reportOf, startCluster } from '../../eval/cluster/cluster.js';
import { type NodeProcess, until } from '../../eval/cluster/node-process.js';
import { ask } from '../../eval/cluster/traffic.js';
import { type CaddyServer, caddyMissing, startCaddy } from '../services/caddy.js';
import { yamlDocuments } from './files.js';
import { askSecurely } from './https.js';

const missing = clusterMissing ?? caddyMissing;
const suite = missing === null ? describe : describe.skip;
if (missing !== null) console.warn(`skipped: ${missing}`);

interface Compose {
  services: Record<string, { environment: Record<string, string> }>;
}
/** What the file gives a service, but for the addresses of other containers and the operator's settings. */
function settingsOf(name: string): NodeJS.ProcessEnv {
  const [{ services }] = yamlDocuments<Compose>('compose.yaml') as [Compose];
  const settings = Object.entries(services[name]!.environment);
  return Object.fromEntries(settings.filter(([, value]) => !/\$\{|:\/\//.test(value)));
}

suite('the profile scale', () => {
  const QUESTION = '/v1/filings?limit=3';
  let cluster: Cluster;
  let readers: [NodeProcess, NodeProcess];
  let caddy: CaddyServer;
  beforeAll(async () => {
    cluster = await startCluster();
    const redis = { REDIS_URL: cluster.redis.url };
    const batch = cluster.batch(10);
    await cluster.importUntilDone('writer', batch);
    await cluster.node('writer', 'writer', { ...settingsOf('writer'), ...redis });
    readers = [
      await cluster.node('reader', 'one', { ...settingsOf('reader-1'), ...redis }),
      await cluster.node('reader', 'two', { ...settingsOf('reader-2'), ...redis }),
    ];
    for (const reader of readers) {
      await isReady(reader);
      // The first run of the writer publishes after the import. What is in memory would be of the generation before.
      const isLatest = async () => (((await reportOf(reader))?.generation ?? 0) >= 2 ? true : null);
      await until(isLatest, 'the generation of the first run');
    }
    caddy = await startCaddy(readers.map(({ port }) => `127.0.0.1:${port}`));
  });
  afterAll(async () => {
    await caddy.close();
    await cluster.close();
  });
  const statuses = async (times: number) => {
    const all = [];
    for (let i = 0; i < times; i++) all.push((await askSecurely(caddy, QUESTION)).status);
    return [...new Set(all)];
  };

  it('answers while a reader is lost, and while PostgreSQL is', async () => {
    const { body } = await askSecurely(caddy, QUESTION);
    expect(JSON.parse(body).data).toHaveLength(3);
    // Both have it in memory.
    for (const { port } of readers) expect((await ask(port, QUESTION)).status).toBe(200);
    await readers[0].kill();
    expect(await statuses(20)).toEqual([200]);
    for (const server of [...cluster.postgres.standbys, cluster.postgres.primary]) await server.stop();
    await until(async () => ((await reportOf(readers[1]))?.httpStatus === 503 ? true : null), 'the outage');
    expect(await statuses(5)).toEqual([200]);
    const isSeen = new RegExp(`health_checker\\.active.*"status_code":503.*:${readers[1].port}"`);
    await until(() => (isSeen.test(caddy.log()) ? true : null), 'Caddy, which sees that no node is ready');
    expect(await statuses(20)).toEqual([200]);
    // What no node has in memory is the node's 503, with its reason.
    const unknown = await askSecurely(caddy, `${QUESTION}&min_value=1`);
    expect([unknown.status, JSON.parse(unknown.body).error.code]).toEqual([503, 'not_ready']);
  });
});
