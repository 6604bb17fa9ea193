/** The rows of Forms 3 and 5: what people hold when they become insiders, and what a year left unreported. */

import { DEFAULT_SINCE_DAYS, FIRST_FORM35_DAY } from '../../../../tools/contract/rules.js';
import { type OwnershipRow, ownershipRow } from '../../../../tools/contract/shapes/ownership-row.js';
import getLatestFilings from '../../../../tools/get-latest-filings.js';
import { daysBefore } from '../../../dates.js';
import { html } from '../../../html.js';
import { givenValues } from '../filters.js';
import { insiderTabs } from '../insider-tabs.js';
import {
  jsonAddress,
  type ListView,
  listBody,
  type Preset,
  rowsOfPage,
  rowsShown,
  sortingOf,
} from '../list-view.js';
import type { PageRequest } from '../page.js';
import { emptyWords, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { filedPeriod } from './filed-period.js';
import { NEW_YORK_DAYS } from './filing-columns.js';
import { FORM35_CAVEATS, FORM35_SOURCE, ownershipColumns } from './ownership-columns.js';

const BOTH = '3,5';
const FILTERS = [
  { name: 'ticker', label: 'Ticker', as: 'code', size: 8 },
  {
    name: 'forms',
    label: 'Forms',
    as: [
      ['', '3 and 5'],
      ['3', '3: new insiders'],
      ['5', '5: what was left to report at year end'],
    ],
  },
  {
    name: 'role',
    label: 'Role',
    as: [
      ['', 'Any'],
      ['chief', 'Any chief officer'],
      ['officer', 'Officer'],
      ['director', 'Director'],
      ['ten_percent', '10% owner'],
    ],
  },
  { name: 'since', label: 'Filed from (UTC)', as: 'date' },
  { name: 'until', label: 'Filed to (UTC)', as: 'date', isRare: true },
  {
    name: 'owner',
    label: 'Insider',
    as: 'name',
    isRare: true,
    accepts:
      'is words of a name that only one insider has, or the last part of the address of an insider’s page',
  },
  { name: 'cik', label: 'CIK', as: 'code', size: 10, isRare: true },
] as const;
const PATH = '/forms-3-5';
const TITLE = 'New insiders and late reports';
/** Most Forms 5 come once a year, so that the usual days may have none. */
const YEAR = 365;
const presetsOn = (now: Date): readonly Preset[] => [
  { label: 'New insiders', query: { forms: '3' } },
  { label: 'New chief officers', query: { forms: '3', role: 'chief' } },
  { label: 'Form 5 in the last year', query: { forms: '5', since: daysBefore(now, YEAR) } },
];

export const forms35 = toolPage({
  path: PATH,
  under: '/filings',
  tool: getLatestFilings,
  about: () => ['sec-edgar-form35'],
  filters: { fields: FILTERS, title: () => TITLE, isList: true },
  given: choiceOf,
  async render({ data, meta }, request) {
    const most = rowsOfPage(getLatestFilings);
    const view: ListView = {
      request,
      path: PATH,
      filters: FILTERS,
      most,
      sorts: ['filed', 'value', 'traded'],
    };
    const period = filedPeriod(choiceOf(request).since, request.query.until);
    // With `forms` the rows of the tool are these.
    const rows = data as unknown as OwnershipRow[];
    return {
      title: TITLE,
      lede: 'What people own when they become insiders (SEC Form 3), and the gifts, small acquisitions and late trades of a fiscal year (SEC Form 5).',
      body: html`${insiderTabs(request, PATH)}
${listBody(view, {
  presets: presetsOn(request.now),
  summary: rows.length > 0 && html`<p class="summary">${rowsShown(view, meta)} ${period}.</p>`,
  meta,
  rows: table({
    caption: 'Rows of Forms 3 and 5. Names as filed, surname first.',
    rows,
    most: rows.length,
    empty: emptyWords(
      await stateOf(request, 'sec-edgar-form35'),
      html`No row of a Form 3 or 5 that matches these filters was ${period}.`,
    ),
    schema: ownershipRow,
    columns: ownershipColumns(request, { issuer: true, owner: true }),
    sorting: sortingOf(view),
  }),
})}`,
      json: jsonAddress(view, '/v1/filings', { ...givenValues(request, FILTERS), ...choiceOf(request) }),
      sources: [FORM35_SOURCE],
      caveats: [...FORM35_CAVEATS, NEW_YORK_DAYS],
      fetchedAt: meta.fetchedAt,
      unlisted: Object.values(request.query).some((value) => value !== ''),
    };
  },
});

/** One company or person has few rows: then all on record are shown. The tool refuses unknown words. */
function choiceOf({ query, now }: PageRequest): { forms: string; since: string } {
  const { forms = '', since = '', ticker = '', owner = '', cik = '' } = query;
  const isNarrow = [ticker, owner, cik].some((one) => one !== '');
  return {
    forms: forms === '' ? BOTH : forms,
    since: since !== '' ? since : isNarrow ? FIRST_FORM35_DAY : daysBefore(now, DEFAULT_SINCE_DAYS),
  };
}
