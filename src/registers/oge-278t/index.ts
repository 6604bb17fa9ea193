/** The register of the executive branch: periodic transaction reports on OGE Form 278-T, of the tracked filers. */

import { type Probe, type Register, RegisterFailure } from '../register.js';
import { INDEX_VERSIONS, indexAddress, OGE } from './addresses.js';
import { askIndex, fetchLists, retrieveReport } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';

export { OGE_PACE } from './addresses.js';
export { createOgeHttp, type OgeHttpOptions } from './door.js';

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
    },
    fetch: (http, context) => fetchLists(http, context, filers, origin),
    retrieve: (http, wanted) => retrieveReport(http, wanted, now, origin),
    parse,
    recognise(file) {
      const found = recognise(file);
      return found?.kind === 'index' ? { ...found, facts: { filers: JSON.stringify(filers) } } : found;
    },
    async probe(http): Promise<Probe> {
      const page = { name: filers[0] ?? '', start: 0, length: 10 };
      try {
        const { url, bytes, answer } = await askIndex(http, page, origin);
        const { records, found, entries } = answer;
        const firstBytes = bytes.toString('utf8', 0, 300);
        const detail = `${found ?? records} documents found, ${entries.length} of the first ${records} are 278-T`;
        return { verdict: 'reachable', url, status: 200, detail, firstBytes };
      } catch (error) {
        if (!(error instanceof RegisterFailure)) throw error;
        const url = indexAddress(INDEX_VERSIONS[0], page, origin);
        const { message: detail, firstBytes } = error;
        const status = Number(/ answered (\d{3})$/.exec(detail)?.[1] ?? 0) || null;
        const isOdd = / is no index of documents$/.test(detail);
        return {
          verdict: isOdd ? 'unknown-shape' : 'refused',
          url,
          status: isOdd ? 200 : status,
          detail,
          firstBytes,
        };
      }
    },
    readerVersion: READER_VERSION,
  };
}
