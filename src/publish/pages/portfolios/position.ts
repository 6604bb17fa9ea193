/** One position of a fund in every reported quarter. */

import { notFound } from '../../../../tools/contract/errors.js';
import {
  countedChange,
  type PositionQuarter,
  positionQuarter,
} from '../../../../tools/contract/shapes/tracker-changes.js';
import getTracker from '../../../../tools/get-tracker.js';
import { type Html, html } from '../../../html.js';
import { type Period, periodBars } from '../../charts/period-bars.js';
import { quarterWords } from '../../periods.js';
import { tickerLink } from '../links.js';
import type { PageRequest } from '../page.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { ARCHETYPES, caveatsOf } from './archetypes.js';
import { quartersOf } from './fund.js';
import { historyColumns } from './fund-columns.js';

const NO_POSITION = 'No quarter that was read for this fund has a position with this CUSIP.';
const GROUPS = [
  [null, 'The security itself'],
  ['Call', 'Calls, at the value of the underlying shares'],
  ['Put', 'Puts, at the value of the underlying shares'],
] as const;

export const position = toolPage({
  path: '/trackers/{slug}/{position}',
  tool: getTracker,
  rows: ['history'],
  isFile: true,
  about: () => ['curated-trackers'],
  given: ({ params }) => ({
    slug: params.slug ?? '',
    view: 'history',
    position: params.position ?? '',
    limit: 500,
  }),
  filters: { fields: [], title: () => 'Position of a fund', notFound: NO_POSITION },
  async render({ data, meta }, request) {
    const { identity, caveatKeys } = data;
    const { slug = '', position: cusip = '' } = request.params;
    // With this view the tool gives the history.
    const { history } = data as unknown as { history: PositionQuarter[] };
    const [newest] = history;
    if (newest === undefined) throw notFound(NO_POSITION);
    const kind = ARCHETYPES[identity.archetype];
    const quarters = (await quartersOf(request, slug)).map(({ quarter }) => quarter);
    const groups = GROUPS.map(
      ([putCall, caption]) => [caption, history.filter((row) => row.putCall === putCall)] as const,
    );
    return {
      title: `${newest.issuerName} in ${identity.displayName}`,
      lede: `What ${identity.entityName ?? identity.displayName} reported of CUSIP ${cusip.toUpperCase()} at the end of each quarter, on Form 13F-HR.`,
      body: html`${links(request, slug, newest)}
${groups.map(([caption, rows]) => group(request, { slug, quarters }, caption, rows))}`,
      about: kind.about,
      json: `/v1/trackers/${slug}?view=history&position=${cusip}`,
      sources: kind.sources,
      caveats: caveatsOf(identity.archetype, caveatKeys),
      fetchedAt: meta.fetchedAt,
    };
  },
});

function links(request: PageRequest, slug: string, { ticker, titleOfClass }: PositionQuarter): Html {
  const company = tickerLink(request, ticker);
  return html`<p>${titleOfClass !== null && html`${titleOfClass} · `}<a href="${request.to(`/trackers/${slug}`)}">All positions of the fund</a>${company !== null && html` · <a href="${company}">${ticker}: insiders, Congress and other funds</a>`}</p>`;
}

function group(
  request: PageRequest,
  { slug, quarters }: { slug: string; quarters: readonly string[] },
  caption: string,
  rows: readonly PositionQuarter[],
): Html | '' {
  if (rows.length === 0) return '';
  return html`<h2>${caption}</h2>
${periodBars('Disclosed value by quarter, from the first report with the position to the last', periodsOf(rows, quarters))}
${table({
  caption: 'Newest quarter first, each compared with the reported quarter before',
  rows,
  most: rows.length,
  empty: '',
  schema: positionQuarter,
  columns: historyColumns(request, slug),
})}`;
}

/** Oldest first. A report without the position has no value of it; an unknown value has no bar. */
function periodsOf(rows: readonly PositionQuarter[], quarters: readonly string[]): Period[] {
  const values = new Map(rows.map((row) => [row.quarter, countedChange(row) === 'exit' ? 0 : row.valueUsd]));
  const places = quarters.flatMap((quarter, at) => (values.has(quarter) ? [at] : []));
  const between = quarters.slice(Math.min(...places), Math.max(...places) + 1);
  return between.reverse().flatMap((quarter) => {
    const value = values.has(quarter) ? values.get(quarter) : 0;
    return value === null || value === undefined ? [] : [{ label: quarterWords(quarter), value }];
  });
}
