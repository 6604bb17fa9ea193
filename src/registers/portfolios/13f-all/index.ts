/** The register of 13F reports of all managers, from the data sets of the SEC and single filings. */

import { SEC } from '../../../../tools/contract/publishers.js';
import { itemAt } from '../../../collections.js';
import { edgarAddresses, type SecHosts } from '../../edgar/edgar.js';
import { downloadSubmission } from '../../edgar/edgar-submission.js';
import { probeFilings } from '../../edgar/filings-probe.js';
import { runProbeStep } from '../../http/probe-step.js';
import type { Register } from '../../register.js';
import {
  downloadDataSet,
  FORM_13F,
  fetchManagers,
  type ListedDataSet,
  listedDataSets,
  oldestPeriod,
} from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';

export interface Managers13FOptions {
  /** How many quarters are kept; null for all since 2013. */
  quarters: number | null;
  /** A local server in tests. */
  hosts?: SecHosts | undefined;
  /** Stamps what is retrieved. */
  now?: (() => Date) | undefined;
}

/** The largest table that was seen alone has 3,000 rows and 1.4 MB; the largest houses file some dozen times that. */
const LARGE = { maxBytes: 64 * 1024 * 1024, timeoutMs: 300_000 };

export function createManagers13F({ quarters, hosts, now = () => new Date() }: Managers13FOptions): Register {
  const addresses = edgarAddresses(hosts);
  return {
    metadata: {
      id: '13f-all',
      source: 'sec-edgar-13f',
      client: 'sec',
      isOnlyReadIfNamed: true,
      title: 'Form 13F of all managers: quarterly holdings, from the data sets of the SEC',
      publisher: SEC.name,
      homepage: SEC.homepage,
      hosts: addresses.hosts,
      cadence:
        'each quarter, up to 45 days after its end; data sets every three months, single filings until then',
      terms: SEC.terms,
      // None in most hours; about 11,000 filings in each data set.
      expectedRecords: { min: 0, max: 1_500_000 },
    },
    fetch: (http, context) => fetchManagers(addresses, quarters, http, context),
    download: (http, queued) =>
      queued.kind === 'data-set'
        ? downloadDataSet(addresses, http, { name: queued.key, url: queued.url }, now())
        : downloadSubmission(addresses, http, queued, now, LARGE),
    parse,
    recognise,
    async *probe(http, at) {
      const page = await runProbeStep(http, {
        what: 'page of the data sets',
        url: addresses.managerDataSetPage,
        run: (client) => listedDataSets({ http: client, addresses }),
        describe: (sets) => costs(sets, oldestPeriod(at, quarters)),
      });
      yield page.probe;
      yield* probeFilings({ addresses, http, now: at, forms: FORM_13F, name: 'reports of Form 13F' });
    },
    readerVersion: READER_VERSION,
  };
}

/** One data set: download, disk for its quarter in both stores, and reading, on two processor cores. */
const COST = { megabytes: 90, diskMegabytes: 200, seconds: 20 } as const;

/** What is there, and what it costs to read it. */
function costs(sets: readonly ListedDataSet[], oldest: string): string {
  const wanted = sets.filter(({ last }) => last > oldest).length;
  const { megabytes, diskMegabytes, seconds } = COST;
  return `${sets.length} data sets, the newest of filings until ${itemAt(sets, 0).last}; ${wanted} of them are read: about ${wanted * megabytes} MB to download, ${wanted * diskMegabytes} MB of disk, and ${Math.ceil((wanted * seconds) / 60)} minutes besides the download`;
}
