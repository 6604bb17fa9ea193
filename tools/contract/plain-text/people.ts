/** An insider, a member of Congress or a tracked portfolio in plain words. */

import { daysBefore, isImpossibleTradeDay } from '../../../src/dates.js';
import { insiderPage, memberPage, requireLastReadAt, trackerPage } from '../answer.js';
import { caveatWords } from '../caveats.js';
import { WINDOW_DAYS } from '../rules.js';
import type { InsiderTransaction } from '../shapes/insider.js';
import type { Holding, TrackerDetail } from '../shapes/tracker.js';
import { WITHHELD_MARK } from '../shapes/tracker-changes.js';
import type { ToolContext } from '../tool.js';
import { ownedSections } from './owned.js';
import { amount, asset, counted, day, dollars, type PlainRecord, type Section, traded } from './text.js';

/** Lines of each list. */
const SHOWN = 15;

export async function insiderText(slug: string, { reads, now }: ToolContext): Promise<PlainRecord | null> {
  const span = { slug, since: daysBefore(now, WINDOW_DAYS), until: now.toISOString() };
  const facts = await reads.insider({ ...span, limit: SHOWN });
  if (facts === null) return null;
  const { ownerName, tickers, firstSeen, lastSeen, lifetimeDistinctFilings } = facts.identity;
  const rows = facts.transactions.rows();
  const total = Math.max(rows.length, await reads.countTransactions(span));
  return {
    title: ownerName,
    page: insiderPage(slug),
    sections: [
      {
        title: '',
        lines: [
          `${ownerName}, reporting owner${tickers.length === 0 ? '' : ` for ${tickers.join(', ')}`}.`,
          lifetimeDistinctFilings === 0
            ? `No Form 4 of this person has been read here. Forms 3 and 5: from ${day(firstSeen)} to ${day(lastSeen)}.`
            : `Forms 4 read here: ${lifetimeDistinctFilings}, from ${day(firstSeen)} to ${day(lastSeen)}.`,
        ],
      },
      {
        title: `Transactions of ${WINDOW_DAYS} days, every code: ${counted(rows.length, total, 'row')}`,
        lines: rows.map(
          (row) =>
            `${tradeDay(row)}, ${row.issuerName}: ${row.intentLabel} (code ${row.transactionCode}), ${amount(row.shares)} ${row.securityTitle}, value ${dollars(row.totalValue)}, owned after: ${row.sharesOwnedAfter === null ? 'not stated' : amount(row.sharesOwnedAfter)}. ${row.rawFilingUrl}`,
        ),
      },
      {
        title: 'Open-market trades of the whole record, without rows of unknown value or date',
        lines: facts.careerLots
          .value()
          .slice(0, SHOWN)
          .map(
            (lot) =>
              `${lot.issuerName}: ${lot.direction === 'P' ? 'bought' : 'sold'} ${amount(lot.shares)} shares${lot.split === undefined ? '' : lot.split === 'adjusted' ? ' (older lots converted for a split)' : ' (not added up: a split came between the lots)'} for ${dollars(lot.totalValue)} (rows: ${lot.lots}), ${lot.firstDate} to ${lot.lastDate}`,
          ),
      },
      ...(await ownedSections(slug, reads)),
    ],
    more: `get_insider with id ${slug}, also with holdings current`,
  };
}

/** A mistyped year is kept as filed. Rows with one are not among the open-market trades. */
function tradeDay({ transactionDate, filedAt }: InsiderTransaction): string {
  if (transactionDate === null) return 'unknown day';
  return isImpossibleTradeDay(transactionDate, filedAt)
    ? `${transactionDate} (as filed; impossible)`
    : transactionDate;
}

export async function memberText(slug: string, { reads, now }: ToolContext): Promise<PlainRecord | null> {
  const question = { slug, since: null, until: now.toISOString().slice(0, 10), ticker: null };
  const facts = await reads.congressMember({ ...question, limit: SHOWN });
  if (facts === null) return null;
  const member = facts.member.value();
  const trades = facts.trades.rows();
  const total = Math.max(trades.length, await reads.countTrades(question));
  const unread = facts.unreadReports.length;
  return {
    title: member.memberName,
    page: memberPage(member.slug),
    sections: [
      {
        title: '',
        lines: [
          `${member.memberName}, ${member.chamber === 'house' ? 'House' : 'Senate'}${member.district === '' ? '' : `, ${member.district}`}${member.party === '' ? '' : `, ${member.party}`}.`,
          `Reports under the STOCK Act: ${member.lifetimeFilings}, from ${member.firstSeen} to ${member.lastSeen}. Reports whose trades could not be read and are missing below: ${unread}.`,
          'Use is restricted by 5 U.S.C. 13107(c).',
        ],
      },
      {
        title: `Trades, newest disclosure first; amounts are brackets: ${counted(trades.length, total, 'trade')}`,
        lines: trades.map(
          (one) =>
            `${one.type} of ${asset(one)} (${one.owner}), ${one.amountLabel}, ${traded(one)}, disclosed ${one.disclosureDate}. ${one.sourceLink}`,
        ),
      },
    ],
    more: `get_congress_member with member ${member.slug}`,
  };
}

export async function trackerText(slug: string, { reads }: ToolContext): Promise<PlainRecord | null> {
  await requireLastReadAt(reads, 'curated-trackers');
  const detail = await reads.tracker(slug);
  if (detail === null) return null;
  const { identity, sourceBadge, filingHistory } = detail;
  const entity = identity.entityName === null ? '' : ` (${identity.entityName})`;
  const [latest] = filingHistory;
  return {
    title: identity.displayName,
    page: trackerPage(slug),
    sections: [
      {
        title: '',
        lines: [
          `${identity.displayName}${entity}, ${identity.role}. Source: ${sourceBadge}.`,
          latest === undefined
            ? 'No report has been read.'
            : `Latest report: ${latest.kind} for ${latest.periodLabel}, filed ${day(latest.filedAt)}. ${latest.sourceUrl}`,
          ...withheldLine(detail),
          `Limits of this source: ${caveatWords(identity.archetype, detail.caveatKeys).join(' ')}`,
        ],
      },
      ...positionSections(detail),
    ],
    more: `get_tracker with slug ${slug} and series none`,
  };
}

/** Beside a report without some of its holdings, new and gone positions are not certain. */
function withheldLine({ snapshot, filingHistory }: TrackerDetail): string[] {
  const compared = [snapshot?.periodLabel, snapshot?.quarterChanges?.priorPeriodLabel];
  const withheld = filingHistory.flatMap(({ kind, periodLabel }) =>
    kind.includes(WITHHELD_MARK) && compared.includes(periodLabel) ? [periodLabel] : [],
  );
  if (withheld.length === 0) return [];
  return [
    `In ${[...new Set(withheld)].join(' and ')} holdings were withheld as confidential: new positions may have been held before, and positions that left may still be held.`,
  ];
}

/** An option is not the share that it is on. */
function securityName({
  putCall,
  issuerName,
  ticker,
}: Pick<Holding, 'putCall' | 'issuerName' | 'ticker'>): string {
  return `${putCall === null ? '' : `${putCall} on `}${issuerName}${ticker === null ? '' : ` (${ticker})`}`;
}

/** An open bracket counts with its lower bound. With open purchases and sales the net may be more or less. */
function netOf({ netUsd, openBrackets = 0, openSales = 0 }: Holding): string {
  if (openBrackets === 0 || netUsd === null) return dollars(netUsd);
  const bound = openSales === 0 ? 'at least ' : openSales === openBrackets ? 'at most ' : '';
  const open = openBrackets === 1 ? '1 bracket is' : `${openBrackets} brackets are`;
  return `${bound}${dollars(netUsd)} (${open} open-ended: counted at the lower bound)`;
}

function positionSections({ identity, snapshot, ogeTransactions }: TrackerDetail): Section[] {
  const sections: Section[] = [];
  if (snapshot !== null) {
    const shown = snapshot.holdings.slice(0, SHOWN);
    const isFund = identity.archetype === 'hedge_fund';
    const head = isFund
      ? `Holdings of ${snapshot.periodLabel}, largest first`
      : 'Net of disclosed purchases and sales, from brackets; not what is held';
    sections.push({
      title: `${head}: ${counted(shown.length, snapshot.holdingsCount, 'position')}`,
      lines: shown.map((one) =>
        isFund
          ? `${securityName(one)}: ${amount(one.shares)} shares, ${dollars(one.valueUsd)}, ${one.lastTxLabel ?? 'change not known'}`
          : `${securityName(one)}: ${netOf(one)}`,
      ),
    });
    const exits = snapshot.quarterChanges?.exits ?? [];
    if (exits.length > 0)
      sections.push({
        title: `Left since ${snapshot.quarterChanges?.priorPeriodLabel}: ${counted(Math.min(exits.length, SHOWN), exits.length, 'position')}`,
        lines: exits
          .slice(0, SHOWN)
          .map(
            (one) =>
              `${securityName(one)}: ${dollars(one.priorValueUsd)} in the report before${one.changeIsSure === false ? ', perhaps not sold' : ''}`,
          ),
      });
  }
  if (ogeTransactions !== null)
    sections.push({
      title: `Transactions: ${counted(Math.min(ogeTransactions.length, SHOWN), ogeTransactions.length, 'transaction')}`,
      lines: ogeTransactions
        .slice(0, SHOWN)
        .map(
          (one) =>
            `${one.type ?? 'unknown type'} of ${one.description}, ${one.valueLabel ?? 'no amount'}, ${traded(one)}. ${one.sourceUrl}`,
        ),
    });
  return sections;
}
