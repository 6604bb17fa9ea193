/** The operator's signing key: made at the first start, or in the file that `SIGNING_KEY_FILE` names. */

import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_VERSION } from '../../tools/contract/rules.js';
import { diskErrorInWords } from '../backup/backup-error.js';
import { type Config, ConfigError } from '../config.js';
import type { BackupLog } from '../ledger-backup/ledger-saver.js';
import { sealWith } from '../proof/manifest.js';
import { makeSigningKey, SigningKey } from '../proof/signing-keys.js';
import type { Seal } from '../read-model/generation.js';
import { READ_MODEL_VERSION } from '../read-model/tables.js';
import { dataFolder, ensureStoreFolder } from './data-folder.js';

const KEY_FILE = 'signing-key.pem';
/** The key before: it signs the first manifest of the present one too. */
const PREVIOUS_FILE = 'previous-signing-key.pem';

/** The file of the key, which may not exist yet. */
function signingKeyFile(config: Config): string {
  return config.signingKeyFile === '' ? join(dataFolder(config), KEY_FILE) : config.signingKeyFile;
}

/** The key if it exists, for a process that only answers. @throws ConfigError for a file that has no key */
export function findSigningKey(config: Config): SigningKey | null {
  const file = signingKeyFile(config);
  return existsSync(file) ? readKey(file) : null;
}

/** Signs generations; makes the key if there is none. @throws ConfigError */
export function openSeal(config: Config, sample: boolean): Seal {
  const previous = join(dataFolder(config), PREVIOUS_FILE);
  return sealWith({
    keys: {
      current: requireSigningKey(config),
      previous: existsSync(previous) ? readKey(previous) : null,
    },
    sample,
    program: SERVICE_VERSION,
    tablesVersion: READ_MODEL_VERSION,
    now: () => new Date(),
  });
}

/**
 * For a process that will publish: a wrong key ends it before it begins, and one that is made is said, because a mistyped name of the setting
 * or a restored folder would otherwise continue with another key unseen.
 * @throws ConfigError
 */
export function prepareSigningKey(config: Config, log: Pick<BackupLog, 'info'>): void {
  const file = signingKeyFile(config);
  const isNew = !existsSync(file);
  requireSigningKey(config);
  if (isNew)
    log.info(
      { file },
      `a new key that signs what is published was made: ${file}. Keep a copy elsewhere; backups do not contain it`,
    );
}

/** The key, which is made if there is none. @throws ConfigError */
export function requireSigningKey(config: Config): SigningKey {
  const file = signingKeyFile(config);
  if (existsSync(file)) return readKey(file);
  if (config.signingKeyFile !== '')
    throw new ConfigError(
      `SIGNING_KEY_FILE names a file that does not exist: ${file}. Make a key with: openssl genpkey -algorithm ed25519 -out ${file}`,
    );
  ensureStoreFolder(config);
  makeKeyFile(file);
  return readKey(file);
}

/** Whole or not at all: two processes that start together use the same key. */
function makeKeyFile(file: string): void {
  const made = `${file}.${process.pid}`;
  try {
    writeFileSync(made, makeSigningKey(), { mode: 0o600, flag: 'wx' });
    linkSync(made, file);
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw diskErrorInWords(error, `The signing key ${file} could not be made`);
  } finally {
    rmSync(made, { force: true });
  }
}

function readKey(file: string): SigningKey {
  try {
    return SigningKey.fromPem(readFileSync(file, 'utf8'));
  } catch (error) {
    // Node's file functions and SigningKey throw only Errors.
    throw new ConfigError(`The signing key ${file} cannot be used: ${(error as Error).message}.`);
  }
}
