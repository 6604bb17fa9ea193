/** Changes as callers see them: their rows, their places, and which types a filter can find. */

import { insiderPage, issuerPage, memberPage, trackerPage } from './answer.js';
import { edgarIndexPage } from './edgar-address.js';
import { EU_COUNTRIES, EU_MARKETS, type EuCountry } from './markets/index.js';
import type { ChangePlace } from './reads/changes.js';
import {
  CHANGE_TYPES,
  type ChangeFacts,
  type ChangeItem,
  type ChangeKind,
  type ChangeRow,
  type ChangeType,
} from './shapes/change.js';
import type { PublicSourceId } from './sources.js';

/** Every kind, in the order of the types. */
export const CHANGE_KINDS: readonly ChangeKind[] = CHANGE_TYPES.flatMap((type): readonly ChangeKind[] =>
  type === 'eu' ? EU_COUNTRIES : [type],
);

export function typeOfKind(kind: ChangeKind): ChangeType {
  return isMarket(kind) ? 'eu' : kind;
}

export function isMarket(kind: ChangeKind): kind is EuCountry {
  // `includes` of a list of some texts does not take any text.
  return (EU_COUNTRIES as readonly string[]).includes(kind);
}

export function sourceOfKind(kind: ChangeKind): PublicSourceId {
  if (isMarket(kind)) return EU_MARKETS[kind].source.id;
  if (kind === 'congress') return 'us-congress-stock-act';
  if (kind === 'form144') return 'sec-edgar-form144';
  if (kind === 'schedule13') return 'sec-edgar-13dg';
  return kind === '13f' || kind === 'oge_278t' ? 'curated-trackers' : 'sec-edgar-form4';
}

/** A place as callers keep it, with a check, so that another log refuses it, and one that no answer gave is refused too. */
export function textOfPlace([generation, position]: ChangePlace, log: string): string {
  const place = `${generation}-${position}`;
  return `${place}-${checkOf(`${log}/${place}`)}`;
}

/** FNV-1a: texts that differ only before the place never have the same check, unless their beginnings do. */
function checkOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The text has passed the schema of `after`. */
export function placeOfText(text: string): ChangePlace {
  const [generation, position] = text.split('-').map(Number);
  return [generation ?? 0, position ?? 0];
}

/** Negative if `a` comes before `b`. */
export function comparePlaces(a: ChangePlace, b: ChangePlace): number {
  return a[0] - b[0] || a[1] - b[1];
}

export function changeRowOf(item: ChangeItem, { baseUrl, log }: { baseUrl: string; log: string }): ChangeRow {
  const { generation, position, at, event, reason, kind, facts } = item;
  const { form, ...shown } = facts;
  const { page, call } = whereToRead(kind, facts);
  return {
    place: textOfPlace([generation, position], log),
    at,
    event,
    reason,
    source: sourceOfKind(kind),
    type: typeOfKind(kind),
    country: isMarket(kind) ? kind : null,
    documentId: shown.documentId,
    title: titleOf(item),
    issuerName: shown.issuerName,
    tickers: shown.tickers,
    cik: shown.cik,
    isin: shown.isin,
    personName: shown.personName,
    slug: shown.slug,
    role: shown.role,
    filedAt: shown.filedAt,
    rows: shown.rows,
    purchases: shown.purchases,
    purchasesMax: shown.purchasesMax,
    sales: shown.sales,
    salesMax: shown.salesMax,
    intendedSales: shown.intendedSales,
    percent: shown.percent,
    currency: shown.currency,
    sourceLink: shown.sourceLink ?? filingLink(facts),
    url: baseUrl + page,
    call,
  };
}

function filingLink({ cik, documentId }: ChangeFacts): string | null {
  return cik === null ? null : edgarIndexPage(cik, documentId);
}

function whereToRead(
  kind: ChangeKind,
  { cik, isin, slug, tickers, filedAt }: ChangeFacts,
): { page: string; call: ChangeRow['call'] } {
  if (isMarket(kind)) {
    const only: Record<string, string> = isin === null || isin === '' ? {} : { isin };
    return {
      page: `/eu/${kind}${pathQuery(only)}`,
      call: {
        tool: 'get_eu_filings',
        arguments: { country: kind, ...only },
        path: `/v1/eu/${kind}${pathQuery(only)}`,
      },
    };
  }
  if (kind === 'congress' && slug !== null)
    return {
      page: memberPage(slug),
      call: { tool: 'get_congress_member', arguments: { member: slug }, path: `/v1/congress/${slug}` },
    };
  if ((kind === '13f' || kind === 'oge_278t') && slug !== null)
    return {
      page: trackerPage(slug),
      call: { tool: 'get_tracker', arguments: { slug }, path: `/v1/trackers/${slug}` },
    };
  if (kind === 'form4_other' && slug !== null)
    return {
      page: insiderPage(slug),
      call: { tool: 'get_insider', arguments: { id: slug }, path: `/v1/insiders/${slug}` },
    };
  const given = { cik: cik ?? '', since: filedAt?.slice(0, 10) ?? '' };
  if (kind === 'form144' || kind === 'schedule13') {
    const [tool, path] =
      kind === 'form144' ? ['get_planned_sales', '/planned-sales'] : ['get_major_holders', '/major-holders'];
    const query = pathQuery(given);
    return { page: path + query, call: { tool, arguments: given, path: `/v1${path}${query}` } };
  }
  return {
    page: issuerPage(tickers[0] ?? '', cik ?? ''),
    call: { tool: 'get_latest_filings', arguments: given, path: `/v1/filings${pathQuery(given)}` },
  };
}

function pathQuery(given: Record<string, string>): string {
  const query = new URLSearchParams(given).toString();
  return query === '' ? '' : `?${query}`;
}

/** Only words and numbers of the other fields. */
function titleOf(item: ChangeItem): string {
  const { kind, event, facts } = item;
  const { form, personName, role, issuerName, tickers, rows } = facts;
  const company =
    issuerName === null ? '' : `${issuerName}${tickers[0] === undefined ? '' : ` (${tickers[0]})`}`;
  const who = [personName, role].filter((part) => part !== null && part !== '').join(', ');
  const heads: Record<ChangeType, string> = {
    form4: `Form ${form}: ${who}; ${company}`,
    form4_other: `Form ${form} without open-market trades: ${who}; ${company}`,
    form144: `Form ${form}, planned sale: ${who}; ${company}`,
    schedule13: `${form}: ${who}; ${company}`,
    congress: `Report${form === '' ? '' : ` (${form})`} of ${who}`,
    '13f': `${form} of ${who}`,
    oge_278t: `${form} of ${who}`,
    eu: `${isMarket(kind) ? EU_MARKETS[kind].name : ''}: ${who}; ${company}`,
  };
  const amounts = [
    amountText('purchases', facts.purchases, facts.purchasesMax, item),
    amountText('sales', facts.sales, facts.salesMax, item),
    amountText('intends to sell', facts.intendedSales, null, item),
    facts.percent === null ? '' : `${facts.percent} per cent of the class`,
  ].filter((part) => part !== '');
  const unread = rows === null ? ['could not be read'] : [];
  const left = event === 'left' ? ['no longer shown'] : [];
  return [heads[typeOfKind(kind)], ...amounts, ...unread, ...left].join('; ');
}

function amountText(
  what: string,
  from: number | null,
  to: number | null,
  { kind, facts }: ChangeItem,
): string {
  if (from === null) return '';
  const range = to === null || to === from ? '' : ` to ${to.toLocaleString('en-US')}`;
  // An open bracket has no upper bound.
  const least = kind === 'congress' && to === null ? 'at least ' : '';
  const currency = facts.currency === null ? '' : `${facts.currency} `;
  return `${what} ${least}${currency}${from.toLocaleString('en-US')}${range}`;
}
