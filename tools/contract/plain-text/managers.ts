/** A manager who files Form 13F in plain words. */

import { NOTE_WORDS } from '../manager-notes.js';
import { chooseQuarters, HELD_CHANGES, managerPage } from '../manager-search.js';
import type { Reads } from '../reads.js';
import { HOLDING_KINDS, type ManagerHolding, type ManagerReportRow } from '../shapes/managers.js';
import type { ToolContext } from '../tool.js';
import { amount, counted, day, dollars, type PlainRecord, type Section } from './text.js';

/** Lines of the list. */
const SHOWN = 15;

export async function managerText(cik: string, { reads, now }: ToolContext): Promise<PlainRecord | null> {
  const reports = await reads.managerReports(cik);
  const [newest] = reports;
  if (newest === undefined) return null;
  return {
    title: newest.name,
    page: managerPage(cik),
    sections: [
      {
        title: '',
        lines: [
          `${newest.name}, CIK ${cik}, files Form 13F with the SEC.`,
          `Newest report here: ${reportLine(newest)}`,
          // A total without them may be taken for the whole.
          ...newest.notes.map((note) => NOTE_WORDS[note] ?? note),
          'A 13F has long positions in U.S.-listed securities at the end of a quarter, filed up to 45 days later.',
        ],
      },
      ...(newest.state === 'holdings' ? [await holdingsSection(cik, newest, { reads, now })] : []),
    ],
    more: `get_manager with cik ${cik}`,
  };
}

/** Only a report of holdings says what is held: a notice or a withdrawn report does not mean that all was sold. */
function reportLine({
  quarter,
  state,
  filedAt,
  totalValueUsd,
  otherManagers,
  filings,
}: ManagerReportRow): string {
  const url = filings.at(-1)?.sourceUrl ?? '';
  const said = {
    holdings: `total value ${dollars(totalValueUsd)}`,
    notice: `a notice: reported by ${otherManagers.map(({ name }) => name).join(', ') || 'another manager'}`,
    withdrawn: 'withdrawn, which does not mean that anything was sold',
    unread: 'its table could not be read',
  }[state];
  return `${quarter}, filed ${day(filedAt)}, ${said}. ${url}`;
}

async function holdingsSection(
  cik: string,
  newest: ManagerReportRow,
  { reads, now }: { reads: Reads; now: Date },
): Promise<Section> {
  const chosen = chooseQuarters({ quarter: newest.quarter }, await reads.managerQuarters(), now);
  const { rows, total } = await reads.managerHoldings({
    ...{ ...chosen, cik, cusip: null, tickers: [], changes: HELD_CHANGES, kinds: HOLDING_KINDS },
    ...{ minValue: 0, sort: 'value', order: 'desc', after: undefined, limit: SHOWN },
  });
  return {
    title: `Holdings of ${newest.quarter}, largest first, with the change since the quarter before: ${counted(rows.length, total, 'position')}`,
    lines: rows.map(holdingLine),
  };
}

/** An option is not the share that it is on, and a principal amount does not count shares. */
function holdingLine({
  issuerName,
  titleOfClass,
  ticker,
  kind,
  amount: held,
  valueUsd,
  change,
  changeIsSure,
}: ManagerHolding): string {
  const unit = {
    shares: 'shares',
    put: 'shares, by puts',
    call: 'shares, by calls',
    principal: 'dollars of principal',
    unknown: 'of an unknown kind',
  }[kind];
  const symbol = ticker === null ? '' : ` (${ticker})`;
  const since = change === 'unknown' ? 'change not known' : `${change}${changeIsSure ? '' : ', uncertain'}`;
  return `${issuerName} ${titleOfClass}${symbol}: ${amount(held)} ${unit}, ${dollars(valueUsd)}, ${since}`;
}
