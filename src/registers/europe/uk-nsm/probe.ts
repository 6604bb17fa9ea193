/** What `doctor` asks of the NSM: one search on the last business day, and one announcement that it names. */

import { asked } from '../../http/probing.js';
import { type Http, type Probe, RegisterFailure } from '../../register.js';
import { addDays, isQuietDay } from './calendar.js';
import type { NsmClient } from './fetch.js';
import { wantedOf } from './search-answer.js';

/** Enough for one of them to be a page and no PDF. */
const HITS = 10;

export async function* probeNsm(client: NsmClient, http: Http, now: Date): AsyncGenerator<Probe> {
  let day = addDays(now.toISOString().slice(0, 10), -1);
  while (isQuietDay(day)) day = addDays(day, -1);
  const search = await asked(http, {
    what: 'search',
    url: client.searchUrl(),
    ask: async (door) => {
      const { page, bytes } = await client.search(door, day, 0, HITS);
      if ((page.total ?? page.count) === 0)
        throw new RegisterFailure(`no hits for ${day}, a business day: a soft block`, bytes);
      return page;
    },
    tell: ({ total, count }) => `${total ?? count} hits for ${day}`,
  });
  yield { ...search.probe, verdict: verdictOf(search.probe) };
  const hit = search.found?.hits.find(({ sort }) => sort === 'announcement');
  if (hit === undefined) return;
  const wanted = wantedOf(hit, client.options.artefacts);
  const announcement = await asked(http, {
    what: 'announcement',
    url: wanted.url,
    ask: (door) => client.retrieve(door, wanted),
    tell: ({ key, bytes }) => `${key}, ${bytes.length} bytes`,
  });
  yield announcement.probe;
}

/** No hits on a business day are a refusal with a good status; a bad one besides the walls' is a changed question. */
function verdictOf({ verdict, status, detail }: Probe): Probe['verdict'] {
  if (verdict === 'reachable' || verdict === 'unreachable' || status === null) return verdict;
  if (detail.endsWith('soft block')) return 'refused';
  return [401, 403, 429].includes(status) ? 'refused' : 'unknown-shape';
}
