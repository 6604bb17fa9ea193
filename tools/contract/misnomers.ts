/**
 * Names and values that callers write for our parameters and values, and what they are read as. `meta.readAs` says
 * so; nothing is read as something wider.
 */

import { invalidParameter, type ParameterIssue } from './errors.js';
import { EU_MARKETS } from './markets/index.js';
import { RANKINGS } from './shapes/ranking.js';

/** Other names of parameters, as `folded` writes them. An endpoint that has a parameter of that name reads it as its own. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  symbol: ['ticker'],
  symbols: ['ticker'],
  tickers: ['ticker'],
  issuerticker: ['ticker'],
  issuercik: ['cik'],
  slug: ['id', 'member', 'owner'],
  insider: ['owner', 'id'],
  ownerslug: ['owner', 'id'],
  memberslug: ['member'],
  query: ['q'],
  name: ['q'],
  search: ['q'],
  startdate: ['since'],
  fromdate: ['since'],
  datefrom: ['since'],
  start: ['since'],
  from: ['since'],
  enddate: ['until'],
  todate: ['until'],
  dateto: ['until'],
  end: ['until'],
  to: ['until'],
  side: ['direction'],
  minamount: ['min_value'],
  minvalue: ['min_amount'],
  maxamount: ['max_value'],
  is10b51: ['planned'],
  market: ['country'],
  sortby: ['sort'],
  orderby: ['sort'],
  sortorder: ['order'],
  groupby: ['group'],
  ranking: ['of'],
  period: ['days'],
  window: ['days'],
  top: ['limit'],
  pagesize: ['limit'],
  perpage: ['limit'],
};

/** Names that are read only with a value that the parameter knows: they mean other things, too. */
const NAMES_BY_VALUE: Readonly<Record<string, readonly string[]>> = {
  direction: ['type'],
  type: ['direction'],
  code: ['direction'],
  transactioncode: ['direction', 'type'],
  transactiontype: ['direction', 'type'],
};

const PURCHASE_WORDS = ['p', 'buy', 'buys', 'buying', 'bought', 'purchase', 'purchases', 'acquisition'];
const SALE_WORDS = ['s', 'sell', 'sells', 'selling', 'sold', 'sale', 'sales', 'disposal'];
const each = (words: readonly string[], value: string) =>
  Object.fromEntries(words.map((word) => [word, value]));

const WAYS: Readonly<Record<string, string>> = { ...each(PURCHASE_WORDS, 'P'), ...each(SALE_WORDS, 'S') };

const TRADE_TYPES: Readonly<Record<string, string>> = {
  ...each(PURCHASE_WORDS, 'purchase'),
  ...each(SALE_WORDS, 'sale'),
  exchange: 'exchange',
};

const ROLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['chief', 'ceo', 'cfo', 'officer', 'director'].map((role) => [role, role])),
  tenpercent: 'ten_percent',
  tenpercentowner: 'ten_percent',
  '10%': 'ten_percent',
  '10%owner': 'ten_percent',
};

/** Fields of rows, as what lists are sorted by. */
const SORTS: Readonly<Record<string, string>> = {
  totalvalue: 'value',
  filedat: 'filed',
  transactiondate: 'traded',
  symbol: 'ticker',
  issuerticker: 'ticker',
  membername: 'member',
  issuername: 'issuer',
  company: 'issuer',
  pdmrname: 'manager',
  changepct: 'change',
  ownername: 'insider',
  pricepershare: 'price',
  averageprice: 'price',
  disclosuredate: 'disclosed',
  publicationat: 'published',
  amountmin: 'amount',
  daystodisclosure: 'delay',
};

const ORDERS: Readonly<Record<string, string>> = {
  asc: 'asc',
  ascending: 'asc',
  desc: 'desc',
  descending: 'desc',
};

const PLANNED: Readonly<Record<string, string>> = { true: 'only', false: 'exclude' };

const GROUPS: Readonly<Record<string, string>> = {
  company: 'issuer',
  ticker: 'issuer',
  person: 'insider',
  owner: 'insider',
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
  ticker: (text) => (/(?:^|,)\s*\$/.test(text) ? text.replace(/(^|,)\s*\$\s*/g, '$1') : undefined),
  role: (text) => ROLES[folded(text)],
  sort: (text) => SORTS[folded(text)],
  order: (text) => ORDERS[text.toLowerCase()],
  group: (text) => GROUPS[text.toLowerCase()],
  planned: (text) => PLANNED[text.toLowerCase()],
  since: dayOf,
  until: dayOf,
};
/** Longer texts mean nothing that is known. */
const TEXT_MAX = 200;

/** The UTC day of an ISO 8601 moment. */
function dayOf(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/.test(text))
    return undefined;
  // Without a zone, ISO 8601 leaves it open, and all times here are UTC.
  const iso = text.replace(' ', 'T');
  const moment = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
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
    const target = known.has(name) ? name : meaningOf(name, raw[name], { known, otherNames, accepts });
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
  if (typeof value === 'boolean') return read(String(value)) ?? value;
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

interface KnownNames {
  known: ReadonlySet<string>;
  otherNames: Readonly<Record<string, string>>;
  accepts(name: string, value: unknown): boolean;
}

/** The parameter that an unknown name means, if there is one. */
function meaningOf(name: string, value: unknown, endpoint: KnownNames): string | undefined {
  const { known, otherNames, accepts } = endpoint;
  const wanted = folded(name);
  for (const one of [...known, ...Object.keys(otherNames)])
    if (folded(one) === wanted) return known.has(one) ? one : otherNames[one];
  return (
    namesIn(NAMES, wanted).find((one) => known.has(one)) ??
    namesIn(NAMES_BY_VALUE, wanted).find((one) => known.has(one) && accepts(one, readValue(one, value)))
  );
}

/** A caller may also write the name of a method that every object has. */
function namesIn(table: Readonly<Record<string, readonly string[]>>, name: string): readonly string[] {
  return Object.hasOwn(table, name) ? (table[name] ?? []) : [];
}

/** `minValue`, `min-value` and `MIN_VALUE` are one name. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}
