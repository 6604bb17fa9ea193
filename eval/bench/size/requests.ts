/** The requests for every endpoint: distinct ones for the cold times, the same ones again for the cached times. */

import { join } from 'node:path';
import { SqliteReadModel } from '../../../src/read-model/sqlite/model.js';
import { EU_COUNTRIES } from '../../../tools/contract/markets/index.js';
import { RANKING_DAYS, RANKINGS } from '../../../tools/contract/shapes/ranking.js';
import type { BenchRequest } from './latency.js';
import { chance, letters, personName, pick, type Volume } from './synthetic-data.js';

/**
 * `name` is shown in the report. Those `alone` have only one request: each of their cold times needs a new
 * generation.
 */
export interface RequestGroup {
  name: string;
  questions: BenchRequest[];
  alone?: true;
}

const MANY = 400;

export async function groupsOf(folder: string, volume: Volume): Promise<RequestGroup[]> {
  const model = new SqliteReadModel(join(folder, 'store/live.read-model.db'));
  const { reads, close } = await model.open();
  const slugs = await reads.exportNames({ folder: 'insiders', from: '', limit: 1_000_000_000 });
  const members = (await reads.memberNames()).map(({ slug }) => slug);
  const portfolios = await reads.trackerNames();
  const trackers = portfolios.map(({ slug }) => slug);
  await close();
  await model.close();
  const get = (path: string): BenchRequest => ({ path });
  const many = (make: (n: number) => string, count = MANY) =>
    Array.from({ length: count }, (_, n) => get(make(n)));
  const ticker = (n: number) => letters(pick(n, 60, volume.issuers, n % 2 === 0 ? 1 : 3));
  const slug = (n: number) => slugs[pick(n, 61, slugs.length)] as string;
  const cik = (n: number) => String(9_000_000_000 + pick(n, 62, volume.issuers));
  const month = (n: number) => `2026-${String(1 + (n % 9)).padStart(2, '0')}-15`;
  const searches = searchesOf(slugs);
  return [
    { name: '/v1/filings', questions: many((n) => `/v1/filings?limit=${100 + n}`) },
    { name: '/v1/filings, 10 rows', questions: many((n) => `/v1/filings?limit=10&min_value=${1 + n}`) },
    { name: '/v1/filings, 500 rows', questions: many((n) => `/v1/filings?limit=500&min_value=${1 + n}`) },
    {
      name: '/v1/filings, 500 rows by value',
      questions: many((n) => `/v1/filings?limit=500&since=${month(n)}&min_value=${n * 2000}`),
    },
    {
      name: '/v1/filings, by ticker',
      questions: many(
        (n) =>
          `/v1/filings?limit=${500 - (n % 300)}&since=2025-12-0${1 + (n % 9)}&ticker=${ticker(n)}&direction=${n % 3 === 0 ? 'P' : 'all'}`,
      ),
    },
    { name: '/v1/filings, selected', questions: many((n) => `/v1/filings?limit=100&${selection(n)}`) },
    {
      name: '/v1/filings, added up',
      questions: many(
        (n) =>
          `/v1/filings?group=${['filing', 'insider', 'issuer'][n % 3]}&sort=${n % 2 === 0 ? 'value' : 'filed'}&limit=${20 + (n % 80)}&min_value=${n * 500}&since=${month(n)}`,
      ),
    },
    {
      name: '/v1/filings, by change',
      questions: many(
        (n) =>
          `/v1/filings?group=filing&sort=${n % 3 === 0 ? 'value' : 'change'}&limit=${20 + (n % 80)}&min_change=${(n % 90) / 100 + n / 1e6}&since=${month(n)}`,
      ),
    },
    { name: '/v1/insiders, zero hits', questions: searches.none },
    { name: '/v1/insiders, 1 or 2 letters', questions: searches.short },
    { name: '/v1/insiders, 3 to 64 letters', questions: searches.long },
    { name: '/v1/insiders/{id}', questions: many((n) => `/v1/insiders/${slug(n)}`) },
    { name: '/v1/issuers/{id}', questions: many((n) => `/v1/issuers/${n % 2 === 0 ? cik(n) : ticker(n)}`) },
    {
      name: '/v1/issuers/{id}, full',
      questions: many((n) => `/v1/issuers/${cik(n + 5000)}?view=full`),
    },
    { name: '/v1/fetch, a company', questions: many((n) => `/v1/fetch?id=issuer/${cik(n + 9000)}`) },
    {
      name: '/v1/search',
      questions: [...searches.short, ...searches.long]
        .slice(0, MANY)
        .map(({ path }) => get(path.replace('/v1/insiders', '/v1/search'))),
    },
    {
      name: '/v1/search, typing errors',
      questions: many((n) => `/v1/search?q=${encodeURIComponent(misspelled(slug(n + 20_000)))}`, 200),
    },
    { name: '/v1/changes', questions: many((n) => `/v1/changes?limit=${50 + n}`) },
    { name: '/v1/clusters', questions: [get('/v1/clusters')], alone: true },
    { name: '/v1/streaks', questions: [get('/v1/streaks')], alone: true },
    ...EU_COUNTRIES.map((country) => ({
      name: `/v1/eu/${country}`,
      questions: many((n) => `/v1/eu/${country}?limit=${2500 - n}`, 100),
    })),
    {
      name: '/v1/eu/all, selected',
      questions: many(
        (n) =>
          `/v1/eu/all?direction=${n % 2 === 0 ? 'P' : 'S'}&currency=EUR&min_value=${n * 100}&sort=value&limit=100`,
        200,
      ),
    },
    {
      name: '/v1/congress-trades',
      questions: many(
        (n) =>
          `/v1/congress-trades?limit=${20 + (n % 80)}&sort=${['disclosed', 'traded', 'amount', 'delay'][n % 4]}${n % 2 === 0 ? `&ticker=${ticker(n)}` : `&party=${n % 3 === 0 ? 'D' : 'R'}&min_amount=${n}`}`,
      ),
    },
    {
      name: '/v1/insiders/{id}, selected',
      questions: many((n) => `/v1/insiders/${slug(n + 30_000)}?direction=S&sort=value&limit=50`),
    },
    { name: '/v1/congress', questions: [get('/v1/congress')], alone: true },
    {
      name: '/v1/congress/{member}',
      questions: members.slice(0, MANY).map((member) => get(`/v1/congress/${member}`)),
    },
    { name: '/v1/trackers', questions: [get('/v1/trackers')], alone: true },
    {
      name: '/v1/trackers/{slug}',
      questions: trackers.flatMap((one) => [
        get(`/v1/trackers/${one}`),
        get(`/v1/trackers/${one}?series=none`),
      ]),
    },
    {
      name: '/v1/trackers/{slug}, a view',
      questions: portfolios.flatMap(({ slug: one, archetype }) => {
        const own =
          archetype === 'hedge_fund' ? ['changes', 'changes&type=sale'] : ['transactions&type=sale'];
        return ['summary', 'holdings', ...own].map((view) => get(`/v1/trackers/${one}?view=${view}`));
      }),
    },
    {
      name: '/v1/clusters, selected',
      questions: many((n) => `/v1/clusters?direction=P&insiders=names&limit=${1 + n}`, 100),
    },
    {
      name: '/v1/rankings',
      questions: RANKINGS.flatMap((of) =>
        RANKING_DAYS.flatMap((days) => [get(`/v1/rankings?of=${of}&days=${days}&limit=100`)]),
      ),
    },
    { name: '/v1/catalog', questions: [get('/v1/catalog')], alone: true },
    {
      name: '/v1/mcp, get_latest_filings',
      questions: Array.from({ length: MANY }, (_, n) => ({
        path: '/v1/mcp',
        tool: { name: 'get_latest_filings', arguments: { limit: 100, min_value: 1 + n } },
      })),
    },
    { name: '/data/insiders/{slug}.json', questions: many((n) => `/data/insiders/${slug(n + 5000)}.json`) },
    { name: '/insiders/{slug} (page)', questions: many((n) => `/insiders/${slug(n + 9000)}`, 100) },
    { name: '/ticker/{T} (page)', questions: many((n) => `/ticker/${ticker(n + 9000)}`, 100) },
    { name: '/filings (page)', questions: many((n) => `/filings?min_value=${n + 1}&${selection(n)}`, 100) },
    { name: '/congress-trades (page)', questions: many((n) => `/congress-trades?min_amount=${n + 1}`, 100) },
    { name: '/eu/all (page)', questions: many((n) => `/eu/all?currency=EUR&min_value=${n + 1}`, 100) },
    { name: '/ (page)', questions: [get('/')], alone: true },
  ];
}

/** Some questions of every group of REST as of earlier moments in turn. */
export function pastGroup(groups: readonly RequestGroup[], moments: readonly string[]): RequestGroup {
  const questions = groups
    .filter(({ name }) => /^\/v1\/(?!mcp)/.test(name))
    .flatMap((group) => group.questions.slice(-10));
  const past = questions.map(({ path }, n) => {
    const moment = moments[n % moments.length] ?? '';
    return { path: `${path}${path.includes('?') ? '&' : '?'}as_of=${encodeURIComponent(moment)}` };
  });
  return { name: 'all of /v1 with as_of', questions: past };
}

/** A selection of the feed that its plain index does not answer. */
function selection(n: number): string {
  const role = ['ceo', 'cfo', 'director', 'ten_percent', 'officer'][n % 5];
  const plan = n % 3 === 0 ? '&planned=exclude' : '';
  return `role=${role}&direction=${n % 2 === 0 ? 'P' : 'S'}${plan}&sort=${['filed', 'value', 'traded', 'ticker', 'shares', 'insider', 'price'][Math.floor(n / 5) % 7]}&max_value=${1_000_000 + n}`;
}

/** A name with two changed places in its longest word. */
function misspelled(slug: string): string {
  const words = slug.split('-');
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '');
  const wrong = `${longest.slice(0, 1)}${longest.charAt(2)}${longest.charAt(1)}${longest.slice(3)}`;
  return words.map((word) => (word === longest ? wrong : word)).join(' ');
}

/** Parts of real slugs and names of every length, and words that match no name. */
function searchesOf(slugs: readonly string[]): Record<'none' | 'short' | 'long', BenchRequest[]> {
  const get = (q: string): BenchRequest => ({ path: `/v1/insiders?q=${encodeURIComponent(q)}&limit=100` });
  const alphabet = 'abcdefghijklmnopqrstuvwxyz';
  const short = new Set<string>(alphabet);
  for (let n = 0; n < 200; n += 1)
    short.add(alphabet.charAt(pick(n, 70, 26)) + alphabet.charAt(pick(n, 71, 26)));
  const long = new Set<string>();
  for (let n = 0; n < 1200; n += 1) {
    const text =
      n % 2 === 0 ? (slugs[pick(n, 72, slugs.length)] as string) : personName(pick(n, 73, 400_000));
    const length = 3 + (n % 62);
    const from = chance(n, 74) < 0.5 ? 0 : pick(n, 75, Math.max(1, text.length - 3));
    long.add(text.slice(from, from + length).trim());
  }
  const none = new Set<string>();
  for (let n = 0; n < 200; n += 1) {
    const word = Array.from({ length: 1 + (n % 64) }, (_, at) =>
      'xqzjvkw'.charAt(pick(n * 64 + at, 76, 7)),
    ).join('');
    // Two letters that occur, four that do not, and words whose parts occur but not the whole.
    none.add(
      n % 3 === 0
        ? `${word.slice(0, 58)} zzqq`
        : n % 3 === 1
          ? `${word.slice(0, 60)}zqxj`
          : `${(slugs[n] as string).slice(0, 4)} ${letters(n * 7).toLowerCase()}xq`,
    );
  }
  return {
    none: [...none].map(get),
    short: [...short].map(get),
    long: [...long].filter((q) => q.length >= 3).map(get),
  };
}
