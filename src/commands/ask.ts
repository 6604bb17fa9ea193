/** `disclosed ask QUESTION`: one answer of the local store or of a service, as a table, CSV or JSON. */

import { Command, InvalidArgumentError } from 'commander';
import type { Logger } from 'pino';
import type { ApiEnvelope } from '../../tools/contract/envelope.js';
import { ApiError } from '../../tools/contract/errors.js';
import { type Config, ConfigError } from '../config.js';
import { partsOf } from '../publish/answer-lists.js';
import { findQuestion, QUESTIONS, type QuestionOption, type ToolQuestion } from '../publish/questions.js';
import { openLocalAnswers } from '../service/local-answers.js';
import { metaNotes, tableNotes } from '../terminal/answer-notes.js';
import { csvOf, tablesOf } from '../terminal/answer-text.js';
import { answerOf, questionUrl, RemoteError } from '../terminal/remote-answer.js';

const EXIT = { failed: 1, usage: 2, later: 75 } as const;
/** Without a terminal, a table is as wide as this. */
const WIDTH = 100;

/** How the answer is obtained and printed; the rest of the options are those of the tool. */
interface AskOptions {
  table?: boolean;
  csv?: boolean;
  json?: boolean;
  only?: string;
  url?: string;
  key?: string;
  store?: string;
}

interface AskRequest {
  question: ToolQuestion;
  given: Record<string, string>;
  options: AskOptions;
}

/** @returns the exit code: see EXIT_CODES of the command list. */
export async function ask(
  config: Config,
  log: Logger,
  name: string | undefined,
  more: readonly string[] = [],
): Promise<number> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader, such as head, has enough. Any other error ends the program, which says so.
    if (error.code === 'EPIPE') process.exit(0);
  });
  const words = [...(name === undefined ? [] : [name]), ...more].map(withHyphens);
  const request = readQuestion(words);
  if (request === null) return 0;
  const { question, given, options } = request;
  const format = formatOf(options);
  if (format === 'table' && hasBriefRows(question) && given.view === undefined && given.fields === undefined)
    given.view = 'brief';
  try {
    const envelope = await envelopeOf(config, log, request);
    if (envelope.error !== null) return failed(envelope.error);
    print(envelope, format, request);
    return 0;
  } catch (error) {
    if (error instanceof ApiError) return failed(error);
    if (!(error instanceof RemoteError)) throw error;
    console.error(`disclosed: ${error.message}`);
    return EXIT.failed;
  }
}

/** Tools name their parameters with underscores, and callers write those too. */
function withHyphens(word: string): string {
  return word.replace(/^--[^=]+/, (flag) => flag.replaceAll('_', '-'));
}

/** Null if only help was wanted, which is printed. */
function readQuestion(words: readonly string[]): AskRequest | null {
  let request: AskRequest | null = null;
  const program = new Command('disclosed ask')
    .description('Ask one question of the local store, or of a service with --url.')
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', '\ndisclosed ask QUESTION --help lists the options of a question.\n')
    .showHelpAfterError('(--help lists the questions)')
    .enablePositionalOptions()
    .exitOverride();
  for (const question of QUESTIONS)
    addQuestion(program, question, (given, options) => {
      request = { question, given, options };
    });
  const [first, ...rest] = words;
  if (first === undefined) program.outputHelp();
  if (first === undefined) return null;
  const named = findQuestion(first);
  program.parse(named === null ? words : [named.name, ...rest], { from: 'user' });
  return request;
}

function addQuestion(
  program: Command,
  question: ToolQuestion,
  take: (given: Record<string, string>, options: AskOptions) => void,
): void {
  const { name, tool, argument } = question;
  const command = program.command(name).description(tool.purpose);
  if (argument !== null) command.argument(`[${argument}]`, `the same as --${argument.replaceAll('_', '-')}`);
  const given: Record<string, string> = {};
  for (const option of question.options)
    command.option(`--${option.flag} <value>`, descriptionOf(option), (text: string) => {
      const before = given[option.parameter];
      if (before !== undefined && !option.takesSeveral)
        throw new InvalidArgumentError('It is given more than once.');
      given[option.parameter] = before === undefined ? text : `${before},${text}`;
      return text;
    });
  const example = exampleOf(question);
  const list = MAIN_LISTS[name];
  const only = list === undefined ? '' : ` --only ${list}`;
  command
    .option('--table', 'a table as wide as the terminal; the default on a terminal')
    .option('--csv', 'comma-separated values, safe to open in a spreadsheet')
    .option('--json', 'the whole answer with its meta; the default without a terminal')
    .option('--only <name>', 'of an answer with several lists, only this one')
    .option('--url <address>', 'ask this service instead of the local store')
    .option('--key <key>', 'API key for --url; the variable DISCLOSED_KEY is hidden from other users')
    .option('--store <name>', 'live or sample; default the one that is served, or the live one if it exists')
    .addHelpText(
      'after',
      `\nExamples:\n  disclosed ask ${name}${example}\n  disclosed ask ${name}${example} --url http://127.0.0.1:8787 --csv${only} > ${name}.csv\n`,
    )
    .action((...words: unknown[]) => {
      const self = words.at(-1) as Command;
      const [word] = self.args;
      if (argument !== null && word !== undefined) {
        if (given[argument] !== undefined)
          throw new ConfigError(`${argument} is given twice: as a word and as --${argument}`);
        given[argument] = word;
      }
      take(given, self.opts());
    });
}

/** With every word that is accepted. */
function descriptionOf({ description, values }: QuestionOption): string {
  return values.every((value) => description.includes(value))
    ? description
    : `${description}. One of: ${values.join(', ')}`;
}

/** The list that a spreadsheet mostly wants of an answer that may have several. */
const MAIN_LISTS: Readonly<Record<string, string>> = {
  catalog: 'sources',
  insider: 'transactions',
  'congress-member': 'trades',
  tracker: 'filingHistory',
  issuer: 'insiders.rows',
  manager: 'rows',
  generation: 'tables',
  quality: 'registers',
};

/** The argument of an example, from the schema; '' where none is needed. */
function exampleOf({ argument, options }: ToolQuestion): string {
  const option = options.find(({ parameter }) => parameter === argument);
  if (argument === null || option === undefined) return '';
  return ` ${option.values[0] ?? /such as ([\w.-]+)/.exec(option.description)?.[1] ?? argument.toUpperCase()}`;
}

function formatOf({ table, csv, json }: AskOptions): 'table' | 'csv' | 'json' {
  if ([table, csv, json].filter((one) => one === true).length > 1)
    throw new ConfigError('--table, --csv and --json exclude each other');
  if (table === true) return 'table';
  if (csv === true) return 'csv';
  return json === true || !process.stdout.isTTY ? 'json' : 'table';
}

function hasBriefRows({ options }: ToolQuestion): boolean {
  return options.some(({ parameter, values }) => parameter === 'view' && values.includes('brief'));
}

async function envelopeOf(
  config: Config,
  log: Logger,
  { question, given, options }: AskRequest,
): Promise<ApiEnvelope> {
  const { tool } = question;
  const { url, key = process.env.DISCLOSED_KEY ?? null, store } = options;
  if (url === undefined) {
    if (options.key !== undefined) throw new ConfigError('--key is for --url: the local store needs none');
    const local = await openLocalAnswers(config, log, store);
    try {
      // As a service sends it.
      return JSON.parse(JSON.stringify(await local.answer(tool, given))) as ApiEnvelope;
    } finally {
      await local.close();
    }
  }
  if (config.offline)
    throw new ConfigError(
      'OFFLINE=1 forbids a request to another service. Leave out --url to ask the local store.',
    );
  if (store !== undefined) throw new ConfigError('--store and --url exclude each other');
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new ConfigError(
      `--url must be the address of a service, such as http://127.0.0.1:8787 (it is ${JSON.stringify(url)})`,
    );
  if (new URL(url).username !== '' || new URL(url).password !== '')
    throw new ConfigError('--url has a user name or a password: a service takes a key, with --key');
  // The key itself is not repeated: terminals keep what they show.
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new ConfigError('the key has a character that no key has, such as a line break or a space');
  const missing = /\{(\w+)\}/.exec(tool.path)?.[1];
  if (missing !== undefined && (given[missing] ?? '') === '')
    throw new ConfigError(`${missing} is missing: disclosed ask ${question.name} ${missing.toUpperCase()}`);
  return answerOf(questionUrl(url, tool, given), key);
}

function failed({ code, message }: { code: string; message: string }): number {
  console.error(`disclosed: ${message}`);
  if (code === 'invalid_parameter') return EXIT.usage;
  return code === 'not_ready' || code === 'rate_limited' ? EXIT.later : EXIT.failed;
}

/** The answer on standard output, and what there is to know about it on standard error. */
function print(
  { meta, data, error }: ApiEnvelope,
  format: 'table' | 'csv' | 'json',
  { options }: AskRequest,
): void {
  if (format === 'json') {
    if (options.only !== undefined)
      throw new ConfigError('--only is for --table and --csv: JSON has all lists');
    process.stdout.write(`${JSON.stringify({ meta, data, error }, null, 2)}\n`);
    return;
  }
  const parts = partsOf(data);
  if (format === 'csv') {
    process.stdout.write(csvOf(parts, options.only));
    console.error(metaNotes(meta).join('\n'));
    return;
  }
  const { text, tables } = tablesOf(parts, options.only, process.stdout.columns ?? WIDTH);
  process.stdout.write(text);
  console.error(['', ...tableNotes(tables), ...metaNotes(meta)].join('\n'));
}
