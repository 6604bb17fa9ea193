/** An announcement as a news service writes it: narrative, the notification form as a table, and the closing line. */

export interface Section {
  instrument: string;
  nature: string;
  /** The row of section 4c, as HTML. */
  prices: string;
  aggregated?: string;
  date: string;
  place?: string;
}

export interface Form {
  name: string;
  position: string;
  initial?: string;
  issuer: string;
  lei: string;
  sections: Section[];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** Lines become paragraphs. */
const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => `<p><span>${escaped(line).replaceAll('£', '&#163;')}</span></p>`)
    .join('');
const row = (letter: string, label: string, value: string) =>
  `<tr><td><p>${letter}</p></td><td>${paragraphs(label)}</td><td>${value}</td></tr>`;
const heading = (number: string, label: string) =>
  `<tr><td><p>${number}</p></td><td colspan="2">${paragraphs(label)}</td></tr>`;

/** Section 4c as a nested table: a header, then a row for each lot. */
export function lotTable(header: string[], ...lots: string[][]): string {
  const cells = (texts: string[]) =>
    `<tr>${texts.map((text) => `<td>${paragraphs(text)}</td>`).join('')}</tr>`;
  return row(
    'c)',
    'Price(s) and volume(s)',
    `<table><tbody>${[header, ...lots].map(cells).join('')}</tbody></table>`,
  );
}

/** Section 4c as two cells side by side, each with its label above the value. */
export function lotCells(price: string, volume: string): string {
  return `<tr><td><p>c)</p></td><td>${paragraphs('Price and volume')}</td><td>${paragraphs(`Price\n${price}`)}</td><td>${paragraphs(`Volume\n${volume}`)}</td></tr>`;
}

/** Section 4c as a sentence. */
export function lotSentence(text: string): string {
  return row('c)', 'Price(s) and volume(s)', paragraphs(text));
}

function sectionRows(section: Section, number: string): string {
  return [
    heading(
      number,
      'Details of the transaction(s): section to be repeated for (i) each type of instrument; (ii) each type of transaction; (iii) each date; and (iv) each place where transactions have been conducted',
    ),
    row(
      'a)',
      'Description of the financial instrument, type of instrument\nIdentification code',
      paragraphs(section.instrument),
    ),
    row('b)', 'Nature of the transaction', paragraphs(section.nature)),
    section.prices,
    row(
      'd)',
      'Aggregated information\n- Aggregated volume\n- Price',
      paragraphs(section.aggregated ?? 'N/A'),
    ),
    row('e)', 'Date of the transaction', paragraphs(section.date)),
    row('f)', 'Place of the transaction', paragraphs(section.place ?? 'London Stock Exchange (XLON)')),
  ].join('');
}

function formTable({
  name,
  position,
  initial = 'Initial notification',
  issuer,
  lei,
  sections,
}: Form): string {
  return [
    '<table><tbody>',
    heading('1', 'Details of the person discharging managerial responsibilities / person closely associated'),
    row('a)', 'Name', paragraphs(name)),
    heading('2', 'Reason for the notification'),
    row('a)', 'Position/status', paragraphs(position)),
    row('b)', 'Initial notification /Amendment', paragraphs(initial)),
    heading(
      '3',
      'Details of the issuer, emission allowance market participant, auction platform, auctioneer or auction monitor',
    ),
    row('a)', 'Name', paragraphs(issuer)),
    row('b)', 'LEI', paragraphs(lei)),
    ...sections.map((section, at) => sectionRows(section, at === 0 ? '4' : `4.${at}`)),
    '</tbody></table>',
  ].join('');
}

/** `date` is the day in words; the page calls itself us-ascii, as they do, and is UTF-8. */
export function announcementPage(issuer: string, date: string, narrative: string, forms: Form[]): string {
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="us-ascii" /><title>${escaped(issuer)}</title></head><body>
<div>RNS Number : 0000Z</div><div>${escaped(issuer)}</div><div>${date}</div><div>${paragraphs(narrative)}</div>
${forms.map(formTable).join('\n')}
<div>This information is provided by RNS, the news service of the London Stock Exchange.</div><div>END</div></body></html>`;
}
