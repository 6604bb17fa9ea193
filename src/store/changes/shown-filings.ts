/** Form 4 filings as readers see them: in the feed, and on the pages of their owners. */

import { WINDOW_DAYS } from '../../../tools/contract/rules.js';
import type { Acquisition } from '../../../tools/contract/shapes/acquisition.js';
import { tickerBase } from '../../../tools/contract/ticker.js';
import { subjectOf } from '../../read-model/change-facts.js';
import type { Store } from '../database/store.js';
import { toCents } from '../rows/filing-sums.js';
import { isStatedElsewhere, ownerTitle } from '../rows/filings.js';
import {
  amountOf,
  type DescribedDocument,
  NO_FACTS,
  type ShownDocument,
  shownHash,
} from './shown-document.js';

const FILING_REGISTER = 'sec-form4';

interface ShownFilingColumns {
  id: number;
  cik: string;
  issuer_name: string;
  ticker: string | null;
  filed_at: string;
  document_type: string;
  is_pending: number;
}

interface ShownOwnerColumns {
  cik: string;
  name: string;
  is_director: number;
  is_officer: number;
  is_ten_percent_owner: number;
  officer_title: string | null;
  other_text: string | null;
  slug: string | null;
}

type RowColumns = [
  row: number,
  code: string | null,
  date: string | null,
  shares: number | null,
  price: number | null,
  sharesAfter: number | null,
  title: string,
  inFeed: number,
  owner: string,
  value: number | null,
  status: string,
  firstFiledAt: string | null,
  acquisition: Exclude<Acquisition, 'market'> | null,
];

const FILING = `SELECT f.id, f.issuer_cik AS cik, f.issuer_name, s.ticker, f.filed_at, f.document_type,
    EXISTS (SELECT 1 FROM pending_issuer p WHERE p.cik = f.issuer_cik) AS is_pending
  FROM form4_filing f LEFT JOIN issuer s ON s.cik = f.issuer_cik WHERE f.accession = ?`;
const OWNERS = `SELECT o.cik, o.name, o.is_director, o.is_officer, o.is_ten_percent_owner, o.officer_title, o.other_text, i.slug
  FROM form4_owner o LEFT JOIN insider i ON i.owner_cik = o.cik WHERE o.filing_id = ? ORDER BY o.position`;
const ROWS = `SELECT t."row", t.code, t.transaction_date, t.shares, t.price, t.shares_after, t.security_title, r.in_feed,
    r.owner_cik, r.total_value, r.status, r.first_filed_at,
    CASE WHEN l.acquisition <> 'market' THEN l.acquisition END
  FROM form4_transaction t JOIN form4_derived r ON r.filing_id = t.filing_id AND r."row" = t."row"
  JOIN form4_label l ON l.id = r.label_id WHERE t.filing_id = ? ORDER BY t."row"`;

/** Null for a filing that is not derived yet: what readers see of it is not decided. */
export function shownFiling(store: Store, accession: string): ShownDocument | null {
  const filing = store.sql<ShownFilingColumns>(FILING).get(accession);
  if (filing === undefined || filing.is_pending === 1) return null;
  const owners = store.sql<ShownOwnerColumns>(OWNERS).all(filing.id);
  const rows = store.rows<RowColumns>(ROWS).all(filing.id);
  const shown = rows.filter((row) => isShown(store, filing.id, row, owners));
  const { cik, filed_at: filedAt, document_type: form } = filing;
  const ciks = owners.map((owner) => owner.cik);
  const seen = shown.map((row) => [...row.slice(0, STATUS_AT), ...row.slice(FIRST_FILED_AT).filter(Boolean)]);
  return {
    kind: 'f',
    id: filing.id,
    followed: FILING_REGISTER,
    hash: shown.length === 0 ? 0 : shownHash([cik, filedAt, form, ciks, seen]),
    hidden: {
      amended: rows.filter((row) => row[STATUS_AT] === 'superseded').length,
      repeated: rows.filter((row) => row[STATUS_AT] === 'duplicate').length,
      isUnread: false,
    },
    filedAt,
    isAmendment: form.endsWith('/A'),
    isWithdrawn: false,
    windowDays: WINDOW_DAYS,
    describe: () => describeFiling(filing, accession, owners, shown),
  };
}

/** Where the status is in a row: what comes before it is what readers see. */
const STATUS_AT = 10;
/** Where the first publication is, and behind it how a purchase was made that was not in the market: few rows have them. */
const FIRST_FILED_AT = 11;
const ACQUIRED_AT = 12;

/** The rule of the pages of owners; the feed shows fewer rows. */
function isShown(
  store: Store,
  filingId: number,
  row: RowColumns,
  owners: readonly ShownOwnerColumns[],
): boolean {
  const status = row[STATUS_AT];
  if (status === 'superseded') return false;
  return status !== 'duplicate' || owners.some(({ cik }) => !isStatedElsewhere(store, filingId, row[0], cik));
}

function describeFiling(
  filing: ShownFilingColumns,
  accession: string,
  owners: readonly ShownOwnerColumns[],
  shown: readonly RowColumns[],
): DescribedDocument {
  const open = shown.filter(([, , , , , , , inFeed]) => inFeed === 1);
  const centsOf = (code: string) =>
    // Derivation puts only rows with a value in the feed.
    open
      .filter((row) => row[1] === code && row[ACQUIRED_AT] === null)
      .map((row) => toCents(row[9] as number));
  const named = open[0]?.[8];
  const owner = owners.find(({ cik }) => cik === named) ?? owners[0];
  const ticker = filing.ticker ?? '';
  const symbols = ticker === '' ? [] : [ticker, tickerBase(ticker.toUpperCase())];
  const [purchases, sales] = [amountOf(centsOf('P')), amountOf(centsOf('S'))];
  return {
    kind: open.length > 0 ? 'form4' : 'form4_other',
    facts: {
      ...NO_FACTS,
      form: filing.document_type,
      documentId: accession,
      issuerName: filing.issuer_name,
      tickers: ticker === '' ? [] : [ticker],
      cik: filing.cik,
      personName: owner?.name ?? null,
      slug: owner?.slug ?? null,
      role: owner === undefined ? null : ownerTitle(owner),
      filedAt: filing.filed_at,
      rows: shown.length,
      purchases,
      sales,
      currency: purchases === null && sales === null ? null : 'USD',
    },
    subjects: [
      ...new Set([
        ...symbols.map(subjectOf.ticker),
        subjectOf.issuer(filing.cik),
        ...owners.map(({ cik }) => subjectOf.owner(cik)),
      ]),
    ],
  };
}
