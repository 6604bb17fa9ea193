/**
 * All registers by name, for what only names them: a process that answers does not load the code that reads a register, which
 * would take 18 MB of its memory. A test compares this list with the registers.
 */

import type { SourceMetadata } from './register.js';

/** What the settings and the catalog know of a register. */
export interface KnownRegister {
  metadata: Pick<SourceMetadata, 'id' | 'source' | 'isOnlyReadIfNamed'>;
}

const REGISTERS: ReadonlyArray<KnownRegister['metadata']> = [
  { id: 'sec-companies', source: 'sec-edgar-form4' },
  { id: 'sec-form4', source: 'sec-edgar-form4' },
  { id: 'sec-form35', source: 'sec-edgar-form35' },
  { id: 'sec-144', source: 'sec-edgar-form144' },
  { id: 'prices-sec', source: 'prices' },
  { id: 'prices-csv', source: 'prices' },
  { id: 'prices-tiingo', source: 'prices' },
  { id: 'congress-members', source: 'us-congress-stock-act' },
  { id: 'house-ptr', source: 'us-congress-stock-act' },
  { id: 'senate-ptr', source: 'us-congress-stock-act' },
  { id: 'sec-13dg', source: 'sec-edgar-13dg' },
  { id: 'sec-13f', source: 'curated-trackers' },
  { id: '13f-all', source: 'sec-edgar-13f', isOnlyReadIfNamed: true },
  { id: 'oge-278t', source: 'curated-trackers' },
  { id: 'de-bafin', source: 'bafin-directors-dealings' },
  { id: 'uk-nsm', source: 'fca-nsm' },
  { id: 'se-fi', source: 'fi-insynsregistret' },
  { id: 'nl-afm', source: 'afm-mar19' },
];

export const KNOWN_REGISTERS: readonly KnownRegister[] = REGISTERS.map((metadata) => ({ metadata }));
