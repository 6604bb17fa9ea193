/**
 * Every command with its arguments, options, examples and exit codes. The command line, its help, the shell completion and
 * docs/commands.md come from this list. Long because it is the one list of them.
 */

export interface CommandDefinition {
  /** One word, or two of which the first is a group. */
  name: string;
  description: string;
  /** In the syntax of Commander. */
  arguments?: Array<[syntax: string, description: string]>;
  options?: Array<[flags: string, description: string, fallback?: string]>;
  required?: [flags: string, description: string];
  examples: [command: string, meaning: string][];
  /** What the exit codes mean that only this command gives, or that mean something particular here. */
  exits: string;
  /** Reads its own options, which are those of a question: see `disclosed ask`. */
  isOpen?: true;
}

export const COMMAND_GROUPS: Readonly<Record<string, string>> = {
  keys: 'manage API keys, which raise the rate limit',
  accounts: 'manage the accounts of the account pages',
  errata: 'check the figures that the operator corrected or withheld',
};

/** Exit codes of every command. */
export const EXIT_CODES: ReadonlyArray<readonly [code: number, meaning: string]> = [
  [0, 'done'],
  [1, 'something failed: a register, a document, a full disk, a port in use, no record of that name'],
  [2, 'wrong usage: an unknown command or option, a wrong setting or argument'],
  [3, 'the store is missing or has another version'],
  [70, 'a bug of the program; only this one prints a stack trace'],
  [
    75,
    'try again later: another process writes to the store, or a question cannot be answered yet or is over the rate limit',
  ],
];

/** The ids that `import`, `parse`, `doctor` and `ingest --register` take. */
export const REGISTER_IDS = [
  'sec-companies',
  'sec-form4',
  'sec-form35',
  'sec-13dg',
  'sec-144',
  'sec-13f',
  '13f-all',
  'congress-members',
  'house-ptr',
  'senate-ptr',
  'oge-278t',
  'de-bafin',
  'uk-nsm',
  'se-fi',
  'nl-afm',
  'prices-sec',
  'prices-csv',
  'prices-tiingo',
] as const;

const JSON_OPTION: [string, string] = ['--json', 'print JSON'];
const REGISTER_ARGUMENT: [string, string] = ['<register>', `one of ${REGISTER_IDS.join(', ')}`];
const PATHS_ARGUMENT: [string, string] = ['<paths...>', 'files, folders and zip archives'];
const LIST_CHANGE_EXITS = '0 done, 1 when one of those that are named does not exist';

const SERVICE_COMMANDS: readonly CommandDefinition[] = [
  {
    name: 'serve',
    description: 'serve REST, MCP and pages over HTTP, and read the registers every hour if CONTACT is set',
    examples: [
      ['disclosed serve --port 0', 'the sample, on a free port'],
      ['CONTACT="Jane Roe jane@example.org" disclosed serve', 'the live registers'],
    ],
    exits: '0 after a clean stop, 1 when the port is in use',
  },
  {
    name: 'webhooks',
    description:
      'send what the webhooks of accounts and keys wait for, until it is stopped; "serve" starts it when there are some',
    examples: [
      ['disclosed webhooks', 'sends what waits, until nothing is left'],
      ['WEBHOOKS=any disclosed webhooks', 'also to private addresses, for tests'],
    ],
    exits: '0 after a clean stop, or when nothing is left to send',
  },
  {
    name: 'stdio',
    description: 'serve MCP on standard input and output, for one local agent',
    examples: [
      ['disclosed stdio', 'the sample'],
      ['CONTACT="Jane Roe jane@example.org" disclosed stdio', 'the live registers'],
    ],
    exits: '0 at the end of input',
  },
  {
    name: 'ask',
    description: 'ask one question of the local store or of a service, and print a table, CSV or JSON',
    arguments: [
      ['[question]', 'what to ask; left out, the list of questions'],
      ['[arguments...]', 'its arguments and options: "disclosed ask QUESTION --help" lists them'],
    ],
    examples: [
      ['disclosed ask filings --direction P --min-value 100000', 'the latest large purchases, as a table'],
      [
        'disclosed ask congress-trades --url http://127.0.0.1:8787 --csv > trades.csv',
        'from a service, for a spreadsheet',
      ],
    ],
    exits:
      '0 answered, 1 no such record or no answer, 2 a wrong argument, 3 no store, 75 not ready yet or over the rate limit',
    isOpen: true,
  },
];

const DATA_COMMANDS: readonly CommandDefinition[] = [
  {
    name: 'ingest',
    description: 'read the live registers once',
    options: [
      ['--register <id>', `only this register: ${REGISTER_IDS.join(', ')}`],
      [
        '--since <date>',
        'first day of the initial import, YYYY-MM-DD; default 365 days ago, all years for Congress and OGE',
      ],
    ],
    examples: [
      ['CONTACT="Jane Roe jane@example.org" disclosed ingest', 'every register'],
      ['CONTACT="Jane Roe jane@example.org" disclosed ingest --register se-fi', 'one register'],
    ],
    exits: '0 all were read, 1 one failed or was stopped',
  },
  {
    name: 'sample',
    description: 'build the sample store of today',
    examples: [
      ['disclosed sample', 'in the data folder'],
      ['disclosed sample --data-dir /tmp/try', 'in another folder'],
    ],
    exits: '0 when it exists',
  },
  {
    name: 'export',
    description:
      'write all static exports to a folder as files; without a folder, update the stored exports of members and trackers',
    arguments: [['[dir]', 'folder that is empty, or that an earlier export wrote']],
    examples: [
      ['disclosed export', 'update the stored exports'],
      ['disclosed export /tmp/exports', 'all exports, with an index.json'],
    ],
    exits: '0 when the files show the data of the store',
  },
  {
    name: 'import',
    description: 'read saved register documents into the live store; only regular files of at most 512 MiB',
    arguments: [REGISTER_ARGUMENT, PATHS_ARGUMENT],
    options: [
      ['--verbose', 'list every skipped file, not only the first'],
      ['--json', 'print one JSON line'],
    ],
    examples: [
      ['disclosed import senate-ptr saved-pages', 'a folder of pages that a browser saved'],
      ['disclosed import sec-form4 filings.zip --json', 'an archive, with the result for a program'],
    ],
    exits: '1 when a document could not be parsed or was not recognised',
  },
  {
    name: 'parse',
    description: 'print the records and warnings of saved documents as JSON lines, without a store',
    arguments: [REGISTER_ARGUMENT, PATHS_ARGUMENT],
    examples: [
      ['disclosed parse sec-form4 0000320193-26-000001.txt', 'one filing'],
      ['disclosed parse house-ptr reports | head', 'the first records of a folder'],
    ],
    exits: '1 when a document could not be parsed',
  },
  {
    name: 'status',
    description: 'show what was read and when, what could not be parsed, and what is queued',
    options: [
      ['-v, --verbose', 'also notes, warnings and unread documents in full, and exact times'],
      ['--json', 'print JSON'],
      ['--store <name>', 'live or sample; default the one that is served, or the one that exists'],
      ['--limit <n>', 'how many runs, warnings and unread documents to show', '10'],
    ],
    examples: [
      ['disclosed status', 'a summary'],
      ['disclosed status --store live --verbose', 'everything about the live store'],
    ],
    exits:
      '0 all is well, 1 a source or the last backup failed, or a kill or a full disk ended a run, 3 no store',
  },
  {
    name: 'doctor',
    description:
      'send each live register one request of every kind that an import needs, and report what is reachable, refused or changed',
    arguments: [['[registers...]', `default all that are switched on: ${REGISTER_IDS.join(', ')}`]],
    options: [['--json', 'print JSON lines']],
    examples: [
      ['CONTACT="Jane Roe jane@example.org" disclosed doctor', 'every register'],
      ['CONTACT="Jane Roe jane@example.org" disclosed doctor senate-ptr uk-nsm', 'two of them'],
    ],
    exits: '1 when a register does not answer as expected',
  },
];

const PROOF_COMMANDS: readonly CommandDefinition[] = [
  {
    name: 'dump',
    description:
      'write the public tables of the newest generation to a folder, with a signed manifest; without a folder, the dump that DUMPS=on offers',
    arguments: [['[folder]', 'a folder that does not exist yet, or is empty']],
    options: [
      ['--formats <list>', 'sqlite, csv, parquet, separated by commas; default all'],
      ['--replace', 'replace an older dump in the folder'],
    ],
    examples: [
      ['disclosed dump /var/tmp/disclosed', 'all formats'],
      ['disclosed dump /var/tmp/disclosed --formats sqlite', 'one SQLite file'],
    ],
    exits:
      '0 when the dump is complete, 1 when the generation was replaced meanwhile, 3 when nothing is published',
  },
  {
    name: 'verify',
    description:
      'check signatures and hashes: of the database of this service, of a dump, of an address, or of a saved answer',
    arguments: [['[target]', 'the folder of a dump, an address, or FILE.receipt; left out, this database']],
    options: [
      ['--signer <id>', 'the key that must have signed it'],
      ['--row <id>', 'of a dump: show the rows of this filingId, and the document that they were read from'],
      ['--save <file>', 'of an address: keep the answer in this file, and its receipt in FILE.receipt'],
    ],
    examples: [
      ['disclosed verify /var/tmp/disclosed --row 0000900001-26-000001-0', 'a dump, and one row of it'],
      [
        'disclosed verify http://127.0.0.1:8787/v1/clusters --save clusters.json',
        'an answer, kept with its receipt',
      ],
    ],
    exits: '0 nothing is wrong, 1 something is not what was signed, 3 no store',
  },
  {
    name: 'errata check',
    description:
      'compare every line of the errata with the live store: an unknown register, row or field, or another filed value',
    arguments: [['[file]', 'default curated/errata.tsv of DATA_DIR and of the package']],
    examples: [
      ['disclosed errata check', 'the files that the service reads'],
      ['disclosed errata check new-errata.tsv', 'a file before it is used'],
    ],
    exits: '0 every line can be applied, 1 with the lines that cannot, 3 no store',
  },
];

const BACKUP_COMMANDS: readonly CommandDefinition[] = [
  {
    name: 'backup',
    description:
      'write the ledger, the accounts and the keys to one archive, while the service runs; without a file, the next one in BACKUP_DIR',
    arguments: [
      ['[file]', 'the archive, such as disclosed.tar.gz; it must not exist yet, nor be in DATA_DIR'],
    ],
    examples: [
      ['disclosed backup /backups/disclosed.tar.gz', 'of the data folder'],
      ['DATABASE_URL=postgres://… disclosed backup /backups/all.tar.gz', 'with the accounts in PostgreSQL'],
    ],
    exits: '0 it is complete and checked, 1 a full disk or a damaged database, 75 another backup is running',
  },
  {
    name: 'restore',
    description: 'restore a backup into an empty data folder, all of it or nothing',
    arguments: [['<file>', 'the archive']],
    examples: [
      ['disclosed restore /backups/disclosed.tar.gz --data-dir /var/lib/disclosed', 'into a new folder'],
      [
        'DATABASE_URL=postgres://… disclosed restore /backups/disclosed.tar.gz',
        'the accounts into an empty PostgreSQL',
      ],
    ],
    exits:
      '1 the archive is damaged, 2 the data folder or the database is not empty, 3 a newer version wrote it',
  },
];

const KEY_COMMANDS: readonly CommandDefinition[] = [
  {
    name: 'keys create',
    description: 'create a key and print it; it is shown only once',
    required: ['--name <name>', 'what the key is for, such as laptop'],
    options: [['--account <id>', 'the account that owns the key; default none'], JSON_OPTION],
    examples: [
      ['disclosed keys create --name laptop', 'a key that belongs to no account'],
      ['disclosed keys create --name ci --json', 'for a program'],
    ],
    exits: '0 created',
  },
  {
    name: 'keys list',
    description: 'list every key: id, prefix, name, owner, created, last used, calls in this hour',
    options: [['--account <id>', 'only the keys of this account'], JSON_OPTION],
    examples: [
      ['disclosed keys list', 'all keys'],
      ['disclosed keys list --json', 'for a program'],
    ],
    exits: '0 listed',
  },
  {
    name: 'keys revoke',
    description: 'revoke keys; a running service stops accepting them immediately',
    arguments: [['<keys...>', 'id, prefix or the whole key']],
    options: [JSON_OPTION],
    examples: [
      ['disclosed keys revoke 3', 'by id'],
      ['disclosed keys revoke 3 4 5', 'several'],
    ],
    exits: LIST_CHANGE_EXITS,
  },
  {
    name: 'accounts list',
    description: 'list every account: id, display name, created, passkeys, keys',
    options: [JSON_OPTION],
    examples: [
      ['disclosed accounts list', 'all accounts'],
      ['disclosed accounts list --json', 'for a program'],
    ],
    exits: '0 listed',
  },
  {
    name: 'accounts delete',
    description: 'delete accounts permanently, with their passkeys, sessions and keys',
    arguments: [['<ids...>', 'ids of accounts, as "accounts list" shows them']],
    options: [JSON_OPTION],
    examples: [
      ['disclosed accounts delete 7', 'one account'],
      ['disclosed accounts delete 7 8 --json', 'two, with the result for a program'],
    ],
    exits: LIST_CHANGE_EXITS,
  },
  {
    name: 'accounts copy',
    description: 'copy accounts.db of DATA_DIR, with its keys, to the PostgreSQL of DATABASE_URL, once',
    options: [JSON_OPTION],
    examples: [
      ['DATABASE_URL=postgres://… disclosed accounts copy', 'from the data folder'],
      ['DATABASE_URL=postgres://… disclosed accounts copy --data-dir /backup', 'from another folder'],
    ],
    exits: '1 when it was copied before',
  },
];

export const COMMAND_LIST: readonly CommandDefinition[] = [
  ...SERVICE_COMMANDS,
  ...DATA_COMMANDS,
  ...PROOF_COMMANDS,
  ...BACKUP_COMMANDS,
  ...KEY_COMMANDS,
  {
    name: 'completion',
    description: 'print the completion of a shell: commands, questions, options and their values',
    arguments: [['<shell>', 'bash, zsh or fish']],
    examples: [
      ['source <(disclosed completion bash)', 'in ~/.bashrc'],
      ['disclosed completion fish > ~/.config/fish/completions/disclosed.fish', 'once'],
    ],
    exits: '0 printed',
  },
  {
    name: 'docs',
    description: 'update the generated parts of the documents',
    options: [['--check', 'only check whether they are up to date']],
    examples: [
      ['disclosed docs', 'update them'],
      ['disclosed docs --check', 'in a build'],
    ],
    exits: '1 with --check, when they are out of date',
  },
];
