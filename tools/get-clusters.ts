/** Issuers in which several insiders traded in the same direction. */

import { z } from 'zod/v3';
import { cutListRows, listFor, page, requireLastReadAt } from './contract/answer.js';
import {
  clusterOrder,
  digestFilter,
  digestParameters,
  leastParameters,
  requireWholeDigest,
} from './contract/digest-search.js';
import {
  orderParameters,
  pageParameters,
  rowParameters,
  wordParameter,
  yesNoParameter,
} from './contract/parameters.js';
import type { Reads } from './contract/reads.js';
import {
  CLUSTER_MIN_INSIDERS,
  CLUSTER_MIN_USD,
  CLUSTER_WINDOW_DAYS,
  CLUSTERS_LIMIT,
  CLUSTERS_MAX,
} from './contract/rules.js';
import type { SerializedPageRows } from './contract/serialized-rows.js';
import { CLUSTER_BRIEF, type ClusterFacts, clusterCard } from './contract/shapes/digest.js';
import { placeIn, requireShortPlace } from './contract/short-list.js';
import { defineTool, type GivenRows, type ToolContext } from './contract/tool.js';

const COLUMNS = Object.keys(clusterCard.shape);

const input = z.object({
  ...digestParameters(),
  chief: yesNoParameter(
    'chief',
    'true: only cards with a chief officer among the insiders; false: only those without',
  ).optional(),
  insiders: wordParameter(
    'insiders',
    ['none', 'names'],
    'names adds the counted insiders to each card: name, slug, role, title and value. Default none',
  ).default('none'),
  ...pageParameters(CLUSTERS_LIMIT, 'cards'),
  ...rowParameters(clusterCard, 'data', CLUSTER_BRIEF),
  ...leastParameters('min_insiders', 'totalValue', 'counted insiders'),
  ...orderParameters(
    ['conviction', 'value', 'insiders', 'filed'],
    'conviction (default), value by totalValue, insiders by insiderCount, filed by lastFiledAt',
  ),
});
type ClustersInput = z.infer<typeof input>;

export default defineTool({
  mcp: 'get_clusters',
  title: 'Clusters of insiders',
  source: 'sec-edgar-form4',
  path: '/v1/clusters',
  purpose: 'Issuers in which three or more insiders bought, or sold, within sixty days',
  description: `Issuers where ${CLUSTER_MIN_INSIDERS} or more distinct insiders filed open-market trades in the same direction (P purchases, S sales) within the ${CLUSTER_WINDOW_DAYS} days that end today. All arguments are optional.

Use it for "where are several insiders buying" (direction=P), with insiders=names to name them, chief=true for cards with a chief officer, ticker or cik for one company. For the individual trades behind a card use get_latest_filings with its ticker or cik; for one person who trades week after week use get_streaks.

An insider counts from USD ${CLUSTER_MIN_USD.toLocaleString('en-US')} in the window. Owners who file jointly or share a document count as one insider, so a fund family is not a crowd. A company can have a buy card and a sell card. discretionaryValue leaves out trades under a 10b5-1 plan. conviction (0 to 100) is a documented composite of breadth, seniority, materiality against shares outstanding, recency and concentration, computed from discretionary trades only. It sorts the cards; it is not a recommendation. materiality is null when shares outstanding are unknown.

The first ${CLUSTERS_MAX} cards, more with limit; about 230 tokens each, brief in a table 50, each name 45 more. meta.total is how many match; meta.nextCursor gives the next cards. An empty list is a normal result. Updated hourly.`,
  input,
  output: z.array(clusterCard),
  async run(given, context) {
    const { reads, baseUrl } = context;
    const read = await requireLastReadAt(reads, 'sec-edgar-form4');
    const { rows, counted } = await (isPlain(given) ? plainCards(reads) : searchedCards(context, given));
    read.requireRowsUnlessComplete(counted?.total ?? rows.length);
    return {
      data: listFor(rows.withUrls(baseUrl), context, given, { columns: COLUMNS, brief: CLUSTER_BRIEF }),
      count: rows.length,
      rows: counted,
      source: 'sec-edgar-form4',
      fetchedAt: read.fetchedAt,
      page: '/clusters',
      governmentWork: true,
    };
  },
});

interface Cards {
  rows: SerializedPageRows<ClusterFacts>;
  counted: GivenRows | undefined;
}

/** Whether the plain list has what is requested. */
function isPlain(given: ClustersInput): boolean {
  const { direction, ticker, cik, chief, min_value, min_insiders, sort, order, limit, cursor } = given;
  const isAll = direction === 'all' && ticker === undefined && cik === undefined && chief === undefined;
  const isInOrder = sort === 'conviction' && order === 'desc';
  return (
    isAll &&
    isInOrder &&
    min_value === 0 &&
    min_insiders === 0 &&
    !wantsInsiders(given) &&
    limit === CLUSTERS_MAX &&
    cursor === undefined
  );
}

function wantsInsiders({ insiders, fields }: ClustersInput): boolean {
  return insiders === 'names' || fields?.split(',').includes('insiders') === true;
}

async function plainCards(reads: Reads): Promise<Cards> {
  const rows = await reads.clusters();
  const { clusters: total } = await reads.digestTotals();
  return { rows, counted: cutListRows(rows, CLUSTERS_MAX, total) };
}

async function searchedCards({ reads, after }: ToolContext, given: ClustersInput): Promise<Cards> {
  const { limit, sort } = given;
  const place = requireShortPlace(after);
  const found = await reads.searchClusters({
    ...digestFilter(given),
    chief: given.chief ?? null,
    minInsiders: given.min_insiders,
    sort,
    withInsiders: wantsInsiders(given),
    after: place,
    limit: limit + 1,
  });
  requireWholeDigest(found);
  const count = async () => found.total;
  return page(found.rows, { limit, after: place, count }, (last) => placeIn(clusterOrder({ sort }), last));
}
