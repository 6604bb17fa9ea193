/** Every setting: one row each, with its environment variable, its default and one line of help. */

import { z } from 'zod/v3';
import { RATE_KEYED, RATE_KEYLESS } from '../tools/contract/rules.js';

interface Setting {
  /** Environment variable; the flag is the same in kebab-case (`--rate-limit-keyless`). */
  name: string;
  default: string;
  help: string;
  schema: z.ZodTypeAny;
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

const LIMIT = 'must be a whole number of requests an hour from 1 to 1000000, or off';
const rate = z
  .string()
  .refine(
    (text) => text === 'off' || (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000_000),
    LIMIT,
  )
  .transform((text) => (text === 'off' ? null : Number(text)));

const WEB_ADDRESS = 'must be an http(s) address without a trailing slash, query or user name';

const CONTACT = 'must name you and a mail address, such as "Jane Roe jane@example.org"';
const AS_OF = 'must be empty or a moment such as 2026-01-31T12:00:00Z';

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
    help: 'Public address without a trailing slash, which every url begins with; default http://HOST:PORT.',
    schema: z.string().refine((url) => url === '' || isCanonicalUrl(url), WEB_ADDRESS),
  },
  dataDir: {
    name: 'DATA_DIR',
    default: '',
    help: 'Folder of the store, the accounts and the exports; default is data/ of the checkout, or ~/.disclosed when installed as a package.',
    schema: z.string(),
  },
  contact: {
    name: 'CONTACT',
    default: '',
    help: 'Your name and mail address, sent to the registers. With it the service reads the live registers; without it it serves the sample.',
    schema: z
      .string()
      .max(200, CONTACT)
      .refine((text) => text === '' || /^[^\r\n]*[^\s@]+@[^\s@]+\.[^\s@]+[^\r\n]*$/.test(text), CONTACT)
      .transform((text) => text.trim()),
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    default: '',
    help: 'Comma-separated addresses or CIDR ranges of your own proxies; only from these is X-Forwarded-For believed. loopback, linklocal and uniquelocal name the usual ranges.',
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
    help: 'Requests an hour for one address without a key; off lifts the limit, for your own machine.',
    schema: rate,
  },
  rateLimitKeyed: {
    name: 'RATE_LIMIT_KEYED',
    default: String(RATE_KEYED),
    help: 'Requests an hour for one key, never fewer than without one; off lifts the limit.',
    schema: rate,
  },
  accounts: {
    name: 'ACCOUNTS',
    default: 'on',
    help: 'on serves the account pages under /account; off leaves keys to the command "disclosed keys".',
    schema: z
      .enum(['on', 'off'], { errorMap: () => ({ message: 'must be on or off' }) })
      .transform((text) => text === 'on'),
  },
  registers: {
    name: 'REGISTERS',
    default: 'all',
    help: 'Comma-separated registers to read, all, or all,-ID,... to leave some out.',
    schema: z
      .string()
      .min(1, 'must be all or a comma-separated list of registers')
      .transform((text) => text.split(',').map((part) => part.trim())),
  },
  asOf: {
    name: 'AS_OF',
    default: '',
    help: 'Serve as if it were this moment: windows and default dates follow it, and later filings stay out of feeds and histories. Identities, career totals, clusters, streaks and tracker documents remain those of the store. For reproducing an answer.',
    schema: z
      .string()
      .refine((text) => text === '' || isIsoMoment(text), AS_OF)
      .transform((text) => (text === '' ? null : new Date(text))),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    help: 'fatal, error, warn, info, debug, trace or silent.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      errorMap: () => ({ message: 'must be one of fatal, error, warn, info, debug, trace, silent' }),
    }),
  },
  secRequestsPerSecond: {
    name: 'SEC_REQUESTS_PER_SECOND',
    default: '5',
    help: 'Requests a second to all SEC hosts together, 1 to 8.',
    schema: wholeNumber(1, 8),
  },
  senateBaseUrl: {
    name: 'SENATE_BASE_URL',
    default: 'https://efdsearch.senate.gov',
    help: 'Where the Senate’s eFD is asked, without a trailing slash. It refuses many clients and places: your own proxy or browser helper, which passes on what eFD answers, can stand here.',
    schema: z.string().refine(isCanonicalUrl, WEB_ADDRESS),
  },
  prices: {
    name: 'PRICES',
    default: 'sec-public',
    help: 'Where closes come from: sec-public (the SEC, sparse and late), csv (your files), tiingo (your token) or off.',
    schema: z.enum(['sec-public', 'csv', 'tiingo', 'off'], {
      errorMap: () => ({ message: 'must be one of sec-public, csv, tiingo, off' }),
    }),
  },
  pricesDir: {
    name: 'PRICES_DIR',
    default: '',
    help: 'Folder of your price files (*.csv with the columns date, symbol, close, split); its split events count for every source.',
    schema: z.string(),
  },
  tiingoToken: {
    name: 'TIINGO_TOKEN',
    default: '',
    help: 'Your token for Tiingo, for PRICES=tiingo.',
    schema: z
      .string()
      .refine((text) => /^[\x21-\x7e]*$/.test(text), 'must be the token alone, without blanks'),
  },
  pricesDisplayAcknowledged: {
    name: 'PRICES_DISPLAY_ACKNOWLEDGED',
    default: '',
    help: 'yes says that you may show prices of a source whose licence forbids public display (tiingo); without it they are not read.',
    schema: z
      .string()
      .refine((text) => text === '' || text === 'yes', 'must be empty or yes')
      .transform((text) => text === 'yes'),
  },
  ukNsmIndex: {
    name: 'UK_NSM_INDEX',
    default: 'nsm-search',
    help: 'Name of the search index of the FCA National Storage Mechanism; the FCA has renamed it before.',
    schema: z.string().regex(/^[\w.-]+$/, 'must be the name of an index, such as nsm-search'),
  },
} as const satisfies Record<string, Setting>;

export type Config = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> };

/** The rows, for help texts and documents. */
export const SETTINGS: ReadonlyArray<Omit<Setting, 'schema'>> = Object.values(settings);

/** Scheme, host, port and path, written as a browser would write them. */
function isCanonicalUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const plain = url.origin + (url.pathname === '/' ? '' : url.pathname);
  return /^https?:$/.test(url.protocol) && plain === text && !text.endsWith('/');
}

/** One line where the SEC is known to refuse such a contact; null for one that it takes. */
export function contactWarning(contact: string): string | null {
  const held = /https?:|www\./i.test(contact) ? 'a web address' : /[()<>]/.test(contact) ? 'brackets' : null;
  return held === null
    ? null
    : `CONTACT holds ${held}: the SEC has refused such contacts with a 403. Write a name and a mail address alone, such as CONTACT="Jane Roe jane@example.org".`;
}

/** A day that the calendar has, in years that filings can be of. */
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
 * Reads every setting from `environment`, with `overrides` (by environment name) before it.
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
        `${setting.name} ${parsed.error.issues[0]?.message} (it is ${JSON.stringify(text)})`,
      );
    values[key] = parsed.data;
  }
  const config = values as Config;
  return { ...config, rateLimitKeyed: larger(config.rateLimitKeyless, config.rateLimitKeyed) };
}

/** A key never lowers what an address may ask; null is no limit at all. */
function larger(keyless: number | null, keyed: number | null): number | null {
  return keyless === null || keyed === null ? null : Math.max(keyless, keyed);
}
