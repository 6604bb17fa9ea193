/** Managers' transactions (MAR Article 19) as notified, normalised: one record for each row that a register shows. */

import type { EuCountry } from '../../../tools/contract/markets/index.js';

/**
 * One transaction row: one instrument, nature, day, place and (uk, se, nl) fill. Every row is kept, awards and
 * cancelled ones too; which of them a reader sees is decided by `exclusion` of the market in `src/derive/europe/`. Wording stays
 * as filed, whitespace folded; what the register does not give is null.
 */
export interface PdmrFiling {
  kind: 'pdmr';
  market: EuCountry;
  /** The contract's composite id: stable when documents are read again and unique within the market. */
  filingId: string;
  /** What the rows of one notification share: a disclosure id (uk), a meldingid (nl), else composed. */
  notificationKey: string;
  /** ISO 8601 UTC with milliseconds. */
  publicationAt: string;
  /**
   * True where the register states no publication time and `publicationAt` is first sight or a date's
   * midnight. Reading such a row again must not change it: the earliest `publicationAt` ever stored is kept.
   */
  publicationApproximate: boolean;
  issuerName: string;
  lei: string | null;
  /** The person discharging managerial responsibilities; where the register names one party only, that party. */
  pdmrName: string;
  /** Who notified, where the register distinguishes that from the person. */
  notifier: string | null;
  /** Whether the transaction is one of a person closely associated; null where the register does not say. */
  closelyAssociated: boolean | null;
  /** nl: the other of person and company, the one that did not notify. */
  relatedParty?: string | null;
  /** Position or relation to the issuer; '' when none is given. */
  capacity: string;
  isin: string | null;
  instrumentType: string | null;
  instrumentName: string | null;
  /** de `Art des Geschäfts`, se `Karaktär`, nl `Transaction category`, uk section 4b. */
  nature: string;
  /** nl `Transaction type`; null elsewhere. */
  transactionType: string | null;
  /** What the word in `nature` means; null for every word that is neither an acquisition nor a disposal. */
  direction: 'acquisition' | 'disposal' | null;
  /** As quoted: a uk price may be in pence although `currency` is GBP. */
  price: number | null;
  /** Number of securities, or an amount where `volumeIsAmount`. BaFin gives none. */
  volume: number | null;
  /** se `Belopp`: `volume` is a nominal amount and not a count. */
  volumeIsAmount: boolean;
  currency: string | null;
  /** In `currency` (pounds for GBP), rounded to cents; stated by the register (de) or price times volume. */
  totalValue: number | null;
  /** uk: the unit of the price could not be determined, so `currency` and `totalValue` are null. */
  valueUnknown: boolean;
  /** nl: the average price and the number that the page adds up for rows of this instrument, category, type and unit. */
  aggregatedPrice?: number | null;
  aggregatedVolume?: number | null;
  /** se: linked to a share option programme; nl: stock option program; null elsewhere. */
  linkedToShareProgramme: boolean | null;
  /** The notification says that it corrects an earlier one; null where the register does not say. */
  amendment: boolean | null;
  /** uk: the number that RNS gave the announcement, such as 1002B; they come again after some months. */
  announcementNumber?: string | null;
  /** uk: the numbers of the announcements that this one says it corrects, separated by blanks. */
  correctsNumbers?: string | null;
  /** se `Aktuell`, `Reviderad`, `Makulerad`; `unknown` for another word; `current` on the other registers. */
  status: 'current' | 'revised' | 'cancelled' | 'unknown';
  /** YYYY-MM-DD */
  transactionDate: string | null;
  venue: string | null;
  /** The register's own page for the notification or its issuer. */
  url: string;
  /** The document itself, where the register gives it its own address (uk, nl). */
  rawArtefactUrl: string | null;
  /** uk: words of the announcement, outside the form, that indicate whether this row is a plain trade. */
  narrative: string | null;
}

/**
 * Everything that a register shows for a span of publication times (se: some days; de: the whole database).
 * `rows` replace what is stored: a stored row of `market` with `from` <= publicationAt <= `to` that is not among
 * them has left the register. It stays in the store, out of the feed.
 */
export interface PdmrWindow {
  kind: 'pdmr-window';
  market: EuCountry;
  basis: 'publication';
  mode: 'replace';
  /** ISO 8601 UTC with milliseconds; both ends are part of the window. */
  from: string;
  to: string;
  rows: PdmrFiling[];
  /** Rows that the register shows but that could not be read in full. */
  unread?: UnparsedPdmrRow[];
}

/**
 * The legible parts of such a row. Its last readable version remains in the feed, since it was not withdrawn;
 * the incomplete row may also be among the rows of the window.
 */
export interface UnparsedPdmrRow {
  /** Null where this cannot be read either. */
  publicationAt: string | null;
  /** The parts that its filingId has, or its cells. */
  parts: string[];
}

/**
 * Everything that one notification holds, where a register gives it its own page (nl). `rows` replace what is
 * stored: a stored row of `market` and `notificationKey` that is not among them has left the register.
 */
export interface PdmrNotification {
  kind: 'pdmr-notification';
  market: EuCountry;
  mode: 'replace';
  notificationKey: string;
  /** Higher is newer, where the register counts versions (uk): an older one never replaces a newer one. */
  version?: number;
  rows: PdmrFiling[];
}

/**
 * Every notification that a register lists today (nl). A stored row of `market` whose `notificationKey` is not
 * among them has left the register: it stays in the store, out of the feed. It comes back if it is listed again.
 */
export interface PdmrIndex {
  kind: 'pdmr-index';
  market: EuCountry;
  notificationKeys: string[];
}

export type PdmrRecord = PdmrFiling | PdmrWindow | PdmrNotification | PdmrIndex;
