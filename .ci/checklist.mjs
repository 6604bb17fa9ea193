/**
 * Runs the shell blocks of docs/operate/start.md as they are, in one shell and a home folder of their own. Each block has a
 * mark before it that says whether it is run; a block without a mark is an error.
 *
 * node .ci/checklist.mjs FOLDER            runs them, and keeps everything that they make in the folder
 * node .ci/checklist.mjs --print [PAGE]    prints the shell text; of another page, if one is given
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [first, page = join(root, 'docs/operate/start.md')] = process.argv.slice(2);
const name = basename(page);

/** Each block with its mark, and the line that it begins on. */
function blocks(text) {
  const found = [];
  const pattern = /(?:^<!-- ([^\n]*) -->\n\n)?((?:^ {4}[^\n]*\n)+)/gm;
  for (const { 0: all, 1: mark, 2: code, index } of text.matchAll(pattern)) {
    const line = text.slice(0, index + all.length - code.length).split('\n').length;
    if (!/^(run|run, and leave running|run with: .+|not run: .+)$/.test(mark ?? ''))
      throw new Error(`${name}:${line}: no mark says whether this block is run`);
    found.push({ mark, line, code: code.replaceAll(/^ {4}/gm, '') });
  }
  return found;
}

/** The shell text of one block. */
function lines({ mark, line, code }) {
  const place = `${name}:${line}`;
  if (mark.startsWith('not run: ')) return `echo '${place}: ${mark.replaceAll("'", '')}'`;
  if (mark === 'run') return `echo '${place}'\nset -x\n${code}{ set +x; } 2>/dev/null`;
  if (mark === 'run, and leave running')
    return `echo '${place}'
(
${code.replace(/\n([^\n]+)\n$/, '\nexec $1\n')}) >"$CHECKLIST/serve.log" 2>&1 &
served=$!
trap 'kill "$served" 2>/dev/null; wait "$served" || true' EXIT
until curl -fs "http://127.0.0.1:$PORT/readyz" >/dev/null; do
  kill -0 "$served" || { cat "$CHECKLIST/serve.log"; exit 1; }
  sleep 0.2
done`;
  const [program, command] = mark.slice('run with: '.length).split(' ');
  const isThere =
    command === undefined
      ? `command -v ${program}`
      : `${program} help 2>/dev/null | grep -E '^ +${command} '`;
  return `if ${isThere} >/dev/null; then
echo '${place}'
set -x
${code}{ set +x; } 2>/dev/null
else
echo '${place}: skipped: there is no ${program}${command === undefined ? ' on this machine' : ` ${command}`}'
fi`;
}

async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** @returns the exit code */
async function run(folder, text) {
  const port = await freePort();
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const cache = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim();
  const ours = Object.entries(process.env).filter(
    ([key]) => !/^(npm_config_(?!better_sqlite3_local_prebuilds$)|DATA_DIR$|CONTACT$)/i.test(key),
  );
  const env = {
    // No setting of this machine must reach the service, and no global installation this machine.
    ...Object.fromEntries(ours),
    npm_config_userconfig: join(homedir(), '.npmrc'),
    npm_config_cache: cache,
    npm_config_prefix: join(folder, 'global'),
    PATH: `${join(folder, 'global/bin')}:${process.env.PATH}`,
    HOME: home,
    PORT: String(port),
    CHECKLIST: folder,
  };
  const script = text.replaceAll('127.0.0.1:8787', `127.0.0.1:${port}`);
  return spawnSync('bash', ['-c', script], { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}

if (first === undefined) throw new Error('Name a folder, or --print');
const text = ['set -euo pipefail', ...blocks(readFileSync(page, 'utf8')).map(lines), ''].join('\n');
if (first === '--print') process.stdout.write(text);
else process.exitCode = await run(first, text);
