/**
 * Rebuilds on each change of a source file and restarts the service, which serves the sample. Plain JavaScript with
 * nothing but Node: both watchers are already there, in TypeScript and in Node.
 */

import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (path) => join(root, path);
const isWindows = process.platform === 'win32';

const children = new Set();
let isEnding = false;

const compiler = start(
  [at('node_modules/typescript/bin/tsc'), '-p', root, '--watch', '--preserveWatchOutput'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
// The compiler writes every file once when it starts, so the service starts after that.
let isServing = false;
compiler.stdout.on('data', (chunk) => {
  process.stderr.write(chunk);
  if (isServing || !String(chunk).includes('Watching for file changes')) return;
  isServing = true;
  serve();
});

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));

function serve() {
  const cli = at('dist/src/cli.js');
  // Without a contact the service reads no live register, whatever the shell has set.
  start(['--watch', '--watch-preserve-output', cli, 'serve', ...process.argv.slice(2)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CONTACT: '' },
  });
}

function start(args, options) {
  const child = spawn(process.execPath, args, { cwd: root, detached: !isWindows, ...options });
  children.add(child);
  child.once('exit', (code) => {
    children.delete(child);
    end(code ?? 1);
  });
  return child;
}

/** One watcher without the other is of no use. */
function end(code) {
  if (isEnding) return;
  isEnding = true;
  process.exitCode = code;
  for (const child of children) endWithChildren(child);
}

/** Each watcher starts a process below itself: on Windows a tree, elsewhere a process group. */
function endWithChildren({ pid }) {
  if (isWindows) spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
  else process.kill(-pid);
}
