/** The proxies that packaging/ configures, as they are: TLS, the caller's address, a closed /metrics, and the choice of a node. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { serve } from '../commands/program.js';
import { caddyMissing, startCaddy } from '../services/caddy.js';
import { nginxMissing } from '../services/nginx.js';
import { takePort } from '../services/port.js';
import { until } from '../until.js';
import { fileText, programMissing } from './files.js';
import { askSecurely as ask, type Secure } from './https.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-proxies-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A service whose limit is three, with `proxy` in front of it. */
async function checkProxy(
  proxy: (port: number) => Promise<Secure & { close(): Promise<void> }>,
): Promise<void> {
  const serving = await serve(folder, { TRUST_PROXY: 'loopback', RATE_LIMIT_KEYLESS: '3' });
  const secure = await proxy(serving.port);
  try {
    expect(await ask(secure, '/readyz')).toMatchObject({
      status: 200,
      body: expect.stringContaining('ready'),
    });
    for (const path of ['/metrics', '/metrics/', '//metrics', '/metrics?', '/%6detrics']) {
      const metrics = await ask(secure, path);
      expect([path, metrics.status, metrics.body.includes('disclosed_')]).toEqual([path, 404, false]);
    }
    const statuses = [];
    for (const claimed of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'])
      statuses.push((await ask(secure, '/v1/clusters', { 'X-Forwarded-For': claimed })).status);
    // A caller who claims another address each time is still one caller.
    expect(statuses).toEqual([200, 200, 200, 429]);
  } finally {
    await secure.close();
    await serving.stop();
  }
}

if (caddyMissing !== null) console.warn(`skipped: ${caddyMissing}`);
(caddyMissing === null ? describe : describe.skip)('Caddy, with packaging/compose/Caddyfile', () => {
  it('gives TLS, the address of the caller, and no metrics', async () => {
    await checkProxy((port) => startCaddy([`127.0.0.1:${port}`]));
  });

  it('takes the node that is ready, and any node if none is', async () => {
    const nodes = [await startNode('one'), await startNode('two')] as [InventedNode, InventedNode];
    const caddy = await startCaddy(nodes.map(({ port }) => `127.0.0.1:${port}`));
    const names = async () => {
      const bodies = [];
      for (let i = 0; i < 10; i++) bodies.push((await ask(caddy, '/name')).body);
      return new Set(bodies);
    };
    const becomes = (wanted: string[]) =>
      until(async () => String([...(await names())].sort()) === String(wanted));
    await becomes(['one', 'two']);
    nodes[0].isReady = false;
    await becomes(['two']);
    nodes[1].isReady = false;
    // The answers of nodes that are not ready, and not an error of the proxy.
    await becomes(['one', 'two']);
    nodes[0].isReady = true;
    await nodes[1].close();
    await becomes(['one']);
    await Promise.all([caddy.close(), nodes[0].close()]);
  });
});

const missing = nginxMissing ?? programMissing(['openssl', 'version'], 'openssl');
if (missing !== null) console.warn(`skipped: ${missing}`);
(missing === null ? describe : describe.skip)('nginx, with packaging/nginx/disclosed.conf', () => {
  it('gives TLS, the address of the caller, and no metrics', async () => {
    await checkProxy(startWithTls);
  });
});

interface InventedNode {
  port: number;
  isReady: boolean;
  close(): Promise<void>;
}

/** A node that gives its name. */
async function startNode(name: string): Promise<InventedNode> {
  const server: Server = createServer((request, response) => {
    response.statusCode = request.url === '/readyz' && !node.isReady ? 503 : 200;
    response.end(name);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const node: InventedNode = {
    // Node gives an address object for a TCP server.
    port: (server.address() as AddressInfo).port,
    isReady: true,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return node;
}

/** nginx with the file of packaging/, on free ports, and with a certificate made here. */
async function startWithTls(node: number): Promise<Secure & { close(): Promise<void> }> {
  const ports = [await takePort(), await takePort()] as const;
  const [port, plain] = [ports[0].number, ports[1].number];
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
  ]);
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  const site = join(folder, 'site.conf');
  const text = fileText('packaging/nginx/disclosed.conf')
    .replaceAll('/etc/letsencrypt/live/disclosed.example', folder)
    .replace('127.0.0.1:8787', `127.0.0.1:${node}`)
    .replace(/listen \[::\]:.*\n/g, '\n')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
  writeFileSync(site, text);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = join(folder, 'nginx.conf');
  writeFileSync(
    main,
    `daemon off; pid ${folder}/nginx.pid; events {} http { access_log off; ${temporary.join(' ')} include ${site}; }`,
  );
  const words = ['-c', main, '-e', join(folder, 'error.log')];
  const tested = spawnSync('nginx', ['-t', ...words], { encoding: 'utf8' });
  expect([tested.status, tested.stderr]).toEqual([0, expect.not.stringMatching(/warn|emerg/)]);
  const child: ChildProcess = spawn('nginx', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const agent = new Agent({ ca: readFileSync(certificate), keepAlive: true });
  const secure = { port, agent };
  const isUp = () => ask(secure, '/healthz').then(Boolean, () => false);
  await until(() => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    return isUp();
  });
  return {
    ...secure,
    async close() {
      agent.destroy();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      for (const one of ports) one.release();
    },
  };
}
