/** The head of a company's page: who it is, its figures of a year, its cluster and streak, and its quarters. */

import type { FilingTotals } from '../../../../tools/contract/reads/filings.js';
import type { ClusterFacts, StreakFacts } from '../../../../tools/contract/shapes/digest.js';
import type { ApiFilingRow } from '../../../../tools/contract/shapes/filing.js';
import type { IssuerDetail, IssuerQuarter } from '../../../../tools/contract/shapes/issuer.js';
import { type Html, html } from '../../../html.js';
import { twoWayBars } from '../../charts/two-way-bars.js';
import { count, day, direction, plural, shortPrice, shortUsd } from '../../figures.js';
import { quarterOf, weeksInWords } from '../../periods.js';
import type { PageRequest } from '../page.js';
import type { PageSection } from './issuer-registers.js';

export const edgarCompany = (cik: string) =>
  `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${cik}`;

/** The identifiers of the company, as far as they are known. */
export function identity(cik: string, detail: IssuerDetail | null): Html | '' {
  const { tickers = [], isins = [], cusips = [], formerNames = [] } = detail?.identity ?? {};
  const list = (one: string, many: string, codes: readonly string[]) =>
    codes.length > 0 && html`<li>${codes.length === 1 ? one : many} ${codes.join(', ')}</li>`;
  if (cik === '' && tickers.length === 0) return '';
  return html`<ul class="facts">${list('Symbol', 'Symbols', tickers)}${cik !== '' && html`<li>CIK <a href="${edgarCompany(cik)}">${cik}</a></li>`}${list('ISIN', 'ISINs', isins)}${list('CUSIP', 'CUSIPs', cusips)}${list(
    'Formerly',
    'Formerly',
    formerNames.map(({ name }) => name),
  )}</ul>`;
}

/** The sums of all rows. Counts are left out where `rows` holds only the first of them. */
export function tiles(
  rows: ApiFilingRow[],
  totals: FilingTotals,
  closes: ReadonlyArray<{ date: string; close: number }>,
): Html | '' {
  const last = closes.at(-1);
  const lastClose =
    last !== undefined &&
    html`<li><strong>${shortPrice(last.close)}</strong> close of ${day(last.date)}</li>`;
  if (rows.length === 0) return lastClose === false ? '' : html`<ul class="tiles">${lastClose}</ul>`;
  const withCode = (code: ApiFilingRow['transactionCode']) =>
    rows.filter((row) => row.transactionCode === code).length;
  const people = new Set(rows.map((row) => row.ownerCik)).size;
  const isCut = totals.rows > rows.length;
  return html`<ul class="tiles">
<li><strong>${shortUsd(totals.purchases)}</strong> bought${!isCut && ` in ${plural(withCode('P'), 'lot')}`}</li>
<li><strong>${shortUsd(totals.sales)}</strong> sold${!isCut && ` in ${plural(withCode('S'), 'lot')}`}</li>
<li><strong>${count(people)}</strong> ${people === 1 ? 'insider' : 'insiders'} who bought or sold${isCut && `, in the newest ${count(rows.length)} lots`}</li>
${lastClose}</ul>`;
}

/** Links to the parts of the page. */
export function jumps(sections: readonly PageSection[]): Html | '' {
  if (sections.length < 2) return '';
  return html`<nav class="presets" aria-label="On this page"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;
}

/** Cards of streaks on the page of a company, which has an end. */
const STREAK_CARDS = 12;

/** What the digests say: several insiders in one direction, or one of them week after week. */
export function digestCards({ to }: PageRequest, detail: IssuerDetail | null): Html | '' {
  // The output of the tool has checked the rows of each part.
  const clusters = (detail?.clusters?.rows ?? []) as ClusterFacts[];
  const streaks = (detail?.streaks?.rows ?? []) as StreakFacts[];
  if (clusters.length + streaks.length === 0) return '';
  const further = (detail?.streaks?.total ?? 0) - STREAK_CARDS;
  const isBothWays = new Set(clusters.map(({ direction: code }) => code)).size > 1;
  return html`${isBothWays && html`<p class="hint">Its insiders form two clusters, one buying and one selling.</p>`}<div class="cards">${clusters.map((one) => html`<article class="card"><h2><a href="${to('/clusters')}">Cluster</a></h2><p>${direction(one.direction)} by <strong>${plural(one.insiderCount, 'insider')}</strong>: ${shortUsd(one.totalValue)}, filed ${day(one.firstFiledAt)} to ${day(one.lastFiledAt)}</p></article>`)}${streaks.slice(0, STREAK_CARDS).map((one) => html`<article class="card"><h2><a href="${to('/streaks')}">Streak</a></h2><p>${direction(one.direction)} by <a href="${to(`/insiders/${one.ownerSlug}`)}">${one.ownerName}</a> for <strong>${plural(one.weeks, 'week')}</strong> in a row: ${shortUsd(one.streakValue)}, ${weeksInWords(one.firstWeek, one.lastWeek)}</p></article>`)}</div>${further > 0 && html`<p class="hint"><a href="${to(`/streaks?cik=${detail?.identity.cik ?? ''}`)}">${plural(further, 'further streak')}</a></p>`}`;
}

const PARTIAL = { running: 'so far', 'begins-before-window': 'in part' };

/** Net buying of insiders per quarter; a quarter that is not whole says so. */
export function quarters(detail: IssuerDetail | null): Html | '' {
  // The output of the tool has checked the rows of each part.
  const rows = (detail?.netBuying?.rows ?? []) as IssuerQuarter[];
  return twoWayBars({
    title: 'Net insider buying by quarter of filing',
    period: 'Quarter',
    periods: [...rows].reverse().map((quarter) => {
      const { from, partial, purchases, sales, purchasesUnvalued = 0, salesUnvalued = 0 } = quarter;
      const name = quarterOf(from);
      const unvalued = purchasesUnvalued + salesUnvalued;
      return {
        name: `${partial === null ? name : `${name}, ${PARTIAL[partial]}`}${unvalued === 0 ? '' : `, without ${plural(unvalued, 'row')} of unknown value or date`}`,
        label: name,
        bought: purchases,
        sold: sales,
      };
    }),
    hasNet: true,
  });
}
