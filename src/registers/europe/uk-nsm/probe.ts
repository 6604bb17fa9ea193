/** What `doctor` asks of the NSM: one search on the last business day, and one announcement that it names. */

import { addDays, utcDate } from '../../../dates.js';
import { runProbeStep } from '../../http/probe-step.js';
import { type Http, type Probe, SourceError } from '../../register.js';
import type { NsmClient } from './fetch.js';
import { isNonPublicationDay } from './publication-days.js';
import { queuedAnnouncement } from './search-response.js';

/** Enough for one of them to be a page and no PDF. */
const HITS = 10;

export async function* probeNsm(client: NsmClient, http: Http, now: Date): AsyncGenerator<Probe> {
  let day = addDays(utcDate(now), -1);
  while (isNonPublicationDay(day)) day = addDays(day, -1);
  const search = await runProbeStep(http, {
    what: 'search',
    url: client.searchUrl(),
    run: async (probeHttp) => {
      const { page, bytes } = await client.search(probeHttp, day, 0, HITS);
      if ((page.total ?? page.count) === 0)
        throw new SourceError(`no hits for ${day}, a business day: a soft block`, bytes);
      return page;
    },
    describe: ({ total, count }) => `${total ?? count} hits for ${day}`,
  });
  yield { ...search.probe, verdict: verdictOf(search.probe) };
  const hit = search.found?.hits.find(({ type }) => type === 'announcement');
  if (hit === undefined) return;
  const queued = queuedAnnouncement(hit, client.options.artefacts);
  const announcement = await runProbeStep(http, {
    what: 'announcement',
    url: queued.url,
    run: (probeHttp) => client.download(probeHttp, queued),
    describe: ({ key, bytes }) => `${key}, ${bytes.length} bytes`,
  });
  yield announcement.probe;
}

/** No hits on a business day are a refusal with a good status; a bad one besides the walls' is a changed question. */
function verdictOf({ verdict, status, detail }: Probe): Probe['verdict'] {
  if (verdict === 'reachable' || verdict === 'unreachable' || status === null) return verdict;
  if (detail.endsWith('soft block')) return 'refused';
  return [401, 403, 429].includes(status) ? 'refused' : 'unknown-shape';
}
