/**
 * What a person owns in one company, as last stated: one line for each security, form of ownership and account. The last row
 * of the newest filing that states a line is its end state. Lines are never added up.
 */

import type { LineDoubt, OwnedLine } from '../../../tools/contract/shapes/owned-line.js';
import { compareText, groupBy } from '../../collections.js';
import { normaliseTitle } from './security-title.js';

/** A row of a filing that states what is held, in the order of the document. */
export interface StatedRow {
  /** As in `filingId`: `0` for a transaction, `h0` for a holding. */
  id: string;
  kind: 'transaction' | 'holding';
  isDerivative: boolean;
  securityTitle: string;
  ownership: 'D' | 'I' | '';
  nature: string | null;
  account: string | null;
  /** Held, after a transaction. */
  shares: number | null;
  value: number | null;
  /** For a transaction: how many, and whether they were acquired or disposed of. */
  traded: number | null;
  way: 'A' | 'D' | null;
  underlyingTitle: string | null;
  underlyingShares: number | null;
  underlyingValue: number | null;
  exercisePrice: number | null;
  exerciseDate: string | null;
  expirationDate: string | null;
}

/** What one filing of the forms 3, 4 and 5 states. */
export interface OwnershipStatement {
  accession: string;
  form: string;
  issuerCik: string;
  issuerName: string;
  issuerTicker: string;
  filedAt: string;
  /** See `statementDay`. */
  asOf: string;
  periodOfReport: string | null;
  owners: number;
  isRounded: boolean;
  hasLeft: boolean;
  /** A Form 3 says that nothing is owned. */
  statesNone: boolean;
  rawFilingUrl: string;
  /** Without those that an amendment restates. */
  rows: StatedRow[];
}

/** Nothing reported under section 16 is older. */
const FIRST_DAY = '1933-01-01';

/**
 * The day that the figures of a filing are of, YYYY-MM-DD. The number after a trade is of the trade, not of the filing, which may be
 * years late or an amendment; that of a Form 5 is, by its heading, of the end of the fiscal year.
 * @param stated the last trade of a Form 4, the event of a Form 3, the end of the year of a Form 5; then what stands in for it
 */
export function statementDay(stated: ReadonlyArray<string | null>, filedDate: string): string {
  const sound = stated.find((day) => day !== null && day >= FIRST_DAY && day <= filedDate);
  return sound ?? filedDate;
}

/** @param statements all of one person about one company */
export function lastStated(statements: readonly OwnershipStatement[]): OwnedLine[] {
  const newestFirst = [...statements].sort(
    (a, b) =>
      compareText(b.asOf, a.asOf) ||
      compareText(b.filedAt, a.filedAt) ||
      compareText(b.accession, a.accession),
  );
  const lines = new Map<string, FoundLine>();
  const severalAccounts = formsOfSeveralAccounts(statements);
  const none = newestFirst.find(({ statesNone }) => statesNone);
  for (const statement of newestFirst) {
    // Somebody who comes back and then owns nothing does not own what a form of years before stated.
    if (none !== undefined && statement.asOf < none.asOf) break;
    for (const [key, rows] of linesOf(statement, severalAccounts))
      addStatement(lines, key, { statement, state: endState(rows) });
  }
  markMixed(lines);
  const found = [...lines.values()];
  if (found.length === 0)
    return none === undefined
      ? []
      : [toLine({ statement: none, state: NOTHING }, newestFirst, severalAccounts)];
  return found
    .map((one) => toLine(one, newestFirst, severalAccounts))
    .sort((a, b) => Number(a.isDerivative) - Number(b.isDerivative) || Number(isNil(a)) - Number(isNil(b)));
}

const isNil = ({ shares, value }: OwnedLine): boolean => shares === 0 && (value ?? 0) === 0;

/** A line, and the filing that states it. */
interface FoundLine {
  statement: OwnershipStatement;
  state: EndState;
  /** When the first newer filing was filed that has the line and states no figure. */
  notStatedSince?: string;
  /** Another filing states the same security, form and nature of ownership as more lines, or as fewer. */
  isMixed?: boolean;
}

interface EndState {
  /** Its last row; null for the statement that nothing is owned. */
  row: StatedRow | null;
  shares: number | null;
  value: number | null;
  why: 'not-stated' | 'rows-differ' | null;
  /** The rows do not follow one another, and the last one is taken. */
  isLastOfDiffering: boolean;
}

const NOTHING: EndState = { row: null, shares: 0, value: null, why: null, isLastOfDiffering: false };

/** An older filing speaks only for a line of which the newer ones state no figure. */
function addStatement(lines: Map<string, FoundLine>, key: string, found: FoundLine): void {
  const newer = lines.get(key);
  if (newer === undefined) {
    lines.set(key, found);
    return;
  }
  // Rows that differ are a figure that is not clear, not one that is missing.
  if (newer.state.why !== 'not-stated') return;
  const since = newer.notStatedSince ?? newer.statement.filedAt;
  if (found.state.why !== 'not-stated') lines.set(key, { ...found, notStatedSince: since });
  else lines.set(key, { ...newer, notStatedSince: [since, found.statement.filedAt].sort()[0] as string });
}

/** Nothing says which of the older lines a newer filing means if it states them as more lines, or as fewer: all of them say so. */
function markMixed(lines: ReadonlyMap<string, FoundLine>): void {
  // A key without its number has no such end: it is JSON or plain words.
  for (const [, alike] of groupBy([...lines], ([key]) => key.replace(/#\d+$/, '')))
    if (new Set(alike.map(([, { statement }]) => statement)).size > 1)
      for (const [, found] of alike) found.isMixed = true;
}

/**
 * The forms of ownership of which a filing has rows of several accounts. Only there footnotes distinguish lines: elsewhere the
 * nature does (By Larkspur LLC), and its footnotes change their words from filing to filing.
 */
function formsOfSeveralAccounts(statements: readonly OwnershipStatement[]): ReadonlySet<string> {
  const several = new Set<string>();
  for (const { rows } of statements)
    for (const [form, own] of groupBy(rows, formOf))
      if (new Set(own.map(({ account }) => plainWords(account ?? ''))).size > 1) several.add(form);
  return several;
}

/** The rows of each line of a filing. Holdings are never copies of each other: two equal ones are two lines. */
function linesOf(
  { rows }: OwnershipStatement,
  severalAccounts: ReadonlySet<string>,
): Map<string, StatedRow[]> {
  const lines = new Map<string, StatedRow[]>();
  for (const [key, own] of groupBy(rows, (row) => keyOf(row, severalAccounts))) {
    const holdings = own.filter(({ kind }) => kind === 'holding');
    if (holdings.length < 2) {
      lines.set(key, own);
      continue;
    }
    holdings.forEach((row, at) => {
      lines.set(`${key}#${at}`, [row]);
    });
    const trades = own.filter(({ kind }) => kind === 'transaction');
    if (trades.length > 0) lines.set(key, trades);
  }
  return lines;
}

/** What is one line in any filing. */
function keyOf(row: StatedRow, severalAccounts: ReadonlySet<string>): string {
  const form = formOf(row);
  return severalAccounts.has(form) ? `${form} ${plainWords(row.account ?? '')}` : form;
}

/** Each row is compared with many others. */
const formsOfRows = new WeakMap<StatedRow, string>();

function formOf(row: StatedRow): string {
  const known = formsOfRows.get(row) ?? newFormOf(row);
  formsOfRows.set(row, known);
  return known;
}

/** The security and the form of ownership. The nature of a direct line says other things than whose it is. */
function newFormOf(row: StatedRow): string {
  const { isDerivative, ownership, exercisePrice, exerciseDate, expirationDate, underlyingTitle } = row;
  const terms = isDerivative
    ? [exercisePrice, exerciseDate, expirationDate, normaliseTitle(underlyingTitle ?? '')]
    : [];
  const nature = ownership === 'I' ? [plainNature(row.nature)] : [];
  return JSON.stringify([isDerivative, normaliseTitle(row.securityTitle), ownership, ...nature, ...terms]);
}

/** `By Trust` and `trust` are one nature of ownership. */
function plainNature(nature: string | null): string {
  return plainWords(nature ?? '').replace(/^(?:held )?by (?:the )?/, '');
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Shares are compared in ten-thousandths. */
const SHARE_PART = 1 / 10_000;

/** The holding after the last row. Rows that do not follow one another may be of several accounts, unless the line is direct. */
function endState(rows: readonly StatedRow[]): EndState {
  // A line has a row at least.
  const row = rows.at(-1) as StatedRow;
  const { shares, value } = row;
  const hasSize =
    row.kind === 'holding' &&
    row.isDerivative &&
    (row.underlyingShares !== null || row.underlyingValue !== null);
  if (shares === null && value === null && !hasSize)
    return { row, shares, value, why: 'not-stated', isLastOfDiffering: false };
  const isOne = rows.length === 1 || follow(rows);
  if (isOne || (row.ownership === 'D' && !row.isDerivative))
    return { row, shares, value, why: null, isLastOfDiffering: !isOne };
  return { row, shares: null, value: null, why: 'rows-differ', isLastOfDiffering: false };
}

/** Every row states the holding after all, or each the one after itself. */
function follow(rows: readonly StatedRow[]): boolean {
  const last = rows.at(-1)?.shares ?? null;
  if (last === null) return rows.every(({ shares }) => shares === null);
  if (rows.every(({ shares }) => shares === last)) return true;
  return rows.every(({ shares, traded, way, kind }, at) => {
    const before = at === 0 ? undefined : rows[at - 1];
    if (before === undefined) return shares !== null;
    if (
      kind !== 'transaction' ||
      before.shares === null ||
      shares === null ||
      traded === null ||
      way === null
    )
      return false;
    return Math.abs(before.shares + (way === 'A' ? traded : -traded) - shares) < SHARE_PART;
  });
}

function toLine(
  found: FoundLine,
  newestFirst: readonly OwnershipStatement[],
  severalAccounts: ReadonlySet<string>,
): OwnedLine {
  const { statement, state, notStatedSince } = found;
  const { row, why } = state;
  return {
    issuerCik: statement.issuerCik,
    issuerName: statement.issuerName,
    issuerTicker: statement.issuerTicker,
    isDerivative: row?.isDerivative ?? false,
    securityTitle: row?.securityTitle ?? '',
    ownership: row?.ownership ?? '',
    nature: row?.nature ?? null,
    account: row?.account ?? null,
    shares: state.shares,
    value: state.value,
    ...(why === null ? {} : { whyUnknown: why }),
    underlyingTitle: row?.underlyingTitle ?? null,
    // A transaction has the size of the trade there.
    underlyingShares: row?.kind === 'holding' ? row.underlyingShares : null,
    underlyingValue: row?.kind === 'holding' ? row.underlyingValue : null,
    exercisePrice: row?.exercisePrice ?? null,
    exerciseDate: row?.exerciseDate ?? null,
    expirationDate: row?.expirationDate ?? null,
    asOf: statement.asOf,
    form: statement.form,
    filingId: `${statement.accession}-${row?.id ?? 'none'}`,
    filedAt: statement.filedAt,
    ...(notStatedSince === undefined || why !== null ? {} : { notStatedSince }),
    doubts: doubtsOf(found, newestFirst, severalAccounts),
    rawFilingUrl: statement.rawFilingUrl,
  };
}

function doubtsOf(
  { statement, state, isMixed }: FoundLine,
  newestFirst: readonly OwnershipStatement[],
  severalAccounts: ReadonlySet<string>,
): LineDoubt[] {
  const doubts: LineDoubt[] = [];
  if (statement.owners > 1) doubts.push('joint-filing');
  if (state.isLastOfDiffering) doubts.push('rows-differ');
  const newer = newestFirst.slice(0, newestFirst.indexOf(statement));
  const { row } = state;
  if (isMixed === true || (row !== null && isUnderOtherWords(row, newer, severalAccounts)))
    doubts.push('may-be-another-line');
  if (newer.some((other) => isAmendmentOf(other, statement))) doubts.push('not-in-amendment');
  if (newestFirst[0]?.hasLeft === true) doubts.push('no-longer-insider');
  if (statement.isRounded) doubts.push('rounded');
  return doubts;
}

/** Newer filings have the same form of ownership under other words, and not under these. */
function isUnderOtherWords(
  row: StatedRow,
  newer: readonly OwnershipStatement[],
  severalAccounts: ReadonlySet<string>,
): boolean {
  const [form, key] = [formOf(row), keyOf(row, severalAccounts)];
  const alike = newer.flatMap(({ rows }) => rows.filter((one) => formOf(one) === form));
  return alike.length > 0 && !alike.some((one) => keyOf(one, severalAccounts) === key);
}

/** The amendments of a filing are about the same event, trade or year. */
function isAmendmentOf(amendment: OwnershipStatement, { form, periodOfReport }: OwnershipStatement): boolean {
  return (
    amendment.form === `${form}/A` && periodOfReport !== null && amendment.periodOfReport === periodOfReport
  );
}
