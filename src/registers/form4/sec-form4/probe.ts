/** What `doctor` asks of EDGAR for Form 4: the feed, one filing, one daily index, one data set. */

import { itemAt } from '../../../collections.js';
import { addDays, localTime, NEW_YORK } from '../../../dates.js';
import {
  type EdgarAddresses,
  fileOrNull,
  fileStatus,
  lastWeekdays,
  quarterDays,
  quarterName,
  quarterOf,
  quarters,
} from '../../edgar/edgar.js';
import { downloadSubmission } from '../../edgar/edgar-submission.js';
import { FIRST_BYTES_REQUEST, requireOk, requireZipStart, runProbeStep } from '../../http/probe-step.js';
import { type Http, type Probe, type QueuedDocument, SourceError } from '../../register.js';
import { dataSetLinks } from './backfill.js';
import { readFeedPage, readMasterIndex } from './indexes.js';

/** EDGAR has closed for three weekdays in a row; more without an index is an outage. */
const DAYS_TRIED = 4;
/** The file of a quarter comes some weeks after its end. */
const QUARTERS_TRIED = 2;

export async function* probeForm4(addresses: EdgarAddresses, http: Http, now: Date): AsyncGenerator<Probe> {
  const url = addresses.latestFilings('4', 0, 20);
  const feed = await runProbeStep(http, {
    what: 'latest-filings feed',
    url,
    run: async (client) => readFeedPage(requireOk(await client.request(url)), url, addresses),
    describe: ({ entries, newest }) =>
      `the feed lists ${entries} entries, the newest of ${newest ?? 'an unknown time'}`,
  });
  yield feed.probe;
  const index = await probeDailyIndex(addresses, http, now);
  yield index.probe;
  // The oldest of the page: the newest may not be served everywhere yet.
  const filing = feed.found?.filings.at(-1) ?? index.found?.filings.at(-1);
  if (filing !== undefined) yield (await probeFiling(addresses, http, now, filing)).probe;
  yield (await probeDataSet(addresses, http, now)).probe;
}

/** The index of the last business day, or of the one before where that was a holiday. */
function probeDailyIndex(addresses: EdgarAddresses, http: Http, now: Date) {
  const days = lastWeekdays(addDays(localTime(NEW_YORK, now).day, -1), DAYS_TRIED).reverse();
  return runProbeStep(http, {
    what: 'daily index',
    url: addresses.dailyIndex(itemAt(days, 0)),
    run: async (client) => {
      for (const day of days) {
        const url = addresses.dailyIndex(day);
        const bytes = fileOrNull(await client.request(url));
        if (bytes !== null) return { day, ...readMasterIndex(bytes, url, addresses) };
      }
      throw new SourceError(`EDGAR has no daily index from ${days.at(-1)} to ${days[0]}`);
    },
    describe: ({ day, lines, filings }) => `${lines} lines of ${day}, ${filings.length} Form 4 filings`,
  });
}

function probeFiling(addresses: EdgarAddresses, http: Http, now: Date, filing: QueuedDocument) {
  return runProbeStep(http, {
    what: 'text of a filing',
    url: filing.url,
    run: (client) => downloadSubmission(addresses, client, filing, () => now),
    describe: ({ key, bytes }) => `${key}, ${bytes.length} bytes`,
  });
}

/** The newest quarter that has a data set, by the page's link or at one of the two known addresses. */
function probeDataSet(addresses: EdgarAddresses, http: Http, now: Date) {
  const { day } = localTime(NEW_YORK, now);
  const running = quarterDays(quarterOf(day)).first;
  const tried = quarters(addDays(running, -280), addDays(running, -1)).slice(-QUARTERS_TRIED).reverse();
  return runProbeStep(http, {
    what: 'data set',
    url: addresses.dataSetPage,
    run: async (client) => {
      const links = await dataSetLinks({ http: client, addresses });
      for (const quarter of tried) {
        const name = quarterName(quarter);
        const link = links.get(name);
        for (const url of new Set([...(link === undefined ? [] : [link]), ...addresses.dataSets(quarter)])) {
          const answer = await client.request(url, FIRST_BYTES_REQUEST);
          if (fileStatus(answer) === 'missing') continue;
          requireZipStart(answer);
          return name;
        }
      }
      throw new SourceError(
        `EDGAR has no data set of ${tried.map(quarterName).join(' and ')} at any known address`,
      );
    },
    describe: (name) => `the data set of ${name} is there`,
  });
}
