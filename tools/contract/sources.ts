/** The public sources, in the order of the catalog. The description of a European market contains its source. */

import { EU_MARKETS } from './markets/index.js';
import { CLERK_OF_THE_HOUSE, OGE, type PublicSource, SEC, SECRETARY_OF_THE_SENATE } from './publishers.js';

const USE_OF_REPORTS =
  'Use of these reports is restricted by 5 U.S.C. 13107(c): no unlawful purpose, no commercial purpose other than news and communications media for the general public, no credit rating, no solicitation.';

const EU_SOURCES = Object.values(EU_MARKETS).map(({ source }) => source);

/** In the order of the catalog. */
export const SOURCES = [
  {
    id: 'sec-edgar-form4',
    name: 'SEC Form 4',
    documents: 'filings',
    publisher: SEC.name,
    homepage: SEC.homepage,
    note: 'Forms 4 and 4/A as filed on EDGAR.',
  },
  {
    id: 'sec-edgar-form35',
    name: 'SEC Forms 3 and 5',
    documents: 'filings',
    publisher: SEC.name,
    homepage: SEC.homepage,
    note: 'Forms 3, 3/A, 5 and 5/A as filed on EDGAR: what insiders held when they became one, and what a year left unreported.',
  },
  {
    id: 'sec-edgar-form144',
    name: 'SEC Form 144',
    documents: 'notices',
    publisher: SEC.name,
    homepage: SEC.homepage,
    note: 'Forms 144 and 144/A as filed on EDGAR: notices of sales that somebody intends, not of sales.',
  },
  {
    id: 'us-congress-stock-act',
    name: 'Reports of Congress',
    documents: 'reports',
    publisher: `${CLERK_OF_THE_HOUSE.name}; ${SECRETARY_OF_THE_SENATE.name}`,
    homepage: CLERK_OF_THE_HOUSE.homepage,
    note: USE_OF_REPORTS,
  },
  {
    id: 'curated-trackers',
    name: 'Tracked portfolios',
    documents: 'filings',
    publisher: `SEC (13F), Congress, ${OGE.name} (278-T)`,
    homepage: SEC.homepage,
    note: USE_OF_REPORTS,
  },
  {
    id: 'sec-edgar-13dg',
    name: 'Schedules 13D and 13G',
    documents: 'filings',
    publisher: SEC.name,
    homepage: SEC.homepage,
    note: 'Schedules 13D and 13G as filed on EDGAR: figures since 18 December 2024, links to older ones.',
  },
  {
    id: 'sec-edgar-13f',
    name: 'Form 13F of all managers',
    documents: 'filings',
    publisher: SEC.name,
    homepage: SEC.homepage,
    note: 'Forms 13F-HR and 13F-NT of all managers, from the data sets of the SEC and single filings. Read only if the operator names the register 13f-all.',
  },
  ...EU_SOURCES,
  {
    id: 'prices',
    name: 'Prices',
    documents: 'files',
    publisher: 'SEC (fails-to-deliver data), or the source that the operator chose',
    homepage: 'https://www.sec.gov/data-research/sec-markets-data/fails-deliver-data',
    // The settings of the operator say where prices come from.
    note: '',
  },
] as const satisfies readonly PublicSource[];

/** The ids of `SOURCES`, in their order. */
export const SOURCE_IDS = SOURCES.map(({ id }) => id);

/** The sources whose changes are recorded (`get_changes`). */
export const CHANGE_SOURCE_IDS = SOURCE_IDS.filter(
  (id) => id !== 'prices' && id !== 'sec-edgar-form35' && id !== 'sec-edgar-13f',
);

export type PublicSourceId = (typeof SOURCES)[number]['id'];

/** The description of a source. */
export function sourceOf(id: PublicSourceId): PublicSource<PublicSourceId> {
  const found = SOURCES.find((source) => source.id === id);
  if (found === undefined) throw new TypeError(`no source has the id ${id}`);
  return found;
}

const SWITCHED_OFF = 'Switched off here: ';

/** The note of a source of which the operator has switched off some registers. */
export function noteOf(note: string, switchedOff: readonly string[]): string {
  return switchedOff.length === 0 ? note : `${SWITCHED_OFF}${switchedOff.join(', ')}. ${note}`;
}

/** The registers that `noteOf` put into a note. */
export function switchedOffIn(note: string): string[] {
  if (!note.startsWith(SWITCHED_OFF)) return [];
  return note.slice(SWITCHED_OFF.length, note.indexOf('.')).split(', ');
}
