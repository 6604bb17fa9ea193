/** What a feed says of one row of a list: an id that stays, a title, when its register published it, and where to read it. */

import type { z } from 'zod/v3';
import { asset, planPart, UNDER_PLAN } from '../../../tools/contract/plain-text/text.js';
import { type Acquisition, acquisitionWords } from '../../../tools/contract/shapes/acquisition.js';
import type { ChangeRow } from '../../../tools/contract/shapes/change.js';
import { CHANGE_REASONS } from '../../../tools/contract/shapes/change.js';
import type { memberTrade } from '../../../tools/contract/shapes/congress.js';
import type { clusterCard, streakEntry } from '../../../tools/contract/shapes/digest.js';
import { type Erratum, erratumWords } from '../../../tools/contract/shapes/erratum.js';
import type { ApiFilingRow } from '../../../tools/contract/shapes/filing.js';
import type { ApiFilingGroup } from '../../../tools/contract/shapes/filing-group.js';
import type { MajorHolder } from '../../../tools/contract/shapes/holder.js';
import type { InsiderTransaction } from '../../../tools/contract/shapes/insider.js';
import type { InsiderFiling } from '../../../tools/contract/shapes/insider-filing.js';
import type { OwnershipRow } from '../../../tools/contract/shapes/ownership-row.js';
import type { plannedSale } from '../../../tools/contract/shapes/planned-sale.js';
import type { ApiTrackerRow, TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import { mondayOf } from '../periods.js';

/** A row of any list. */
export type FeedRow = Record<string, unknown>;

export interface ListEntry {
  /** Unique among all rows of this service, such as `form4/0001234567-26-000123-0`. */
  id: string;
  title: string;
  /** ISO 8601 UTC. Where the register gives only a day, its first moment. */
  updated: string;
  /** The page in this service; null for the page of the feed. */
  url: string | null;
  /** The original in its register. */
  original: string | null;
}

/** By the path of the tool: how a row of its list becomes an entry. A list without a line here has no dates, and no feed. */
const ENTRIES: Readonly<Record<string, (row: FeedRow) => ListEntry>> = {
  '/v1/filings': ofFiling,
  '/v1/insiders/{id}': ofTransaction,
  '/v1/planned-sales': ofNotice,
  '/v1/major-holders': ofSchedule,
  '/v1/congress-trades': ofTrade,
  '/v1/congress/{member}': ofTrade,
  '/v1/eu/{country}': ofNotification,
  '/v1/clusters': ofCluster,
  '/v1/streaks': ofStreak,
  '/v1/trackers': ofTracker,
  '/v1/trackers/{slug}': ofReport,
  '/v1/changes': ofChange,
};

export function hasEntries(toolPath: string): boolean {
  return Object.hasOwn(ENTRIES, toolPath);
}

/** Only for a tool with entries. */
export function entryOf(toolPath: string, row: FeedRow): ListEntry {
  const make = ENTRIES[toolPath];
  if (make === undefined) throw new Error(`rows of ${toolPath} have no entries`);
  const entry = make(row);
  const { erratum } = row as { erratum?: Erratum };
  return erratum === undefined ? entry : { ...entry, title: `${entry.title}; ${erratumWords(erratum)}` };
}

function ofFiling(row: FeedRow): ListEntry {
  // The schema of the tool has these rows; with `group` those of groups, and with `forms` those of three forms.
  if ('rowKind' in row) return ofOwnership(row as unknown as OwnershipRow);
  if ('group' in row) return ofGroup(row as unknown as ApiFilingGroup);
  const one = row as unknown as ApiFilingRow;
  const { ownerName, transactionCode, totalValue, is10b5_1, acquisition } = one;
  return {
    id: `form4/${one.filingId}`,
    title: `${sideOf(transactionCode)}: ${ownerName}, ${company(one)}; ${usd(totalValue)}${is10b5_1 ? UNDER_PLAN : ''}${acquired(acquisition)}${firstFiled(one)}`,
    updated: one.filedAt,
    url: one.url,
    original: one.rawFilingUrl,
  };
}

/** A row that an amendment or a joint owner filed again is not a new trade. */
const firstFiled = ({ firstFiledAt }: { firstFiledAt?: string | undefined }): string =>
  firstFiledAt === undefined ? '' : `; first filed ${firstFiledAt.slice(0, 10)}`;

const acquired = (how: Acquisition | undefined): string =>
  acquisitionWords(how) === '' ? '' : `, ${acquisitionWords(how)}`;

/** A row of Form 3 or 5: a holding is not a trade, and a gift neither a purchase nor a sale. */
function ofOwnership(one: OwnershipRow): ListEntry {
  const { form, rowKind, transactionCode, ownerName, shares, sharesOwnedAfter, totalValue, securityTitle } =
    one;
  const words =
    rowKind === 'none_owned'
      ? 'owns nothing'
      : rowKind === 'holding'
        ? `holds ${sharesOwnedAfter === null ? '' : `${countOf(sharesOwnedAfter)} `}${securityTitle}`
        : `code ${transactionCode ?? 'unknown'}, ${shares === null ? 'number unknown' : countOf(shares)} ${securityTitle}; ${totalValue === null ? 'value unknown' : usd(totalValue)}`;
  return {
    id: `form${form}/${one.filingId}`,
    title: `Form ${form}: ${ownerName}, ${company(one)}; ${words}`,
    updated: one.filedAt,
    url: one.url,
    original: one.rawFilingUrl,
  };
}

const countOf = (value: number) => value.toLocaleString('en-US');

function ofGroup(one: ApiFilingGroup): ListEntry {
  const { group, filingId, cik, ownerCik, ownerName, insiders, transactionCode, totalValue, lots } = one;
  const who = ownerName ?? `${insiders} insiders`;
  const key = group === 'filing' ? filingId : [group, cik, ownerCik ?? 'all', transactionCode].join('/');
  return {
    id: `form4-sum/${key}`,
    title: `${sideOf(transactionCode)}: ${who}, ${company(one)}; ${usd(totalValue)}${lots > 1 ? ` in ${lots} rows` : ''}${PLAN_WORDS[one.planned]}${acquired(one.acquisition)}`,
    updated: one.lastFiledAt,
    url: one.url,
    original: one.rawFilingUrl,
  };
}

function ofTransaction(row: FeedRow): ListEntry {
  const one = row as unknown as InsiderTransaction | InsiderFiling;
  const value = one.totalValue === null ? 'value unknown' : usd(one.totalValue);
  // Who bought an option did not buy the share.
  const right = one.isDerivative ? `; ${one.securityTitle}` : '';
  return {
    // A sum has the number of its first row.
    id: `${'rows' in row ? 'insider-sum' : 'insider'}/${one.filingId}`,
    title: `${one.intentLabel} (${one.transactionCode}): ${company(one)}${right}; ${value}${firstFiled(one)}`,
    updated: one.filedAt,
    url: null,
    original: one.rawFilingUrl,
  };
}

function ofNotice(row: FeedRow): ListEntry {
  const one = row as unknown as z.infer<typeof plannedSale>;
  const value = one.marketValue === null ? 'value unknown' : usd(one.marketValue);
  return {
    id: `form144/${one.noticeId}`,
    title: `Planned sale: ${one.sellerName}, ${company(one)}; intends to sell ${value}${one.isPlanned === true ? UNDER_PLAN : ''}`,
    updated: one.filedAt,
    url: one.url,
    original: one.rawFilingUrl,
  };
}

function ofSchedule(row: FeedRow): ListEntry {
  const one = row as unknown as MajorHolder;
  const stake = one.percent === null ? 'per cent not stated' : `${one.percent} per cent`;
  return {
    id: `schedule13/${one.accession}`,
    title: `${one.form}: ${one.holderName ?? 'holder not stated'}, ${one.issuerName}; ${stake}`,
    updated: one.filedAt,
    url: one.url,
    original: one.rawFilingUrl,
  };
}

function ofTrade(row: FeedRow): ListEntry {
  const one = row as unknown as z.infer<typeof memberTrade>;
  const traded = one.ticker === '' ? asset(one) : `${asset(one)} (${one.ticker})`;
  return {
    id: `congress/${one.filingId}`,
    title: `${one.type}: ${one.memberName} (${one.owner}), ${traded}; ${one.amountLabel}`,
    updated: momentOf(one.disclosureDate),
    url: null,
    original: one.sourceLink,
  };
}

/** A row of any European market: the fields that all have, and the words of the market. */
function ofNotification(row: FeedRow): ListEntry {
  const { filingId, publicationAt, issuerName, pdmrName, direction, market, currency } = row;
  const value = row.totalValue ?? row.totalValueNative;
  const amount =
    typeof value === 'number' ? `${currency ?? 'currency unknown'} ${inWhole(value)}` : 'value unknown';
  // The notification itself, or the register's page for it.
  const original = row.rawArtefactUrl ?? row.url;
  const side = direction === 'P' ? 'Acquisition' : direction === 'S' ? 'Disposal' : 'Notification';
  return {
    id: `eu/${market ?? 'row'}/${filingId}`,
    title: `${side}: ${pdmrName || 'a manager who is not named'}, ${issuerName || 'a company that is not named'}; ${amount}`,
    updated: String(publicationAt),
    url: null,
    original: typeof original === 'string' ? original : null,
  };
}

function ofCluster(row: FeedRow): ListEntry {
  const one = row as unknown as z.infer<typeof clusterCard>;
  const did = one.direction === 'P' ? 'bought' : 'sold';
  return {
    id: `cluster/${one.issuerCik}/${one.direction}`,
    title: `${company(one)}: ${one.insiderCount} insiders ${did}; ${usd(one.totalValue)}${planPart(one.totalValue - one.discretionaryValue, one.totalValue, usd)}`,
    updated: one.lastFiledAt,
    url: one.url,
    original: null,
  };
}

function ofStreak(row: FeedRow): ListEntry {
  const one = row as unknown as z.infer<typeof streakEntry>;
  const did = one.direction === 'P' ? 'bought' : 'sold';
  return {
    id: `streak/${one.issuerCik}/${one.ownerSlug}/${one.direction}/${one.firstWeek}/${one.lastWeek}`,
    title: `${one.ownerName} ${did} in ${one.weeks} weeks in a row, ${company(one)}; ${usd(one.streakValue)}${planPart(one.plannedValue, one.streakValue, usd)}`,
    updated: momentOf(mondayOf(one.lastWeek)),
    url: one.url,
    original: null,
  };
}

function ofTracker(row: FeedRow): ListEntry {
  const one = row as unknown as ApiTrackerRow;
  return {
    id: `tracker/${one.slug}`,
    title: `${one.name}: newest report that was read${one.periodLabel ? `, ${one.periodLabel}` : ''}`,
    updated: momentOf(one.filedAt ?? ''),
    url: one.url,
    original: null,
  };
}

function ofReport(row: FeedRow): ListEntry {
  const one = row as unknown as TrackerDetail['filingHistory'][number];
  return {
    id: `report/${one.sourceUrl}`,
    title: `${one.kind}${one.periodLabel === '' ? '' : `, ${one.periodLabel}`}${one.itemCount === null ? '; could not be read' : `; ${one.itemCount} ${one.itemCount === 1 ? 'row' : 'rows'}`}`,
    updated: momentOf(one.filedAt),
    url: null,
    original: one.sourceUrl,
  };
}

function ofChange(row: FeedRow): ListEntry {
  const one = row as unknown as ChangeRow;
  const why = one.event === 'entered' ? '' : ` (${one.event}: ${CHANGE_REASONS[one.reason]})`;
  return {
    id: `change/${one.place}`,
    title: `${one.title}${why}`,
    updated: one.at,
    url: one.url,
    original: one.sourceLink,
  };
}

const PLAN_WORDS: Readonly<Record<ApiFilingGroup['planned'], string>> = {
  all: UNDER_PLAN,
  some: ', in part under a 10b5-1 plan',
  none: '',
};

function company({ issuerName, issuerTicker }: { issuerName: string; issuerTicker: string }): string {
  return issuerTicker === '' ? issuerName : `${issuerName} (${issuerTicker})`;
}

function sideOf(code: 'P' | 'S'): string {
  return code === 'P' ? 'Purchase' : 'Sale';
}

function usd(value: number): string {
  return `USD ${inWhole(value)}`;
}

function inWhole(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

/** The first moment of a day; '' for any other text. */
function momentOf(date: string): string {
  if (/^\d{4}-\d{2}-\d{2}T/.test(date)) return date;
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00.000Z` : '';
}
