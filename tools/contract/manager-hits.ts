/** The managers who file Form 13F among the hits of the search. They have their own index, with the largest first. */

import { cikIn } from './identifiers.js';
import { MANAGERS_PAGE, managerPage } from './manager-search.js';
import type { Hits } from './reads/names.js';
import type { Reads } from './reads.js';
import type { NameHit } from './shapes/search.js';

export interface FoundHits {
  hits: Hits<NameHit>;
  total: number;
}

/** By CIK, or by the beginnings of words of the name; none where the register was not read. */
export async function managerHits(
  reads: Pick<Reads, 'searchManagers'>,
  { q, limit, baseUrl }: { q: string; limit: number; baseUrl: string },
): Promise<FoundHits> {
  const cik = cikIn(q);
  const { rows, total } = await reads.searchManagers({
    q: cik === null ? q : null,
    cik,
    after: undefined,
    limit,
  });
  const hits = rows.rows().map(
    (one): NameHit => ({
      type: 'manager',
      id: `manager/${one.cik}`,
      title: one.name,
      subtitle: `CIK ${one.cik}; latest report ${one.quarter}`,
      match: cik === null ? 'word' : 'code',
      url: baseUrl + managerPage(one.cik),
      call: {
        tool: 'get_manager',
        arguments: { cik: one.cik },
        path: `/v1${MANAGERS_PAGE}/${one.cik}`,
      },
    }),
  );
  // Where they are among the others is not known.
  return { hits: [...hits, ...Array<null>(rows.unreadable).fill(null)], total };
}

/** Identifiers first, then names of other types, then managers. Names with typing errors are for a query that finds nothing. */
export function withManagers(named: FoundHits, managers: FoundHits): FoundHits {
  if (managers.total === 0) return named;
  const exact = named.hits.filter((hit) => hit?.match !== 'approximate');
  if (exact.length === 0) return managers;
  const isCode = (hit: NameHit | null) => hit?.match === 'code';
  const hits = [...exact.filter(isCode), ...managers.hits.filter(isCode)];
  hits.push(...exact.filter((hit) => !isCode(hit)), ...managers.hits.filter((hit) => !isCode(hit)));
  return { hits, total: named.total + managers.total };
}
