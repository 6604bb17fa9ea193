/** Values for the examples on the pages. They come from this service, so that each example gives an answer. */

import { RANKINGS } from '../../../../tools/contract/shapes/ranking.js';
import fetchRecord from '../../../../tools/fetch.js';
import getCatalog from '../../../../tools/get-catalog.js';
import getFilingHistory from '../../../../tools/get-filing-history.js';
import getIssuer from '../../../../tools/get-issuer.js';
import getLatestFilings from '../../../../tools/get-latest-filings.js';
import getSource from '../../../../tools/get-source.js';
import rankHoldings from '../../../../tools/rank-holdings.js';
import searchInsiders from '../../../../tools/search-insiders.js';
import searchManagers from '../../../../tools/search-managers.js';
import type { PageRequest } from '../page.js';
import { rowsOrNone, stateOf } from '../source-state.js';

/** By the name of the parameter, or for an id that names something else by the path; undefined where nothing is read yet. */
export type ExampleValues = Record<string, string | undefined>;

export async function exampleValues(request: PageRequest): Promise<ExampleValues> {
  const { trackers, congressMembers } = (await request.callTool(getCatalog)).data;
  const [manager] = await rowsOrNone(request.callTool(searchManagers, { limit: 1 }));
  const [held] = await rowsOrNone(request.callTool(rankHoldings, { limit: 1 }));
  const known = {
    cik: manager?.cik,
    security: held?.cusip,
    member: congressMembers[0]?.slug,
    slug: trackers[0]?.slug,
    country: 'se',
    q: 'smith',
    of: RANKINGS[0],
    generation: 'latest',
    sql: 'SELECT count(*) FROM form4_trades',
  };
  const form4 = await stateOf(request, 'sec-edgar-form4');
  if (form4?.lastReadAt == null || form4.status === 'off') return known;
  const [filing] = await rowsOrNone(request.callTool(getLatestFilings, { limit: 1 }));
  const word = filing?.ownerName.split(/\s+/).find((one) => /^[A-Za-z]{3,}$/.test(one));
  if (word === undefined) return known;
  const [hit] = await rowsOrNone(request.callTool(searchInsiders, { q: word, limit: 1 }));
  return {
    ...known,
    q: word.toLowerCase(),
    id: hit?.slug,
    [getIssuer.path]: filing?.cik,
    [getFilingHistory.path]: filing?.filingId,
    [getSource.path]: filing?.filingId,
    [fetchRecord.path]: hit === undefined ? undefined : `insider/${hit.slug}`,
  };
}
