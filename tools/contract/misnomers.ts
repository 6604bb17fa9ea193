/**
 * Names and values that callers write for our parameters and values, and what they are read as. `meta.readAs` says
 * so; nothing is read as something wider.
 */

import { invalidParameter, type ParameterIssue } from './errors.js';
import { EU_MARKETS } from './markets/index.js';
import { RANKINGS } from './shapes/ranking.js';

/** Other names of parameters. An endpoint that has a parameter of that name reads it as its own. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  symbol: ['ticker'],
  symbols: ['ticker'],
  tickers: ['ticker'],
  slug: ['id', 'member', 'owner'],
  insider: ['owner', 'id'],
  query: ['q'],
  name: ['q'],
  start_date: ['since'],
  from_date: ['since'],
  end_date: ['until'],
  to_date: ['until'],
  side: ['direction'],
  minAmount: ['min_amount'],
  minValue: ['min_value'],
  maxValue: ['max_value'],
  ranking: ['of'],
  period: ['days'],
  window: ['days'],
  top: ['limit'],
};

const WAYS: Readonly<Record<string, string>> = {
  p: 'P',
  buy: 'P',
  buys: 'P',
  purchase: 'P',
  purchases: 'P',
  s: 'S',
  sell: 'S',
  sells: 'S',
  sale: 'S',
  sales: 'S',
};

const TRADE_TYPES: Readonly<Record<string, string>> = {
  p: 'purchase',
  buy: 'purchase',
  buys: 'purchase',
  purchase: 'purchase',
  purchases: 'purchase',
  s: 'sale',
  sell: 'sale',
  sells: 'sale',
  sale: 'sale',
  sales: 'sale',
  exchange: 'exchange',
};

const PARTIES: Readonly<Record<string, string>> = {
  d: 'D',
  democrat: 'D',
  democrats: 'D',
  democratic: 'D',
  r: 'R',
  republican: 'R',
  republicans: 'R',
  i: 'I',
  independent: 'I',
};

const COUNTRIES: Readonly<Record<string, string>> = {
  gb: 'uk',
  'great britain': 'uk',
  holland: 'nl',
  ...Object.fromEntries(
    Object.entries(EU_MARKETS).flatMap(([country, { name }]) => [
      [country, country],
      [name.toLowerCase(), country],
    ]),
  ),
};

/** Names of rankings without the sign between their words, and what callers write for them. */
const RANKING_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(RANKINGS.map((name) => [name, name])),
  'largest-buys': 'largest-purchases',
  'largest-sells': 'largest-sales',
  'most-bought': 'most-bought-issuers',
  'most-sold': 'most-sold-issuers',
  'most-traded-congress': 'most-traded-by-congress',
  'new-positions': 'new-fund-positions',
  exits: 'fund-exits',
};

const PERIODS: Readonly<Record<string, string>> = {
  '7d': '7',
  week: '7',
  '30d': '30',
  month: '30',
  '90d': '90',
  quarter: '90',
  '365d': '365',
  year: '365',
};

/** What a text that is not a value of the parameter means; undefined for anything else. */
const VALUES: Readonly<Record<string, (text: string) => string | undefined>> = {
  direction: (text) => WAYS[text.toLowerCase()],
  of: (text) => RANKING_NAMES[text.toLowerCase().replace(/[\s_]+/g, '-')],
  days: (text) => PERIODS[text.toLowerCase()],
  type: (text) => TRADE_TYPES[text.toLowerCase()],
  party: (text) => PARTIES[text.toLowerCase()],
  chamber: (text) => (/^(?:house|senate)$/i.test(text) ? text.toLowerCase() : undefined),
  // As rows write it.
  owner: (text) => (/^(?:Self|Spouse|Joint|Child|Other)$/.test(text) ? text.toLowerCase() : undefined),
  country: (text) => COUNTRIES[text.toLowerCase()],
  ticker: (text) => (/(?:^|,)\s*\$/.test(text) ? text.replace(/(^|,)\s*\$/g, '$1') : undefined),
  since: dayOf,
  until: dayOf,
};
/** Longer texts mean nothing that is known. */
const TEXT_MAX = 200;

/** The UTC day of an ISO 8601 moment. */
function dayOf(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/.test(text))
    return undefined;
  // Without a zone, ISO 8601 leaves it open, and all times here are UTC.
  const moment = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString().slice(0, 10);
}

/** The arguments by our names and values, and what was read as what. */
interface Understood {
  raw: Record<string, unknown>;
  readAs: Record<string, string>;
}

/**
 * Reads `raw` for an endpoint that has the parameters `known`, and its own `otherNames` of them. `readAs` has, for each argument that was read as something
 * else, the name that it was read as, with `=value` if the value was, too.
 * A value that the parameter `accepts` means itself: a moment, where it takes moments and not only days.
 * @throws ApiError `invalid_parameter` when one parameter is given under two names with different values.
 */
export function readMisnomers(
  raw: Record<string, unknown>,
  known: ReadonlySet<string>,
  otherNames: Readonly<Record<string, string>> = {},
  accepts: (name: string, value: unknown) => boolean = () => false,
): Understood {
  let changed: Understood | null = null;
  const issues: ParameterIssue[] = [];
  const given = (name: string) => Object.hasOwn(raw, name) && raw[name] !== undefined && raw[name] !== null;
  for (const name of Object.keys(raw)) {
    if (!given(name)) continue;
    const target = known.has(name) ? name : meanings(name, otherNames).find((one) => known.has(one));
    if (target === undefined) continue;
    const read = readValue(target, raw[name]);
    const value = read !== raw[name] && accepts(target, raw[name]) ? raw[name] : read;
    if (target === name && value === raw[name]) continue;
    changed ??= { raw: { ...raw }, readAs: {} };
    if (target !== name) {
      delete changed.raw[name];
      const other = Object.hasOwn(changed.raw, target) ? readValue(target, changed.raw[target]) : undefined;
      if (other !== undefined && other !== null && !isSame(other, value))
        issues.push({
          path: name,
          message: `${name} is read as ${target}, and both differ; give only ${target}`,
        });
    }
    changed.raw[target] = value;
    changed.readAs[name] = value === raw[name] ? target : `${target}=${String(value)}`;
  }
  if (issues.length > 0) throw invalidParameter(issues);
  return changed ?? { raw, readAs: {} };
}

function readValue(name: string, value: unknown): unknown {
  const read = VALUES[name];
  if (read === undefined) return value;
  if (typeof value === 'string') return value.length > TEXT_MAX ? value : (read(value) ?? value);
  if (!Array.isArray(value)) return value;
  const texts = value.map((one) =>
    typeof one === 'string' && one.length <= TEXT_MAX ? (read(one) ?? one) : one,
  );
  return texts.some((one, at) => one !== value[at]) ? texts : value;
}

/** `ACME` and `acme`, 5 and `5`. */
function isSame(one: unknown, other: unknown): boolean {
  return String(one).toUpperCase() === String(other).toUpperCase();
}

/** What an unknown name may mean. A caller may also write the name of a method that every object has. */
function meanings(name: string, otherNames: Readonly<Record<string, string>>): readonly string[] {
  const own = Object.hasOwn(otherNames, name) ? (otherNames[name] ?? '') : '';
  return [own, ...(Object.hasOwn(NAMES, name) ? (NAMES[name] ?? []) : [])];
}
