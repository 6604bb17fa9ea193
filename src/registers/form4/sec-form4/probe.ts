/** The checks of `doctor` for Form 4 at EDGAR: the feed, one daily index, one filing, one data set. */

import type { EdgarAddresses } from '../../edgar/edgar.js';
import { probeFilings } from '../../edgar/filings-probe.js';
import type { Http, Probe } from '../../register.js';
import { probeDataSet } from '../data-set-probe.js';
import { FORM_4 } from './vocabulary.js';

export async function* probeForm4(addresses: EdgarAddresses, http: Http, now: Date): AsyncGenerator<Probe> {
  yield* probeFilings({ addresses, http, now, forms: FORM_4, name: 'Form 4 filings' });
  yield (await probeDataSet(addresses, http, now)).probe;
}
