#!/usr/bin/env node
/** Command line: lists the commands with their options, reads the settings, and runs the one that was chosen. */

import { Command } from 'commander';
import pino from 'pino';
import { SERVICE_VERSION } from '../tools/contract/rules.js';
import { type Config, readConfig, SETTINGS } from './config.js';
import { exitStatusOf } from './service/exit-status.js';

/** Maximum characters of log lines that are buffered while the disk is full. */
const LOG_BUFFER_MAX = 65_536;

interface Invocation {
  config: Config;
  log: pino.Logger;
  /** The arguments of the command. A variadic argument is a list. */
  words: never[];
  options: Record<string, never>;
}

interface CommandEntry {
  /** One word, or two of which the first is a group. */
  name: string;
  description: string;
  /** In the syntax of Commander. */
  arguments?: string[];
  options?: Array<[flags: string, description: string, fallback?: string]>;
  required?: [flags: string, description: string];
  /** Imports the command's module, so that no other command is loaded. @returns the exit code */
  run(invocation: Invocation): Promise<number>;
}

const GROUPS: Record<string, string> = {
  keys: 'manage API keys, which raise the rate limit',
  accounts: 'manage the accounts of the account pages',
};

const COMMANDS: CommandEntry[] = [
  {
    name: 'serve',
    description: 'serve REST, MCP and pages over HTTP, and read the registers every hour if CONTACT is set',
    run: async ({ config, log }) => (await import('./commands/serve.js')).serve(config, log),
  },
  {
    name: 'stdio',
    description: 'serve MCP on standard input and output, for one local agent',
    run: async ({ config, log }) => (await import('./commands/stdio.js')).stdio(config, log),
  },
  {
    name: 'ingest',
    description: 'read the live registers once',
    options: [
      ['--register <id>', 'only this register'],
      [
        '--since <date>',
        'first day of the initial import, YYYY-MM-DD; default 365 days ago, all years for Congress and OGE',
      ],
    ],
    run: async ({ config, log, options }) =>
      (await import('./commands/ingest.js')).ingest(config, options, log),
  },
  {
    name: 'sample',
    description: 'build the sample store of today',
    run: async ({ config }) => (await import('./commands/sample.js')).sample(config),
  },
  {
    name: 'export',
    description:
      'update the prerendered static exports (members and trackers), or write all exports to a folder as files',
    arguments: ['[dir]'],
    run: async ({ config, log, words: [folder] }) =>
      (await import('./commands/export.js')).exportFiles(config, log, folder),
  },
  {
    name: 'import',
    description: 'read saved register documents (files, folders, zips) into the live store',
    arguments: ['<register>', '<paths...>'],
    options: [
      ['--verbose', 'list every skipped file, not only the first'],
      ['--json', 'print one JSON line'],
    ],
    run: async ({ config, words: [register, paths], options }) =>
      // Commander rejects a call without a required argument.
      (await import('./commands/import.js')).importSaved(config, register as never, paths as never, options),
  },
  {
    name: 'parse',
    description: 'print the records and warnings of saved documents as JSON lines, without a store',
    arguments: ['<register>', '<paths...>'],
    run: async ({ config, words: [register, paths] }) =>
      // Commander rejects a call without a required argument.
      (await import('./commands/parse.js')).parseSaved(config, register as never, paths as never),
  },
  {
    name: 'status',
    description: 'show what was read and when, what could not be parsed, and what is queued',
    options: [
      ['--json', 'as JSON'],
      ['--store <name>', 'live or sample; default the one that is served, or the one that exists'],
      ['--limit <n>', 'how many runs, warnings and unread documents to show', '10'],
    ],
    run: async ({ config, options }) => (await import('./commands/status.js')).status(config, options),
  },
  {
    name: 'doctor',
    description:
      'send one request of each kind that an import needs to each live register, and report what is reachable, refused or changed',
    arguments: ['[registers...]'],
    options: [['--json', 'as JSON lines']],
    run: async ({ config, words: [registers], options }) =>
      // Commander gives a list for a variadic argument, empty if the caller names none.
      (await import('./commands/doctor.js')).doctor(config, registers as never, options),
  },
  {
    name: 'keys create',
    description: 'create a key and print it; it is shown only once',
    required: ['--name <name>', 'what the key is for, such as laptop'],
    options: [
      ['--account <id>', 'the account that owns the key; default none'],
      ['--json', 'as JSON'],
    ],
    run: async ({ config, log, options }) =>
      // Commander gives the options that this entry declares, as texts and flags.
      (await import('./commands/keys.js')).createKey(config, log, options as never),
  },
  {
    name: 'keys list',
    description: 'list every key: id, prefix, name, owner, created, last used, calls in this hour',
    options: [
      ['--account <id>', 'only the keys of this account'],
      ['--json', 'as JSON'],
    ],
    run: async ({ config, log, options }) =>
      (await import('./commands/keys.js')).listKeys(config, log, options),
  },
  {
    name: 'keys revoke',
    description:
      'revoke keys by id, prefix or the whole key; a running service stops accepting them immediately',
    arguments: ['<keys...>'],
    options: [['--json', 'as JSON']],
    run: async ({ config, log, words: [keys], options }) =>
      // Commander rejects a call without a required argument.
      (await import('./commands/keys.js')).revokeKeys(config, log, keys as never, options),
  },
  {
    name: 'accounts list',
    description: 'list every account: id, display name, created, passkeys, keys',
    options: [['--json', 'as JSON']],
    run: async ({ config, options }) =>
      (await import('./commands/accounts.js')).showAccounts(config, options),
  },
  {
    name: 'accounts delete',
    description: 'delete accounts permanently, with their passkeys, sessions and keys',
    arguments: ['<ids...>'],
    options: [['--json', 'as JSON']],
    run: async ({ config, words: [ids], options }) =>
      // Commander rejects a call without a required argument.
      (await import('./commands/accounts.js')).removeAccounts(config, ids as never, options),
  },
  {
    name: 'accounts copy',
    description: 'copy accounts.db of DATA_DIR, with its keys, to the PostgreSQL of DATABASE_URL, once',
    options: [['--json', 'as JSON']],
    run: async ({ config, options }) =>
      (await import('./commands/accounts.js')).copyAccountsToServer(config, options),
  },
  {
    name: 'docs',
    description: 'update the generated parts of the documents',
    options: [['--check', 'only check whether they are up to date']],
    run: async ({ options }) => (await import('./commands/docs.js')).docs(options),
  },
];

/** A log that cannot be written (full disk, closed terminal) must not stop the program. */
const ignoreWriteError = (): void => undefined;
process.stderr.on('error', ignoreWriteError);

try {
  await createProgram().parseAsync();
} catch (error) {
  const { code, message } = exitStatusOf(error);
  if (message !== null) console.error(`disclosed: ${message}`);
  process.exitCode = code;
}
// A child process keeps the channel to its parent open, and would otherwise not exit after its work.
if (process.connected) process.disconnect();

function createProgram(): Command {
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
  const groups = new Map<string, Command>();
  for (const entry of COMMANDS) {
    const [first = '', second] = entry.name.split(' ');
    let parent = program;
    if (second !== undefined) {
      parent = groups.get(first) ?? program.command(first).description(GROUPS[first] ?? '');
      groups.set(first, parent);
    }
    addCommand(parent.command(second ?? first), entry);
  }
  return program;
}

function addCommand(command: Command, entry: CommandEntry): void {
  command.description(entry.description).action(withSettings(entry.run));
  for (const argument of entry.arguments ?? []) command.argument(argument);
  if (entry.required !== undefined) command.requiredOption(...entry.required);
  for (const [flags, description, fallback] of entry.options ?? [])
    command.option(flags, description, fallback);
}

/** Reads the settings before the command runs, so that a wrong one stops every command with one clear line. */
function withSettings(run: CommandEntry['run']) {
  return async (...given: unknown[]) => {
    // Commander calls an action with its arguments, then the options, then the command.
    const self = given.pop() as Command;
    // The options, whose types each command declares on its own.
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
    // Only the arguments remain; each entry knows the types of those that it declares.
    process.exitCode = await run({ config, log, words: given as never[], options });
  };
}

function flag(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

function camel(words: string): string {
  return words.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
