/** The first contact with the program: help that names the settings, and commands that leave no files. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { SETTINGS } from '../../src/config.js';
import { run } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-usage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([[['serve']], [['ingest']], [['keys', 'create']]])(
  '%s --help names every setting with its variable',
  (words) => {
    const { code, stdout } = run(folder, [...words, '--help']);
    expect(code).toBe(0);
    for (const { name } of SETTINGS) {
      expect(stdout).toContain(`--${name.toLowerCase().replaceAll('_', '-')} `);
      expect(stdout).toMatch(new RegExp(`\\[${name},\\s`));
    }
  },
);

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
