/** The columns of the German export, in its order. */

export const COLUMNS = [
  'Emittent',
  'BaFin-ID',
  'ISIN',
  'Meldepflichtiger',
  'Position / Status',
  'Art des Instruments',
  'Art des Geschäfts',
  'Durchschnittspreis',
  'Aggregiertes Volumen',
  'Mitteilungsdatum',
  'Datum des Geschäfts',
  'Ort des Geschäfts',
  'Datum der Aktivierung',
] as const;
export type BafinColumn = (typeof COLUMNS)[number];
