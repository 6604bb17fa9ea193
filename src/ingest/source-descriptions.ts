/** The public sources and the registers behind each one: what the catalog and `status` list. */

import { SOURCES, type SourceId } from '../../tools/contract/reads.js';
import type { Register } from '../registers/register.js';
import { SUPPORTING_REGISTERS } from '../store/crawl/readiness-marks.js';
import type { SourceDescription } from '../store/crawl/run-journal.js';

const CONGRESS_TERMS =
  'Use of these reports is restricted by 5 U.S.C. 13107(c): no unlawful purpose, no commercial purpose other than news and communications media for the general public, no credit rating, no solicitation.';

const PUBLISHERS: Record<
  Exclude<SourceId, 'catalog'>,
  { publisher: string; homepage: string; note: string }
> = {
  'sec-edgar-form4': {
    publisher: 'U.S. Securities and Exchange Commission',
    homepage: 'https://www.sec.gov/edgar',
    note: 'Forms 4 and 4/A as filed on EDGAR.',
  },
  'us-congress-stock-act': {
    publisher: 'Clerk of the House; Secretary of the Senate',
    homepage: 'https://disclosures-clerk.house.gov/FinancialDisclosure',
    note: CONGRESS_TERMS,
  },
  'curated-trackers': {
    publisher: 'SEC (13F), Congress, U.S. Office of Government Ethics (278-T)',
    homepage: 'https://www.sec.gov/edgar',
    note: CONGRESS_TERMS,
  },
  'bafin-directors-dealings': {
    publisher: 'Bundesanstalt für Finanzdienstleistungsaufsicht',
    homepage: 'https://portal.mvp.bafin.de/database/DealingsInfo/',
    note: 'No explicit open licence is known.',
  },
  'fca-nsm': {
    publisher: 'Financial Conduct Authority, National Storage Mechanism',
    homepage: 'https://data.fca.org.uk/#/nsm/nationalstoragemechanism',
    note: 'The archive follows the news services; no explicit open licence is known.',
  },
  'fi-insynsregistret': {
    publisher: 'Finansinspektionen',
    homepage: 'https://marknadssok.fi.se/publiceringsklient',
    note: 'Published unreviewed on receipt; no explicit open licence is known.',
  },
  prices: {
    publisher: 'SEC (fails-to-deliver data), or the source that the operator chose',
    homepage: 'https://www.sec.gov/data-research/sec-markets-data/fails-deliver-data',
    note: '',
  },
  'afm-mar19': {
    publisher: 'Autoriteit Financiële Markten',
    homepage: 'https://www.afm.nl/en/sector/registers/meldingenregisters/transacties-leidinggevenden-mar19-',
    note: 'The register gives no publication time; the first sight by this service stands for it.',
  },
};

/**
 * The rows of the source table, in the order of `SOURCES`. `priceNote` says where prices come from, or why there are
 * none.
 */
export function sourceDescriptions(
  registers: readonly Register[],
  enabled: ReadonlySet<string>,
  priceNote = '',
): SourceDescription[] {
  return SOURCES.filter((source) => source !== 'catalog').map((source) => {
    const own = registers
      .filter((register) => register.metadata.source === source)
      .map((register) => register.metadata.id);
    const read = own.filter((id) => enabled.has(id));
    const note = source === 'prices' ? priceNote : PUBLISHERS[source].note;
    // If only one chamber is read, the source must not look complete. Prices are one choice of many.
    const silent = source === 'prices' || read.length === 0 ? [] : own.filter((id) => !enabled.has(id));
    return {
      source,
      ...PUBLISHERS[source],
      note: silent.length > 0 ? `Switched off here: ${silent.join(', ')}. ${note}` : note,
      // A register that is switched off says nothing about the state of a source that others fill.
      registers: read.length > 0 ? read : own,
      state: read.some((id) => !SUPPORTING_REGISTERS.has(id)) ? 'on' : 'off',
    };
  });
}
