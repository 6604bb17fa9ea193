/** Secret settings come from the environment, a file or the parent process, and stay out of what children inherit. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from '@jest/globals';
import { readConfig, SETTINGS, secretsOf } from '../../src/config.js';
import { packageRoot } from '../../src/package-root.js';
import { AWAITS_SECRETS, giveSecrets, takeSecrets, withoutSecrets } from '../../src/service/secrets.js';
import { environmentOf } from '../commands/program.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const VALUES = {
  DATABASE_URL: 'postgres://u:word@db/d',
  REDIS_URL: 'redis://:word@cache',
  TIINGO_TOKEN: 'token',
};

let made = 0;
/** A file with this content. */
function file(content: string): string {
  made += 1;
  const path = join(folder, `${made}`);
  writeFileSync(path, content);
  return path;
}

it('they are taken out of the environment, and other settings stay', async () => {
  const environment: Record<string, string | undefined> = { ...VALUES, PORT: '1' };
  expect(await takeSecrets(environment)).toEqual(VALUES);
  expect(environment).toEqual({ PORT: '1' });
  expect(withoutSecrets({ ...VALUES, PORT: '1' })).toEqual({ PORT: '1' });
});

it('every secret setting is one that is handed to child processes', () => {
  const names = SETTINGS.filter(({ isSecret }) => isSecret === true).map(({ name }) => name);
  expect(Object.keys(secretsOf(readConfig(VALUES))).sort()).toEqual([...names].sort());
  expect(secretsOf(readConfig(VALUES))).toEqual(VALUES);
  expect(secretsOf(readConfig({}))).toEqual({});
});

it('a file holds one, with or without a line end', async () => {
  const environment = {
    TIINGO_TOKEN_FILE: file('token\n'),
    REDIS_URL_FILE: file('redis://cache'),
    REDIS_URL: '',
  };
  expect(await takeSecrets(environment)).toEqual({ TIINGO_TOKEN: 'token', REDIS_URL: 'redis://cache' });
  expect(environment).toEqual({});
});

it.each([
  [{ REDIS_URL: 'redis://a', REDIS_URL_FILE: '/x' }, /^REDIS_URL and REDIS_URL_FILE are both set/],
  [{ DATABASE_URL_FILE: '/nowhere/at/all' }, /^DATABASE_URL_FILE cannot be read: ENOENT/],
  [{ TIINGO_TOKEN_FILE: file(' \n') }, /^TIINGO_TOKEN_FILE names an empty file/],
])('%j is refused', async (environment, message) => {
  await expect(takeSecrets(environment as Record<string, string>)).rejects.toThrow(message);
});

/** A child process with a channel that runs `script` after it loaded `takeSecrets`. */
function childThatRuns(script: string) {
  const secrets = pathToFileURL(join(packageRoot(), 'dist/src/service/secrets.js')).href;
  const whole = `const { takeSecrets } = await import(${JSON.stringify(secrets)});${script}`;
  return spawn(process.execPath, ['--input-type=module', '-e', whole], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...environmentOf(folder), ...AWAITS_SECRETS },
  });
}

it('a child process gets them over its channel, and has none in its environment', async () => {
  const script = `
    const secrets = await takeSecrets(process.env);
    process.send({ secrets, environment: process.env }, () => process.disconnect());`;
  const child = childThatRuns(script);
  const answers: unknown[] = [];
  child.on('message', (message) => answers.push(message));
  giveSecrets(child, readConfig(VALUES));
  await once(child, 'exit');
  const { secrets, environment } = answers.at(-1) as { secrets: object; environment: object };
  expect(secrets).toEqual(VALUES);
  expect(JSON.stringify(environment)).not.toMatch(/word|token/);
});

it('a parent that ends without sending them ends the child', async () => {
  const script = `
    await takeSecrets(process.env).catch((error) => { process.exitCode = error.name === 'ConfigError' ? 7 : 8; });`;
  const child = childThatRuns(script);
  child.disconnect();
  const [code] = await once(child, 'exit');
  expect(code).toBe(7);
});

it('the reader of PDFs has no environment at all', () => {
  const source = readFileSync(join(packageRoot(), 'src/registers/formats/pdf.ts'), 'utf8');
  expect(/fork\([\s\S]*?\n {2}\}\);/.exec(source)![0]).toContain('env: {},');
});
