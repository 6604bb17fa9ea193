/** A curated file that cannot be used: the program says so in one line and ends, before it sends any request. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.js';

const root = packageRoot();
const copy = mkdtempSync(join(tmpdir(), 'disclosed-curated-'));
const file = join(copy, 'data/curated/trackers.json');
const sound = readFileSync(join(root, 'data/curated/trackers.json'), 'utf8');

beforeAll(() => {
  for (const name of [
    'dist/src',
    'dist/tools',
    'src/store',
    'src/publish',
    'src/accounts',
    'data',
    'package.json',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it.each([
  ['serve', 'an id of another kind', sound.replace('"0001067983"', '"P000197"'), 'P000197 is not an id of'],
  ['ingest', 'no JSON', '{ "about": "x",', 'JSON'],
  [
    'stdio',
    'an id of one source',
    sound.replace(
      /(\n *)"killingsky1\/Radar:[^"]*oge_niveaux\.json"/,
      '$1"tbrown034/open-cabinet:data/officials/kupor-scott-a.json"',
    ),
    'kupor: an id needs two public sources',
  ],
])('%s ends with code 2 and one line over a file with %s', (command, _, content, reason) => {
  writeFileSync(file, content);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'dist/src/cli.js'), command], {
    encoding: 'utf8',
    input: '',
    env: {
      PATH: process.env.PATH,
      HOME: copy,
      DATA_DIR: join(copy, 'store'),
      CONTACT: 'Jane Roe jane@example.org',
      PORT: '0',
    },
  });
  const lines = stderr.trimEnd().split('\n');
  expect([status, stdout, lines.length]).toEqual([2, '', 1]);
  expect(lines[0]).toContain('data/curated/trackers.json is not usable');
  expect(lines[0]).toContain(reason);
});
