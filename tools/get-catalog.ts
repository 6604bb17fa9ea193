/** The catalog: endpoints, slug lists, limits, and the state of every source. */

import { z } from 'zod/v3';
import { EU_MARKETS } from './contract/markets/index.js';
import { isNamed, type NamedRecord } from './contract/named.js';
import { nameParameter, wordParameter } from './contract/parameters.js';
import { LICENSE_URL, SAMPLE_WARNING, SERVICE_NAME, SERVICE_VERSION } from './contract/rules.js';
import { catalog, catalogBrief } from './contract/shapes/catalog.js';
import { defineTool } from './contract/tool.js';

/** A time in the past belongs to a run that is late or was stopped, so it is not given. */
const upcoming = (at: string | null, now: Date) => (at !== null && at > now.toISOString() ? at : null);

const DESCRIPTION =
  'Public disclosure registers, read hourly and reproduced as filed, each record linked to its original.';

export default defineTool({
  mcp: 'get_catalog',
  title: 'Catalog: call this first',
  path: '/v1/catalog',
  purpose: 'Slug lists, endpoints, European markets, rate limits, licence, and the state of every source',
  description: `The table of contents; call it first, with view=brief.

It returns both slug lists (tracked portfolios and members of Congress), every REST endpoint and its tool, the European markets with currency and value floor, the rate limits, the licence, and the state of each source: when it was last read, its status, how many rows and documents are stored, how many documents are queued, and when the next attempt is due. service.sample true means that all data is invented.

q finds a portfolio or a member by name; an empty list then means that no name matches. members=none and view=brief give congressMembers as an empty list, which does not mean that there are none.

Check the status before you conclude that nothing was filed: never-read, failing and off mean "unknown", not "none"; filling and imported mean that data is incomplete. Size: about 3,200 tokens plus 20 for each member of Congress, so 13,000 with 500 members; members=none 3,200, view=brief 900. Call it once and keep the slugs.`,
  input: z.object({
    view: wordParameter(
      'view',
      ['full', 'brief'],
      'brief leaves out endpoints, members (unless q is given) and what does not change of service and sources',
    ).default('full'),
    q: nameParameter(
      'Only portfolios and members whose name or slug has words that begin with these, in any order, with or without accents',
    ).optional(),
    members: wordParameter('members', ['all', 'none'], 'none leaves out the members of Congress').default(
      'all',
    ),
  }),
  output: catalog,
  otherData: { schema: catalogBrief, when: 'view=brief' },
  async run({ view, q, members }, { reads, endpoints, rateLimits, now, sample = false }) {
    const sources = await reads.sources();
    const named = <R extends NamedRecord>(rows: readonly R[]) =>
      rows.filter((row) => q === undefined || isNamed(row, q));
    const hasMembers = members === 'all' && (view === 'full' || q !== undefined);
    const data = {
      service: {
        name: SERVICE_NAME,
        version: SERVICE_VERSION,
        sample,
        description: sample ? `${SAMPLE_WARNING} ${DESCRIPTION}` : DESCRIPTION,
        notAdvice:
          'This reproduces public filings. It ranks nothing, recommends nothing and is not investment advice.',
        policy:
          'Reading is free, needs no key, and stays free. There is no paid tier for filing data or alerts. A commercial high-volume tier is only under consideration, via a waitlist, and has no price.',
      },
      trackers: named(await reads.trackerNames()),
      congressMembers: hasMembers ? named(await reads.memberNames()) : [],
      euMarkets: Object.entries(EU_MARKETS).map(([country, market]) => ({
        country,
        register: market.registerName,
        source: market.source.id,
        currency: market.currency,
        floor: market.floor,
      })),
      endpoints: [...endpoints],
      rateLimits,
      license: LICENSE_URL,
      sources: sources.map((state) => ({
        source: state.source,
        publisher: state.publisher,
        homepage: state.homepage,
        lastReadAt: state.lastReadAt,
        lastChangeAt: state.lastChangeAt,
        status: state.status,
        rows: state.rows,
        documents: state.documents,
        waiting: state.waiting,
        nextAttemptAt: upcoming(state.nextAttemptAt, now),
        note: sample ? `${SAMPLE_WARNING} ${state.note}`.trim() : state.note,
      })),
    };
    const readTimes = sources.map((state) => state.lastReadAt).filter((at) => at !== null);
    const fetchedAt = readTimes.sort().at(-1) ?? now.toISOString();
    return {
      data: view === 'brief' ? briefly(data) : data,
      count: 1,
      source: 'catalog',
      fetchedAt,
      page: null,
      governmentWork: false,
    };
  },
});

type Catalog = z.infer<typeof catalog>;

function briefly({ service, sources, endpoints: _endpoints, ...data }: Catalog): Catalog {
  const { name, version, sample, description } = service;
  const brief: z.infer<typeof catalogBrief> = {
    service: { name, version, sample, description },
    ...data,
    sources: sources.map(({ source, status, lastReadAt, rows, waiting, nextAttemptAt }) => {
      return { source, status, lastReadAt, rows, waiting, nextAttemptAt };
    }),
  };
  // `output` is the whole catalog; `otherData` is what the brief view gives in its place.
  return brief as unknown as Catalog;
}
