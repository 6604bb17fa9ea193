/** The register of the executive branch: periodic transaction reports on OGE Form 278-T, of the tracked filers. */

import { asked } from '../../http/probing.js';
import { type Http, type Probe, type Register, RegisterFailure } from '../../register.js';
import { documentAddress, INDEX_VERSIONS, indexAddress, OGE, surnameOf } from './addresses.js';
import { retrieveReport } from './fetch.js';
import { askIndex, fetchLists, isHeeded } from './index-search.js';
import { parse, READER_VERSION, recognise, wantedOf } from './parse.js';
import { missingReport } from './report.js';

export { OGE_PACE } from './addresses.js';
export { createOgeHttp, type OgeHttpOptions } from './door.js';

/** The STOCK Act asked for these reports from this day on. */
const FIRST_REPORTS = '2012-04-04';

export interface Oge278TOptions {
  /** Names of the tracked filers as the index spells them: `Surname, Given M`. Nobody else's reports are asked for. */
  filers: readonly string[];
  /** A local server in tests. */
  origin?: string;
  /** Stamps what is retrieved. */
  now?: () => Date;
}

export function createOge278T({ filers, origin = OGE, now = () => new Date() }: Oge278TOptions): Register {
  return {
    card: {
      id: 'oge-278t',
      source: 'curated-trackers',
      title: 'Periodic transaction reports of executive branch officials (OGE Form 278-T)',
      publisher: 'U.S. Office of Government Ethics',
      homepage: 'https://www.oge.gov/web/oge.nsf/Officials%20Individual%20Disclosures%20Search%20Collection',
      cadence: 'on working days; reports follow a trade by 30 to 45 days, and their posting by weeks more',
      terms:
        'Public domain as to copyright, yet restricted in use: 5 U.S.C. 13107(c) forbids using a report for an unlawful purpose, for a commercial purpose other than by news and communications media for dissemination to the general public, for establishing a credit rating, or for soliciting money.',
      // Most hours bring nothing; no tracked filer has more than a few dozen reports.
      expect: { min: 0, max: 2_000 },
      fillsFrom: FIRST_REPORTS,
    },
    lists: ['index'],
    fetch: (http, context) => fetchLists(http, context, filers, origin),
    retrieve: (http, wanted) => retrieveReport(http, wanted, now, origin),
    missing: (wanted) => [missingReport(wanted)].filter((report) => report !== null),
    parse,
    recognise(file) {
      const found = recognise(file);
      return found?.kind === 'index' ? { ...found, facts: { filers: JSON.stringify(filers) } } : found;
    },
    probe: (http, at) => probe(filers, origin, http, at),
    readerVersion: READER_VERSION,
  };
}

/** More names than this are not the answer to one surname. */
const MANY_NAMES = 50;

async function* probe(
  filers: readonly string[],
  origin: string,
  http: Http,
  now: Date,
): AsyncGenerator<Probe> {
  const surname = surnameOf(filers[0] ?? '');
  const page = { surname, start: 0, length: 100 };
  const search = await asked(http, {
    what: 'search by surname',
    url: indexAddress(INDEX_VERSIONS[0], page, origin),
    ask: async (door) => {
      const { url, bytes, answer } = await askIndex(door, page, origin);
      const { found, records, names } = answer;
      if (surname !== '' && (!isHeeded(answer, surname) || names.length > MANY_NAMES))
        throw new RegisterFailure(
          `the search for ${surname} is not heeded (${found ?? records} records, ${names.length} names on the first page): the whole index is read instead`,
          bytes,
        );
      if (url !== indexAddress(INDEX_VERSIONS[0], page, origin))
        throw new RegisterFailure(
          `only the older address answers (${INDEX_VERSIONS[1]}): the index is still read`,
          bytes,
        );
      if (records === 0) throw new RegisterFailure(`the index lists nothing of ${surname}`, bytes);
      if (answer.doubts.length > 0)
        throw new RegisterFailure(`${answer.doubts.length} of ${records} records cannot be read`, bytes);
      return answer;
    },
    tell: ({ found, records, entries }) =>
      `${found ?? records} documents found, ${entries.length} of the first ${records} are 278-T`,
  });
  yield search.probe;
  const entry = search.found?.entries.at(-1);
  if (entry === undefined) return;
  const report = await asked(http, {
    what: 'report',
    url: documentAddress(entry.documentId, entry.fileName, origin),
    ask: (door) => retrieveReport(door, wantedOf(entry, origin), () => now, origin),
    tell: ({ bytes }) => `${entry.fileName}, ${bytes.length} bytes`,
  });
  yield report.probe;
}
