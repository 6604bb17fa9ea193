/** Derives the rows of all filings of one issuer. */

import { multiplyToCents, roundCents } from '../../decimal.js';
import {
  type DerivedDoubt,
  type DerivedForm4Row,
  type DerivedIssuer,
  DOUBTS_OF_PRICE,
  DOUBTS_OF_SHARES,
  type FilingHead,
  type FilingLinks,
  type RowLink,
} from '../../records/derived-rows.js';
import type { Form4Filing, Form4Transaction, Implausibility } from '../../records/form4/form4.js';
import { applyAmendments } from './amendments.js';
import { statuses } from './copies.js';
import { displayOwner } from './display-owner.js';
import { joinDuplicates } from './economic-lots.js';
import { deriveExercises } from './exercises.js';
import { firstPublications } from './first-publication.js';
import { formerNames } from './former-names.js';
import type { WitnessCloses } from './issuer-closes.js';
import { type FiledSymbol, issuerTicker } from './issuer-ticker.js';
import { type FiledForm, orderForms } from './lot-rows.js';
import { EconomicLots } from './lots.js';
import { otherSecurities } from './other-securities.js';
import { doubtfulPrices, rowKey } from './price-witnesses.js';
import { ownDoubts } from './row-doubts.js';
import { splitsSeen } from './share-splits.js';
import { acquisitionOf, intentLabel, signalQuality } from './signal-quality.js';

/** Shares times price is then not an amount of money. */
const WITHOUT_VALUE: ReadonlyArray<Implausibility | DerivedDoubt> = [
  ...DOUBTS_OF_PRICE,
  ...DOUBTS_OF_SHARES,
  'price-above-any-share',
  'price-per-ads-shares-ordinary',
  'value-above-any-trade',
];

/**
 * Derives a row for every transaction in all filings of one issuer, in the order of filing. The order of the
 * input does not matter; if an accession number is given twice, the XML counts.
 * @param input.issuerCik filings of other issuers are left out
 * @param input.heads all filings of the issuer, newest first, if `filings` are only those of `concernedFilings`
 * @param input.links those of all filings, if `filings` are only some
 * @param input.closes what else speaks about prices
 * @param input.tickers the ticker table's symbols of this CIK, common share first
 */
export function deriveIssuer(input: {
  issuerCik: string;
  filings: readonly Form4Filing[];
  tickers: readonly string[];
  heads?: ReadonlyArray<Omit<FilingHead, 'isNew'>>;
  links?: FilingLinks;
  closes?: WitnessCloses;
}): DerivedIssuer {
  const forms = orderForms(input.issuerCik, input.filings);
  const lots = new EconomicLots();
  joinDuplicates(forms, lots, 'same-type');
  applyAmendments(forms, lots);
  if (forms.some((form) => form.isAmendment)) joinDuplicates(forms, lots, 'all');

  const rows = forms.flatMap((form) => form.rows);
  const statusOf = statuses(rows, lots);
  const firstFiledAt = firstPublications(forms, lots);
  const exercises = deriveExercises(rows, lots, (row) => statusOf(row).status !== 'superseded');
  const links = input.links ?? linksOf(forms);
  const prices = doubtfulPrices(links.rows, input.closes);
  const heads = input.heads ?? headsOf(forms);
  const isOtherSecurity = otherSecurities(forms, heads);
  const owners = new Map(forms.map((form) => [form, displayOwner(form.filing.owners)]));
  return {
    issuerCik: input.issuerCik,
    ticker: issuerTicker(filedSymbols(heads), input.tickers),
    name: heads[0]?.issuerName ?? '',
    formerNames: formerNames(heads),
    splits: splitsSeen(links, (row) => prices.has(rowKey(row))),
    accessions: forms.map(({ filing }) => filing.accession),
    rows: rows.map((row): DerivedForm4Row => {
      const { tx, form } = row;
      const { status, representedBy, isRestatedByOthers } = statusOf(row);
      const sellsExercised = exercises.sellsExercised(row);
      const code = tx.transactionCode;
      const ofPrice = prices.get(rowKey({ accession: form.filing.accession, row: tx.row })) ?? [];
      const implausible = [...tx.implausible, ...ofPrice, ...ownDoubts(row)];
      return {
        accession: form.filing.accession,
        row: tx.row,
        status,
        representedBy,
        firstFiledAt: firstFiledAt(row),
        inFeed:
          status === 'canonical' && isFeedRow(tx) && implausible.length === 0 && tx.acquisition !== 'unpaid',
        isOtherSecurity: isOtherSecurity(row),
        ownerCik: owners.get(form) ?? '',
        isPairedExercise: exercises.isPaired(row),
        totalValue: totalValue(tx, implausible),
        acquisition: acquisitionOf(tx),
        signalQuality: signalQuality(tx, sellsExercised),
        intentLabel: intentLabel(code, { ...tx, sellsExercised, implausible, isRestatedByOthers }),
        implausible,
      };
    }),
  };
}

/**
 * Non-derivative P and S with shares, a price (a filed 0 is a price) and a plausible date. A row flagged as
 * part of an equity swap stays: the filer calls it a purchase or sale of the shares, and the label adds the
 * swap.
 */
function isFeedRow(tx: Form4Transaction): boolean {
  return (
    tx.table === 'non-derivative' &&
    (tx.transactionCode === 'P' || tx.transactionCode === 'S') &&
    tx.shares !== null &&
    tx.shares > 0 &&
    tx.pricePerShare !== null &&
    tx.pricePerShare >= 0 &&
    tx.transactionDate !== null
  );
}

/** USD; null if a factor is unknown, or if the price is known not to be the price of one of these shares. */
function totalValue(
  tx: Form4Transaction,
  implausible: ReadonlyArray<Implausibility | DerivedDoubt>,
): number | null {
  // Rights may state the amount instead of a number of securities.
  if (tx.statedTotalValue !== null) return roundCents(tx.statedTotalValue);
  if (tx.shares === null || tx.pricePerShare === null) return null;
  if (implausible.some((why) => WITHOUT_VALUE.includes(why))) return null;
  return multiplyToCents(tx.shares, tx.pricePerShare);
}

function linksOf(forms: readonly FiledForm[]): FilingLinks {
  return {
    owners: forms.flatMap(({ filing, owners }) =>
      owners.map((cik) => ({ accession: filing.accession, cik })),
    ),
    rows: forms.flatMap(({ filing }) => rowLinks(filing)),
    stated: forms.flatMap(({ filing }) => filing.statedSplits ?? []),
  };
}

/** The rows of a filing as `filingLinks` of the store gives them. */
export function rowLinks({ accession, transactions }: Form4Filing): RowLink[] {
  return transactions.map((tx) => ({
    accession,
    row: tx.row,
    isDerivative: tx.table === 'derivative',
    isSound: tx.implausible.length === 0,
    transactionDate: tx.transactionDate,
    code: tx.transactionCode,
    shares: tx.shares,
    price: tx.pricePerShare,
    after: tx.sharesOwnedAfter ?? tx.valueOwnedAfter,
    way: tx.acquiredDisposed,
    ownership: tx.ownership,
    nature: tx.natureOfOwnership,
    hasAdsFootnote: tx.hasAdsFootnote,
    titles: tx.underlyingTitle === null ? [tx.securityTitle] : [tx.securityTitle, tx.underlyingTitle],
  }));
}

/** Newest first. */
function headsOf(forms: readonly FiledForm[]): Array<Omit<FilingHead, 'isNew'>> {
  const when = ({ filing }: FiledForm) => `${filing.filedAt} ${filing.accession}`;
  return forms
    .map((form) => ({ form, at: when(form) }))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .map(({ form: { filing } }) => ({
      accession: filing.accession,
      filedAt: filing.filedAt,
      issuerName: filing.issuer.name,
      tradingSymbol: filing.issuer.tradingSymbol,
      foreignTradingSymbol: filing.issuer.foreignTradingSymbol,
    }));
}

function filedSymbols(newest: ReadonlyArray<Pick<FilingHead, 'tradingSymbol'>>): FiledSymbol[] {
  const counts = new Map<string, number>();
  for (const { tradingSymbol } of newest)
    if (tradingSymbol !== null) counts.set(tradingSymbol, (counts.get(tradingSymbol) ?? 0) + 1);
  return [...counts].map(([symbol, count]) => ({ symbol, count }));
}
