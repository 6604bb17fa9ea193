/** Each issuer as its filings name it: its earlier names, and the owners who filed within a year of its newest filing. */

import { WINDOW_DAYS } from '../../../tools/contract/rules.js';
import type { Acquisition } from '../../../tools/contract/shapes/acquisition.js';
import { groupBy } from '../../collections.js';
import { daysBefore } from '../../dates.js';
import type {
  StoredIssuerHolding,
  StoredIssuerInsider,
  StoredIssuerName,
  StoredUnvalued,
} from '../../read-model/issuer-records.js';
import type { Row } from '../../read-model/tables.js';
import { ROLE_BITS } from '../../records/form4/roles.js';
import type { Store } from '../database/store.js';
import { ownerTitle } from './filings.js';

interface FiledOwner {
  id: number;
  accession: string;
  filed_at: string;
  holding_count: number;
  not_subject_to_section16: number | null;
  cik: string;
  is_director: number;
  is_officer: number;
  is_ten_percent_owner: number;
  officer_title: string | null;
  other_text: string | null;
}

interface HeldRow {
  filing_id: number;
  code: string | null;
  security_title: string;
  transaction_date: string | null;
  acquired_disposed: 'A' | 'D' | null;
  shares: number | null;
  shares_after: number | null;
  ownership: 'D' | 'I' | null;
  nature_of_ownership: string | null;
  status: string;
  in_feed: number;
  owner_cik: string;
  represented_by_accession: string | null;
  first_filed_at: string | null;
  /** How a purchase was made. */
  acquisition: Acquisition | null;
}

/** Newest first. */
const OWNERS = `SELECT f.id, f.accession, f.filed_at, f.holding_count, f.not_subject_to_section16, o.cik, o.is_director,
    o.is_officer, o.is_ten_percent_owner, o.officer_title, o.other_text
  FROM form4_filing f JOIN form4_owner o ON o.filing_id = f.id
  WHERE f.issuer_cik = ? AND f.filed_at >= ? ORDER BY f.filed_at DESC, f.accession DESC, o.position`;
const ROWS = `SELECT t.filing_id, t.code, t.security_title, t.transaction_date, t.acquired_disposed, t.shares, t.shares_after,
    t.ownership, t.nature_of_ownership, r.status, r.in_feed, r.owner_cik, r.represented_by_accession, r.first_filed_at, l.acquisition
  FROM form4_filing f JOIN form4_transaction t ON t.filing_id = f.id
  JOIN form4_derived r ON r.filing_id = t.filing_id AND r."row" = t."row"
  JOIN form4_label l ON l.id = r.label_id
  WHERE f.issuer_cik = ? AND f.filed_at >= ? AND t.is_derivative = 0 ORDER BY t.filing_id, t."row"`;

/** The row of one issuer; none for one that no filing names. */
export function issuerRecordRows(store: Store, cik: string): Row[] {
  const names = store
    .rows<StoredIssuerName>(
      `SELECT issuer_name, max(filed_at) FROM form4_filing WHERE issuer_cik = ?
       GROUP BY issuer_name ORDER BY max(filed_at) DESC, issuer_name`,
    )
    .all(cik);
  const [newest] = names;
  if (newest === undefined) return [];
  const since = daysBefore(new Date(newest[1]), WINDOW_DAYS);
  const filed = store.sql<FiledOwner>(OWNERS).all(cik, since);
  const rows = groupBy(store.sql<HeldRow>(ROWS).all(cik, since), ({ filing_id }) => filing_id);
  return [[cik, JSON.stringify(names), JSON.stringify(insidersOf(store, filed, rows))]];
}

type RowsOfFilings = ReadonlyMap<number, HeldRow[]>;

/** Latest filing first. */
function insidersOf(store: Store, filed: readonly FiledOwner[], rows: RowsOfFilings): StoredIssuerInsider[] {
  const shownOwner = new Map<string, string>();
  for (const { accession, id } of filed) {
    const [first] = rows.get(id) ?? [];
    if (first !== undefined) shownOwner.set(accession, first.owner_cik);
  }
  const byOwner = groupBy(filed, ({ cik }) => cik);
  return [...byOwner.values()].flatMap((filings) => {
    const [latest] = filings;
    if (latest === undefined) return [];
    const holdings = holdingsOf(filings, rows);
    const other = (isCounted: (row: HeldRow) => boolean) =>
      reportedUnder(store, filings, rows, { shownOwner, isCounted });
    // Sums without the trades of a joint filing would be too low, so one such trade is enough.
    const under = other(isOpenMarket) || (holdings.length > 0 ? '' : other(() => true));
    const unvalued = unvaluedOf(filings, rows);
    const insider: StoredIssuerInsider = [
      latest.cik,
      ownerTitle(latest),
      rolesOf(latest),
      latest.accession,
      latest.filed_at,
      latest.not_subject_to_section16 === 1 ? 1 : 0,
      latest.holding_count,
      under,
      holdings,
    ];
    if (unvalued.length > 0) insider[9] = unvalued;
    return [insider];
  });
}

function rolesOf({ is_officer, is_director, is_ten_percent_owner }: FiledOwner): number {
  return (
    is_officer * ROLE_BITS.officer +
    is_director * ROLE_BITS.director +
    is_ten_percent_owner * ROLE_BITS.ten_percent
  );
}

const isOpenMarket = (row: HeldRow): boolean => (row.code === 'P' && isInMarket(row)) || row.code === 'S';
const isInMarket = ({ acquisition }: Pick<HeldRow, 'acquisition'>): boolean =>
  acquisition === null || acquisition === 'market';

/** The own purchases and sales without a price in US dollars, or with a price or date that cannot be right, without purchases that were not made in the market: the feed does not have them, and so no sum. */
function unvaluedOf(filings: readonly FiledOwner[], rows: RowsOfFilings): StoredUnvalued[] {
  return filings.flatMap(({ id, cik, filed_at }) =>
    (rows.get(id) ?? []).flatMap(
      ({ code, status, in_feed, owner_cik, shares, first_filed_at, acquisition }): StoredUnvalued[] =>
        (code === 'P' || code === 'S') &&
        status === 'canonical' &&
        owner_cik === cik &&
        shares !== 0 &&
        isInMarket({ acquisition }) &&
        in_feed === 0
          ? [[code, first_filed_at ?? filed_at]]
          : [],
    ),
  );
}

/** The owner whose rows repeat or contain those of this one; '' without one. */
function reportedUnder(
  store: Store,
  filings: readonly FiledOwner[],
  rows: RowsOfFilings,
  { shownOwner, isCounted }: { shownOwner: ReadonlyMap<string, string>; isCounted(row: HeldRow): boolean },
): string {
  for (const { id, cik } of filings)
    for (const row of rows.get(id) ?? []) {
      const { status, owner_cik: shown, represented_by_accession: represented } = row;
      if (status === 'superseded' || !isCounted(row)) continue;
      const other =
        status === 'duplicate' && represented !== null
          ? (shownOwner.get(represented) ?? shownOwnerOf(store, represented))
          : shown;
      if (other !== '' && other !== cik) return other;
    }
  return '';
}

function shownOwnerOf(store: Store, accession: string): string {
  const found = store
    .rows<[cik: string]>(
      `SELECT r.owner_cik FROM form4_filing f JOIN form4_derived r ON r.filing_id = f.id
       WHERE f.accession = ? ORDER BY r."row" LIMIT 1`,
    )
    .get(accession);
  return found?.[0] ?? '';
}

/**
 * One for each security and form of ownership, from the latest filing that states it. A joint filing counts only for the
 * owner whom its rows show: whose account each is, the form does not say.
 */
function holdingsOf(filings: readonly FiledOwner[], rows: RowsOfFilings): StoredIssuerHolding[] {
  const [latest] = filings;
  const holdings = new Map<string, StoredIssuerHolding>();
  for (const { id, cik, accession, filed_at } of filings) {
    const own = (rows.get(id) ?? []).filter(
      ({ status, owner_cik }) => status === 'canonical' && owner_cik === cik,
    );
    const forms = groupBy(own, formOf);
    for (const [form, list] of forms) {
      const last = list.at(-1);
      const newer = holdings.get(form);
      // An older filing speaks for the form only where the newer ones state nothing.
      if (last === undefined || (newer !== undefined && newer[4] !== 'not-stated')) continue;
      const { shares, why } = ownedAfter(list);
      if (newer !== undefined && why !== '') continue;
      const isLatest = accession === latest?.accession;
      holdings.set(form, [
        last.security_title,
        last.ownership ?? '',
        last.nature_of_ownership,
        shares,
        why,
        last.transaction_date,
        isLatest ? null : accession,
        isLatest ? null : filed_at,
        newer === undefined ? null : (newer[7] ?? latest?.filed_at ?? null),
      ]);
    }
  }
  return [...holdings.values()];
}

const formOf = ({ security_title: title, ownership, nature_of_ownership: nature }: HeldRow): string =>
  JSON.stringify([title, ownership, nature]);

/** Shares are compared in ten-thousandths. */
const SHARE_PART = 1 / 10_000;

/**
 * The holding after the last of several rows, as `ownedAfter` of filing-sums.ts reads it: every row must state the one after
 * all, or each the one after itself.
 */
function ownedAfter(rows: readonly HeldRow[]): {
  shares: number | null;
  why: StoredIssuerHolding[4];
} {
  const after = rows.map((row) => row.shares_after);
  const last = after.at(-1) ?? null;
  if (last === null) return { shares: null, why: 'not-stated' };
  const isFinal = after.every((one) => one === last);
  const isRunning = rows.every(({ shares, acquired_disposed: way }, at) => {
    const [before, own] = [after[at - 1], after[at]];
    if (at === 0) return own !== null;
    if (before == null || own == null || shares === null || way === null) return false;
    return Math.abs(before + (way === 'A' ? shares : -shares) - own) < SHARE_PART;
  });
  return isFinal || isRunning ? { shares: last, why: '' } : { shares: null, why: 'rows-differ' };
}

/** The issuers of what changed since the last publication. */
export function changedIssuers(store: Store): string[] {
  return store
    .rows<[cik: string]>(
      // An issuer that lost a filing to another is marked by its CIK.
      `SELECT f.issuer_cik FROM unpublished u JOIN form4_filing f ON f.accession = u."key" WHERE u.kind = 'filing'
       UNION SELECT "key" FROM unpublished WHERE kind = 'symbols' AND "key" <> ''
       ORDER BY 1`,
    )
    .all()
    .map(([cik]) => cik);
}
