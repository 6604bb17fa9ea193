/**
 * `npm start`: installs and builds what is missing, then serves in this process. The first start takes minutes, so each
 * step says what to expect and how long it took; what would end the start is found before.
 */

import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { steps } from './prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const given = process.argv.slice(2);
const left = steps();
// Without work the service itself finds the same, with all its settings.
if (left.length > 0) await checkPlace();

const EXPECTATIONS = {
  'Installing packages': () =>
    ` ${packageCount()} packages, some 300 MB: a minute or two, and several more if there is no prebuilt SQLite for this machine.`,
  Building: () => ' About half a minute.',
};
const NUMBERS = { 'Installing packages': 1, Building: 2 };
for (const one of left) {
  const number = NUMBERS[one.title];
  const seconds = one.run(`${number}/3 `, EXPECTATIONS[one.title]());
  console.error(`${number}/3 done in ${seconds} s`);
}
const isSample = (process.env.CONTACT ?? '') === '' && !given.some((word) => word.startsWith('--contact'));
if (left.length > 0)
  console.error(`3/3 Starting ...${isSample ? ' This builds the sample of today: some seconds.' : ''}`);

// The program finds itself where `node dist/src/cli.js serve` would have it.
const cli = join(root, 'dist/src/cli.js');
process.argv = [process.argv[0], cli, 'serve', ...given];
await import(pathToFileURL(cli).href);

function packageCount() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((name) => name !== '').length;
}

/** The value of a setting, as far as it can be read before the program exists. */
function setting(name, fallback) {
  const flag = `--${name.toLowerCase().replaceAll('_', '-')}`;
  const at = given.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  if (at === -1) return process.env[name] ?? fallback;
  return given[at].startsWith(`${flag}=`) ? given[at].slice(flag.length + 1) : given[at + 1];
}

/** Ends the start if the port is taken, the address is not one of this machine, or the data folder cannot be written. */
async function checkPlace() {
  const port = Number(setting('PORT', '8787'));
  const host = setting('HOST', '127.0.0.1');
  try {
    const probe = createServer().listen(port, host);
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
  } catch (error) {
    if (error.code === 'EADDRINUSE')
      stop(`Port ${port} is in use, perhaps by another disclosed process. PORT=0 picks a free port.`);
    if (error.code === 'EADDRNOTAVAIL')
      stop(`This machine has no address ${host}. HOST=127.0.0.1 listens on this machine only.`);
    // The service explains everything else, such as a wrong setting.
  }
  let folder = resolve(setting('DATA_DIR', '') || join(root, 'data'));
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    if (!statSync(folder).isDirectory()) stop(`DATA_DIR cannot be used: ${folder} is not a folder.`, 2);
    accessSync(folder, constants.W_OK);
  } catch {
    stop(`DATA_DIR cannot be used: ${folder} is not writable. Set it to a folder that you may write to.`);
  }
}

/** With the exit code that the program itself would give. */
function stop(message, code = 1) {
  console.error(`disclosed: ${message}`);
  process.exit(code);
}
