/** The parts of a company's record: each from its register, and each says whether it is known. */

import { daysBefore } from '../../src/dates.js';
import type { PartsContext } from './issuer-context.js';
import { EU_COUNTRIES, EU_MARKETS } from './markets/index.js';
import { type PartState, stateOf } from './part-state.js';
import type { SourceId } from './reads/sources.js';
import { STREAK_HISTORY_WEEKS, WINDOW_DAYS } from './rules.js';
import { CONGRESS_TRADE_BRIEF } from './shapes/congress.js';
import type { StreakFacts } from './shapes/digest.js';
import type { IssuerDetail, IssuerPart } from './shapes/issuer.js';
import { withDelays } from './trade-search.js';

export interface IssuerPartRows extends PartState {
  total: number | null;
  rows: unknown[] | null;
}

interface Rows {
  total: number | null;
  rows: unknown[] | null;
  note?: string;
}

/** Where each part comes from. */
export const PART_SOURCES: Readonly<Record<IssuerPart, readonly SourceId[]>> = {
  insiders: ['sec-edgar-form4'],
  netBuying: ['sec-edgar-form4'],
  clusters: ['sec-edgar-form4'],
  streaks: ['sec-edgar-form4'],
  congressTrades: ['us-congress-stock-act'],
  officials: ['curated-trackers'],
  funds: ['curated-trackers'],
  europe: EU_COUNTRIES.map((country) => EU_MARKETS[country].source.id),
  closes: ['prices'],
};

const NO_CIK = 'Not known: no company that files with the SEC is known by this id.';
const NO_SYMBOL =
  'Not known: no symbol of the company is known, and this register names companies by symbol.';
const NO_ISIN =
  'Not known: no ISIN of this company is known here, and European registers are joined by ISIN or LEI only.';

const NO_CLOSES =
  'Not known: closes are kept only for companies in the lists of get_clusters and get_streaks without arguments.';
const ONLY_TRACKED_OFFICIALS = 'Only the officials who are tracked here.';
const ONLY_TRACKED_FUNDS =
  'Only the funds that are tracked here: other managers who file Form 13F may hold it, too.';
const ONLY_KNOWN_ISINS =
  'None under the ISINs that contain its CUSIPs. A listing under another ISIN is not known here.';

type PartOf = (context: PartsContext) => Promise<IssuerPartRows | IssuerDetail['closes']>;

export const PARTS: Readonly<Record<IssuerPart, PartOf>> = {
  insiders: (context) =>
    ofFilings(context, async ({ record }) => ({
      total: record?.insidersTotal ?? 0,
      rows: record?.insiders ?? [],
    })),
  netBuying: (context) =>
    ofFilings(context, async ({ record }) => ({
      total: record?.quarters.length ?? 0,
      rows: record?.quarters ?? [],
    })),
  clusters: (context) => ofFilings(context, clusters),
  streaks: (context) => ofFilings(context, streaks),
  congressTrades: (context) =>
    partOf(
      context,
      'us-congress-stock-act',
      undefined,
      context.symbols.length === 0 ? NO_SYMBOL : congressTrades,
    ),
  officials: (context) =>
    partOf(context, 'curated-trackers', 'oge-278t', context.positions === null ? NO_SYMBOL : officials),
  funds: (context) =>
    partOf(context, 'curated-trackers', 'sec-13f', context.positions === null ? NO_SYMBOL : funds),
  europe,
  closes,
};

function ofFilings(
  context: PartsContext,
  rows: (context: PartsContext) => Promise<Rows>,
): Promise<IssuerPartRows> {
  const { codes } = context.issuer;
  return partOf(context, 'sec-edgar-form4', undefined, codes === null || codes.cik === '' ? NO_CIK : rows);
}

/** `rows`: why there can be none, or what finds them. `register`: the only one that the part needs. */
async function partOf(
  context: PartsContext,
  source: SourceId,
  register: string | undefined,
  rows: string | ((context: PartsContext) => Promise<Rows>),
): Promise<IssuerPartRows> {
  const about = stateOf(context.states, source, register);
  if (about.asOf === null || about.state === 'off' || typeof rows === 'string')
    return { ...about, ...(typeof rows === 'string' ? { note: rows } : {}), total: null, rows: null };
  const found = await rows(context);
  if (found.total === 0 && about.state !== 'whole') return { ...about, total: null, rows: null };
  const notes = [about.note, found.note].filter((note) => note !== undefined);
  return { ...about, ...found, ...(notes.length === 0 ? {} : { note: notes.join(' ') }) };
}

async function clusters({ reads, issuer, baseUrl, limit }: PartsContext): Promise<Rows> {
  const found = await reads.searchClusters({
    ...ofCompany(issuer.codes?.cik, limit),
    chief: null,
    withInsiders: false,
  });
  const rows = found.rows.stored.map(([json, page]) => ({ ...JSON.parse(json), url: baseUrl + page }));
  return foundIn(rows, found, 'get_clusters');
}

async function streaks({ reads, issuer, baseUrl, limit }: PartsContext): Promise<Rows> {
  const found = await reads.searchStreaks({ ...ofCompany(issuer.codes?.cik, limit), owner: null });
  const rows = found.rows.stored.map(([json, page]) => {
    // What the writer wrote.
    const entry = JSON.parse(json) as StreakFacts;
    const { filingHistory: _weeks, priceSeries: _closes, trackRecord: _runs, ...run } = entry;
    return { ...run, url: baseUrl + page };
  });
  return foundIn(rows, found, 'get_streaks');
}

/** Among all entries of a digest, also those behind its plain list. */
function ofCompany(cik: string | undefined, limit: number) {
  return { direction: null, tickers: [], cik: cik ?? '', limit };
}

/** While only the first entries are derived, the company may have others: none is then not known to be none. */
function foundIn(
  rows: unknown[],
  { total, isWhole }: { total: number; isWhole: boolean },
  tool: string,
): Rows {
  if (isWhole) return { total, rows };
  const note = `only the first entries of ${tool} are derived so far: the next refresh adds the others.`;
  return rows.length === 0
    ? { total: null, rows: null, note: `Not known: ${note}` }
    : { total: null, rows, note };
}

async function congressTrades({ reads, symbols, now, limit }: PartsContext): Promise<Rows> {
  const found = await reads.searchTrades({
    member: null,
    since: null,
    until: now.toISOString().slice(0, 10),
    tickers: symbols,
    party: null,
    state: null,
    chamber: null,
    type: null,
    owner: null,
    minAmount: 0,
    late: null,
    sort: 'disclosed',
    order: 'desc',
    after: undefined,
    limit,
  });
  if (found === null) return { total: 0, rows: [] };
  const rows = withDelays(found)
    .rows()
    .map((row) => Object.fromEntries(CONGRESS_TRADE_BRIEF.map((name) => [name, row[name]])));
  return { total: found.total, rows };
}

async function officials({ positions }: PartsContext): Promise<Rows> {
  return {
    total: positions?.officialsTotal ?? 0,
    rows: positions?.officials ?? [],
    note: ONLY_TRACKED_OFFICIALS,
  };
}

async function funds({ positions }: PartsContext): Promise<Rows> {
  return { total: positions?.fundsTotal ?? 0, rows: positions?.funds ?? [], note: ONLY_TRACKED_FUNDS };
}

/** One list from the markets that this service reads; the note names the others. */
async function europe({ states, issuer, european }: PartsContext): Promise<IssuerPartRows> {
  const parts = EU_COUNTRIES.map((market) => stateOf(states, EU_MARKETS[market].source.id));
  const [asOf = null] = parts.flatMap((one) => one.asOf ?? []).sort();
  const notes = parts.flatMap(({ note }) => note ?? []);
  const unready = parts.find(({ state }) => state !== 'whole' && state !== 'off');
  const about = {
    source: parts.map((one) => one.source).join(', '),
    state: unready?.state ?? (asOf === null ? 'off' : 'whole'),
    asOf,
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
  if (issuer.isins.length === 0) return { ...about, note: NO_ISIN, total: null, rows: null };
  // Nothing in some markets is not nothing in all.
  if (european === null || (european.total === 0 && notes.length > 0))
    return { ...about, total: null, rows: null };
  const hasOtherIsins = european.total === 0 && issuer.codes !== null;
  return {
    ...about,
    ...(hasOtherIsins ? { note: ONLY_KNOWN_ISINS } : {}),
    total: european.total,
    rows: european.rows,
  };
}

/**
 * Closes are kept for the companies in the lists of clusters and streaks: the newest of the company's, and the first one of
 * the time that it is compared over.
 */
async function closes(context: PartsContext): Promise<NonNullable<IssuerDetail['closes']>> {
  const { reads, states, issuer, now, closesSince = daysBefore(now, 7 * STREAK_HISTORY_WEEKS) } = context;
  const about = stateOf(states, 'prices');
  const unknown = { close: null, date: null, changePct: null, changeFrom: null };
  if (about.asOf === null) return { ...about, ...unknown };
  const cik = issuer.codes?.cik ?? '';
  const kept = cik === '' ? [] : await reads.issuerCloses({ cik, since: daysBefore(now, WINDOW_DAYS) });
  const last = kept.at(-1);
  if (last === undefined) return { ...about, ...unknown, note: NO_CLOSES };
  const first = kept.find(({ date }) => date >= closesSince && date < last.date);
  const known = { ...about, close: last.close, date: last.date };
  if (first === undefined)
    return {
      ...known,
      changePct: null,
      changeFrom: null,
      note: `No close from ${closesSince} on is earlier.`,
    };
  const changePct = Math.round((last.close / first.close - 1) * 10_000) / 100;
  return { ...known, changePct, changeFrom: first.date };
}
