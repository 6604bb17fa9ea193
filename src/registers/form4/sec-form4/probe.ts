/** What `doctor` asks of EDGAR for Form 4: the feed, one filing, one daily index, one data set. */

import {
  addDays,
  type EdgarAddresses,
  fileOrMissing,
  lastWeekdays,
  newYorkTime,
  presence,
  quarterDays,
  quarterName,
  quarterOf,
  quarters,
} from '../../edgar/edgar.js';
import { retrieveSubmission } from '../../edgar/edgar-submission.js';
import { asked, START_OF_FILE, startOfZip, whole } from '../../http/probing.js';
import { type Http, type Probe, RegisterFailure, type Wanted } from '../../register.js';
import { linksOfPage } from './first-fill.js';
import { readFeedPage, readMasterIndex } from './indexes.js';

/** EDGAR has closed for three weekdays in a row; more without an index is an outage. */
const DAYS_TRIED = 4;
/** The file of a quarter comes some weeks after its end. */
const QUARTERS_TRIED = 2;

export async function* probeForm4(addresses: EdgarAddresses, http: Http, now: Date): AsyncGenerator<Probe> {
  const url = addresses.latestFilings('4', 0, 20);
  const feed = await asked(http, {
    what: 'latest-filings feed',
    url,
    ask: async (door) => readFeedPage(whole(await door.request(url)), url, addresses),
    tell: ({ entries, newest }) =>
      `the feed lists ${entries} entries, the newest of ${newest ?? 'an unknown time'}`,
  });
  yield feed.probe;
  const index = await askIndex(addresses, http, now);
  yield index.probe;
  // The oldest of the page: the newest may not be served everywhere yet.
  const filing = feed.found?.wanted.at(-1) ?? index.found?.wanted.at(-1);
  if (filing !== undefined) yield (await askText(addresses, http, now, filing)).probe;
  yield (await askDataSet(addresses, http, now)).probe;
}

/** The index of the last business day, or of the one before where that was a holiday. */
function askIndex(addresses: EdgarAddresses, http: Http, now: Date) {
  const days = lastWeekdays(addDays(newYorkTime(now).day, -1), DAYS_TRIED).reverse();
  return asked(http, {
    what: 'daily index',
    url: addresses.dailyIndex(days[0]!),
    ask: async (door) => {
      for (const day of days) {
        const url = addresses.dailyIndex(day);
        const bytes = fileOrMissing(await door.request(url));
        if (bytes !== null) return { day, ...readMasterIndex(bytes, url, addresses) };
      }
      throw new RegisterFailure(`EDGAR has no daily index from ${days.at(-1)} to ${days[0]}`);
    },
    tell: ({ day, lines, wanted }) => `${lines} lines of ${day}, ${wanted.length} Form 4 filings`,
  });
}

function askText(addresses: EdgarAddresses, http: Http, now: Date, filing: Wanted) {
  return asked(http, {
    what: 'text of a filing',
    url: filing.url,
    ask: (door) => retrieveSubmission(addresses, door, filing, () => now),
    tell: ({ key, bytes }) => `${key}, ${bytes.length} bytes`,
  });
}

/** The newest quarter that has a data set, by the page's link or at one of the two known addresses. */
function askDataSet(addresses: EdgarAddresses, http: Http, now: Date) {
  const { day } = newYorkTime(now);
  const running = quarterDays(quarterOf(day)).first;
  const tried = quarters(addDays(running, -280), addDays(running, -1)).slice(-QUARTERS_TRIED).reverse();
  return asked(http, {
    what: 'data set',
    url: addresses.dataSetPage,
    ask: async (door) => {
      const links = await linksOfPage({ http: door, addresses });
      for (const quarter of tried) {
        const name = quarterName(quarter);
        const link = links.get(name);
        for (const url of new Set([...(link === undefined ? [] : [link]), ...addresses.dataSets(quarter)])) {
          const answer = await door.request(url, START_OF_FILE);
          if (presence(answer) === 'missing') continue;
          startOfZip(answer);
          return name;
        }
      }
      throw new RegisterFailure(
        `EDGAR has no data set of ${tried.map(quarterName).join(' and ')} at any known address`,
      );
    },
    tell: (name) => `the data set of ${name} is there`,
  });
}
