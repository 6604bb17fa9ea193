/** Rankings as parts of other pages. */

import getRankings from '../../../tools/get-rankings.js';
import type { PageAnswer, PageRequest, ToolArguments } from './page.js';
import { rowsOrNone } from './source-state.js';

type Ranking = PageAnswer<typeof getRankings>['data'];

/** Null where this service has no rankings, or the source was not read yet. */
export async function rankingOrNone(
  request: PageRequest,
  given: ToolArguments<typeof getRankings>,
): Promise<Ranking | null> {
  if (!request.tools.some(({ path }) => path === getRankings.path)) return null;
  const answer = request.callTool(getRankings, given);
  const [found] = await rowsOrNone(answer.then(({ data }) => ({ data: [data] })));
  return found ?? null;
}
