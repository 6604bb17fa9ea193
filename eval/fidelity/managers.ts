/**
 * 13F of all managers: each report read a second time, by patterns, its rows added up by CUSIP and kind, and compared with
 * what is kept of it: the cover, the control totals and the packed positions.
 */

import type { ManagerFiling } from '../../src/records/portfolios/manager-filing.js';
import { POSITION_FLAGS, unpackPositions } from '../../src/records/portfolios/packed-positions.js';
import { bytesOf, filesIn, parsed } from './documents.js';
import { number, words } from './form13f.js';
import { type ComparedRow, type Score, Tally } from './tally.js';

export async function measureManagers(): Promise<Score> {
  const tally = new Tally();
  for (const file of filesIn('sec-forms/form13f', /\.txt$/)) {
    const records = await parsed('13f-all', file);
    const filing = records?.[0] as ManagerFiling | undefined;
    const found = filing && [coverOf(filing), ...positionsOf(filing)];
    tally.document(file, rowsOf(bytesOf(file).toString('utf8')), found ?? null);
  }
  return tally.score;
}

function rowsOf(text: string): ComparedRow[] {
  const sums = new Map<string, { cusip: string; kind: string; value: number; amount: number }>();
  const rows = [...text.matchAll(/<(?:\w+:)?infoTable>([\s\S]*?)<\/(?:\w+:)?infoTable>/g)];
  for (const [, row = ''] of rows) {
    const cusip = words(row, 'cusip')?.toUpperCase() ?? '';
    const kind = (words(row, 'putCall') ?? words(row, 'sshPrnamtType') ?? '').toUpperCase();
    const sum = sums.get(`${cusip} ${kind}`) ?? { cusip, kind, value: 0, amount: 0 };
    sum.value += number(row, 'value') ?? 0;
    sum.amount += number(row, 'sshPrnamt') ?? 0;
    // A placeholder is not a position.
    if (cusip !== '000000000') sums.set(`${cusip} ${kind}`, sum);
  }
  const cover = {
    form: words(text, 'submissionType'),
    cik: /CENTRAL INDEX KEY:\s*0*(\d+)/.exec(text)?.[1],
    manager: words(/<(?:\w+:)?filingManager>[\s\S]*/.exec(text)?.[0] ?? '', 'name'),
    period: words(text, 'periodOfReport')?.replace(/^(..)-(..)-(....)$/, '$3-$1-$2'),
    amendmentType: words(text, 'amendmentType'),
    reportType: words(text, 'reportType'),
    statedRows: number(text, 'tableEntryTotal'),
    statedTotal: number(text, 'tableValueTotal'),
    rows: rows.length,
  };
  return [cover, ...[...sums.values()].sort(byKind)];
}

function coverOf(filing: ManagerFiling): ComparedRow {
  return {
    form: filing.formType,
    cik: filing.cik,
    manager: filing.managerName,
    period: filing.periodEnd,
    amendmentType: filing.amendmentType,
    reportType: filing.reportType,
    statedRows: filing.tableEntryTotal,
    statedTotal: filing.tableValueTotal,
    rows: filing.rowCount,
  };
}

function positionsOf({ packed }: ManagerFiling): ComparedRow[] {
  const { put, call, principal } = POSITION_FLAGS;
  const kindOf = (flags: number) =>
    (flags & put) !== 0 ? 'PUT' : (flags & call) !== 0 ? 'CALL' : (flags & principal) !== 0 ? 'PRN' : 'SH';
  return unpackPositions(packed)
    .map(({ key, flags, value, amount }) => ({ cusip: key, kind: kindOf(flags), value, amount }))
    .sort(byKind);
}

function byKind(a: { cusip: string; kind: string }, b: { cusip: string; kind: string }): number {
  return `${a.cusip} ${a.kind}` < `${b.cusip} ${b.kind}` ? -1 : 1;
}
