/** An nginx of the machine, started on a free port for a test: it sends requests in turn to the nodes behind it. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until.js';
import { takePort } from './port.js';

export interface NginxServer {
  port: number;
  pid: number;
  close(): Promise<void>;
}

/** Why tests with nginx cannot run here; null if they can. */
export const nginxMissing: string | null =
  spawnSync('nginx', ['-v']).status === 0
    ? null
    : 'there is no nginx on this machine (Debian: apt-get install nginx)';

/** Sends requests to the local `ports` in turn, as docs/operate describes it for a service of several nodes. */
export async function startNginx(ports: readonly number[]): Promise<NginxServer> {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-nginx-'));
  const taken = await takePort();
  const port = taken.number;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, port, ports));
  const child = spawn('nginx', ['-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until(() => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    return isListening(port);
  });
  return {
    port,
    // It was spawned, because it listens.
    pid: child.pid as number,
    async close() {
      await end(child);
      taken.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, port: number, ports: readonly number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
${temporary.join('\n')}
  upstream nodes {
${ports.map((one) => `    server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 256;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://nodes;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
