/** `npm start`: what would end the start is said at once, before anything is installed, built or made. */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { packageRoot } from '../src/package-root.js';

const root = packageRoot();
const folder = mkdtempSync(join(tmpdir(), 'disclosed-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(settings: NodeJS.ProcessEnv, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/start.mjs'), ...words],
    {
      env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: join(folder, 'data'), ...settings },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

it('a port in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const refused = {
    status: 1,
    stdout: '',
    stderr: `disclosed: Port ${port} is in use, perhaps by another disclosed process. PORT=0 picks a free port.\n`,
  };
  expect(start({ PORT: String(port) })).toEqual(refused);
  expect(start({}, '--port', String(port))).toEqual(refused);
  expect(start({}, `--port=${port}`)).toEqual(refused);
  other.close();
  await once(other, 'close');
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

it('an address that this machine does not have', () => {
  // An address for documentation.
  const { status, stderr } = start({ HOST: '192.0.2.7', PORT: '0' });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^disclosed: This machine has no address 192\.0\.2\.7\./),
  ]);
});

it('a data folder that cannot be made', () => {
  const { status, stderr } = start({ DATA_DIR: '/dev/null/data', PORT: '0' });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^disclosed: DATA_DIR cannot be used: .*\n$/)]);
});
