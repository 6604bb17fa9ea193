/** The check of `doctor` for the quarterly data sets of the forms 3, 4 and 5. */

import { addDays, localTime, NEW_YORK } from '../../dates.js';
import {
  type EdgarAddresses,
  fileStatus,
  quarterDays,
  quarterName,
  quarterOf,
  quarters,
} from '../edgar/edgar.js';
import { FIRST_BYTES_REQUEST, requireZipStart, runProbeStep } from '../http/probe-step.js';
import { type Http, SourceError } from '../register.js';
import { dataSetLinks } from './backfill.js';

/** The file of a quarter comes some weeks after its end. */
const QUARTERS_TRIED = 2;

/** The newest quarter that has a data set, by the page's link or at one of the two known addresses. */
export function probeDataSet(addresses: EdgarAddresses, http: Http, now: Date) {
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
          const response = await client.request(url, FIRST_BYTES_REQUEST);
          if (fileStatus(response) === 'missing') continue;
          requireZipStart(response);
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
