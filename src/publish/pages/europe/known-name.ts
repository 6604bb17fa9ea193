/** Names of European registers whose rows have left the window: the search still finds them, and leads to their page. */

import search from '../../../../tools/search.js';
import type { PageRequest } from '../page.js';
import { searchQuery } from '../search-query.js';
import { rowsOrNone } from '../source-state.js';

const HITS = 100;

/**
 * What the search says of the name whose page `path` is, such as when it was last published, and the address of that answer; null if it is
 * not known here.
 */
export async function knownName(
  request: PageRequest,
  path: string,
): Promise<{ words: string; json: string } | null> {
  const { issuer = '', manager } = request.params;
  const q = searchQuery(manager ?? issuer);
  const type = manager === undefined ? 'eu_issuer' : 'eu_manager';
  const hits = await rowsOrNone(request.callTool(search, { q, type, limit: HITS }));
  const hit = hits.find(({ url }) => url === request.baseUrl + path);
  if (hit === undefined) return null;
  const given = new URLSearchParams({ q, type, limit: String(HITS) });
  return { words: hit.subtitle, json: `${search.path}?${given}` };
}
