/** DealingsInfo exports of invented issuers. */

export const HEADER =
  'Emittent;BaFin-ID;ISIN;Meldepflichtiger;Position / Status;Art des Instruments;Art des Geschäfts;Durchschnittspreis;Aggregiertes Volumen;Mitteilungsdatum;Datum des Geschäfts;Ort des Geschäfts;Datum der Aktivierung';

const SOUND = {
  issuer: 'Holzmühle AG',
  id: '49000001',
  isin: 'DE000HOLZ001',
  who: 'Äpfelböck, Dr. Jürgen',
  position: 'Vorstand',
  instrument: 'Aktie',
  nature: 'Kauf',
  price: '12,50 EUR',
  total: '125.000,00 EUR',
  notified: '02.09.2026',
  traded: '01.09.2026',
  venue: 'Xetra',
  active: '03.09.2026 10:15:00',
};

export function line(changes: Partial<typeof SOUND> = {}): string {
  return Object.values({ ...SOUND, ...changes }).join(';');
}

/** UTF-8 with byte order mark. */
export function dealings(...lines: string[]): Buffer {
  return Buffer.from(`\ufeff${[HEADER, ...lines].join('\n')}\n`);
}
