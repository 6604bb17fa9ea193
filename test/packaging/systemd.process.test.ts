/** The unit of systemd: systemd accepts it and finds it safe, its settings exist, and the manual quotes it. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { allocatorSettings } from '../../src/service/allocator.js';
import { fileText, programMissing, ROOT, unknownSettings } from './files.js';

const FILE = 'packaging/systemd/disclosed.service';
const text = fileText(FILE);
/** The most exposure that `systemd-analyze security` may find, in tenths of 10. */
const EXPOSURE_MAX = 20;

it('has settings that the program takes', () => {
  const given = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, words]) => words!.split(' '));
  const allocator = Object.entries(allocatorSettings({})).map((setting) => setting.join('='));
  expect(given).toEqual(expect.arrayContaining(allocator));
  const names = given.filter((word) => !allocator.includes(word)).map((word) => word.split('=')[0]!);
  expect(unknownSettings(names)).toEqual(['NODE_OPTIONS']);
});

it('is quoted in the manual as it is', () => {
  const quoted = text.replace(/^(?=.)/gm, '    ').trimEnd();
  expect(fileText('docs/operate/systemd.md')).toContain(`\n\n${quoted}\n\n`);
});

it('stops no later than compose.yaml and the manifests allow', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(text)!;
  expect(fileText('compose.yaml')).toContain(`stop_grace_period: ${seconds}s`);
});

const missing = programMissing(['systemd-analyze', '--version'], 'systemd');
if (missing !== null) console.warn(`skipped: ${missing}`);

(missing === null ? describe : describe.skip)('systemd', () => {
  const analyze = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };

  it('accepts it', () => {
    expect(analyze('verify', join(ROOT, FILE))).toEqual({ status: 0, output: '' });
  });

  it('finds it safe', () => {
    const judge = (most: number) =>
      analyze('security', '--offline=true', `--threshold=${most}`, '--no-pager', join(ROOT, FILE));
    const { status, output } = judge(EXPOSURE_MAX);
    expect([status, /Overall exposure level.*/.exec(output)?.[0]]).toEqual([
      0,
      expect.stringContaining('OK'),
    ]);
    expect(judge(1).status).not.toBe(0);
  });
});
