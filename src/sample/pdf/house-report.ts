/** Writes a periodic transaction report as the House Clerk's system prints it, small capitals without text included. */

import PDFDocument from 'pdfkit';

export interface PrintedRow {
  /** Ten digits; printed on amended rows only. */
  id?: string;
  owner?: '' | 'SP' | 'JT' | 'DC';
  /** With ticker and code: `Zquorra Robotics, Inc. (ZQRA) [ST]`. */
  asset: string;
  type: string;
  /** MM/DD/YYYY, as the next one. */
  date: string;
  notified: string;
  amount: string;
  status?: 'New' | 'Amended' | 'Deleted';
  subholding?: string;
  description?: string;
  location?: string;
  comments?: string;
}

export interface PrintedReport {
  filingId: string;
  /** Prefix, first, last and suffix in one. */
  name: string;
  stateDistrict: string;
  rows: readonly PrintedRow[];
  /** With `⇒` between a vehicle and what it holds. */
  vehicles?: readonly string[];
  /** MM/DD/YYYY. */
  signed: string;
}

const PAGE = { width: 612, height: 792 };
/** Base lines lie between these, in points from the top. */
const TOP = 80;
const BOTTOM = 700;
/** Left edges of the columns without and with a filled ID column, as measured on reports of 2025 and 2026. */
const EDGES = {
  plain: [25.3, 65.8, 104.8, 262.3, 326.8, 381.6, 446.1, 524.8],
  withIds: [25.3, 80.8, 119.8, 266.8, 331.3, 386.1, 450.6, 526.3],
} as const;
const HEADER: ReadonlyArray<readonly [title: string, ...below: string[]]> = [
  ['ID'],
  ['Owner'],
  ['Asset'],
  ['Transaction', 'Type'],
  ['Date'],
  ['Notification', 'Date'],
  ['Amount'],
  ['Cap.', 'Gains >', '$200?'],
];

/** The report as PDF bytes: version 1.4, encrypted with an empty password, as the Clerk serves it. */
export function printHouseReport(report: PrintedReport): Buffer {
  const printer = new Printer(report.rows.some((row) => row.id !== undefined));
  printer.heading(report);
  printer.tableHeader();
  for (const row of report.rows) printer.row(row);
  printer.ending(report);
  return printer.bytes();
}

class Printer {
  private readonly pdf = new PDFDocument({
    autoFirstPage: false,
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: '1.4',
    // Nothing in the file may depend on the moment of writing.
    info: { Producer: 'disclosed sample', CreationDate: new Date(0) },
    ownerPassword: 'sample',
    permissions: { copying: false },
  });
  private readonly edges: readonly number[];
  private readonly smallCapitals = smallCapitalsFont(this.pdf);
  private y = TOP;
  private inTable = false;

  constructor(withIds: boolean) {
    this.edges = withIds ? EDGES.withIds : EDGES.plain;
    this.page();
  }

  heading({ filingId, name, stateDistrict }: PrintedReport): void {
    this.text(`Filing ID #${filingId}`, 484, 80, 9);
    this.label('Periodic Transaction Report', 117, 106, 21);
    this.text(
      'Clerk of the House of Representatives • Legislative Resource Center • B81 Cannon Building • Washington, DC 20515',
      69,
      145,
      9,
    );
    this.label('Filer Information', 22, 180, 12);
    const fields = { Name: name, Status: 'Member', 'State/District': stateDistrict };
    for (const [place, [field, value]] of Object.entries(fields).entries()) {
      this.text(`${field}:`, 22, 198 + 16 * place, 9.75, 'Helvetica-Bold');
      this.text(value, 99, 198 + 16 * place, 9.75);
    }
    this.label('Transactions', 22, 265, 12);
    this.y = 289;
  }

  /** Takes 44 points; the first row follows at `y`. */
  tableHeader(): void {
    for (const [place, titles] of HEADER.entries())
      for (const [line, title] of titles.entries())
        this.text(title, this.edges[place]!, this.y + 11.25 * line, 9.45, 'Helvetica-Bold');
    this.y += 44;
    this.inTable = true;
  }

  row(row: PrintedRow): void {
    const asset = this.wrap(row.asset, this.edges[3]! - this.edges[2]! - 6, 9);
    const amount = this.wrap(row.amount, this.edges[7]! - this.edges[6]! - 2, 9);
    for (let line = 0; line < Math.max(asset.length, amount.length); line += 1) {
      if (line > 0) this.down(10.5);
      const cells = [row.id, row.owner, asset[line], row.type, row.date, row.notified, amount[line]] as const;
      for (const [place, cell] of cells.entries())
        if (cell && (line === 0 || place === 2 || place === 6))
          this.text(cell, this.edges[place]!, this.y, 9);
    }
    this.down(17.25);
    const labels = [
      ['Filing Status', row.status ?? 'New'],
      ['Subholding Of', row.subholding],
      ['Description', row.description],
      ['Location', row.location],
      ['Comments', row.comments],
    ] as const;
    let first = true;
    for (const [label, value] of labels) {
      if (value === undefined) continue;
      const [start = '', ...rest] = this.wrap(value, PAGE.width - this.edges[2]! - 110, 8.55);
      if (!first) this.down(12.75);
      first = false;
      this.label(label, this.edges[2]!, this.y, 8.55, `: ${start}`);
      for (const more of rest) {
        this.down(12.75);
        this.text(more, this.edges[2]!, this.y, 8.55);
      }
    }
    this.down(26.25);
  }

  ending({ vehicles = [], name, signed }: PrintedReport): void {
    const footnote =
      '* For the complete list of asset type abbreviations, please visit https://fd.house.gov/reference/asset-type-codes.aspx.';
    this.text(footnote, 25.5, this.y, 8.25);
    this.inTable = false;
    if (vehicles.length > 0) {
      this.down(31);
      this.label('Investment Vehicle Details', 22, this.y, 12);
      for (const [place, vehicle] of vehicles.entries()) {
        this.down(place === 0 ? 24 : 18);
        let x = 43.5;
        // The arrow stands in a font of its own, as on the form.
        for (const [part, text] of vehicle.split(' ⇒ ').entries()) {
          if (part > 0) x = this.arrow(x + 2) + 2;
          x = this.text(text, x, this.y, 9);
        }
        this.down(10.5);
        this.label('Location', 43.5, this.y, 9, ': US');
      }
    }
    this.down(44);
    this.label('Initial Public Offerings', 22, this.y, 12);
    this.down(21);
    this.text('Yes', 40, this.y, 9);
    this.text('No', 74, this.y, 9);
    this.down(31);
    this.label('Certification and Signature', 22, this.y, 12);
    this.down(21);
    this.text(
      'I CERTIFY that the statements on this invented report are made up from end to end.',
      39,
      this.y,
      9,
    );
    this.down(29);
    this.text('Digitally Signed:', 22, this.y, 9, 'Helvetica-Bold');
    this.text(`${name} , ${signed}`, 101, this.y, 9);
  }

  bytes(): Buffer {
    this.pdf.end();
    return this.pdf.read() as Buffer;
  }

  private page(): void {
    this.pdf.addPage();
    // Set behind the library's back, so the page must be told.
    this.pdf.page.fonts.SC = this.smallCapitals;
    this.y = TOP;
  }

  /** Moves on; beyond the bottom a new page begins, and inside the table its header stands there again. */
  private down(points: number): void {
    this.y += points;
    if (this.y <= BOTTOM) return;
    this.page();
    if (this.inTable) this.tableHeader();
  }

  /** @returns where the text ends. */
  private text(text: string, x: number, y: number, size: number, font = 'Helvetica'): number {
    this.pdf.font(font).fontSize(size).text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
    return x + this.pdf.widthOfString(text);
  }

  /** A label of which only the capitals are text, and what follows it. */
  private label(label: string, x: number, y: number, size: number, rest = ''): void {
    const coded = label.replace(/[a-z]/g, (letter) => `\\${(letter.charCodeAt(0) + 0x60).toString(8)}`);
    this.pdf.addContent(`BT /SC ${size} Tf 1 0 0 -1 ${x} ${y} Tm (${coded}) Tj ET`);
    const width = this.pdf.font('Helvetica').fontSize(size).widthOfString(label.toUpperCase());
    if (rest !== '') this.text(rest, x + width, y, size);
  }

  private arrow(x: number): number {
    this.pdf
      .font('Symbol')
      .fontSize(9)
      .text('\u00de', x, this.y, { lineBreak: false, baseline: 'alphabetic' });
    return x + 9;
  }

  private wrap(text: string, width: number, size: number): string[] {
    this.pdf.font('Helvetica').fontSize(size);
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && this.pdf.widthOfString(longer) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }
}

/** A font whose codes from 0xC1 to 0xDA look like capitals and mean U+0000, as on the Clerk's reports. */
function smallCapitalsFont(pdf: PDFKit.PDFDocument): PDFKit.PDFKitReference {
  const codes = Array.from({ length: 26 }, (_, letter) => 0xc1 + letter);
  const map = pdf.ref({});
  map.end(
    [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CMapName /SmallCapitals def /CMapType 2 def',
      '1 begincodespacerange <00> <ff> endcodespacerange',
      '1 beginbfrange <20> <7e> <0020> endbfrange',
      `26 beginbfchar ${codes.map((code) => `<${code.toString(16)}> <0000>`).join(' ')} endbfchar`,
      'endcmap end end',
    ].join('\n'),
  );
  const capitals = codes.map((_, letter) => String.fromCharCode(65 + letter));
  const font = pdf.ref({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: 'Helvetica',
    Encoding: { Type: 'Encoding', BaseEncoding: 'WinAnsiEncoding', Differences: [0xc1, ...capitals] },
    ToUnicode: map,
  });
  font.end('');
  return font;
}
