/** Exports of the insynsregister in its three headers, with invented issuers. */

export const HEADER_2018 =
  'Publicerings datum;Utgivare;LEI-kod;Anmälningsskyldig;Person i ledande ställning;Befattning;Närstående;Korrigering;Beskrivning av korrigering;Är förstagångsrapportering;Är kopplad till aktieprogram;Karaktär;Instrument;ISIN;Transaktions datum;Volym;Volymsenhet;Pris;Valuta;Handelsplats;Status;';
export const HEADER =
  'Publiceringsdatum;Emittent;LEI-kod;Anmälningsskyldig;Person i ledande ställning;Befattning;Närstående;Korrigering;Beskrivning av korrigering;Är förstagångsrapportering;Är kopplad till aktieprogram;Karaktär;Instrumenttyp;Instrumentnamn;ISIN;Transaktionsdatum;Volym;Volymsenhet;Pris;Valuta;Handelsplats;Status;';
export const HEADER_ENGLISH =
  'Publication date;Issuer;LEI-code;Notifier;Person discharging managerial responsibilities;Position;Closely associated;Amendment;Details of amendment;Initial notification;Linked to share option programme;Nature of transaction;Intrument type;Instrument name;ISIN;Transaction date;Volume;Unit;Price;Currency;Trading venue;Status;';

const SOUND = {
  published: '2026-09-24 15:54:53',
  issuer: 'Björkån AB (publ)',
  lei: '549300BJORKAN0000001',
  notifier: 'Åsa Ödman',
  person: 'Åsa Ödman',
  position: 'Annan\u00a0ledande\u00a0befattningshavare',
  close: '',
  correction: '',
  correctionText: '',
  initial: 'Ja',
  programme: '',
  nature: 'Förvärv',
  type: 'Aktie' as string | null,
  name: 'Björkån AB ser. B',
  isin: 'SE0099000001',
  traded: '2026-09-23 00:00:00',
  volume: '14000,0',
  unit: 'Antal',
  price: '12,345',
  currency: 'SEK',
  venue: 'Utanför handelsplats',
  status: 'Aktuell',
};
export type Cells = Partial<typeof SOUND>;

/** Each line ends with a delimiter. `type: null` leaves the column out, as in 2018. */
export function line(changes: Cells = {}): string {
  // Never traded after the publication, which would be a keying error.
  const day = [(changes.published ?? SOUND.published).slice(0, 10), '2026-09-23'].sort()[0];
  const traded = /^\d{4}-/.test(day ?? '') ? `${day} 00:00:00` : SOUND.traded;
  const cells = Object.values({ ...SOUND, traded, ...changes }).filter((cell) => cell !== null);
  return `${cells.join(';')};`;
}

/** UTF-16LE without byte order mark, CRLF. */
export function utf16(...lines: string[]): Buffer {
  return Buffer.from(lines.join('\r\n'), 'utf16le');
}

export function insyn(...lines: string[]): Buffer {
  return utf16(HEADER, ...lines, '');
}
