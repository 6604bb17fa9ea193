/** The manual's pages about packaging: the files that they name exist, and each block of the checklist says whether it is run. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { fileText, ROOT } from './files.js';

const PAGES = ['start', 'containers', 'systemd'].map((name) => `docs/operate/${name}.md`);

it.each([...PAGES, 'docs/operate.md'])('%s names only files that exist', (page) => {
  const named = [...fileText(page).matchAll(/(?<![\w/])(packaging\/[\w./-]*\w)/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('the checklist installs the package of this version', () => {
  const { name, version } = JSON.parse(fileText('package.json')) as { name: string; version: string };
  expect(fileText('docs/operate/start.md')).toContain(
    `\n    npm install --global ./${name}-${version}.tgz\n`,
  );
});

it('each block of the checklist has a mark, and the shell understands it', () => {
  const list = (...words: string[]) =>
    spawnSync(process.execPath, [join(ROOT, '.ci/checklist.mjs'), '--print', ...words], { encoding: 'utf8' });
  const { stdout, status } = list();
  expect(status).toBe(0);
  expect(stdout.split('\n').filter((line) => /^set -x$/.test(line)).length).toBeGreaterThan(4);
  expect(spawnSync('bash', ['-n'], { input: stdout }).status).toBe(0);
  // A block that no one marked would silently be left out.
  const unmarked = join(ROOT, 'docs/operate/containers.md');
  expect(list(unmarked).stderr).toMatch(/containers\.md:\d+: no mark says whether this block is run/);
});
