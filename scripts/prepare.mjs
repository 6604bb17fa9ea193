/**
 * Makes a fresh checkout ready to run: installs the packages when the lock file changed, builds when a source
 * changed. Plain JavaScript with nothing but Node, because it runs before anything is installed.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19) || major === 21) {
  console.error(`disclosed needs Node 20.19 or later, but not 21; this is ${process.versions.node}.`);
  process.exit(1);
}

// Run directly, and not imported by start.mjs.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  for (const one of steps()) one.run();

/** What is left to do, in order: what it is, what to expect, and the work. */
export function steps() {
  const lock = join(root, 'package-lock.json');
  return [
    step(
      'node_modules/.prepared',
      [lock],
      'Installing packages',
      () => run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund']),
      { isDone: () => isInstalled(lock) },
    ),
    step('dist/.prepared', [join(root, 'tsconfig.json'), lock, ...sources()], 'Building', build, {
      isWhole: isBuilt,
    }),
  ].filter((one) => one !== null);
}

function build() {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', root, '--noCheck']);
}

/** Whether each source has its compiled file. */
function isBuilt() {
  return sources()
    .filter((file) => !file.endsWith('.d.ts'))
    .every((file) => existsSync(join(root, 'dist', `${file.slice(root.length, -'.ts'.length)}.js`)));
}

/** Whether `npm ci` has installed what the lock file lists, for this Node: npm leaves a list of what it installed. */
function isInstalled(lock) {
  const list = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(list)) return false;
  const [wanted, found] = [lock, list].map((file) => JSON.parse(readFileSync(file, 'utf8')).packages);
  const isWhole = Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (found[path]?.version ?? (optional && version)) === version,
  );
  // The only compiled package: it may be missing after --ignore-scripts, or made for another Node.
  const load = ['-e', "new (require('better-sqlite3'))(':memory:')"];
  return isWhole && spawnSync(process.execPath, load, { cwd: root }).status === 0;
}

/**
 * Null if the mark of the last run has the same hash of `inputs` and what it made is whole, or if there is no mark and something
 * else did the work.
 */
function step(mark, inputs, title, work, { isDone = () => false, isWhole = () => true }) {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of inputs) hash.update(file.slice(root.length)).update(readFileSync(file));
  const wanted = hash.digest('hex');
  const path = join(root, mark);
  if (existsSync(path) && readFileSync(path, 'utf8') === wanted && isWhole()) return null;
  if (!existsSync(path) && isDone()) {
    writeFileSync(path, wanted);
    return null;
  }
  return {
    title,
    run(before = '', expectation = '') {
      const began = Date.now();
      console.error(`${before}${title} ...${expectation}`);
      work();
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, wanted);
      return Math.round((Date.now() - began) / 1000);
    },
  };
}

function sources() {
  // The tests and the instruments run compiled, too.
  return ['src', 'tools', 'test', 'eval', 'data/sample/make']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, String(name))),
    )
    .filter((name) => name.endsWith('.ts'))
    .sort();
}

function run(command, args) {
  // Standard output belongs to the command that follows, so that `npm run -s` can be piped.
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    // Only npm is a script there; a shell would split the path of Node at the space of "Program Files".
    shell: process.platform === 'win32' && command.endsWith('.cmd'),
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
}
