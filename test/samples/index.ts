/**
 * `npm run samples`: fetches the real documents that golden tests read, from their publishers, into .samples. It needs
 * CONTACT, which the publishers demand. `-- --list` names the documents that no publisher serves any more, and why.
 * `-- --keep-different` also writes documents whose bytes are not those of the manifest.
 */

import { ConfigError, readConfig } from '../../src/config.js';
import { createHttpClients, createRegisters } from '../../src/registers/index.js';
import { SERVICE_VERSION } from '../../tools/contract/rules.js';
import { fetchSamples, type Result } from './fetch-samples.js';
import { FETCHED_FOLDER } from './folder.js';
import { readManifest, type Sample } from './manifest.js';

const { samples, unavailable } = readManifest();
const options = new Set(process.argv.slice(2));
const unknown = [...options].filter((one) => one !== '--list' && one !== '--keep-different');
if (unknown.length > 0) fail(`unknown option ${unknown.join(', ')}; known are --list and --keep-different`);
if (options.has('--list')) {
  for (const { file, reason } of unavailable) console.log(`${file}\t${reason}`);
  process.exit(0);
}

const { contact, secRequestsPerSecond } = settings();
if (contact === '')
  fail(
    'CONTACT is empty. Publishers demand a name and a mail address: CONTACT="Jane Roe jane@example.org" npm run samples',
  );

const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('stopped; run it again to go on')));
const registers = new Map(createRegisters().map((register) => [register.metadata.id, register]));
const clients = createHttpClients({
  contact,
  version: SERVICE_VERSION,
  // A document at a time, and far below what the SEC allows: nothing here is urgent.
  secRequestsPerSecond: Math.min(secRequestsPerSecond, 2),
  signal: stop.signal,
});

console.error(`${samples.length} documents into ${FETCHED_FOLDER}`);
try {
  const results = await fetchSamples({
    samples,
    folder: FETCHED_FOLDER,
    httpOf: (id) => {
      const register = registers.get(id);
      if (register === undefined) throw new Error(`the manifest names the unknown register ${id}`);
      return clients.forRegister(register);
    },
    keepDifferent: options.has('--keep-different'),
    onResult: report,
    signal: stop.signal,
  });
  const count = (state: Result['state']) =>
    [...results.values()].filter((result) => result.state === state).length;
  console.log(
    `${count('fetched')} fetched, ${count('present')} present before, ${count('different')} different, ${count('failed')} failed; ` +
      `${unavailable.length} more documents are not served any more (-- --list says why)`,
  );
  process.exitCode = count('different') + count('failed') === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await clients.close();
}

function report({ file, address }: Sample, result: Result): void {
  if (result.state === 'present') return;
  if (result.state === 'fetched') {
    console.error(`fetched    ${file}`);
    return;
  }
  const after = result.state === 'different' && result.kept ? ' (kept)' : '';
  console.error(`${result.state.padEnd(10)} ${file}: ${result.detail}${after}\n           ${address}`);
}

function settings() {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
