/** The catalog: endpoints, slug lists, limits, and the state of every source. */

import { z } from 'zod/v3';
import { EU_MARKETS, LICENSE_URL, SAMPLE_WARNING, SERVICE_NAME, SERVICE_VERSION } from './contract/rules.js';
import { catalog } from './contract/shapes/catalog.js';
import { defineTool } from './contract/tool.js';

const EU_REGISTERS = {
  de: { register: 'BaFin directors’ dealings', source: 'bafin-directors-dealings' },
  uk: { register: 'FCA National Storage Mechanism', source: 'fca-nsm' },
  se: { register: 'Finansinspektionen insynsregistret', source: 'fi-insynsregistret' },
  nl: { register: 'AFM register of managers’ transactions', source: 'afm-mar19' },
} as const;

/** A time in the past belongs to a run that is late or was stopped, so it is not given. */
const upcoming = (at: string | null, now: Date) => (at !== null && at > now.toISOString() ? at : null);

const DESCRIPTION =
  'Public disclosure registers, read hourly and reproduced as filed, each record linked to its original.';

export default defineTool({
  mcp: 'get_catalog',
  title: 'Catalog: call this first',
  path: '/v1/catalog',
  purpose: 'Slug lists, endpoints, European markets, rate limits, licence, and the state of every source',
  description: `The table of contents; call it first. It takes no arguments.

It returns both slug lists (tracked portfolios and members of Congress), every REST endpoint and its tool, the four European markets with currency and value floor, the rate limits, the licence, and the state of each source: when it was last read, its status, how many rows and documents are stored, how many documents are queued, and when the next attempt is due. service.sample true means that all data is invented.

Check the status before you conclude that nothing was filed: never-read, failing and off mean "unknown", not "none"; filling and imported mean that data is incomplete. Size: about 2,000 tokens plus 20 for each member of Congress, so 12,000 with 500 members. Call it once and keep the slugs.`,
  input: z.object({}),
  output: catalog,
  async run(_input, { reads, endpoints, rateLimits, now, sample = false }) {
    const sources = await reads.sources();
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
      trackers: await reads.trackerNames(),
      congressMembers: await reads.memberNames(),
      euMarkets: Object.entries(EU_MARKETS).map(([country, market]) => ({
        country,
        ...EU_REGISTERS[country as keyof typeof EU_REGISTERS],
        ...market,
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
    return { data, count: 1, source: 'catalog', fetchedAt, page: null, governmentWork: false };
  },
});
