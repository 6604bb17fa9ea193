/** What `doctor` asks of eFD: its agreement, one search with one row, one report. */

import { addDays } from '../../../dates.js';
import { readHtml } from '../../formats/html.js';
import { runProbeStep } from '../../http/probe-step.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import { type Http, type Probe, SourceError } from '../../register.js';
import type { SenateAddresses } from './addresses.js';
import { washingtonDay } from './dates.js';
import { downloadReport, searchForm } from './fetch.js';
import { agreementToken } from './page-kind.js';
import { parseSearchResponse } from './search-response.js';
import type { SenateSession } from './session.js';

/** Some reports are filed in every month; none in so many days is no answer. */
const DAYS = 120;

export async function* probeSenate(
  addresses: SenateAddresses,
  session: SenateSession,
  http: Http,
  now: Date,
): AsyncGenerator<Probe> {
  const agreement = await runProbeStep(http, {
    what: 'agreement',
    url: addresses.agreement,
    run: async (client) => {
      const { status, bytes } = await client.request(addresses.agreement, { redirect: 'manual' });
      if (status !== 200) throw new SourceError(`eFD answered ${status}${refusalAdvice(status)}`, bytes);
      if (agreementToken(readHtml(bytes)) === null) throw new SourceError('no agreement on the page', bytes);
    },
    describe: () => 'eFD shows its agreement',
  });
  yield agreement.probe;
  if (agreement.probe.verdict !== 'reachable') return;
  const today = washingtonDay(now);
  const search = await runProbeStep(http, {
    what: 'search',
    url: addresses.searchData,
    run: async (client) => {
      const form = searchForm(addDays(today, -DAYS), today, 0, 1);
      const { status, bytes } = await session.post(client, addresses.searchData, form, (answer) =>
        parseSearchResponse(answer.bytes, '') === null ? 'lost' : 'good',
      );
      const found = status === 200 ? parseSearchResponse(bytes, 'search') : null;
      if (found === null)
        throw new SourceError(`the search of eFD did not answer as a search does (${status})`, bytes);
      if (found.total === 0 || found.rows.length === 0)
        throw new SourceError(`the search of eFD finds no report of the last ${DAYS} days`, bytes);
      return found;
    },
    describe: ({ total }) => `${total} reports of the last ${DAYS} days`,
  });
  yield search.probe;
  const row = search.found?.rows[0];
  if (row === undefined) return;
  const { kind, id } = row;
  const queued = { key: id, kind, url: addresses.report(kind, id) };
  const report = await runProbeStep(http, {
    what: 'report',
    url: queued.url,
    run: (client) => downloadReport(addresses, session, client, queued, () => now),
    describe: ({ bytes }) => `${kind} ${id}, ${bytes.length} bytes`,
  });
  yield report.probe;
}
