/** An unusable accounts.db does not stop the service from answering, and is used as soon as it can be. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { readConfig } from '../../src/config.js';
import { Bodies } from '../../src/limits/bodies.js';
import { Keys } from '../../src/limits/keys.js';
import { createKeyService, type KeyService } from '../../src/service/keys.js';
import { openAccountsFile } from '../../src/store/accounts/accounts-file.js';
import { run, serve } from '../commands/program.js';
import { BASE_URL, type Service, startService } from '../transports/service.js';
import { until } from '../until.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-serving-'));
  file = join(folder, 'accounts.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

function damaged(): void {
  openAccountsFile(file).db.close();
  writeFileSync(file, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8192, 0xaa)]));
}

const SPOILT: Array<[string, () => void]> = [
  ['is no database', () => writeFileSync(file, 'x'.repeat(2000))],
  ['is damaged', damaged],
  ['is a folder', () => mkdirSync(file)],
];

describe.each(SPOILT)('an accounts.db that %s', (_what, spoil) => {
  let serving: KeyService;
  let service: Service;
  let written: string[];
  beforeEach(async () => {
    spoil();
    written = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void written.push(line) });
    serving = await createKeyService(
      readConfig({ DATA_DIR: folder }),
      BASE_URL,
      { log, bodies: new Bodies() },
      20,
    );
    service = await startService({
      keyRing: serving.keyRing,
      rateLimits: { keyless: 60, withKey: 600 },
      site: serving.pages,
    });
  });
  afterEach(async () => {
    await service.close();
    await serving.close();
  });

  const ask = (key: string) => service.ask('/v1/catalog', { headers: { authorization: `Bearer ${key}` } });

  it('disables keys and accounts but no answers, and is used once it is repaired', async () => {
    expect(serving.unavailableReason()).toEqual(expect.any(String));
    const refused = await ask(`dk_${'A'.repeat(43)}`);
    expect(refused.status).toBe(200);
    expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    const closed = await service.ask('/account');
    expect([closed.status, closed.headers['retry-after']]).toEqual([503, '60']);
    expect(closed.text).toContain('Accounts and keys are not available at the moment.');
    expect(closed.text).not.toContain(folder);
    expect((await service.ask('/account/style.css')).status).toBe(200);

    rmSync(file, { recursive: true });
    const database = openAccountsFile(file);
    const { key } = (await new Keys(database).issue('laptop', null))!;
    await database.close();
    await until(() => serving.unavailableReason() === null);
    expect((await ask(key)).headers['ratelimit-policy']).toBe('"key";q=600;w=3600');
    expect((await service.ask('/account')).text).toContain('Sign in with a passkey');
    // However often it was tried, the log reports the fault once, and its end once.
    expect(written).toHaveLength(2);
    expect(written[0]).toContain('accounts.db cannot be used');
    expect(written[1]).toContain('accounts.db can be used again');
  });
});

it('the program itself starts and says so; its commands say what is wrong and fail', async () => {
  writeFileSync(file, 'x'.repeat(2000));
  const serving = await serve(folder);
  expect(serving.output()).toMatch(/Account closed, and no key is valid: .*accounts\.db is not a database/);
  const listed = run(folder, ['keys', 'list']);
  expect(listed.code).toBe(3);
  expect(listed.stderr).toMatch(/accounts\.db is not a database/);
  expect(await serving.stop()).toBe(0);
});
