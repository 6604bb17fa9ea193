/** Issuers in which several insiders traded in the same direction. */

import { z } from 'zod/v3';
import { cutListRows, requireLastReadAt, rowsFor } from './contract/answer.js';
import {
  CLUSTER_MIN_INSIDERS,
  CLUSTER_MIN_USD,
  CLUSTER_WINDOW_DAYS,
  CLUSTERS_MAX,
} from './contract/rules.js';
import { clusterCard } from './contract/shapes/digest.js';
import { defineTool } from './contract/tool.js';

export default defineTool({
  mcp: 'get_clusters',
  title: 'Clusters of insiders',
  source: 'sec-edgar-form4',
  path: '/v1/clusters',
  purpose: 'Issuers in which three or more insiders bought, or sold, within sixty days',
  description: `Issuers where ${CLUSTER_MIN_INSIDERS} or more distinct insiders filed open-market trades in the same direction (P purchases, S sales) within the ${CLUSTER_WINDOW_DAYS} days that end today. It takes no arguments.

Use it for "where are several insiders buying". For the individual trades behind a card use get_latest_filings with its ticker; for one person who trades week after week use get_streaks.

An insider counts from USD ${CLUSTER_MIN_USD.toLocaleString('en-US')} in the window. Owners who file jointly or share a document count as one insider, so a fund family is not a crowd. A company can have a buy card and a sell card. discretionaryValue leaves out trades under a 10b5-1 plan. conviction (0 to 100) is a documented composite of breadth, seniority, materiality against shares outstanding, recency and concentration, computed from discretionary trades only. It sorts the cards; it is not a recommendation. materiality is null when shares outstanding are unknown.

At most ${CLUSTERS_MAX} cards, about 230 tokens each. meta.total is how many there are. An empty list is a normal result. Updated hourly.`,
  input: z.object({}),
  output: z.array(clusterCard),
  async run(_input, context) {
    const { reads, baseUrl } = context;
    const read = await requireLastReadAt(reads, 'sec-edgar-form4');
    const rows = await reads.clusters();
    read.requireRowsUnlessComplete(rows.length);
    return {
      data: rowsFor(rows.withUrls(baseUrl), context),
      count: rows.length,
      rows: cutListRows(rows.length, CLUSTERS_MAX, (await reads.digestTotals()).clusters),
      source: 'sec-edgar-form4',
      fetchedAt: read.fetchedAt,
      page: '/clusters',
      governmentWork: true,
    };
  },
});
