/** If the port or address is not available, the start ends before any work, with one plain line. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { run } from './program.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-port-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('says that a port is in use, and how to get a free one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const { code, stdout, stderr } = run(folder, ['serve', '--port', String(port)]);
  await new Promise((resolve) => other.close(resolve));
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `disclosed: Port ${port} is in use, perhaps by another disclosed process. PORT=0 picks a free port.\n`,
  });
  expect(existsSync(join(folder, 'store'))).toBe(false);
});

it('says that this machine has no such address', () => {
  // An address for documentation, which no machine has.
  const { code, stderr } = run(folder, ['serve', '--port', '0', '--host', '192.0.2.7']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^disclosed: This machine has no address 192\.0\.2\.7\. HOST=127\.0\.0\.1 .*\n$/);
  expect(existsSync(join(folder, 'store'))).toBe(false);
});
