/** What `doctor` asks of eFD: its agreement, one search with one row, one report. */

import { readHtml } from '../../formats/html.js';
import { addDays } from '../../formats/local-time.js';
import { asked } from '../../http/probing.js';
import { whyRefused } from '../../http/refusal.js';
import { type Http, type Probe, RegisterFailure } from '../../register.js';
import type { SenateAddresses } from './addresses.js';
import { washingtonDay } from './dates.js';
import { retrieveReport, searchForm } from './fetch.js';
import { agreementToken } from './page-kind.js';
import { readSearchAnswer } from './search-answer.js';
import type { Session } from './session.js';

/** Some reports are filed in every month; none in so many days is no answer. */
const DAYS = 120;

export async function* probeSenate(
  addresses: SenateAddresses,
  session: Session,
  http: Http,
  now: Date,
): AsyncGenerator<Probe> {
  const agreement = await asked(http, {
    what: 'agreement',
    url: addresses.agreement,
    ask: async (door) => {
      const { status, bytes } = await door.request(addresses.agreement, { redirect: 'manual' });
      if (status !== 200) throw new RegisterFailure(`eFD answered ${status}${whyRefused(status)}`, bytes);
      if (agreementToken(readHtml(bytes)) === null)
        throw new RegisterFailure('no agreement on the page', bytes);
    },
    tell: () => 'eFD shows its agreement',
  });
  yield agreement.probe;
  if (agreement.probe.verdict !== 'reachable') return;
  const today = washingtonDay(now);
  const search = await asked(http, {
    what: 'search',
    url: addresses.searchData,
    ask: async (door) => {
      const form = searchForm(addDays(today, -DAYS), today, 0, 1);
      const { status, bytes } = await session.post(door, addresses.searchData, form, (answer) =>
        readSearchAnswer(answer.bytes, '') === null ? 'lost' : 'good',
      );
      const found = status === 200 ? readSearchAnswer(bytes, 'search') : null;
      if (found === null)
        throw new RegisterFailure(`the search of eFD did not answer as a search does (${status})`, bytes);
      if (found.total === 0 || found.rows.length === 0)
        throw new RegisterFailure(`the search of eFD finds no report of the last ${DAYS} days`, bytes);
      return found;
    },
    tell: ({ total }) => `${total} reports of the last ${DAYS} days`,
  });
  yield search.probe;
  const row = search.found?.rows[0];
  if (row === undefined) return;
  const { kind, id } = row;
  const wanted = { key: id, kind, url: addresses.report(kind, id) };
  const report = await asked(http, {
    what: 'report',
    url: wanted.url,
    ask: (door) => retrieveReport(addresses, session, door, wanted, () => now),
    tell: ({ bytes }) => `${kind} ${id}, ${bytes.length} bytes`,
  });
  yield report.probe;
}
