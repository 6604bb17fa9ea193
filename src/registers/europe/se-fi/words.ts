/**
 * The closed lists of words in FI's export: three generations of column names, natures, statuses and units.
 */

import type { PdmrFiling } from '../../../records/europe/pdmr.js';

export type FiColumn =
  | 'publication'
  | 'issuer'
  | 'lei'
  | 'notifier'
  | 'person'
  | 'position'
  | 'closelyAssociated'
  | 'amendment'
  | 'amendmentDetails'
  | 'initial'
  | 'programme'
  | 'nature'
  | 'instrumentType'
  | 'instrumentName'
  | 'isin'
  | 'transactionDate'
  | 'volume'
  | 'unit'
  | 'price'
  | 'currency'
  | 'venue'
  | 'status';

/** Header names: from 2018, current, and from the English file (whose "Intrument" is misspelt). */
export const COLUMNS: Record<FiColumn, readonly string[]> = {
  publication: ['Publiceringsdatum', 'Publicerings datum', 'Publication date'],
  issuer: ['Emittent', 'Utgivare', 'Issuer'],
  lei: ['LEI-kod', 'LEI-code'],
  notifier: ['Anmälningsskyldig', 'Notifier'],
  person: ['Person i ledande ställning', 'Person discharging managerial responsibilities'],
  position: ['Befattning', 'Position'],
  closelyAssociated: ['Närstående', 'Closely associated'],
  amendment: ['Korrigering', 'Amendment'],
  amendmentDetails: ['Beskrivning av korrigering', 'Details of amendment'],
  initial: ['Är förstagångsrapportering', 'Initial notification'],
  programme: ['Är kopplad till aktieprogram', 'Linked to share option programme'],
  nature: ['Karaktär', 'Nature of transaction'],
  instrumentType: ['Instrumenttyp', 'Intrument type', 'Instrument type'],
  instrumentName: ['Instrumentnamn', 'Instrument', 'Instrument name'],
  isin: ['ISIN'],
  transactionDate: ['Transaktionsdatum', 'Transaktions datum', 'Transaction date'],
  volume: ['Volym', 'Volume'],
  unit: ['Volymsenhet', 'Unit'],
  price: ['Pris', 'Price'],
  currency: ['Valuta', 'Currency'],
  venue: ['Handelsplats', 'Trading venue'],
  status: ['Status'],
};

/** The 2018 header has one column for type and name of the instrument. */
export const OPTIONAL: ReadonlySet<FiColumn> = new Set(['instrumentType']);

/** Matched by equality: `Interntransaktion – Förvärv` is not a trade. */
export const DIRECTIONS: Record<string, PdmrFiling['direction']> = {
  Förvärv: 'acquisition',
  Avyttring: 'disposal',
};

/** Every other nature on record from July 2016 to September 2026. */
export const OTHER_NATURES: ReadonlySet<string> = new Set([
  'Teckning',
  'Tilldelning',
  'Lösen minskning',
  'Lösen ökning',
  'Gåva mottagen',
  'Gåva lämnad',
  'Lån utlåning',
  'Lån mottaget',
  'Lån återgång ökning',
  'Lån återgång minskning',
  'Utbyte ökning',
  'Utbyte minskning',
  'Konvertering ökning',
  'Konvertering minskning',
  'Utdelning mottagen',
  'Utdelning lämnad',
  'Inlösen egenutfärdat instrument',
  'Utfärdande av instrument',
  'Pantsättning',
  'Pantsättning åter',
  'Fusion ökning',
  'Fusion minskning',
  'Fission ökning',
  'Fission minskning',
  'Interntransaktion – Förvärv',
  'Interntransaktion – Avyttring',
  'Koncernintern överföring ökning',
  'Koncernintern överföring minskning',
  'Koncernintern överföring förvärv',
  'Koncernintern överföring avyttring',
  'Arv mottagen',
  'Arv lämnad',
  'Arv ökning',
  'Arv minskning',
  'Bodelning ökning',
  'Bodelning minskning',
  'Bodelning förvärv',
  'Bodelning avyttring',
  'Blankning',
]);

/**
 * The English file names the same list of codes. Its words become FI's Swedish ones, so that a row has the
 * same filingId in either file.
 */
export const ENGLISH_NATURES: Record<string, string> = {
  Acquisition: 'Förvärv',
  Disposal: 'Avyttring',
  Subscription: 'Teckning',
  Allotment: 'Tilldelning',
  'Exercise increase': 'Lösen ökning',
  'Exercise decrease': 'Lösen minskning',
  'Gift given': 'Gåva lämnad',
  'Gift received': 'Gåva mottagen',
  'Exchange increase': 'Utbyte ökning',
  'Exchange decrease': 'Utbyte minskning',
  'Return of loan increase': 'Lån återgång ökning',
  'Return of loan decrease': 'Lån återgång minskning',
  'Demerger increase': 'Fission ökning',
  'Demerger decrease': 'Fission minskning',
  'Issue of instrument': 'Utfärdande av instrument',
  'Conversion increase': 'Konvertering ökning',
  'Conversion decrease': 'Konvertering minskning',
  'Internal transaction – Acquisition': 'Interntransaktion – Förvärv',
  'Internal transaction – Disposal': 'Interntransaktion – Avyttring',
  'Loan granted': 'Lån utlåning',
  'Loan received': 'Lån mottaget',
  'Inheritance received': 'Arv mottagen',
  'Dividend distributed': 'Utdelning lämnad',
  'Dividend received': 'Utdelning mottagen',
  'Division of joint property between spouses decrease': 'Bodelning minskning',
  'Division of joint property between spouses increase': 'Bodelning ökning',
  Pledging: 'Pantsättning',
};

export const STATUSES: Record<string, PdmrFiling['status']> = {
  Aktuell: 'current',
  Current: 'current',
  Reviderad: 'revised',
  Revised: 'revised',
  Makulerad: 'cancelled',
  Cancelled: 'cancelled',
};

/** Whether the volume is an amount (`Belopp`) instead of a count (`Antal`). */
export const UNITS: Record<string, boolean> = { Antal: false, Quantity: false, Belopp: true, Amount: true };

export const FLAGS: Record<string, boolean> = { Ja: true, Yes: true, Nej: false, No: false, '': false };
