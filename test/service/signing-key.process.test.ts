/** The signing key: made once and said, and a wrong one ends the start. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { prepareSigningKey } from '../../src/service/signing-key.js';
import { serve } from '../commands/program.js';

const CONTACT = 'Ida Invented ida@example.org';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a key that is made is said, with its file, and only then', () => {
  const said: Array<[object, string]> = [];
  const log = { info: (fields: object, message: string) => void said.push([fields, message]) };
  const config = readConfig({ DATA_DIR: folder, CONTACT });
  const file = join(folder, 'signing-key.pem');
  prepareSigningKey(config, log);
  expect(existsSync(file)).toBe(true);
  expect(said).toEqual([[{ file }, expect.stringContaining(`was made: ${file}. Keep a copy`)]]);
  prepareSigningKey(config, log);
  expect(said).toHaveLength(1);
});

it('a service whose data is there does not start with a SIGNING_KEY_FILE that does not exist', async () => {
  const settings = { CONTACT, OFFLINE: '1', AS_OF: '', LOG_LEVEL: 'info' };
  const first = await serve(folder, settings);
  await first.stop();
  expect(first.output()).toContain('a new key that signs what is published was made');
  const missing = join(folder, 'mistyped.pem');
  const second = serve(folder, { ...settings, SIGNING_KEY_FILE: missing }).then(
    async (started) => `it ended with ${await started.stop()}`,
    String,
  );
  expect(await second).toContain(
    `serve ended with 2: disclosed: SIGNING_KEY_FILE names a file that does not exist: ${missing}. Make a key with: openssl genpkey`,
  );
  expect(existsSync(missing)).toBe(false);
});
