#!/usr/bin/env node
/** Command line: gives each command of the list its code, reads the settings, and runs the one that was chosen. */

import { Command, Help, Option } from 'commander';
import pino from 'pino';
import { SERVICE_VERSION } from '../tools/contract/rules.js';
import { COMMAND_GROUPS, COMMAND_LIST, type CommandDefinition } from './command-list.js';
import { type Config, readConfig, SETTINGS } from './config.js';
import { exitStatusOf } from './service/exit-status.js';
import { takeSecrets, withoutSecrets } from './service/secrets.js';
import { logStream } from './terminal/log-lines.js';
import { settingsHelp } from './terminal/settings-help.js';

interface Invocation {
  config: Config;
  log: pino.Logger;
  /** The arguments of the command. A variadic argument is a list. */
  words: never[];
  options: Record<string, never>;
}

/** Imports the command's module, so that no other command is loaded. Returns the exit code. */
type RunCommand = (invocation: Invocation) => Promise<number>;

// Commander rejects a call without a required argument or option, and gives the options that the list declares.
const RUN: Record<string, RunCommand> = {
  serve: async ({ config, log }) => (await import('./commands/serve.js')).serve(config, log),
  webhooks: async ({ config, log }) => (await import('./commands/webhooks.js')).webhooks(config, log),
  stdio: async ({ config, log }) => (await import('./commands/stdio.js')).stdio(config, log),
  ask: async ({ config, log, words: [question, more] }) =>
    (await import('./commands/ask.js')).ask(config, log, question, more),
  ingest: async ({ config, log, options }) =>
    (await import('./commands/ingest.js')).ingest(config, options, log),
  sample: async ({ config }) => (await import('./commands/sample.js')).sample(config),
  export: async ({ config, log, words: [folder] }) =>
    (await import('./commands/export.js')).exportFiles(config, log, folder),
  import: async ({ config, words: [register, paths], options }) =>
    (await import('./commands/import.js')).importSaved(config, register as never, paths as never, options),
  parse: async ({ config, words: [register, paths] }) =>
    (await import('./commands/parse.js')).parseSaved(config, register as never, paths as never),
  status: async ({ config, options }) => (await import('./commands/status.js')).status(config, options),
  doctor: async ({ config, words: [registers], options }) =>
    (await import('./commands/doctor.js')).doctor(config, registers as never, options),
  backup: async ({ config, log, words: [file] }) =>
    (await import('./commands/backup.js')).backup(config, log, file),
  restore: async ({ config, log, words: [file] }) =>
    (await import('./commands/restore.js')).restore(config, log, file as never),
  dump: async ({ config, log, words: [folder], options }) =>
    (await import('./commands/dump.js')).dump(config, log, folder, options),
  verify: async ({ config, words: [target], options }) =>
    (await import('./commands/verify.js')).verify(config, target, options),
  'errata check': async ({ config, words: [file] }) =>
    (await import('./commands/errata.js')).checkErrataLines(config, file),
  'keys create': async ({ config, log, options }) =>
    (await import('./commands/keys.js')).createKey(config, log, options),
  'keys list': async ({ config, log, options }) =>
    (await import('./commands/keys.js')).listKeys(config, log, options),
  'keys revoke': async ({ config, log, words: [keys], options }) =>
    (await import('./commands/keys.js')).revokeKeys(config, log, keys as never, options),
  'accounts list': async ({ config, options }) =>
    (await import('./commands/accounts.js')).showAccounts(config, options),
  'accounts delete': async ({ config, words: [ids], options }) =>
    (await import('./commands/accounts.js')).removeAccounts(config, ids as never, options),
  'accounts copy': async ({ config, options }) =>
    (await import('./commands/accounts.js')).copyAccountsToServer(config, options),
  completion: async ({ words: [shell] }) =>
    (await import('./commands/completion.js')).completion(shell as never),
  docs: async ({ options }) => (await import('./commands/docs.js')).docs(options),
};

/** An option that every command takes. Help leaves it out; a misspelled one is still hinted at. */
class SettingOption extends Option {}

/** A log that cannot be written (full disk, closed terminal) must not stop the program. */
const ignoreWriteError = (): void => undefined;
process.stderr.on('error', ignoreWriteError);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough, such as head, closes the pipe. A service continues.
  if (error.code === 'EPIPE') return;
  console.error(`disclosed: the output cannot be written: ${error.message}`);
  process.exit(1);
});

/** Why the command failed, on standard error: as a line of the log where only programs read it. */
let reportError = (message: string): void => console.error(`disclosed: ${message}`);

try {
  await createProgram().parseAsync();
} catch (error) {
  const { code, message } = exitStatusOf(error);
  if (message !== null) reportError(message);
  process.exitCode = code;
}
// A child process keeps the channel to its parent open, and would otherwise not exit after its work.
if (process.connected) process.disconnect();

function createProgram(): Command {
  const program = new Command('disclosed')
    .description('Public disclosure registers, reproduced as filed and served read-only.')
    .version(SERVICE_VERSION)
    .showHelpAfterError('(--help lists commands and options)')
    .helpCommand(false)
    // A question of `ask` has options with the names of settings, such as --role.
    .enablePositionalOptions()
    .configureHelp({ formatHelp: withoutSettings, subcommandTerm: (command) => command.name() })
    .addHelpText(
      'after',
      '\ndisclosed help COMMAND shows one command, disclosed help settings the settings.\n',
    )
    .exitOverride();
  addSettings(program);
  const groups = new Map<string, Command>();
  for (const definition of COMMAND_LIST) {
    const [first = '', second] = definition.name.split(' ');
    let parent = program;
    if (second !== undefined) {
      parent =
        groups.get(first) ??
        program
          .command(first)
          .description(COMMAND_GROUPS[first] ?? '')
          .helpCommand(false);
      groups.set(first, parent);
    }
    addCommand(parent.command(second ?? first), definition);
  }
  addHelpCommand(program);
  return program;
}

function addCommand(command: Command, definition: CommandDefinition): void {
  const { description, options, required, examples, isOpen, name } = definition;
  const lines = examples.map(([line, meaning]) => `  ${line}\n      ${meaning}`);
  const settings = '\nSettings are options too: disclosed help settings\n';
  command
    .description(description)
    .addHelpText('after', `\nExamples:\n${lines.join('\n')}\n${isOpen === true ? '' : settings}`)
    .action(withSettings(name));
  for (const argument of definition.arguments ?? []) command.argument(...argument);
  if (required !== undefined) command.requiredOption(...required);
  for (const option of options ?? []) command.option(...option);
  if (isOpen === true) command.helpOption(false).allowUnknownOption().passThroughOptions();
  else addSettings(command);
}

function addSettings(command: Command): void {
  for (const setting of SETTINGS)
    command.addOption(
      new SettingOption(
        `--${flag(setting.name)}${setting.isSwitch === true ? '' : ' <value>'}`,
        setting.help,
      ),
    );
}

function withoutSettings(command: Command, help: Help): string {
  const all = help.visibleOptions.bind(help);
  help.visibleOptions = (one) => all(one).filter((option) => !(option instanceof SettingOption));
  return Help.prototype.formatHelp.call(help, command, help);
}

/** `disclosed help [settings | COMMAND]`. */
function addHelpCommand(program: Command): void {
  program
    .command('help')
    .description('show the help of a command, or "settings"')
    .argument('[words...]', 'settings, or the words of a command')
    .action((words: string[]) => {
      if (words[0] === 'settings') return void process.stdout.write(settingsHelp());
      let found = program;
      for (const word of words) {
        const next = found.commands.find((one) => one.name() === word);
        if (next === undefined) program.error(`error: unknown command '${words.join(' ')}'`, { exitCode: 2 });
        else found = next;
      }
      found.outputHelp();
    });
}

/** Reads the settings before the command runs, so that a wrong one stops every command with one clear line. */
function withSettings(name: string) {
  return async (...given: unknown[]) => {
    // Commander calls an action with its arguments, then the options, then the command.
    const self = given.pop() as Command;
    // The options, whose types each command declares on its own.
    const options = given.pop() as Record<string, never>;
    const overrides: Record<string, string> = {};
    for (const setting of SETTINGS) {
      const key = camel(flag(setting.name));
      const value = self.opts()[key] ?? self.optsWithGlobals()[key];
      if (typeof value === 'string') overrides[setting.name] = value;
      else if (value === true) overrides[setting.name] = '1';
    }
    const secrets = await takeSecrets(process.env);
    const config = readConfig({ ...process.env, ...secrets }, overrides);
    // Child processes of a service inherit the same settings, and are sent those that are secret.
    Object.assign(process.env, withoutSecrets(overrides));
    const log = pino(
      { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
      logStream(config.logFormat, ignoreWriteError),
    );
    if (config.logFormat === 'json') reportError = (message) => log.error(message);
    // A test compares the names of RUN with those of the list. Only the arguments remain.
    const run = RUN[name] as RunCommand;
    process.exitCode = await run({ config, log, words: given as never[], options });
  };
}

function flag(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

function camel(words: string): string {
  return words.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
