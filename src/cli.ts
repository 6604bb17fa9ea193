#!/usr/bin/env node
/** Command line: declares the commands and their options, and turns errors into messages and exit codes. */

import { Command } from 'commander';
import pino from 'pino';
import { SERVICE_VERSION } from '../tools/contract/rules.js';
import { type Config, ConfigError, readConfig, SETTINGS } from './config.js';
import { isCorruptDatabase, StoreBusyError, StoreError } from './store/database/open.js';

/** 0 done, 1 something failed, 2 wrong usage or setting, 3 no store, 75 try again later (another writer). */
const EXIT = { usage: 2, store: 3, busy: 75, fault: 70 } as const;

/** Maximum characters of log lines that are buffered while the disk is full. */
const LOG_BUFFER_MAX = 65_536;
/** A log that cannot be written (full disk, closed terminal) must not stop the program. */
const ignoreWriteError = (): void => undefined;
process.stderr.on('error', ignoreWriteError);

const program = new Command('disclosed')
  .description('Public disclosure registers, reproduced as filed and served read-only.')
  .version(SERVICE_VERSION)
  .showHelpAfterError('(--help lists commands and options)')
  // Every command accepts the settings, so the help of each command lists them.
  .configureHelp({ showGlobalOptions: true })
  .exitOverride();
for (const setting of SETTINGS) {
  program.option(
    `--${flag(setting.name)} <value>`,
    `${setting.help} [${setting.name}, default ${setting.default === '' ? 'empty' : setting.default}]`,
  );
}

command(
  'serve',
  'serve REST, MCP and pages over HTTP, and read the registers every hour if CONTACT is set',
).action(withSettings(async (config, log) => (await import('./commands/serve.js')).serve(config, log)));
command('stdio', 'serve MCP on standard input and output, for one local agent').action(
  withSettings(async (config, log) => (await import('./commands/stdio.js')).stdio(config, log)),
);
command('ingest', 'read the live registers once')
  .option('--register <id>', 'only this register')
  .option(
    '--since <date>',
    'first day of the initial import, YYYY-MM-DD; default 365 days ago, all years for Congress and OGE',
  )
  .action(
    withSettings(async (config, log, _arguments, options) =>
      (await import('./commands/ingest.js')).ingest(config, options, log),
    ),
  );
command('sample', 'build the sample store of today').action(
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
command('import', 'read saved register documents (files, folders, zips) into the live store')
  .argument('<register>')
  .argument('<paths...>')
  .option('--verbose', 'list every skipped file, not only the first')
  .option('--json', 'print one JSON line')
  .action(
    withSettings(async (config, _log, [id, paths], options) =>
      (await import('./commands/import.js')).importSaved(config, id as string, paths as string[], options),
    ),
  );
command('parse', 'print the records and warnings of saved documents as JSON lines, without a store')
  .argument('<register>')
  .argument('<paths...>')
  .action(
    withSettings(async (config, _log, [id, paths]) =>
      (await import('./commands/parse.js')).parseSaved(config, id as string, paths as string[]),
    ),
  );
command('status', 'show what was read and when, what could not be parsed, and what is queued')
  .option('--json', 'as JSON')
  .option('--store <name>', 'live or sample; default the one that is served, or the one that exists')
  .option('--limit <n>', 'how many runs, warnings and unread documents to show', '10')
  .action(
    withSettings(async (config, _log, _arguments, options) =>
      (await import('./commands/status.js')).status(config, options),
    ),
  );
command(
  'doctor',
  'send one request of each kind that an import needs to each live register, and report what is reachable, refused or changed',
)
  .argument('[registers...]')
  .option('--json', 'as JSON lines')
  .action(
    withSettings(async (config, _log, [ids], options) =>
      (await import('./commands/doctor.js')).doctor(config, ids as string[], options),
    ),
  );
const keys = command('keys', 'manage API keys, which raise the rate limit');
keys
  .command('create')
  .description('create a key and print it; it is shown only once')
  .requiredOption('--name <name>', 'what the key is for, such as laptop')
  .option('--account <id>', 'the account that owns the key; default none')
  .option('--json', 'as JSON')
  .action(
    withSettings(async (config, log, _arguments, options) =>
      (await import('./commands/keys.js')).createKey(config, log, options),
    ),
  );
keys
  .command('list')
  .description('list every key: id, prefix, name, owner, created, last used, calls in this hour')
  .option('--account <id>', 'only the keys of this account')
  .option('--json', 'as JSON')
  .action(
    withSettings(async (config, log, _arguments, options) =>
      (await import('./commands/keys.js')).listKeys(config, log, options),
    ),
  );
keys
  .command('revoke')
  .description(
    'revoke keys by id, prefix or the whole key; a running service stops accepting them immediately',
  )
  .argument('<keys...>')
  .option('--json', 'as JSON')
  .action(
    withSettings(async (config, log, [wanted], options) =>
      (await import('./commands/keys.js')).revokeKeys(config, log, wanted as string[], options),
    ),
  );
const accounts = command('accounts', 'manage the accounts of the account pages');
accounts
  .command('list')
  .description('list every account: id, display name, created, passkeys, keys')
  .option('--json', 'as JSON')
  .action(
    withSettings(async (config, _log, _arguments, options) =>
      (await import('./commands/accounts.js')).showAccounts(config, options),
    ),
  );
accounts
  .command('delete')
  .description('delete accounts permanently, with their passkeys, sessions and keys')
  .argument('<ids...>')
  .option('--json', 'as JSON')
  .action(
    withSettings(async (config, _log, [ids], options) =>
      (await import('./commands/accounts.js')).removeAccounts(config, ids as string[], options),
    ),
  );
command('docs', 'update the generated parts of the documents')
  .option('--check', 'only check whether they are up to date')
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
// A child process keeps the channel to its parent open, and would otherwise not exit after its work.
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

/** Reads the settings before the command runs, so that a wrong one stops every command with one clear line. */
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
    // Child processes of a service inherit the same settings.
    Object.assign(process.env, overrides);
    const log = pino(
      { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
      pino.destination({ fd: 2, sync: true, maxLength: LOG_BUFFER_MAX }).on('error', ignoreWriteError),
    );
    process.exitCode = await action(config, log, given, options);
  };
}

const DAMAGED_STORE_HINT = '. Restore a backup or delete it: see "A damaged store" in docs/operate.md.';

/** Prints one line for an error that the operator can fix, and a stack trace only for a bug. */
function reportError(error: unknown): number {
  if (error instanceof ConfigError) return say(error.message, EXIT.usage);
  if (error instanceof StoreBusyError) return say(error.message, EXIT.busy);
  if (error instanceof StoreError) return say(error.message, EXIT.store);
  const { code, exitCode, message } = error as { code?: string; exitCode?: number; message?: string };
  // Commander has already printed its message.
  if (typeof code === 'string' && code.startsWith('commander.')) return exitCode === 0 ? 0 : EXIT.usage;
  if (code?.startsWith('SQLITE_'))
    return say(
      `the store cannot be used (${code}): ${message}${isCorruptDatabase(error) ? DAMAGED_STORE_HINT : ''}`,
      1,
    );
  // A native module works only with the version of Node that it was built for.
  if (code === 'ERR_DLOPEN_FAILED' || /did not self-register/.test(message ?? ''))
    return say(
      `a native module was built for another version of Node than ${process.version}. Run "npm rebuild" and try again.`,
      1,
    );
  const plain = describeAddressError(error as AddressError);
  if (plain !== null) return say(plain, 1);
  // An error of the operating system (file, port, address, full disk) needs no stack trace.
  if (typeof (error as { syscall?: unknown }).syscall === 'string') return say(message ?? String(error), 1);
  return say(error instanceof Error ? (error.stack ?? error.message) : String(error), EXIT.fault);
}

interface AddressError {
  code?: string;
  port?: number;
  address?: string;
  hostname?: string;
}

/** How to fix a port or an address that the service cannot listen on; null for any other error. */
function describeAddressError({ code, port, address, hostname }: AddressError): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use, perhaps by another disclosed process. PORT=0 picks a free port.`;
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${address}. HOST=127.0.0.1 listens on this machine only, HOST=0.0.0.0 on all addresses.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} needs more privileges than this process has. Ports from 1024 need none.`;
  if ((code === 'ENOTFOUND' || code === 'EAI_AGAIN') && hostname !== undefined)
    return `HOST cannot be resolved: ${hostname}. HOST=127.0.0.1 listens on this machine only.`;
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
