/** The checks of `doctor` for a register of filings at EDGAR: the feed, one daily index, one filing. */

import { itemAt } from '../../collections.js';
import { addDays, localTime, NEW_YORK } from '../../dates.js';
import { requireOk, runProbeStep } from '../http/probe-step.js';
import { type Http, type Probe, type QueuedDocument, SourceError } from '../register.js';
import type { WantedForms } from './crawl-pass.js';
import { type EdgarAddresses, fileOrNull, lastWeekdays } from './edgar.js';
import { downloadSubmission } from './edgar-submission.js';
import { readFeedPage, readMasterIndex } from './indexes.js';

/** EDGAR has closed for three weekdays in a row; more days without an index are an outage. */
const DAYS_TRIED = 4;

export interface FilingsProbe {
  addresses: EdgarAddresses;
  http: Http;
  now: Date;
  forms: WantedForms;
  /** What the filings are called, such as `Form 4 filings`. */
  name: string;
}

export async function* probeFilings(probe: FilingsProbe): AsyncGenerator<Probe> {
  const { addresses, http, forms } = probe;
  const url = addresses.latestFilings(forms.feed, 0, 20);
  const feed = await runProbeStep(http, {
    what: 'latest-filings feed',
    url,
    run: async (client) => readFeedPage(requireOk(await client.request(url)), url, addresses, forms),
    describe: ({ entries, newest }) =>
      `the feed lists ${entries} entries, the newest of ${newest ?? 'an unknown time'}`,
  });
  yield feed.probe;
  const index = await probeDailyIndex(probe);
  yield index.probe;
  // The oldest of the page: the newest may not be served everywhere yet.
  const filing = feed.found?.filings.at(-1) ?? index.found?.filings.at(-1);
  if (filing !== undefined) yield (await probeFiling(probe, filing)).probe;
}

/** The index of the last business day, or of the previous one if that was a holiday. */
function probeDailyIndex({ addresses, http, now, forms, name }: FilingsProbe) {
  const days = lastWeekdays(addDays(localTime(NEW_YORK, now).day, -1), DAYS_TRIED).reverse();
  return runProbeStep(http, {
    what: 'daily index',
    url: addresses.dailyIndex(itemAt(days, 0)),
    run: async (client) => {
      for (const day of days) {
        const url = addresses.dailyIndex(day);
        const bytes = fileOrNull(await client.request(url));
        if (bytes !== null) return { day, ...readMasterIndex(bytes, url, addresses, forms) };
      }
      throw new SourceError(`EDGAR has no daily index from ${days.at(-1)} to ${days[0]}`);
    },
    describe: ({ day, lines, filings }) => `${lines} lines of ${day}, ${filings.length} ${name}`,
  });
}

function probeFiling({ addresses, http, now }: FilingsProbe, filing: QueuedDocument) {
  return runProbeStep(http, {
    what: 'text of a filing',
    url: filing.url,
    run: (client) => downloadSubmission(addresses, client, filing, () => now),
    describe: ({ key, bytes }) => `${key}, ${bytes.length} bytes`,
  });
}
