/** Indexes and detail pages of AFM's register, with invented issuers. */

export interface Entry {
  id: string;
  /** As the index writes it, such as 6/5/2026 12:00:00 AM. */
  date: string;
  related?: string;
}

/** Every record holds a second `vermelding`: a label for display. */
export function index(entries: Entry[], name = 'transacties-leidinggevenden-mar19-'): Buffer {
  const records = entries.map(
    ({ id, date, related = '' }) =>
      `<vermelding><meldingid>${id}</meldingid><transactiedatum>${date}</transactiedatum><uitgevendeinstelling>Grachten &amp; Zn. N.V.</uitgevendeinstelling><meldingsplichtige>Dijk, van E.</meldingsplichtige><meldingsplichtigeachternaam>Dijk</meldingsplichtigeachternaam><nauwgelieerdaan>${related}</nauwgelieerdaan><functie>CFO</functie><lei>724500GRACHTEN000001</lei><vermelding>Grachten N.V. - Dijk, van E. - ${related}</vermelding></vermelding>`,
  );
  return Buffer.from(`<register name="${name}">${records.join('')}</register>`);
}

export const HEADINGS = [
  'Instrument type',
  'ISIN',
  'Transaction category',
  'Transaction type',
  'Stock option program',
  'Trading place',
  'Price',
  'Quantity',
  'Unit',
];
export const SALE = [
  'Gewoon aandeel',
  'NL0099000001',
  'Vervreemding',
  'Verkoop',
  'Nee',
  'EURONEXT - EURONEXT AMSTERDAM',
  '52,3145',
  '5.940,00',
  'EUR',
];

/** `SALE` with some cells changed, by column. */
export function sale(changes: Record<number, string> = {}): string[] {
  return SALE.map((cell, column) => changes[column] ?? cell);
}

const cell = (title: string, text: string) => `<td><span class="cc-mobile-title">${title}</span>${text}</td>`;
const head = (names: string[]) =>
  `<thead><tr>${names.map((name) => `<th>\n  ${name}\n</th>`).join('')}</tr></thead>`;

export interface Page {
  rows: string[][];
  /** Those of the aggregated table, with the column that it does not have; `rows` if absent. */
  sums?: string[][];
  date?: string;
  notifiable?: string;
  fields?: string;
  headings?: string[];
  id?: string;
}

/** The aggregated table has no option column, yet its narrow-screen headings continue as if it had. */
export function detail(page: Page): Buffer {
  const {
    rows,
    date = '27 aug 2026',
    notifiable = 'Dijk, van E.',
    fields = '',
    headings = HEADINGS,
    id,
  } = page;
  const field = (label: string, value: string) =>
    `<div class="cc-em--detail-list__item"><span class="cc-em--detail-list__label">${label}</span>\n<span class="cc-em--detail-list__value">\n <span>${value}</span>\n</span></div>`;
  const body = rows.map((row) => `<tr>${row.map((text, i) => cell(HEADINGS[i]!, text)).join('')}</tr>`);
  const sums = (page.sums ?? rows).map((row) => {
    const eight = row.filter((_, column) => column !== 4);
    return `<tr>${eight.map((text, i) => cell(HEADINGS[i]!, text)).join('')}</tr>`;
  });
  return Buffer.from(`<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8" /><title>Result from register</title>${
    id === undefined ? '' : `<meta property="og:url" content="https://www.afm.nl/en/details?id=${id}" />`
  }</head><body>
<div class="cc-em cc-em--detail-list">${field('Notifiable', notifiable)}${field('Issuing institution', 'Grachten &amp; Zn. N.V.')}${field('LEI', '724500GRACHTEN000001')}${field('Position/Status', 'CFO')}${field('Transaction', date)}${fields}</div>
<a href="/share?id=20221206E5F1F392">Share</a>
<h2 class="cc-em--table__title">Transactions</h2><table>${head(headings)}<tbody>${body.join('')}</tbody></table>
<h2 class="cc-em--table__title">Aggregated information</h2><table>${head(HEADINGS.filter((_, i) => i !== 4))}<tbody>${sums.join('')}</tbody></table>
<p class="cc-em--table__note"> Date last update: 30 September 2026</p></body></html>`);
}
