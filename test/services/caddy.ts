/** A Caddy of the machine with the Caddyfile of compose.yaml, on free ports, with a certificate that only it trusts. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { packageRoot } from '../../src/package-root.js';
import { until } from '../until.js';
import { takePort } from './port.js';

export const CADDYFILE = join(packageRoot(), 'packaging/compose/Caddyfile');

export interface CaddyServer {
  /** The one for https. */
  port: number;
  /** Trusts the certificate. */
  agent: Agent;
  /** What it has written. */
  log(): string;
  close(): Promise<void>;
}

/** Why tests with Caddy cannot run here; null if they can. */
export const caddyMissing: string | null =
  spawnSync('caddy', ['version']).status === 0
    ? null
    : 'there is no caddy on this machine (Debian: apt-get install caddy)';

/** In front of `nodes`, each as HOST:PORT; resolves when it has its certificate. */
export async function startCaddy(nodes: readonly string[]): Promise<CaddyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-caddy-'));
  const ports = [await takePort(), await takePort()] as const;
  const [port, httpPort] = [ports[0].number, ports[1].number];
  const child = spawn('caddy', ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      DOMAIN: 'localhost',
      NODES: nodes.join(' '),
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
  // The log names the certificate a moment before connections get it.
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`caddy ended with ${child.exitCode}: ${log}`);
    return (
      existsSync(authority) &&
      log.includes('certificate obtained successfully') &&
      (await isTrusted(port, authority))
    );
  });
  return {
    port,
    agent: new Agent({ ca: readFileSync(authority), keepAlive: true }),
    log: () => log,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      for (const one of ports) one.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isTrusted(port: number, authority: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, servername: 'localhost', ca: readFileSync(authority) }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
