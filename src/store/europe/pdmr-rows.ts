/**
 * Converts a managers' transaction to its row and back. Both directions are here, so that it is read back exactly as
 * written.
 */

import type { EuCountry } from '../../../tools/contract/markets/index.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';
import { type Store, toInt } from '../database/store.js';

type PdmrValue = string | number | null;
type PdmrRow = Record<string, PdmrValue>;

/** Field to column; a field without a column does not compile. */
const COLUMNS = {
  market: 'market',
  filingId: 'filing_id',
  notificationKey: 'notification_key',
  publicationAt: 'publication_at',
  publicationApproximate: 'publication_approximate',
  issuerName: 'issuer_name',
  lei: 'lei',
  pdmrName: 'pdmr_name',
  notifier: 'notifier',
  closelyAssociated: 'closely_associated',
  relatedParty: 'related_party',
  capacity: 'capacity',
  isin: 'isin',
  instrumentType: 'instrument_type',
  instrumentName: 'instrument_name',
  nature: 'nature',
  transactionType: 'transaction_type',
  direction: 'direction',
  price: 'price',
  volume: 'volume',
  volumeIsAmount: 'volume_is_amount',
  currency: 'currency',
  totalValue: 'total_value',
  valueUnknown: 'value_unknown',
  aggregatedPrice: 'aggregated_price',
  aggregatedVolume: 'aggregated_volume',
  linkedToShareProgramme: 'linked_to_share_programme',
  amendment: 'amendment',
  announcementNumber: 'announcement_number',
  correctsNumbers: 'corrects_numbers',
  status: 'status',
  transactionDate: 'transaction_date',
  venue: 'venue',
  url: 'url',
  rawArtefactUrl: 'raw_artefact_url',
  narrative: 'narrative',
} as const satisfies Record<Exclude<keyof PdmrFiling, 'kind'>, string>;

// `Object.entries` loses the type of the keys.
const FIELDS = Object.entries(COLUMNS) as Array<[keyof typeof COLUMNS, string]>;
const NAMES = Object.values(COLUMNS).join(', ');
const FLAGS: ReadonlySet<string> = new Set<keyof PdmrFiling>([
  'publicationApproximate',
  'closelyAssociated',
  'volumeIsAmount',
  'valueUnknown',
  'linkedToShareProgramme',
  'amendment',
]);

export function toRow(filing: PdmrFiling): PdmrRow {
  return Object.fromEntries(
    FIELDS.map(([field, column]) => {
      const value = filing[field] ?? null;
      return [column, typeof value === 'boolean' ? toInt(value) : value];
    }),
  );
}

function fromRow(row: PdmrRow): PdmrFiling {
  const entries = FIELDS.map(([field, column]) => {
    const value = row[column] ?? null;
    return [field, FLAGS.has(field) && value !== null ? value === 1 : value];
  });
  // `COLUMNS` names every field except `kind`.
  return { kind: 'pdmr', ...Object.fromEntries(entries) } as PdmrFiling;
}

/** The stored row with the moment when it left the register. */
export function findPdmrRow(store: Store, market: EuCountry, filingId: string): PdmrRow | undefined {
  return store
    .sql<PdmrRow>(`SELECT ${NAMES}, left_at FROM pdmr_filing WHERE market = ? AND filing_id = ?`)
    .get(market, filingId);
}

export function insertPdmrRow(store: Store, row: PdmrRow): void {
  store
    .sql(`INSERT INTO pdmr_filing (${NAMES}) VALUES (${FIELDS.map(() => '?').join(', ')})`)
    .run(...FIELDS.map(([, column]) => row[column]));
}

/** Also marks it as being in the register again. */
export function updatePdmrRow(store: Store, row: PdmrRow): void {
  store
    .sql(
      `UPDATE pdmr_filing SET ${FIELDS.map(([, column]) => `${column} = ?`).join(', ')}, left_at = NULL
       WHERE market = ? AND filing_id = ?`,
    )
    .run(...FIELDS.map(([, column]) => row[column]), row.market, row.filing_id);
}

/** The rows that the register shows today, exactly as written, oldest publication first. */
export function rowsInRegister(store: Store, market: EuCountry): PdmrFiling[] {
  const rows = store.sql<PdmrRow>(
    `SELECT ${NAMES} FROM pdmr_filing f WHERE market = ? AND left_at IS NULL AND NOT EXISTS
       (SELECT 1 FROM pdmr_notification n WHERE n.market = f.market
          AND n.notification_key = f.notification_key AND n.left_at IS NOT NULL)
     ORDER BY publication_at, filing_id`,
  );
  return rows.all(market).map(fromRow);
}

/** One of these rows; undefined for one that the register does not show. */
export function rowInRegister(store: Store, market: EuCountry, filingId: string): PdmrFiling | undefined {
  const row = store
    .sql<PdmrRow>(`SELECT ${NAMES} FROM pdmr_filing WHERE market = ? AND filing_id = ? AND left_at IS NULL`)
    .get(market, filingId);
  return row === undefined ? undefined : fromRow(row);
}
