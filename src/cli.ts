#!/usr/bin/env node
/** The commands. Standard output carries data, standard error the rest; exit codes are meant for scripts. */

import { Command } from 'commander';
import pino from 'pino';
import { SERVICE_VERSION } from '../tools/contract/rules.js';
import { type Config, ConfigError, readConfig, SETTINGS } from './config.js';
import { isCorruptDatabase, StoreBusyError, StoreError } from './store/database/open.js';

/** 0 done, 1 something failed, 2 wrong usage or setting, 3 no store, 75 try again later (another writer). */
const EXIT = { usage: 2, store: 3, busy: 75, fault: 70 } as const;

/** Characters of log lines that wait for room on a full disk. */
const LOG_BUFFER_MAX = 65_536;
/** A log that cannot be written (its disk is full, its terminal gone) must not end what it tells of. */
const ignoreWriteError = (): void => undefined;
process.stderr.on('error', ignoreWriteError);

const program = new Command('disclosed')
  .description('Public disclosure registers, reproduced as filed and served read-only.')
  .version(SERVICE_VERSION)
  .showHelpAfterError('(--help lists what is accepted)')
  // Every command takes the settings, and its own help says so.
  .configureHelp({ showGlobalOptions: true })
  .exitOverride();
for (const setting of SETTINGS) {
  program.option(
    `--${flag(setting.name)} <value>`,
    `${setting.help} [${setting.name}, default ${setting.default === '' ? 'empty' : setting.default}]`,
  );
}

command('serve', 'answers over HTTP and MCP, and reads the registers every hour when CONTACT is set').action(
  withSettings(async (config, log) => (await import('./commands/serve.js')).serve(config, log)),
);
command('stdio', 'answers MCP on standard input and output, for one local agent').action(
  withSettings(async (config, log) => (await import('./commands/stdio.js')).stdio(config, log)),
);
command('ingest', 'reads the live registers once')
  .option('--register <id>', 'only this register')
  .option(
    '--since <date>',
    'first day of the first fill, YYYY-MM-DD; default 365 days ago, of the Congress and OGE all years',
  )
  .action(
    withSettings(async (config, log, _arguments, options) =>
      (await import('./commands/ingest.js')).ingest(config, options, log),
    ),
  );
command('sample', 'builds the sample store of today').action(
  withSettings(async (config) => {
    const { buildSample } = await import('./service/build-sample.js');
    const { servedDay } = await import('./service/data-folder.js');
    await buildSample(config, servedDay(config));
    return 0;
  }),
);
command('export', 'brings the static exports (/data/…) up to date with the store').action(
  withSettings(async (config, log) => (await import('./commands/export.js')).exportAll(config, log)),
);
command('import', 'reads saved register documents (files, folders, zips) into the live store')
  .argument('<register>')
  .argument('<paths...>')
  .option('--verbose', 'every file that was passed over, and not only the first')
  .option('--json', 'as one JSON line')
  .action(
    withSettings(async (config, _log, [id, paths], options) =>
      (await import('./commands/import.js')).importSaved(config, id as string, paths as string[], options),
    ),
  );
command('parse', 'prints the records and warnings of saved documents as JSON lines; touches no store')
  .argument('<register>')
  .argument('<paths...>')
  .action(
    withSettings(async (config, _log, [id, paths]) =>
      (await import('./commands/parse.js')).parseSaved(config, id as string, paths as string[]),
    ),
  );
command('status', 'what was read and when, what was not understood, what is still wanted')
  .option('--json', 'as JSON')
  .option('--store <name>', 'live or sample; default the one that is served, or the one that there is')
  .option('--limit <n>', 'how many runs, warnings and unread documents', '10')
  .action(
    withSettings(async (config, _log, _arguments, options) =>
      (await import('./commands/status.js')).status(config, options),
    ),
  );
command(
  'doctor',
  'asks each live register once for every kind of thing that a fill asks for: as we know it, refused, or changed',
)
  .argument('[registers...]')
  .option('--json', 'as JSON lines')
  .action(
    withSettings(async (config, _log, [ids], options) =>
      (await import('./commands/doctor.js')).doctor(config, ids as string[], options),
    ),
  );
const keys = command('keys', 'API keys, which raise the limit of who carries one');
keys
  .command('create')
  .description('makes a key and prints it: the only time that it can be seen')
  .requiredOption('--name <name>', 'what it is for, such as laptop')
  .option('--account <id>', 'the account that owns it; default none')
  .option('--json', 'as JSON')
  .action(
    withSettings(async (config, log, _arguments, options) =>
      (await import('./commands/keys.js')).createKey(config, log, options),
    ),
  );
keys
  .command('list')
  .description('every key: id, prefix, name, owner, created, last used, calls in this hour')
  .option('--account <id>', 'only the keys of this account')
  .option('--json', 'as JSON')
  .action(
    withSettings(async (config, log, _arguments, options) =>
      (await import('./commands/keys.js')).listKeys(config, log, options),
    ),
  );
keys
  .command('revoke')
  .description('revokes keys by id, prefix, or the whole key; a running service knows at once')
  .argument('<keys...>')
  .option('--json', 'as JSON')
  .action(
    withSettings(async (config, log, [wanted], options) =>
      (await import('./commands/keys.js')).revokeKeys(config, log, wanted as string[], options),
    ),
  );
const accounts = command('accounts', 'the accounts of the account pages');
accounts
  .command('list')
  .description('every account: id, display name, created, passkeys, keys')
  .option('--json', 'as JSON')
  .action(
    withSettings(async (config, _log, _arguments, options) =>
      (await import('./commands/accounts.js')).showAccounts(config, options),
    ),
  );
accounts
  .command('delete')
  .description('deletes accounts with their passkeys, sessions and keys, for good')
  .argument('<ids...>')
  .option('--json', 'as JSON')
  .action(
    withSettings(async (config, _log, [ids], options) =>
      (await import('./commands/accounts.js')).removeAccounts(config, ids as string[], options),
    ),
  );
command('docs', 'fills the generated parts of README.md, METHODOLOGY.md, skill.md and llms.txt')
  .option('--check', 'only says whether they are fresh')
  .action(
    withSettings(async (_config, _log, _arguments, options) =>
      (await import('./commands/docs.js')).docs(options),
    ),
  );

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportError(error);
}
// A child that listens for the end of its parent holds their channel open, and would outlive its work.
if (process.connected) process.disconnect();

function command(name: string, description: string): Command {
  return program.command(name).description(description);
}

type CommandAction = (
  config: Config,
  log: pino.Logger,
  commandArguments: unknown[],
  options: Record<string, never>,
) => number | Promise<number>;

/** Reads the settings first, so that a wrong one stops every command with one clear line. */
function withSettings(action: CommandAction) {
  return async (...given: unknown[]) => {
    const self = given.pop() as Command;
    const options = given.pop() as Record<string, never>;
    const overrides: Record<string, string> = {};
    for (const setting of SETTINGS) {
      const value = self.optsWithGlobals()[camel(flag(setting.name))];
      if (typeof value === 'string') overrides[setting.name] = value;
    }
    const config = readConfig(process.env, overrides);
    // The runs that a service starts work with the same settings.
    Object.assign(process.env, overrides);
    const log = pino(
      { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
      pino.destination({ fd: 2, sync: true, maxLength: LOG_BUFFER_MAX }).on('error', ignoreWriteError),
    );
    process.exitCode = await action(config, log, given, options);
  };
}

const DAMAGED_STORE_HINT = '. Put a backup in its place or delete it: see "A damaged store" in README.md.';

/** One line for what the caller can mend; a stack only for a fault of ours. */
function reportError(error: unknown): number {
  if (error instanceof ConfigError) return say(error.message, EXIT.usage);
  if (error instanceof StoreBusyError) return say(error.message, EXIT.busy);
  if (error instanceof StoreError) return say(error.message, EXIT.store);
  const { code, exitCode, message } = error as { code?: string; exitCode?: number; message?: string };
  // Commander has already written its own message.
  if (typeof code === 'string' && code.startsWith('commander.')) return exitCode === 0 ? 0 : EXIT.usage;
  if (code?.startsWith('SQLITE_'))
    return say(
      `the store cannot be used (${code}): ${message}${isCorruptDatabase(error) ? DAMAGED_STORE_HINT : ''}`,
      1,
    );
  // Modules with native code are built for one version of Node.
  if (code === 'ERR_DLOPEN_FAILED' || /did not self-register/.test(message ?? ''))
    return say(
      `a native module was built for another version of Node than ${process.version}. Run "npm rebuild", then try again.`,
      1,
    );
  const plain = describeAddressError(error as AddressError);
  if (plain !== null) return say(plain, 1);
  // What the operating system refuses (a file, a port, an address, a full disk) needs no stack.
  if (typeof (error as { syscall?: unknown }).syscall === 'string') return say(message ?? String(error), 1);
  return say(error instanceof Error ? (error.stack ?? error.message) : String(error), EXIT.fault);
}

interface AddressError {
  code?: string;
  port?: number;
  address?: string;
  hostname?: string;
}

/** What an operator can do about a port or an address that cannot be listened on; null for any other error. */
function describeAddressError({ code, port, address, hostname }: AddressError): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken, perhaps by another disclosed. PORT=0 takes a free one.`;
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${address}. HOST=127.0.0.1 is this machine alone, HOST=0.0.0.0 all of its addresses.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} needs more rights than this process has. A port from 1024 on needs none.`;
  if ((code === 'ENOTFOUND' || code === 'EAI_AGAIN') && hostname !== undefined)
    return `HOST names no address that this machine knows: ${hostname}. HOST=127.0.0.1 is this machine alone.`;
  return null;
}

function say(message: string, exitCode: number): number {
  console.error(`disclosed: ${message}`);
  return exitCode;
}

function flag(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

function camel(words: string): string {
  return words.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
