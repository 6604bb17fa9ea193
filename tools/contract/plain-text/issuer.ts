/** One company in plain words, from the parts of its record. */

import { utcDate } from '../../../src/dates.js';
import { issuerPage } from '../answer.js';
import { partsContext } from '../issuer-context.js';
import { findIssuer } from '../issuer-id.js';
import { type IssuerPartRows, PARTS } from '../issuer-parts.js';
import { ISSUER_ROWS_LIMIT, WINDOW_DAYS } from '../rules.js';
import type { TimedTrade } from '../shapes/congress.js';
import type { ClusterFacts, StreakFacts } from '../shapes/digest.js';
import {
  type FundPosition,
  ISSUER_PARTS,
  type IssuerInsider,
  type IssuerPart,
  type IssuerQuarter,
  type OfficialTrade,
  type OpenMarketSums,
} from '../shapes/issuer.js';
import type { ToolContext } from '../tool.js';
import { intentionSections } from './intentions.js';
import { europeanLine } from './markets.js';
import {
  amount,
  asset,
  counted,
  day,
  dollars,
  type PlainRecord,
  planPart,
  type Section,
  sentence,
  traded,
} from './text.js';

const LISTS = ISSUER_PARTS.filter((part) => part !== 'closes');
type ListPart = Exclude<IssuerPart, 'closes'>;

const TITLES: Readonly<Record<ListPart, string>> = {
  insiders: `Insiders (Form 4; open-market trades of ${WINDOW_DAYS} days)`,
  netBuying: 'Open-market trades of insiders by quarter of filing',
  clusters: 'Clusters: several insiders in one direction',
  streaks: 'Streaks: one insider, week after week',
  congressTrades: 'Members of Congress (STOCK Act; amounts are brackets)',
  officials: 'Tracked officials (OGE 278-T; amounts are brackets)',
  funds: 'Tracked 13F funds',
  europe: 'European notifications',
};

// Each part has the rows that its line is made of.
const LINES: Readonly<Record<ListPart, (row: never) => string>> = {
  insiders: insiderLine,
  netBuying: quarterLine,
  clusters: clusterLine,
  streaks: streakLine,
  congressTrades: tradeLine,
  officials: officialLine,
  funds: fundLine,
  europe: europeanLine,
};

export async function issuerText(id: string, context: ToolContext): Promise<PlainRecord> {
  const issuer = await findIssuer(id, context);
  const { codes, european, isin } = issuer;
  const given = await partsContext(issuer, new Set(ISSUER_PARTS), context, {
    limit: ISSUER_ROWS_LIMIT.brief,
  });
  const name = (codes === null ? european?.issuerName : codes.name) ?? '';
  const symbols = codes?.tickers.join(', ') ?? '';
  const former = (given.record?.names ?? []).filter((one) => one.name !== codes?.name);
  const title = [name === '' ? id : name, ...(symbols === '' ? [] : [`(${symbols})`])].join(' ');
  const sections: Section[] = [
    {
      title: '',
      lines: [
        `${sentence(title)}${codes === null || codes.cik === '' ? '' : ` CIK ${codes.cik}.`}${isin === null ? '' : ` ISIN ${isin}.`}`,
        ...former.map((one) => sentence(`Filings until ${day(one.lastFiledAt)} name it ${one.name}`)),
      ],
    },
  ];
  for (const part of LISTS) sections.push(sectionOf(part, (await PARTS[part](given)) as IssuerPartRows));
  sections.push(...(await intentionSections(codes?.cik ?? '', context)));
  return {
    title,
    page: codes === null ? `/eu/${european?.market}?isin=${isin}` : issuerPage(codes.ticker, codes.cik),
    sections,
    more: `get_issuer with id ${id} and view full${codes === null || codes.cik === '' ? '' : `; get_major_holders and get_planned_sales with cik ${codes.cik}`}`,
  };
}

function sectionOf(part: ListPart, { total, rows, asOf, note }: IssuerPartRows): Section {
  const title = TITLES[part];
  const said = note === undefined ? [] : [note];
  if (rows === null) return { title, lines: note === undefined ? ['Not known.'] : said };
  const read = asOf === null ? '' : `, read ${utcDate(new Date(asOf))} (UTC)`;
  if (rows.length === 0) return { title, lines: [`None${read}.`, ...said] };
  // Each part has the rows that its line is made of.
  const lines = rows.map((row) => LINES[part](row as never));
  return {
    title: `${title}: ${counted(rows.length, total ?? rows.length, 'entry', 'entries')}${read}`,
    lines: [...lines, ...said],
  };
}

function insiderLine(one: IssuerInsider): string {
  const traded =
    one.reportedUnder === undefined
      ? `bought ${purchasesOf(one)}, sold ${salesOf(one)}`
      : `shown under ${one.reportedUnder}, who filed the same trades`;
  const held = one.holdings.map(
    ({ shares, securityTitle, ownership, nature, filedAt }) =>
      `${amount(shares)} ${securityTitle} (${ownership === 'I' ? `indirect${nature === null ? '' : `, ${nature}`}` : 'direct'}, filed ${day(filedAt)})`,
  );
  const left = one.leftSection16 === true ? ' No longer subject to Section 16.' : '';
  const owned = held.length === 0 ? '' : ` Owned after the last trades: ${held.join('; ')}.`;
  return `${one.name ?? `CIK ${one.cik}`}, ${one.title}: last filing ${day(one.lastFiledAt)}, ${traded}.${left}${owned} ${one.rawFilingUrl}`;
}

function purchasesOf({ purchases, purchaseRows, purchasesUnvalued }: OpenMarketSums): string {
  return sumOf(purchases, purchaseRows, purchasesUnvalued);
}

function salesOf({ sales, saleRows, salesUnvalued }: OpenMarketSums): string {
  return sumOf(sales, saleRows, salesUnvalued);
}

/** A sum of no rows is not 0 where others have no known value or date. */
function sumOf(sum: number | null, rows: number | null, unvalued = 0): string {
  if (unvalued === 0) return dollars(sum);
  const more = `${unvalued} ${unvalued === 1 ? 'row' : 'rows'} of unknown value or date`;
  return rows === 0 ? `an unknown amount in ${more}` : `${dollars(sum)} and ${more}`;
}

function hasUnvalued({ purchasesUnvalued, salesUnvalued }: OpenMarketSums): boolean {
  return purchasesUnvalued !== undefined || salesUnvalued !== undefined;
}

function quarterLine(one: IssuerQuarter): string {
  const part = one.partial === null ? '' : `, not whole: ${one.from} to ${one.to}`;
  return `${one.quarter}${part}: bought ${purchasesOf(one)} (rows: ${one.purchaseRows}, owners: ${one.buyers}), sold ${salesOf(one)} (rows: ${one.saleRows}, owners: ${one.sellers}), net ${hasUnvalued(one) ? 'not known' : dollars(one.net)}`;
}

const way = (direction: string): string => (direction === 'P' ? 'purchases' : 'sales');

function clusterLine(one: ClusterFacts): string {
  return `${one.insiderCount} insiders, ${way(one.direction)} of ${dollars(one.totalValue)}${planPart(one.totalValue - one.discretionaryValue, one.totalValue, dollars)}, filed ${day(one.firstFiledAt)} to ${day(one.lastFiledAt)}, conviction ${one.conviction} of 100 (not a recommendation)`;
}

function streakLine(one: StreakFacts): string {
  return `${one.ownerName}: ${way(one.direction)} in ${one.weeks} weeks in a row (${one.firstWeek} to ${one.lastWeek}), ${dollars(one.streakValue)}${planPart(one.plannedValue, one.streakValue, dollars)}`;
}

function tradeLine(one: TimedTrade): string {
  return `${one.memberName} (${one.owner}): ${one.type} of ${asset(one)}, ${one.amountLabel}, ${traded(one)}, disclosed ${one.disclosureDate}. ${one.sourceLink}`;
}

function officialLine(one: OfficialTrade): string {
  return `${one.name}: ${one.type ?? 'unknown type'} of ${one.description}, ${one.valueLabel ?? 'no amount'}, ${traded(one)}. ${one.sourceUrl}`;
}

function fundLine(one: FundPosition): string {
  const what =
    `${one.putCall === null ? '' : `${one.putCall} on `}${one.issuerName} ${one.titleOfClass ?? ''}`.trim();
  return one.status === 'exited'
    ? `${one.name}: no longer reports ${what} in ${one.quarter}; ${dollars(one.priorValueUsd)} in the report before${one.changeIsSure === false ? ', perhaps not sold' : ''}`
    : `${one.name}: ${amount(one.shares)} ${what}, ${dollars(one.valueUsd)} in ${one.quarter}, ${one.lastTxLabel ?? 'change not known'}, filed ${one.filedAt}`;
}
