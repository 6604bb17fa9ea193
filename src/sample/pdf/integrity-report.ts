/**
 * Writes OGE Form 278-T as Integrity, the filing system of the executive branch, prints it: upright pages that are
 * turned by a quarter when shown, headings painted before the tables.
 */

import PDFDocument from 'pdfkit';

export interface IntegrityRow {
  description: string;
  type: string;
  /** MM/DD/YYYY as typed. */
  date: string;
  notified: string;
  amount: string;
  /** Text of its endnote; the row is then marked. */
  endnote?: string;
}

export interface IntegrityReport {
  /** `Surname, Given`. */
  name: string;
  /** `Position, Agency`. */
  position: string;
  /** MM/DD/YYYY. */
  signed: string;
  /** Days of a filing extension, named behind the signature. */
  extension?: number;
  rows: readonly IntegrityRow[];
}

/** A piece of text where it is seen: points from the left and the top of the turned page. */
export interface Placed {
  text: string;
  x: number;
  y: number;
  size: number;
}

/** Of the page as it is shown. */
const WIDTH = 842;
const HEIGHT = 595;
/** As measured on reports of 2022 to 2026. */
const LEFT = 36;
const RIGHT = 806;
const TOP = 51;
const BOTTOM = 512;
const COLUMNS = { number: 41, description: 89.1, type: 426, date: 522.3, notified: 618.5, amount: 714.8 };
const MARK = 329.8;
const NOTES = { part: 41, number: 137.3, text: 329.8 };
const NOT_SHOWN =
  'This report was made up for a sample: its filer, its officials and its trades do not exist and never did.';

/** The report as PDF bytes. The same report always gives the same bytes. */
export function printIntegrityReport(report: IntegrityReport): Buffer {
  return printPages(layOutIntegrityReport(report));
}

/** What stands where, page by page. */
export function layOutIntegrityReport(report: IntegrityReport): Placed[][] {
  const paper = new Paper(report.name);
  frontPage(paper, report);
  paper.next();
  table(paper, report.rows);
  endnotes(paper, report.rows);
  for (const [heading, size] of [
    ['Summary of Contents', 14],
    ['Privacy Act Statement', 10],
  ] as const) {
    paper.down(36);
    paper.put(heading, LEFT, size);
    paper.down(26);
    paper.put(NOT_SHOWN, LEFT);
  }
  return paper.finish();
}

/** Pages of placed text as PDF bytes: 595 by 842 points with `/Rotate 90`. */
export function printPages(pages: readonly (readonly Placed[])[]): Buffer {
  const pdf = emptyPdf();
  for (const texts of pages) {
    pdf.addPage();
    Object.assign(pdf.page.dictionary.data, { Rotate: 90 });
    for (const { text, x, y, size } of texts) {
      pdf.save();
      // From the turned page to the upright one: right is up, down is right.
      pdf.transform(0, -1, 1, 0, 0, WIDTH);
      pdf.fontSize(size).text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
      pdf.restore();
    }
  }
  pdf.end();
  return pdf.read() as Buffer;
}

function emptyPdf(): PDFKit.PDFDocument {
  return new PDFDocument({
    autoFirstPage: false,
    size: [HEIGHT, WIDTH],
    margin: 0,
    pdfVersion: '1.4',
    // Nothing in the file may depend on the moment of writing.
    info: { Producer: 'disclosed sample', CreationDate: new Date(0) },
  });
}

class Paper {
  y = TOP;
  private readonly pages: Placed[][] = [[]];
  private readonly ruler = emptyPdf().font('Helvetica').fontSize(10);

  constructor(private readonly name: string) {}

  put(text: string, x: number, size = 10, y = this.y): void {
    if (text !== '') this.pages.at(-1)!.push({ text, x, y, size });
  }

  down(points: number): void {
    this.y += points;
  }

  /** Begins a page. */
  next(): void {
    this.pages.push([]);
    this.y = TOP;
  }

  wrap(text: string, width: number): string[] {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && this.ruler.widthOfString(longer) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  /** Every page ends with the filer's name and its number, flush right. */
  finish(): Placed[][] {
    for (const [place, page] of this.pages.entries()) {
      const text = `${this.name} - Page ${place + 1}`;
      page.unshift({ text, x: RIGHT - this.ruler.widthOfString(text), y: 559, size: 10 });
    }
    return this.pages;
  }
}

function frontPage(paper: Paper, { name, position, signed, extension }: IntegrityReport): void {
  const signature = (who: string, role = '') =>
    `/s/ ${who}${role} [electronically signed on ${signed} by ${who} in Integrity.gov]`;
  const note = extension === undefined ? '' : ` - Filer received a ${extension} day filing extension.`;
  const lines: ReadonlyArray<readonly [y: number, text: string, size?: number]> = [
    [36, 'Periodic Transaction Report | U.S. Office of Government Ethics; 5 C.F.R. part 2634 (Sample)'],
    [60, 'Executive Branch Personnel', 16],
    [84, 'Public Financial Disclosure Report:', 16],
    [108, 'Periodic Transaction Report (OGE Form 278-T)', 16],
    [142, "Filer's Information", 14],
    [167, name],
    [192, position],
    [237, 'Electronic Signature - The filer of this invented report has signed nothing.'],
    [252, `${signature(name)}${note}`],
    [297, "Agency Ethics Official's Opinion - Nobody looked at this invented report."],
    [312, signature('Penhallow, Griselda', ', Certifying Official')],
    [357, 'Other review conducted by'],
    [402, 'U.S. Office of Government Ethics Certification'],
    [417, signature('Stonecrop, Barnaby', ', Certifying Official')],
    [483, 'Transactions', 14],
  ];
  for (const [y, text, size] of lines) paper.put(text, LEFT, size ?? 10, y);
}

function table(paper: Paper, rows: readonly IntegrityRow[]): void {
  const header = () => {
    const titles = ['#', 'DESCRIPTION', 'TYPE', 'DATE', 'NOTIFICATION', 'AMOUNT'];
    for (const [place, x] of Object.values(COLUMNS).entries()) paper.put(titles[place]!, x);
    for (const text of ['RECEIVED OVER', '30 DAYS AGO']) {
      paper.down(10);
      paper.put(text, COLUMNS.notified);
    }
    paper.down(20);
  };
  header();
  for (const [place, row] of rows.entries()) {
    const description = paper.wrap(row.description, MARK - COLUMNS.description - 10);
    const amount = paper.wrap(row.amount, 84);
    const lines = Math.max(description.length, amount.length);
    if (paper.y + 10 * (lines - 1) > BOTTOM) {
      paper.next();
      header();
    }
    paper.put(String(place + 1), COLUMNS.number);
    if (row.endnote !== undefined) paper.put('See Endnote', MARK);
    paper.put(row.type, COLUMNS.type);
    paper.put(row.date, COLUMNS.date);
    paper.put(row.notified, COLUMNS.notified);
    for (const [line, text] of description.entries())
      paper.put(text, COLUMNS.description, 10, paper.y + 10 * line);
    for (const [line, text] of amount.entries()) paper.put(text, COLUMNS.amount, 10, paper.y + 10 * line);
    paper.down(10 * lines + 10);
  }
}

/** Cut anywhere at the foot of a page; what follows repeats the header, but neither part nor number. */
function endnotes(paper: Paper, rows: readonly IntegrityRow[]): void {
  if (paper.y > BOTTOM - 70) paper.next();
  paper.down(21);
  paper.put('Endnotes', LEFT, 14);
  paper.down(27);
  const header = () => {
    paper.put('PART', NOTES.part);
    paper.put('#', NOTES.number);
    paper.put('ENDNOTE', NOTES.text);
    paper.down(20);
  };
  if (rows.some(({ endnote }) => endnote !== undefined)) header();
  for (const [place, { endnote }] of rows.entries()) {
    if (endnote === undefined) continue;
    for (const [line, text] of paper.wrap(endnote, RIGHT - NOTES.text - 10).entries()) {
      if (paper.y > BOTTOM) {
        paper.next();
        header();
      }
      if (line === 0) {
        paper.put('Transactions', NOTES.part);
        paper.put(String(place + 1), NOTES.number);
      }
      paper.put(text, NOTES.text);
      paper.down(10);
    }
    paper.down(10);
  }
  if (paper.y > BOTTOM - 160) paper.next();
}
