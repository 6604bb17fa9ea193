/**
 * Settings that are secret: read from files, kept out of the environment that child processes inherit, and handed to those
 * that need them over their channel. `/proc/PID/environ` shows what a process was started with, so it never has them.
 */

import type { Serializable } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Config, ConfigError, SETTINGS, secretsOf } from '../config.js';

type Environment = Record<string, string | undefined>;
/** Secret settings by their names in the environment. */
export type Secrets = Record<string, string>;

/** In the environment of a child process: its parent sends the secrets. */
const AWAITS = 'DISCLOSED_AWAITS_SECRETS';
const NAMES = SETTINGS.filter(({ isSecret }) => isSecret === true).map(({ name }) => name);

/**
 * Takes the secret settings out of `environment`, where child processes would inherit them, and returns them. `NAME_FILE`
 * names a file that holds the setting `NAME`. A child process gets them from its parent.
 * @throws ConfigError for a file that cannot be read or is empty, and for a setting that is given twice
 */
export async function takeSecrets(environment: Environment): Promise<Secrets> {
  const isChild = environment[AWAITS] !== undefined;
  delete environment[AWAITS];
  const secrets = isChild ? await receiveSecrets() : {};
  for (const name of NAMES) {
    const given = givenValue(name, environment);
    if (given !== undefined) secrets[name] = given;
    delete environment[name];
    delete environment[`${name}_FILE`];
  }
  return secrets;
}

function givenValue(name: string, environment: Environment): string | undefined {
  const { [name]: given, [`${name}_FILE`]: file = '' } = environment;
  if (file === '') return given;
  if (given !== undefined && given !== '')
    throw new ConfigError(`${name} and ${name}_FILE are both set: leave one of them out`);
  const text = readSecretFile(name, file).trim();
  if (text === '') throw new ConfigError(`${name}_FILE names an empty file: ${file}`);
  return text;
}

function readSecretFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // Node's file functions throw only Errors.
    throw new ConfigError(`${name}_FILE cannot be read: ${(error as Error).message}`);
  }
}

/** `overrides`, such as flags, without those that are secret: what child processes may inherit. */
export function withoutSecrets(overrides: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(overrides).filter(([name]) => !NAMES.includes(name)));
}

/** In the environment of a child process that requests its secrets from its parent. */
export const AWAITS_SECRETS: Environment = { [AWAITS]: '1' };

const WANTED = 'secrets-wanted';
const GIVEN = 'secrets';

/** Sends the secrets to a child process of this program as soon as it requests them. */
export function giveSecrets(child: Child, config: Config): void {
  child.on('message', (message) => {
    if ((message as { kind?: unknown } | null)?.kind !== WANTED) return;
    // A child that ends at this moment receives nothing.
    child.send({ kind: GIVEN, secrets: secretsOf(config) }, undefined, undefined, () => undefined);
  });
}

/** A child process, or a worker of the cluster. */
interface Child {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  send(message: Serializable, handle: undefined, options: undefined, done: () => void): unknown;
}

/** Requested from the parent, because a message that a worker of the cluster gets before it listens is lost. */
function receiveSecrets(): Promise<Secrets> {
  return new Promise((resolve, reject) => {
    const end = (then: () => void) => {
      process.off('disconnect', gone);
      process.off('message', take);
      then();
    };
    const gone = () => end(() => reject(new ConfigError('the process that started this one is gone')));
    const take = (message: unknown) => {
      const { kind, secrets } = message as { kind?: unknown; secrets: Secrets };
      if (kind === GIVEN) end(() => resolve(secrets));
    };
    process.on('disconnect', gone);
    process.on('message', take);
    if (process.connected) process.send?.({ kind: WANTED }, undefined, undefined, () => undefined);
    else gone();
  });
}
