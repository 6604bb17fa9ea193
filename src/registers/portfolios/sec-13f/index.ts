/** The register of 13F-HR reports: quarterly holdings of institutional investment managers, from EDGAR. */

import { SEC } from '../../../../tools/contract/publishers.js';
import { itemAt } from '../../../collections.js';
import { type EdgarAddresses, edgarAddresses, requireFile, type SecHosts } from '../../edgar/edgar.js';
import { downloadSubmission } from '../../edgar/edgar-submission.js';
import { runProbeStep } from '../../http/probe-step.js';
import { type Http, type Probe, type Register, SourceError } from '../../register.js';
import { fetch13F } from './fetch.js';
import { is13F, parse, READER_VERSION, recognise } from './parse.js';
import { readSubmissions } from './submissions-list.js';

interface Sec13FOptions {
  /** CIKs of the managers whose reports are read, without leading zeros. */
  managers: readonly string[];
  /** Reports filed before this day are not fetched; by default the first day of information tables in XML. */
  from?: string;
  /** A local server in tests. */
  hosts?: SecHosts;
  /** Stamps what is retrieved. */
  now?: () => Date;
}

/** Since 20 May 2013 the table is XML; before, it is text in columns that each filer chose. */
const FIRST_XML = '2013-05-20';
/** The longest tables have tens of thousands of rows. */
const LARGE = { maxBytes: 128 * 1024 * 1024, timeoutMs: 300_000 };

export function createSec13F({
  managers,
  from = FIRST_XML,
  hosts,
  now = () => new Date(),
}: Sec13FOptions): Register {
  const addresses = edgarAddresses(hosts);
  return {
    metadata: {
      id: 'sec-13f',
      source: 'curated-trackers',
      title: 'Form 13F-HR: quarterly holdings of institutional investment managers',
      publisher: SEC.name,
      homepage: SEC.homepage,
      hosts: addresses.hosts,
      cadence: 'each quarter, up to 45 days after its end; amendments at any time',
      terms: SEC.terms,
      // None in most hours; in an initial import about fifty reports and some amendments for each manager.
      expectedRecords: { min: 0, max: 200 * Math.max(managers.length, 1) },
    },
    fetch: (http, context) => fetch13F(addresses, managers, from, http, context),
    download: (http, queued) => downloadSubmission(addresses, http, queued, now, LARGE),
    parse,
    recognise,
    probe: (http) => probe(addresses, managers[0] ?? '1067983', http, now),
    readerVersion: READER_VERSION,
  };
}

async function* probe(
  addresses: EdgarAddresses,
  cik: string,
  http: Http,
  now: () => Date,
): AsyncGenerator<Probe> {
  const url = addresses.submissions(cik);
  const list = await runProbeStep(http, {
    what: 'list of submissions',
    url,
    run: async (client) => {
      const bytes = requireFile(await client.request(url));
      const { filings } = readSubmissions(bytes, url, cik);
      if (filings.length === 0) throw new SourceError(`${url} lists no filings`, bytes);
      return filings;
    },
    describe: (filings) =>
      `${filings.length} filings of CIK ${cik}, the newest of ${itemAt(filings, 0).filedDate}`,
  });
  yield list.probe;
  const report = list.found?.find(({ form }) => is13F(form));
  if (report === undefined) return;
  const { accession: key } = report;
  const queued = { key, kind: 'submission', url: addresses.submission(cik, key) };
  const text = await runProbeStep(http, {
    what: 'text of a report',
    url: queued.url,
    run: (client) => downloadSubmission(addresses, client, queued, now, LARGE),
    describe: ({ bytes }) => `${key}, ${bytes.length} bytes`,
  });
  yield text.probe;
}
