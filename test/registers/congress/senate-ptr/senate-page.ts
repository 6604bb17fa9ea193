/** Writes what eFD shows: a report page, and the answer of its search. */

import { formatDay } from '../../../../src/service/sample-documents.js';

export interface SenateRow {
  date: string;
  owner: 'Self' | 'Spouse' | 'Joint' | 'Child';
  /** One; two for an exchange. '' is written as `--`. */
  tickers: readonly string[];
  /** One; two for an exchange. */
  names: readonly string[];
  /** Small print below the name: one entry for each block, its lines inside. */
  details?: ReadonlyArray<readonly string[]>;
  assetType: string;
  type: string;
  amount: string;
  comment?: string;
}

export interface SenateReport {
  /** UUID */
  id: string;
  /** `paper` has no rows and no page of text. */
  kind: 'ptr' | 'paper';
  /** `The Honorable Jane Q Doe`: what stands before the brackets. */
  filer: string;
  /** The senator's own form: `Doe, Jane`. */
  own: string;
  /** The first two cells of the search, as dirty as they come. */
  first: string;
  last: string;
  titleDate: string;
  amendment?: number;
  filed: string;
  /** `10:19 AM`, Washington time. */
  time: string;
  /** In the order of entry; the page numbers them downwards. */
  rows: readonly SenateRow[];
}

const OWNERS = [
  ['Self', 'Self'],
  ['Joint', 'Joint'],
  ['Spouse', 'Spouse'],
  ['Child', 'Dependent Child'],
] as const;
const COLUMNS = [
  '#',
  'Transaction Date',
  'Owner',
  'Ticker',
  'Asset Name',
  'Asset Type',
  'Type',
  'Amount',
  'Comment',
];

/** The page of an electronic report; of a paper one, the viewer of its images. */
export function senatePage(report: SenateReport): string {
  if (report.kind === 'paper') return viewerPage(report.id);
  const { rows } = report;
  const counts = OWNERS.map(
    ([owner, label]) => `${rows.filter((row) => row.owner === owner).length} ${label}`,
  );
  const summary = [`(${rows.length} transaction${rows.length === 1 ? '' : 's'} total)`, ...counts]
    .map((text) => `<li class="list-inline-item">${text}</li>`)
    .join('\n                ');
  return `<!DOCTYPE HTML>
<html lang="en">
  <head>
    <title>eFD: Print Periodic Transaction Report</title>
    <meta charset="utf-8">
  </head>
  <body>
    <main class="container-fluid pgContent" id="content">
      <h1 class="mb-2">
        Periodic Transaction Report

          for ${titleOf(report)}
      </h1>
      <h2 class="filedReport">
        ${escaped(report.filer)}

        (${escaped(report.own)})
      </h2>
      <p class="muted">
        <strong class="noWrap"><i class="fa fa-folder" title="folder icon"></i> Filed  ${formatDay(report.filed, 'us')} @ ${report.time}</strong>
      </p>
      <section class="card">
            <h3 class="d-inline-block"><i class="fa fa-list mr-1" title="List icon"></i>Transactions</h3>
            <ul class="unstyled list-inline d-inline-block ml-2">
                ${summary}
            </ul>
            <table class="table table-striped">
              <caption class="sr-only">List of transactions added to this report</caption>
              <thead><tr class="header">${COLUMNS.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
              <tbody>
${rows.map((row, index) => tableRow(row, rows.length - index)).join('\n')}
              </tbody>
            </table>
      </section>
    </main>
  </body>
</html>
`;
}

function tableRow(row: SenateRow, number: number): string {
  const tickers = row.tickers.map((ticker) =>
    ticker === ''
      ? '--'
      : `<a href="https://finance.yahoo.com/quote/${ticker}" target="_blank">${ticker}</a>`,
  );
  const details = (row.details ?? []).map(
    (lines) => `<div class="text-muted">${lines.map(escaped).join(' <br> ')}</div>`,
  );
  const cells = [
    String(number),
    formatDay(row.date, 'us'),
    row.owner,
    tickers.join('\n<br>\n'),
    `${row.names.map(escaped).join('\n<br>\n')}\n${details.join('\n')}`,
    row.assetType,
    row.type,
    row.amount,
    row.comment === undefined ? '--' : escaped(row.comment),
  ];
  return `<tr>\n${cells.map((cell) => `  <td>${cell}</td>`).join('\n')}\n</tr>`;
}

function viewerPage(id: string): string {
  return `<!DOCTYPE HTML>
<html lang="en">
  <head><title>eFD: View Report</title></head>
  <body>
    <h1 class="sr-only d-print-none">Filing Document - Print View</h1>
    <img class="filingImage" src="https://efd-media-public.senate.gov/media/${id}.gif" alt="filing document" />
  </body>
</html>
`;
}

/** One page of the search over `reports`, of which `total` match in all. */
export function senateSearchAnswer(reports: readonly SenateReport[], total: number = reports.length): string {
  const data = reports.map((report) => {
    const link = `<a href="/search/view/${report.kind}/${report.id}/" target="_blank">Periodic Transaction Report for ${titleOf(report)}</a>`;
    const office = report.kind === 'paper' ? 'Senator' : `${report.own} (Senator)`;
    return [report.first, report.last, office, link, formatDay(report.filed, 'us')];
  });
  return JSON.stringify({ draw: 1, recordsTotal: total, recordsFiltered: total, data, result: 'ok' });
}

function titleOf({ titleDate, amendment }: SenateReport): string {
  return `${formatDay(titleDate, 'us')}${amendment === undefined ? '' : ` (Amendment ${amendment})`}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
