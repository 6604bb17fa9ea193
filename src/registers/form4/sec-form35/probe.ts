/** The checks of `doctor` for Forms 3 and 5 at EDGAR: both feeds, one daily index, one filing, one data set. */

import type { EdgarAddresses } from '../../edgar/edgar.js';
import { probeFilings } from '../../edgar/filings-probe.js';
import { readFeedPage } from '../../edgar/indexes.js';
import { requireOk, runProbeStep } from '../../http/probe-step.js';
import type { Http, Probe } from '../../register.js';
import { probeDataSet } from '../data-set-probe.js';
import { FORM_35_FEEDS } from './vocabulary.js';

export async function* probeForm35(addresses: EdgarAddresses, http: Http, now: Date): AsyncGenerator<Probe> {
  const [first, ...others] = FORM_35_FEEDS;
  if (first !== undefined)
    yield* probeFilings({ addresses, http, now, forms: first, name: 'filings of the forms 3 and 5' });
  for (const forms of others) {
    const url = addresses.latestFilings(forms.feed, 0, 20);
    const feed = await runProbeStep(http, {
      what: `latest-filings feed of ${forms.feed}`,
      url,
      run: async (client) => readFeedPage(requireOk(await client.request(url)), url, addresses, forms),
      describe: ({ entries }) => `the feed lists ${entries} entries`,
    });
    yield feed.probe;
  }
  yield (await probeDataSet(addresses, http, now)).probe;
}
