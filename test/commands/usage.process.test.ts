/** The first contact with the program: help that names the settings, and commands that leave no files. */

import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { COMMAND_LIST, REGISTER_IDS } from '../../src/command-list.js';
import { SETTINGS } from '../../src/config.js';
import { createRegisters } from '../../src/registers/index.js';
import { run, runInto } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-usage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('help settings names every setting with its variable and its option', () => {
  const { code, stdout } = run(folder, ['help', 'settings']);
  expect(code).toBe(0);
  for (const { name, isSwitch } of SETTINGS) {
    const option = `  ${name}, --${name.toLowerCase().replaceAll('_', '-')}`;
    expect(stdout).toContain(isSwitch === true ? `${option}\n` : `${option} <value>\n`);
  }
});

it('help may be cut by its reader', () => {
  expect(runInto('head -1', folder, ['help', 'settings'])).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Settings: .*\n$/),
    stderr: '',
  });
});

it('--help of a command has its own options, two examples and no settings', () => {
  for (const words of [['keys', 'create'], ['import'], ['status']]) {
    const { code, stdout } = run(folder, [...words, '--help']);
    const { options = [], examples } = COMMAND_LIST.find(({ name }) => name === words.join(' '))!;
    expect(code).toBe(0);
    for (const [flags] of options) expect(stdout).toContain(flags);
    for (const [line] of examples) expect(stdout).toContain(`\n  ${line}\n`);
    expect(stdout).not.toContain('--tiingo-token');
    expect(stdout).toContain('disclosed help settings');
    expect(run(folder, ['help', ...words]).stdout).toBe(stdout);
  }
  for (const { name, examples } of COMMAND_LIST) expect([name, examples.length]).toEqual([name, 2]);
});

it('settings are options of every command all the same, and typing errors get a hint', () => {
  expect(run(folder, ['status', '--limit', '0', '--port', '0']).stderr).toContain('--limit must be');
  expect(run(folder, ['--port', 'x', 'status']).stderr).toContain('PORT must be a whole number');
  expect(run(folder, ['status', '--port', 'x']).stderr).toContain('PORT must be a whole number');
  for (const [words, hint] of [
    [['srve'], '(Did you mean serve?)'],
    [['keys', 'lst'], '(Did you mean list?)'],
    [['serve', '--prot', '0'], '(Did you mean --port?)'],
    [['status', '--jsn'], '(Did you mean --json?)'],
  ] as const) {
    const { code, stderr } = run(folder, [...words]);
    expect([words, code]).toEqual([words, 2]);
    expect(stderr).toContain(hint);
  }
  expect(run(folder, ['help', 'nothing']).code).toBe(2);
});

it('names the registers that there are', () => {
  const ids = createRegisters().map(({ metadata }) => metadata.id);
  expect([...REGISTER_IDS].sort()).toEqual(expect.arrayContaining(ids.sort()));
});

it('sample says what it has', () => {
  const { code, stdout } = run(folder, ['sample']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Sample of 2026-11-20: \d+ documents of 12 sources, all invented\.\n {2}sec-edgar-form4 +\d+ rows\n/,
  );
});

it('LOG_FORMAT chooses lines for people or for programs', () => {
  for (const [format, line] of [
    ['json', /^\{"level":30,.*"msg":"the exports are up to date"\}$/m],
    ['auto', /^\{"level":30,.*"msg":"the exports are up to date"\}$/m],
    ['pretty', /^\d\d:\d\d:\d\d the exports are up to date \(/m],
  ] as const)
    expect(run(folder, ['export', '--log-format', format]).stderr).toMatch(line);
});

it('status and export of a missing folder say so, and do not create it', () => {
  const missing = join(folder, 'missing');
  const status = run(missing, ['status']);
  expect([status.code, status.stdout]).toEqual([3, '']);
  expect(status.stderr).toContain('There is no store yet');
  expect(run(missing, ['export']).code).toBe(3);
  // This run uses the same home folder, so only the project's files count.
  expect(existsSync(join(missing, 'store'))).toBe(false);
  expect(existsSync(join(missing, 'exports'))).toBe(false);
});

it.each([
  ['/proc', process.platform === 'linux'],
  ['/dev/null', existsSync('/dev/null')],
])('a DATA_DIR that cannot be created ends every command at once with one line: %s', (where, isHere) => {
  if (!isHere) return;
  for (const words of [['serve'], ['sample'], ['keys', 'list'], ['accounts', 'list']]) {
    const { code, stderr } = run(where, words);
    expect([words, code, stderr.trim().split('\n')]).toEqual([
      words,
      2,
      [expect.stringMatching(/^disclosed: DATA_DIR cannot be used: /)],
    ]);
  }
});

it('with LOG_FORMAT=json the reason why a command fails is an object too', () => {
  const { code, stderr } = run(folder, ['status', '--limit', '0'], { LOG_FORMAT: 'json' });
  expect(code).toBe(2);
  expect(JSON.parse(stderr)).toMatchObject({
    level: 50,
    msg: '--limit must be a whole number from 1 to 10000',
  });
});

it('serve refuses a moment that is to come, and a copy of its data in the folder of its data', () => {
  const live = { CONTACT: 'Jane Roe jane@example.org', PORT: '0', OFFLINE: '1' };
  const shared = { ...live, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
  symlinkSync(folder, join(folder, 'link'));
  for (const [settings, sentence] of [
    [{ ...live, AS_OF: '2099-01-01' }, 'AS_OF must be past (it is 2099-01-01T00:00:00.000Z)'],
    [{ ...live, BACKUP_DIR: join(folder, 'link/not-there/yet') }, 'BACKUP_DIR must not be in DATA_DIR'],
    [{ ...shared, LEDGER_BACKUP: join(folder, 'saves') }, 'LEDGER_BACKUP must not be in DATA_DIR'],
  ] as const) {
    const { code, stderr } = run(folder, ['serve'], settings);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  }
});

it('verify refuses an option that its target does not use, and says why an address does not answer', () => {
  for (const [words, sentence] of [
    [['--save', 'answer.json'], '--save keeps the answer of an address'],
    [[folder, '--save', 'answer.json'], '--save keeps the answer of an address'],
    [['--row', '0000900001-26-000001-0'], '--row is for a dump'],
    [['http://127.0.0.1:9/v1/catalog', '--row', 'x'], '--row is for a dump'],
    [['http://127.0.0.1:59/v1/catalog'], /could not be requested: connect ECONNREFUSED/],
  ] as const) {
    const { code, stderr } = run(folder, ['verify', ...words]);
    expect([words, code, stderr]).toEqual([words, 2, expect.stringMatching(sentence)]);
  }
});
