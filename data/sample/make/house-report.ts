/** Writes a periodic transaction report as the House Clerk's system prints it, small capitals without text included. */

import { Pdf, widthOf, wrap } from './pdf.js';

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
  /** With `⇒` between a vehicle and its holding. */
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
const FOOTNOTE =
  '* For the complete list of asset type abbreviations, please visit https://fd.house.gov/reference/asset-type-codes.aspx.';

/** A report filed on paper: a page that is one image, whose only text is the stamp of an office. */
export function printScannedReport(seed: string, stamp = '', isOpen = false): Buffer {
  const pdf = new Pdf(PAGE.width, PAGE.height, { producer: '' });
  pdf.addPage();
  pdf.scan();
  if (stamp !== '') pdf.text(stamp, 40, 27, 9);
  return pdf.bytes({ isOpen, seed });
}

/** The report as PDF bytes; an open one can be read in an editor. */
export function printHouseReport(report: PrintedReport, isOpen = false): Buffer {
  const printer = new Printer(report.rows.some((row) => row.id !== undefined));
  printer.heading(report);
  printer.tableHeader();
  for (const row of report.rows) printer.row(row);
  printer.ending(report);
  return printer.pdf.bytes({ isOpen });
}

class Printer {
  readonly pdf = new Pdf(PAGE.width, PAGE.height);
  private readonly edges: readonly number[];
  private y = TOP;
  private inTable = false;

  constructor(withIds: boolean) {
    this.edges = withIds ? EDGES.withIds : EDGES.plain;
    this.pdf.addPage();
  }

  heading({ filingId, name, stateDistrict }: PrintedReport): void {
    this.pdf.text(`Filing ID #${filingId}`, 484, 80, 9);
    this.label('Periodic Transaction Report', 117, 106, 21);
    const clerk =
      'Clerk of the House of Representatives • Legislative Resource Center • B81 Cannon Building • Washington, DC 20515';
    this.pdf.text(clerk, 69, 145, 9);
    this.label('Filer Information', 22, 180, 12);
    const fields = { Name: name, Status: 'Member', 'State/District': stateDistrict };
    for (const [place, [field, value]] of Object.entries(fields).entries()) {
      this.pdf.text(`${field}:`, 22, 198 + 16 * place, 9.75, 'Helvetica-Bold');
      this.pdf.text(value, 99, 198 + 16 * place, 9.75);
    }
    this.label('Transactions', 22, 265, 12);
    this.y = 289;
  }

  /** Takes 44 points; the first row follows at `y`. */
  tableHeader(): void {
    for (const [place, titles] of HEADER.entries())
      for (const [line, title] of titles.entries())
        this.pdf.text(title, this.edges[place]!, this.y + 11.25 * line, 9.45, 'Helvetica-Bold');
    this.y += 44;
    this.inTable = true;
  }

  row(row: PrintedRow): void {
    const asset = wrap(row.asset, this.edges[3]! - this.edges[2]! - 6, 9);
    const amount = wrap(row.amount, this.edges[7]! - this.edges[6]! - 2, 9);
    for (let line = 0; line < Math.max(asset.length, amount.length); line += 1) {
      if (line > 0) this.down(10.5);
      const cells = [row.id, row.owner, asset[line], row.type, row.date, row.notified, amount[line]] as const;
      for (const [place, cell] of cells.entries())
        if (cell && (line === 0 || place === 2 || place === 6))
          this.pdf.text(cell, this.edges[place]!, this.y, 9);
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
      const [start = '', ...rest] = wrap(value, PAGE.width - this.edges[2]! - 110, 8.55);
      if (!first) this.down(12.75);
      first = false;
      this.label(label, this.edges[2]!, this.y, 8.55, `: ${start}`);
      for (const more of rest) {
        this.down(12.75);
        this.pdf.text(more, this.edges[2]!, this.y, 8.55);
      }
    }
    this.down(26.25);
  }

  ending({ vehicles = [], name, signed }: PrintedReport): void {
    this.pdf.text(FOOTNOTE, 25.5, this.y, 8.25);
    this.inTable = false;
    if (vehicles.length > 0) {
      this.down(31);
      this.label('Investment Vehicle Details', 22, this.y, 12);
      for (const [place, vehicle] of vehicles.entries()) {
        this.down(place === 0 ? 24 : 18);
        let x = 43.5;
        // The arrow has its own font, as on the form.
        for (const [part, text] of vehicle.split(' ⇒ ').entries()) {
          if (part > 0) {
            this.pdf.text('\u00de', x + 2, this.y, 9, 'Symbol');
            x += 13;
          }
          x = this.pdf.text(text, x, this.y, 9);
        }
        this.down(10.5);
        this.label('Location', 43.5, this.y, 9, ': US');
      }
    }
    this.down(44);
    this.label('Initial Public Offerings', 22, this.y, 12);
    this.down(21);
    this.pdf.text('Yes', 40, this.y, 9);
    this.pdf.text('No', 74, this.y, 9);
    this.down(31);
    this.label('Certification and Signature', 22, this.y, 12);
    this.down(21);
    this.pdf.text('I CERTIFY that the statements on this invented report are made up.', 39, this.y, 9);
    this.down(29);
    this.pdf.text('Digitally Signed:', 22, this.y, 9, 'Helvetica-Bold');
    this.pdf.text(`${name} , ${signed}`, 101, this.y, 9);
  }

  /** Moves down; below the end of the page a new page begins, and inside the table it repeats the header. */
  private down(points: number): void {
    this.y += points;
    if (this.y <= BOTTOM) return;
    this.pdf.addPage();
    this.y = TOP;
    if (this.inTable) this.tableHeader();
  }

  /** A label of which only the capitals are text, and the text after it. */
  private label(label: string, x: number, y: number, size: number, rest = ''): void {
    const coded = label.replace(/[a-z]/g, (letter) => `\\${(letter.charCodeAt(0) + 0x60).toString(8)}`);
    this.pdf.text(coded, x, y, size, 'SmallCapitals');
    if (rest !== '') this.pdf.text(rest, x + widthOf(label.toUpperCase(), size), y, size);
  }
}
