/** The register of the executive branch: periodic transaction reports on OGE Form 278-T, of the tracked filers. */

import { OGE } from '../../../../tools/contract/publishers.js';
import { hostsOf } from '../../http/allowed-hosts.js';
import { runProbeStep } from '../../http/probe-step.js';
import { type Http, type Probe, type Register, SourceError } from '../../register.js';
import { documentAddress, INDEX_VERSIONS, indexAddress, OGE_ORIGIN, surnameOf } from './addresses.js';
import { downloadReport } from './fetch.js';
import { fetchLists, isFilterApplied, requestIndexPage } from './index-search.js';
import { parse, queuedReport, READER_VERSION, recognise } from './parse.js';
import { missingReport } from './report.js';

export { createOgeClient } from './client.js';

/** The STOCK Act requires these reports from this day on. */
const FIRST_REPORTS = '2012-04-04';

interface Oge278TOptions {
  /**
   * Names of the tracked filers as the index spells them: `Surname, Given M`. Only their reports are fetched.
   */
  filers: readonly string[];
  /** A local server in tests. */
  origin?: string;
  /** Stamps what is retrieved. */
  now?: () => Date;
}

export function createOge278T({
  filers,
  origin = OGE_ORIGIN,
  now = () => new Date(),
}: Oge278TOptions): Register {
  return {
    metadata: {
      id: 'oge-278t',
      source: 'curated-trackers',
      title: 'Periodic transaction reports of executive branch officials (OGE Form 278-T)',
      publisher: OGE.name,
      homepage: OGE.homepage,
      hosts: hostsOf(origin),
      cadence: 'on working days; reports follow a trade by 30 to 45 days, and their posting by weeks more',
      terms: OGE.terms,
      // None in most hours; no tracked filer has more than a few dozen reports.
      expectedRecords: { min: 0, max: 2_000 },
      backfillFrom: FIRST_REPORTS,
    },
    listKinds: ['index'],
    fetch: (http, context) => fetchLists(http, context, filers, origin),
    download: (http, queued) => downloadReport(http, queued, now, origin),
    recordsOfMissing: (queued) => [missingReport(queued)].filter((report) => report !== null),
    parse,
    recognise(file) {
      const found = recognise(file);
      return found?.kind === 'index' ? { ...found, metadata: { filers: JSON.stringify(filers) } } : found;
    },
    probe: (http, at) => probe(filers, origin, http, at),
    readerVersion: READER_VERSION,
  };
}

/** More names than this cannot be the result for one surname. */
const MAX_NAMES_OF_SURNAME = 50;

async function* probe(
  filers: readonly string[],
  origin: string,
  http: Http,
  now: Date,
): AsyncGenerator<Probe> {
  const surname = surnameOf(filers[0] ?? '');
  const page = { surname, start: 0, length: 100 };
  const search = await runProbeStep(http, {
    what: 'search by surname',
    url: indexAddress(INDEX_VERSIONS[0], page, origin),
    run: async (client) => {
      const { url, bytes, response } = await requestIndexPage(client, page, origin);
      const { found, records, names } = response;
      if (surname !== '' && (!isFilterApplied(response, surname) || names.length > MAX_NAMES_OF_SURNAME))
        throw new SourceError(
          `the search for ${surname} is not applied (${found ?? records} records, ${names.length} names on the first page): the whole index is read instead`,
          bytes,
        );
      if (url !== indexAddress(INDEX_VERSIONS[0], page, origin))
        throw new SourceError(
          `only the older address answers (${INDEX_VERSIONS[1]}): the index is still read`,
          bytes,
        );
      if (records === 0) throw new SourceError(`the index lists nothing for ${surname}`, bytes);
      if (response.warnings.length > 0)
        throw new SourceError(`${response.warnings.length} of ${records} records cannot be read`, bytes);
      return response;
    },
    describe: ({ found, records, entries }) =>
      `${found ?? records} documents found, ${entries.length} of the first ${records} are 278-T`,
  });
  yield search.probe;
  const entry = search.found?.entries.at(-1);
  if (entry === undefined) return;
  const report = await runProbeStep(http, {
    what: 'report',
    url: documentAddress(entry.documentId, entry.fileName, origin),
    run: (client) => downloadReport(client, queuedReport(entry, origin), () => now, origin),
    describe: ({ bytes }) => `${entry.fileName}, ${bytes.length} bytes`,
  });
  yield report.probe;
}
