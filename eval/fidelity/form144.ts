/** Form 144: each notice against the facts that a separate reader took from the same document. */

import { basename } from 'node:path';
import type { PlannedSaleNotice } from '../../src/records/form144/form144.js';
import { bytesOf, filesIn, parsed } from './documents.js';
import { type ComparedRow, type Score, Tally } from './tally.js';

/** A notice in the words of the separate reader, which leave out what a notice does not state. */
export interface NoticeReading {
  toSell: ComparedRow[];
  acquired: ComparedRow[];
  soldPast3Months: ComparedRow[];
  [fact: string]: unknown;
}

export async function measure144(): Promise<Score> {
  const tally = new Tally();
  for (const file of filesIn('sec-forms/form144', /\.xml$/)) {
    const expected = JSON.parse(
      bytesOf(`sec-forms/expected/${basename(file, '.xml')}.json`).toString('utf8'),
    ) as NoticeReading;
    // The samples have no accession numbers in their names.
    const records = await parsed('sec-144', file, { key: '0009999999-26-000144' });
    const notice = records?.[0] as PlannedSaleNotice | undefined;
    tally.document(file, rowsOf(stated(expected)), notice ? rowsOf(readingOf(notice)) : null);
  }
  return tally.score;
}

function rowsOf({ toSell, acquired, soldPast3Months, ...facts }: NoticeReading): ComparedRow[] {
  return [facts, ...toSell, ...acquired, ...soldPast3Months];
}

/** Without what this program does not keep, or computes elsewhere. */
export function stated({
  signature: _signature,
  impliedPrice: _price,
  ...rest
}: NoticeReading): NoticeReading {
  return rest as NoticeReading;
}

export function readingOf(notice: PlannedSaleNotice): NoticeReading {
  const sum = (of: 'shares' | 'marketValue') =>
    notice.securities.reduce((total, one) => total + (one[of] ?? 0), 0);
  return {
    form: notice.documentType,
    ...(notice.previousAccession === null ? {} : { previousAccession: notice.previousAccession }),
    filerCik: notice.filerCik.padStart(10, '0'),
    issuerCik: notice.issuer.cik.padStart(10, '0'),
    issuerName: notice.issuer.name,
    seller: notice.sellerName,
    relationships: notice.relationships,
    toSell: notice.securities.map((one) => ({
      class: one.title,
      broker: one.broker,
      units: one.shares,
      marketValue: one.marketValue,
      outstanding: one.sharesOutstanding,
      approxSaleDate: one.approxSaleDate,
      exchange: one.exchange,
    })),
    acquired: notice.acquired.map((one) => ({
      class: one.title,
      date: one.acquiredDate,
      nature: one.nature,
      from: one.from,
      gift: one.isGift,
      donorAcquired: one.donorAcquiredDate,
      units: one.shares,
      paymentDate: one.paymentDate,
      payment: one.payment,
    })),
    nothingSoldPast3Months: notice.nothingSoldInPast3Months,
    soldPast3Months: notice.soldInPast3Months.map((one) => ({
      seller: one.seller,
      class: one.title,
      date: one.saleDate,
      units: one.shares,
      gross: one.grossProceeds,
    })),
    ...(notice.remarks === null ? {} : { remarks: notice.remarks }),
    noticeDate: notice.noticeDate,
    planAdoptionDates: notice.planAdoptionDates,
    totalUnits: sum('shares'),
    totalMarketValue: sum('marketValue'),
  };
}
