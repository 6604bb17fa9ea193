/** The rows of one Form 3 or 5 as the read model keeps them. */

import { issuerPage } from '../../../tools/contract/answer.js';
import { edgarIndexPage } from '../../../tools/contract/edgar-address.js';
import { isAfterDeadline, type LateReason, mayWaitForForm5 } from '../../../tools/contract/lateness.js';
import type { OwnershipFacts } from '../../../tools/contract/shapes/ownership-row.js';
import { tickerBase } from '../../../tools/contract/ticker.js';
import { multiplyToCents, roundCents } from '../../decimal.js';

import { FLAGS, FORM35_HOLDING_ROW, UNKNOWN_CENTS } from '../../read-model/column-values.js';
import type { Row } from '../../read-model/tables.js';
import type { ReportingOwner } from '../../records/form4/form4.js';
import type {
  DerivedForm35,
  Form5Transaction,
  Form35Filing,
  StatedHolding,
} from '../../records/form4/form35.js';
import { rolesOfTitle } from '../../records/form4/roles.js';
import { type Store, toInt } from '../database/store.js';
import { erratumMarks, withMark } from '../errata/errata.js';
import { toCents } from './filing-sums.js';
import { ownerTitle } from './filings.js';

/** None before the filing is derived. Rows that an amendment restates are left out. */
export function form35Rows(store: Store, accession: string): Row[] {
  const stored = store
    .rows<[filing: string, derived: string, ticker: string | null]>(
      `SELECT f.filing, f.derived, s.ticker FROM form35_filing f LEFT JOIN issuer s ON s.cik = f.issuer_cik
       WHERE f.accession = ? AND f.derived IS NOT NULL`,
    )
    .get(accession);
  if (stored === undefined) return [];
  const filing = JSON.parse(stored[0]) as Form35Filing;
  const derived = JSON.parse(stored[1]) as DerivedForm35;
  const owner = filing.owners.find(({ cik }) => cik === derived.ownerCik) ?? filing.owners[0];
  if (owner === undefined) return [];
  const marks = erratumMarks(store, 'sec-form35');
  const shared = sharedFacts(filing, owner, {
    ticker: stored[2] ?? derived.ticker,
    slug: slugOf(store, owner.cik),
  });
  const restated = new Set(derived.restated);
  const context = { owner, page: pageOf(store, filing.issuer.cik, shared.issuerTicker) };
  const rows = [
    ...filing.transactions
      .filter(({ row }) => !restated.has(String(row)))
      .map((one) => transactionRow(filing, shared, one, derived.labels[one.row] ?? null)),
    ...filing.holdings
      .filter(({ row }) => !restated.has(`h${row}`))
      .map((one) => holdingRow(filing, shared, one)),
  ];
  if (filing.noSecuritiesOwned === true && filing.transactions.length + filing.holdings.length === 0)
    return restated.has('none') ? [] : [toRow(FORM35_HOLDING_ROW, noneOwned(filing, shared), context)];
  return rows.map(([row, facts]) => toRow(row, { ...facts, ...withMark(marks, facts.filingId) }, context));
}

function slugOf(store: Store, cik: string): string {
  const [slug] = store.rows<[slug: string]>('SELECT slug FROM insider WHERE owner_cik = ?').get(cik) ?? [];
  return slug ?? '';
}

/** An issuer that no Form 4 and no table of symbols names has no page. */
function pageOf(store: Store, cik: string, ticker: string): string {
  const known = store
    .rows('SELECT 1 FROM issuer WHERE cik = ? UNION ALL SELECT 1 FROM company_ticker WHERE cik = ? LIMIT 1')
    .get(cik, cik);
  return known === undefined ? `/forms-3-5?cik=${cik}` : issuerPage(ticker, cik);
}

/** The owner whom the rows name, and the page of their issuer. */
interface NamedByRows {
  owner: ReportingOwner;
  page: string;
}

/** What all rows of a filing have in common. */
type SharedFacts = ReturnType<typeof sharedFacts>;

function sharedFacts(
  filing: Form35Filing,
  owner: ReportingOwner,
  { ticker, slug }: { ticker: string; slug: string },
) {
  const { owners, issuer, accession } = filing;
  const some = (flag: 'isDirector' | 'isOfficer' | 'isTenPercentOwner' | 'isOther') =>
    owners.some((one) => one[flag]);
  return {
    form: filing.documentType.startsWith('3') ? ('3' as const) : ('5' as const),
    cik: issuer.cik,
    issuerName: issuer.name,
    issuerTicker: ticker,
    ownerName: owner.name,
    ownerSlug: slug,
    ownerCik: owner.cik,
    ownerTitle: titleOf(owner),
    filedAt: filing.filedAt,
    filedAtApproximate: filing.filedAtApproximate,
    formType: filing.documentType,
    originalSubmissionDate: filing.dateOfOriginalSubmission,
    periodOfReport: filing.periodOfReport,
    isDirector: some('isDirector'),
    isOfficer: some('isOfficer'),
    isTenPercentOwner: some('isTenPercentOwner'),
    isOther: some('isOther'),
    otherText: owner.otherText ?? owners.find(({ otherText }) => otherText !== null)?.otherText ?? null,
    reportingOwners: new Set(owners.map(({ cik }) => cik)).size,
    rawFilingUrl: edgarIndexPage(issuer.cik, accession),
  };
}

function titleOf(owner: ReportingOwner): string {
  return ownerTitle({
    is_director: toInt(owner.isDirector),
    is_officer: toInt(owner.isOfficer),
    is_ten_percent_owner: toInt(owner.isTenPercentOwner),
    officer_title: owner.officerTitle,
    other_text: owner.otherText,
  });
}

function transactionRow(
  filing: Form35Filing,
  shared: SharedFacts,
  one: Form5Transaction,
  intentLabel: string | null,
): [row: number, facts: OwnershipFacts] {
  const facts: OwnershipFacts = {
    filingId: `${filing.accession}-${one.row}`,
    ...shared,
    rowKind: 'transaction',
    ...latenessOf(filing, shared.form, one),
    transactionCode: one.transactionCode,
    securityTitle: one.securityTitle,
    isDerivative: one.table === 'derivative',
    transactionDate: one.transactionDate,
    shares: one.shares,
    pricePerShare: one.pricePerShare,
    totalValue: dollarsOf(one),
    sharesOwnedAfter: one.sharesOwnedAfter,
    ownershipType: one.ownership ?? '',
    is10b5_1: one.is10b5_1,
    intentLabel,
    valueOwned: one.valueOwnedAfter,
    natureOfOwnership: one.natureOfOwnership,
    account: one.account,
    underlyingTitle: one.underlyingTitle,
    underlyingShares: one.underlyingShares,
    exercisePrice: one.conversionOrExercisePrice,
    exerciseDate: one.exerciseDate,
    expirationDate: one.expirationDate,
    implausible: one.implausible,
  };
  return [one.row, facts];
}

/** USD; null if a factor is unknown, or if a figure of the row cannot be right. */
function dollarsOf(one: Form5Transaction): number | null {
  if (one.statedTotalValue !== null) return roundCents(one.statedTotalValue);
  if (one.shares === null || one.pricePerShare === null) return null;
  const isSound = one.implausible.every((why) => why === 'date-after-filing' || why === 'date-impossible');
  return isSound ? multiplyToCents(one.shares, one.pricePerShare) : null;
}

const NO_TRADE = {
  transactionCode: null,
  transactionDate: null,
  shares: null,
  pricePerShare: null,
  totalValue: null,
  is10b5_1: null,
  intentLabel: null,
  implausible: [],
} as const;

function holdingRow(
  filing: Form35Filing,
  shared: SharedFacts,
  one: StatedHolding,
): [row: number, facts: OwnershipFacts] {
  const facts: OwnershipFacts = {
    filingId: `${filing.accession}-h${one.row}`,
    ...shared,
    rowKind: 'holding',
    ...latenessOf(filing, shared.form, one),
    ...NO_TRADE,
    implausible: [],
    securityTitle: one.securityTitle,
    isDerivative: one.table === 'derivative',
    sharesOwnedAfter: one.shares,
    ownershipType: one.ownership ?? '',
    valueOwned: one.value,
    natureOfOwnership: one.natureOfOwnership,
    account: one.account,
    underlyingTitle: one.underlyingTitle,
    underlyingShares: one.underlyingShares,
    underlyingValue: one.underlyingValue,
    exercisePrice: one.conversionOrExercisePrice,
    exerciseDate: one.exerciseDate,
    expirationDate: one.expirationDate,
  };
  return [FORM35_HOLDING_ROW + one.row, facts];
}

/** A Form 3 without a row says something too: that somebody became an insider and owns nothing. */
function noneOwned(filing: Form35Filing, shared: SharedFacts): OwnershipFacts {
  return {
    filingId: `${filing.accession}-none`,
    ...shared,
    rowKind: 'none_owned',
    ...latenessOf(filing, shared.form, null),
    ...NO_TRADE,
    implausible: [],
    securityTitle: '',
    isDerivative: false,
    sharesOwnedAfter: null,
    ownershipType: '',
  };
}

/**
 * A row that belongs to another form is late by that alone. Otherwise the mark of the row says it, and then the dates of the
 * filing. On an amendment only the original can be late. Nothing is said where the form of the row is not the one that its code
 * belongs to: filers mark gifts as rows of Form 4 that could wait for Form 5.
 */
function latenessOf(
  { documentType, periodOfReport, filedDate }: Form35Filing,
  form: '3' | '5',
  row: Form5Transaction | StatedHolding | null,
): Pick<OwnershipFacts, 'late' | 'lateBecause'> {
  const because = rowLateness(form, row);
  if (because !== null) return { late: true, lateBecause: because };
  if (documentType.endsWith('/A') || isOfUnsureForm(form, row)) return { late: null, lateBecause: null };
  const late = isAfterDeadline(form, periodOfReport, filedDate);
  return { late, lateBecause: late === true ? 'deadline' : null };
}

function rowLateness(form: '3' | '5', row: Form5Transaction | StatedHolding | null): LateReason | null {
  if (row === null) return null;
  if (form === '5' && row.rowForm === '4' && isTrade(row) && waits(row) === false) return 'form-4-row';
  if (form === '5' && row.rowForm === '3') return 'form-3-row';
  return isTrade(row) && row.timeliness === 'L' ? 'stated' : null;
}

const isTrade = (row: Form5Transaction | StatedHolding): row is Form5Transaction => 'timeliness' in row;

const waits = ({ transactionCode, acquiredDisposed, transactionDate }: Form5Transaction): boolean | null =>
  mayWaitForForm5(transactionCode, acquiredDisposed, transactionDate);

function isOfUnsureForm(form: '3' | '5', row: Form5Transaction | StatedHolding | null): boolean {
  if (form === '3' || row === null || !isTrade(row)) return false;
  return row.rowForm === '4' || (row.transactionCode === 'G' && waits(row) !== true);
}

function toRow(row: number, facts: OwnershipFacts, { owner, page }: NamedByRows): Row {
  const ticker = facts.issuerTicker.toUpperCase();
  const accession = facts.filingId.slice(0, facts.filingId.lastIndexOf('-'));
  return [
    accession,
    row,
    facts.filedAt,
    facts.form,
    facts.transactionCode ?? '',
    facts.totalValue === null ? UNKNOWN_CENTS : toCents(facts.totalValue),
    ticker,
    tickerBase(ticker),
    facts.cik,
    facts.ownerCik,
    facts.transactionDate ?? '',
    flagsOf(facts, owner),
    page,
    JSON.stringify(facts),
  ];
}

function flagsOf(facts: OwnershipFacts, owner: ReportingOwner): number {
  const { chief, ceo, cfo } = rolesOfTitle(owner.isOfficer ? owner.officerTitle : null);
  const stated = {
    chief,
    ceo,
    cfo,
    officer: facts.isOfficer,
    director: facts.isDirector,
    ten_percent: facts.isTenPercentOwner,
    planned: facts.is10b5_1 === true,
    not_market: false,
  };
  return Object.entries(FLAGS).reduce(
    // `stated` has the names of FLAGS.
    (flags, [name, bit]) => (stated[name as keyof typeof FLAGS] ? flags | bit : flags),
    0,
  );
}
