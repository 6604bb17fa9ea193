/** Every setting with its environment variable, default, help text and schema. Long because it is the one list of them. */

import { availableParallelism } from 'node:os';
import { isAbsolute } from 'node:path';
import { z } from 'zod/v3';
import { RATE_KEYED, RATE_KEYLESS } from '../tools/contract/rules.js';
import { parsePostgresUrl } from './database/postgres-address.js';

interface Setting {
  /** Environment variable; the flag is the same in kebab-case (`--rate-limit-keyless`). */
  name: string;
  default: string;
  help: string;
  schema: z.ZodTypeAny;
  /** Never shown, not even when it is wrong. */
  isSecret?: true;
  /** Its flag takes no value, and means 1. */
  isSwitch?: true;
}

/** A name or an IPv4 address with at least one dot, or localhost; a port may follow. A dot before it stands for all below it. */
const HOST = /^(?:localhost|\.?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9])(?::\d{1,5})?$/;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

const LIMIT = 'must be a whole number of requests per hour from 1 to 1000000, or off';
const rate = z
  .string()
  .refine(
    (text) => text === 'off' || (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000_000),
    LIMIT,
  )
  .transform((text) => (text === 'off' ? null : Number(text)));

const WEB_ADDRESS = 'must be an http(s) address without a trailing slash, query or user name';

const CONTACT = 'must have your name and an e-mail address, such as "Jane Roe jane@example.org"';
const WORKERS_MAX = 128;
const WORKERS = `must be a whole number from 1 to ${WORKERS_MAX}, or auto`;
const REDIS_ADDRESS = 'must be empty or the address of a Redis server, such as redis://10.0.0.5:6379';
const LEDGER_BACKUP = 'must be empty, database, or the absolute path of a folder that all nodes share';
const BACKUP_DIR = 'must be empty or the absolute path of a folder outside DATA_DIR';
const SIGNING_KEY_FILE = 'must be empty or the absolute path of a file';
const ALLOWED_HOSTS =
  'must be host names, such as mirror.example or mirror.example:8443, with a dot before a name to allow all below it, separated by commas';
const HISTORY = 'must be on, off, or a whole number of days from 1 to 36500';
const REPORT_ERROR =
  'must be empty, or begin with mailto: or https:, such as mailto:errors@example.org or https://example.org/report';
const AS_OF = 'must be empty or a time such as 2026-01-31T12:00:00Z';

const settings = {
  port: {
    name: 'PORT',
    default: '8787',
    help: 'Port to listen on; 0 takes a free one.',
    schema: wholeNumber(0, 65_535),
  },
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    help: 'Address to listen on; 0.0.0.0 for all interfaces.',
    schema: z.string().min(1, 'must not be empty'),
  },
  baseUrl: {
    name: 'BASE_URL',
    default: '',
    help: 'Public address, without a trailing slash, with which every url begins; default http://HOST:PORT.',
    schema: z.string().refine((url) => url === '' || isCanonicalUrl(url), WEB_ADDRESS),
  },
  dataDir: {
    name: 'DATA_DIR',
    default: '',
    help: 'Folder of the store, the accounts and the exports; default data/ in a checkout, ~/.disclosed for an installed package.',
    schema: z.string(),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    default: '',
    help: 'PostgreSQL 15 or later for a service on several machines, such as postgres://USER:PASSWORD@HOST:5432,HOST:5432/DATABASE?sslmode=verify-full; if empty, files in DATA_DIR.',
    schema: z.string().superRefine((url, context) => {
      const message = url === '' ? null : postgresUrlProblem(url);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
    isSecret: true,
  },
  contact: {
    name: 'CONTACT',
    default: '',
    help: 'Your name and e-mail address, sent to the registers. If set, the service reads the live registers; if empty, it serves the sample.',
    schema: z
      .string()
      .max(200, CONTACT)
      .refine((text) => text === '' || /^[^\r\n]*[^\s@]+@[^\s@]+\.[^\s@]+[^\r\n]*$/.test(text), CONTACT)
      .transform((text) => text.trim()),
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    default: '',
    help: 'Comma-separated addresses or CIDR ranges of your own proxies; X-Forwarded-For is trusted only from these. loopback, linklocal and uniquelocal name the usual ranges.',
    schema: z.string().transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  },
  rateLimitKeyless: {
    name: 'RATE_LIMIT_KEYLESS',
    default: String(RATE_KEYLESS),
    help: 'Requests per hour for one address without a key; off removes the limit, for your own machine.',
    schema: rate,
  },
  rateLimitKeyed: {
    name: 'RATE_LIMIT_KEYED',
    default: String(RATE_KEYED),
    help: 'Requests per hour for one key, never fewer than without a key; off removes the limit.',
    schema: rate,
  },
  workers: {
    name: 'WORKERS',
    default: '1',
    help: 'Processes that answer on one port; auto starts one for each processor core. They keep the rate limits together.',
    schema: z
      .string()
      .refine(
        (text) =>
          text === 'auto' || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= WORKERS_MAX),
        WORKERS,
      )
      .transform((text) => (text === 'auto' ? Math.min(availableParallelism(), WORKERS_MAX) : Number(text))),
  },
  redisUrl: {
    name: 'REDIS_URL',
    default: '',
    help: 'Address of a Redis server (redis:// or rediss://) in which all nodes that have it keep their rate limits together.',
    schema: z.string().refine((text) => text === '' || isRedisUrl(text), REDIS_ADDRESS),
    isSecret: true,
  },
  toolSet: {
    name: 'TOOLS',
    default: 'nine',
    help: 'Tools that MCP offers: nine, all, or pair (search and fetch alone). A client of /v1/mcp?tools=all gets all in any case, and REST always has all.',
    schema: z.enum(['nine', 'all', 'pair'], { errorMap: () => ({ message: 'must be nine, all or pair' }) }),
  },
  accounts: {
    name: 'ACCOUNTS',
    default: 'on',
    help: 'on serves the account pages under /account; with off, keys are made only by the command "disclosed keys".',
    schema: z
      .enum(['on', 'off'], { errorMap: () => ({ message: 'must be on or off' }) })
      .transform((text) => text === 'on'),
  },
  webhooks: {
    name: 'WEBHOOKS',
    default: 'public',
    help: 'What accounts and keys may have sent to them when something changes: public sends over https to public addresses only; any also over http and to private addresses, for tests and your own network; off sends nothing.',
    schema: z.enum(['public', 'any', 'off'], {
      errorMap: () => ({ message: 'must be one of public, any, off' }),
    }),
  },
  crawlers: {
    name: 'CRAWLERS',
    default: 'on',
    help: 'on offers the pages to search engines, with a sitemap; off requests that they stay away. The sample always does.',
    schema: z
      .enum(['on', 'off'], { errorMap: () => ({ message: 'must be on or off' }) })
      .transform((text) => text === 'on'),
  },
  feedback: {
    name: 'FEEDBACK',
    default: '',
    help: 'Where readers report errors, linked on every page: an e-mail address or a web address; if empty, the issue tracker that package.json names, if any. CONTACT is never shown.',
    schema: z
      .string()
      .refine(
        (text) => text === '' || /^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(text) || /^https?:\/\/\S+$/.test(text),
        'must be empty, an e-mail address, or an http(s) address',
      ),
  },
  reportError: {
    name: 'REPORT_ERROR',
    default: '',
    help: 'Where readers report an error in a row, linked as "Report an error" in every row of the pages: a mailto: or https: address of yours. The id of the row is its subject, or the parameter row. If empty, rows have no such link.',
    schema: z.string().refine((text) => text === '' || isReportAddress(text), REPORT_ERROR),
  },
  role: {
    name: 'ROLE',
    default: 'auto',
    help: 'What this process does with DATABASE_URL: auto answers, and reads the registers while no other node does; reader only answers and writes nothing to DATA_DIR; writer only reads the registers.',
    schema: z.enum(['auto', 'writer', 'reader'], {
      errorMap: () => ({ message: 'must be one of auto, writer, reader' }),
    }),
  },
  ledgerBackup: {
    name: 'LEDGER_BACKUP',
    default: '',
    help: 'With DATABASE_URL: where the writer saves its store before it publishes, so that another node can continue: database, or a folder that all nodes share, as an absolute path. Empty is database.',
    schema: z
      .string()
      // A misspelled word would otherwise be a folder that no other node has.
      .refine((text) => text === '' || text === 'database' || isAbsolute(text), LEDGER_BACKUP),
  },
  backupDir: {
    name: 'BACKUP_DIR',
    default: '',
    help: 'Folder, as an absolute path, into which the service that reads the registers makes backups; if empty, it makes none.',
    schema: z.string().refine((text) => text === '' || isAbsolute(text), BACKUP_DIR),
  },
  backupHours: {
    name: 'BACKUP_HOURS',
    default: '24',
    help: 'Hours from one backup to the next; each is made after a refresh.',
    schema: wholeNumber(1, 8760),
  },
  backupKeep: {
    name: 'BACKUP_KEEP',
    default: '7',
    help: 'How many backups to keep in BACKUP_DIR; the oldest is deleted when a new one is complete.',
    schema: wholeNumber(1, 1000),
  },
  dumps: {
    name: 'DUMPS',
    default: 'off',
    help: 'on makes a dump of the public tables once a day after a refresh, offers its files under /dumps, and answers read-only questions in SQL over it (/sql, the tool query_sql). It needs about the size of the read model on the disk, twice while it is made.',
    schema: z
      .enum(['on', 'off'], { errorMap: () => ({ message: 'must be on or off' }) })
      .transform((text) => text === 'on'),
  },
  signingKeyFile: {
    name: 'SIGNING_KEY_FILE',
    default: '',
    help: 'File, as an absolute path, with the Ed25519 private key (PEM) that signs generations; if empty, signing-key.pem in DATA_DIR, which is made at the first start. Nodes that share a database need the same key.',
    schema: z.string().refine((text) => text === '' || isAbsolute(text), SIGNING_KEY_FILE),
  },
  registers: {
    name: 'REGISTERS',
    default: 'all',
    help: 'Registers to read: all, a comma-separated list, or all,-ID,... to leave some out. 13f-all, the 13F reports of all managers, is only read if it is named, as in all,13f-all.',
    schema: z
      .string()
      .min(1, 'must be all or a comma-separated list of registers')
      .transform((text) => text.split(',').map((part) => part.trim())),
  },
  managerQuarters: {
    name: 'MANAGER_QUARTERS',
    default: '8',
    help: 'How many quarters of the 13F reports of all managers to keep, 2 to 80, or all for every quarter since 2013. Only with the register 13f-all. Eight quarters take about 2 GB of disk.',
    schema: z
      .string()
      .refine(
        (text) => text === 'all' || /^([2-9]|[1-7]\d|80)$/.test(text),
        'must be a whole number from 2 to 80, or all',
      )
      .transform((text) => (text === 'all' ? null : Number(text))),
  },
  asOf: {
    name: 'AS_OF',
    default: '',
    help: 'Answer everything as this service did at this time, as far as HISTORY has it, and refresh nothing. For a time before that, windows and default dates follow it and later filings are left out of feeds and histories, but identities, career totals, clusters, streaks and tracker documents are those of the store.',
    schema: z
      .string()
      .refine((text) => text === '' || isIsoMoment(text), AS_OF)
      .transform((text) => (text === '' ? null : new Date(text))),
  },
  historyDays: {
    name: 'HISTORY',
    default: 'on',
    help: 'How far back as_of works: on is forever, or give a number of days, or off. A shorter time removes what is older at the next refresh.',
    schema: z
      .string()
      .regex(/^(?:on|off|[1-9]\d{0,4})$/, HISTORY)
      .transform((text) => (text === 'on' ? Number.POSITIVE_INFINITY : text === 'off' ? 0 : Number(text)))
      .refine((days) => days <= 36_500 || days === Number.POSITIVE_INFINITY, HISTORY),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    help: 'fatal, error, warn, info, debug, trace or silent.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      errorMap: () => ({ message: 'must be one of fatal, error, warn, info, debug, trace, silent' }),
    }),
  },
  logFormat: {
    name: 'LOG_FORMAT',
    default: 'auto',
    help: 'json, one JSON object per line; pretty, one readable line per event; auto is pretty on a terminal and json elsewhere.',
    schema: z.enum(['auto', 'pretty', 'json'], {
      errorMap: () => ({ message: 'must be one of auto, pretty, json' }),
    }),
  },
  secRequestsPerSecond: {
    name: 'SEC_REQUESTS_PER_SECOND',
    default: '5',
    help: 'Requests per second to all SEC hosts together, 1 to 8.',
    schema: wholeNumber(1, 8),
  },
  allowedHosts: {
    name: 'ALLOWED_HOSTS',
    default: '',
    help: 'Comma-separated hosts that may get requests besides those of the registers, such as one to which a publisher has moved; .example.org allows a name and all below it.',
    schema: z.string().transform((text, context) => {
      const hosts = text
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter((host) => host !== '');
      if (hosts.every((host) => HOST.test(host))) return hosts;
      context.addIssue({ code: 'custom', message: ALLOWED_HOSTS });
      return z.NEVER;
    }),
  },
  offline: {
    name: 'OFFLINE',
    default: '0',
    help: '1 sends no request to any register or other web address: nothing is refreshed, and the stored data is served. PostgreSQL and Redis, if set, are still used.',
    schema: z
      .enum(['0', '1'], { errorMap: () => ({ message: 'must be 1 or 0' }) })
      .transform((text) => text === '1'),
    isSwitch: true,
  },
  senateBaseUrl: {
    name: 'SENATE_BASE_URL',
    default: 'https://efdsearch.senate.gov',
    help: 'Base URL of the Senate eFD site, without a trailing slash. The site refuses many clients and networks; you can set your own proxy or browser helper that forwards its answers.',
    schema: z.string().refine(isCanonicalUrl, WEB_ADDRESS),
  },
  prices: {
    name: 'PRICES',
    default: 'sec-public',
    help: 'Source of closing prices: sec-public (the SEC, sparse and late), csv (your files), tiingo (your token) or off.',
    schema: z.enum(['sec-public', 'csv', 'tiingo', 'off'], {
      errorMap: () => ({ message: 'must be one of sec-public, csv, tiingo, off' }),
    }),
  },
  pricesDir: {
    name: 'PRICES_DIR',
    default: '',
    help: 'Folder of your price files (*.csv with the columns date, symbol, close, split); its split events apply to every source.',
    schema: z.string(),
  },
  tiingoToken: {
    name: 'TIINGO_TOKEN',
    default: '',
    help: 'Your Tiingo token, for PRICES=tiingo.',
    schema: z
      .string()
      .refine((text) => /^[\x21-\x7e]*$/.test(text), 'must be the token only, without spaces'),
    isSecret: true,
  },
  pricesDisplayAcknowledged: {
    name: 'PRICES_DISPLAY_ACKNOWLEDGED',
    default: '',
    help: 'yes confirms that you may show prices of a source whose licence forbids public display (tiingo); otherwise they are not read.',
    schema: z
      .string()
      .refine((text) => text === '' || text === 'yes', 'must be empty or yes')
      .transform((text) => text === 'yes'),
  },
  ukNsmIndex: {
    name: 'UK_NSM_INDEX',
    default: 'nsm-search',
    help: 'Name of the search index of the FCA National Storage Mechanism; the FCA has renamed it in the past.',
    schema: z.string().regex(/^[\w.-]+$/, 'must be the name of an index, such as nsm-search'),
  },
} as const satisfies Record<string, Setting>;

export type Config = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> };

/** The settings without their schemas, for help texts and documents. */
export const SETTINGS: ReadonlyArray<Omit<Setting, 'schema'>> = Object.values(settings).map(
  (setting: Setting) =>
    setting.isSecret === true
      ? { ...setting, help: `${setting.help} ${setting.name}_FILE names a file that holds it.` }
      : setting,
);

/** The secret settings that are set, by their names in the environment. */
export function secretsOf(config: Config): Record<string, string> {
  const { databaseUrl, redisUrl, tiingoToken } = config;
  const all = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, TIINGO_TOKEN: tiingoToken };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** What is wrong with the address of a database; null if nothing is. */
function postgresUrlProblem(url: string): string | null {
  try {
    parsePostgresUrl(url);
    return null;
  } catch (error) {
    // It throws only Errors.
    return (error as Error).message;
  }
}

/** Whether `text` is scheme, host, port and path in the form that a browser writes. */
function isCanonicalUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const plain = url.origin + (url.pathname === '/' ? '' : url.pathname);
  return /^https?:$/.test(url.protocol) && plain === text && !text.endsWith('/');
}

function isReportAddress(text: string): boolean {
  if (/^mailto:/i.test(text)) return /^mailto:[^\s@?/]+@[^\s@?/]+\.[^\s@?/]+$/i.test(text);
  return /^https:\/\/\S+$/i.test(text) && URL.canParse(text);
}

function isRedisUrl(text: string): boolean {
  if (!/^rediss?:\/\/./.test(text) || !URL.canParse(text)) return false;
  const { username, password, pathname } = new URL(text);
  try {
    // The driver throws for what it cannot decode, and for a database that is not a number.
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return /^(?:\/\d*)?$/.test(pathname);
}

/** A warning for a contact that the SEC is known to refuse; null for any other. */
export function contactWarning(contact: string): string | null {
  const held = /https?:|www\./i.test(contact) ? 'a web address' : /[()<>]/.test(contact) ? 'brackets' : null;
  return held === null
    ? null
    : `CONTACT contains ${held}: the SEC has refused such contacts with a 403. Use only a name and an e-mail address, such as CONTACT="Jane Roe jane@example.org".`;
}

/** A time that exists in the calendar, between the years 2000 and 2100. */
function isIsoMoment(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text)) return false;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text.slice(0, 10)) return false;
  return text >= '2000' && text < '2100';
}

/** A wrong setting; the message is one line that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads every setting from `environment`; `overrides` (by environment name) take precedence.
 * @throws ConfigError for the first wrong value.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  overrides: Record<string, string> = {},
): Config {
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const text = overrides[setting.name] ?? environment[setting.name] ?? setting.default;
    const parsed = setting.schema.safeParse(text);
    if (!parsed.success)
      throw new ConfigError(
        `${setting.name} ${parsed.error.issues[0]?.message}${'isSecret' in setting ? '' : ` (it is ${JSON.stringify(text)})`}`,
      );
    values[key] = parsed.data;
  }
  // The loop has set every key of `settings` to a value of its schema.
  const config = values as Config;
  for (const [name, isSet] of [
    ['ROLE', config.role !== 'auto'],
    ['LEDGER_BACKUP', config.ledgerBackup !== ''],
  ] as const)
    if (isSet && config.databaseUrl === '')
      throw new ConfigError(`${name} has no effect without DATABASE_URL`);
  if (config.role !== 'auto' && config.contact === '')
    throw new ConfigError(
      'ROLE needs CONTACT: without it the sample is served, and each process has its own',
    );
  if (config.role === 'writer' && config.offline)
    throw new ConfigError('ROLE=writer reads the registers, which OFFLINE=1 forbids: choose one of the two');
  return { ...config, rateLimitKeyed: larger(config.rateLimitKeyless, config.rateLimitKeyed) };
}

/** A key never lowers the rate limit of an address; null means unlimited. */
function larger(keyless: number | null, keyed: number | null): number | null {
  return keyless === null || keyed === null ? null : Math.max(keyless, keyed);
}
