/**
 * Writes OGE Form 278-T as Integrity, the filing system of the executive branch, prints it: upright pages that are
 * turned by a quarter when shown, headings painted before the tables. Also one report that was filed on paper.
 */

import { Pdf, widthOf, wrap } from './pdf.js';

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

/** A piece of text at its visible place: points from the left and the top of the turned page. */
export interface Placed {
  text: string;
  x: number;
  y: number;
  size: number;
}

/** The size of the page as it is shown. */
const WIDTH = 842;
const HEIGHT = 595;
/** As measured on reports of 2022 to 2026. */
const LEFT = 36;
const RIGHT = 806;
const TOP = 51;
const BOTTOM = 512;
const COLUMNS = { number: 41, description: 89.1, type: 426, date: 522.3, notified: 618.5, amount: 714.8 };
const TITLES = ['#', 'DESCRIPTION', 'TYPE', 'DATE', 'NOTIFICATION', 'AMOUNT'];
const MARK = 329.8;
const NOTES = { part: 41, number: 137.3, text: 329.8 };
const NOT_SHOWN =
  'This report was made up for a sample: its filer, its officials and its trades do not exist and never did.';
/** How the letters of a worn print are misread. */
const MISREAD: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bP(?=[a-z])/g, 'o'],
  [/e\b/g, 'o'],
  [/rn/g, 'm'],
  [/,(?=\d)/g, '.'],
  [/2026/g, '2028'],
  [/l/g, 'I'],
];

/** A report filed on paper: `lines` are on the image, and the recognised text below it is almost the same. */
export function printRecognisedScan(lines: readonly string[], isOpen = false): Buffer {
  const pdf = new Pdf(792, 612, { producer: 'disclosed sample, Paper Capture' });
  pdf.addPage();
  for (const [place, line] of lines.entries()) {
    const read = MISREAD.reduce((text, [from, to]) => text.replace(from, to), line);
    pdf.text(read, 60, 22 + 11 * place, 6);
  }
  pdf.scan();
  return pdf.bytes({ isOpen });
}

/** The report as PDF bytes; an open one can be read in an editor. */
export function printIntegrityReport(report: IntegrityReport, isOpen = false): Buffer {
  return printPages(layOutIntegrityReport(report), isOpen);
}

/** The placed text, page by page. */
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

/** Pages of placed text as PDF bytes. */
export function printPages(pages: readonly (readonly Placed[])[], isOpen = false): Buffer {
  const pdf = new Pdf(WIDTH, HEIGHT, { isTurned: true });
  for (const texts of pages) {
    pdf.addPage();
    for (const { text, x, y, size } of texts) pdf.text(text, x, y, size);
  }
  return pdf.bytes({ isOpen });
}

class Paper {
  y = TOP;
  private readonly pages: Placed[][] = [[]];

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

  /** Every page ends with the filer's name and its number, flush right. */
  finish(): Placed[][] {
    for (const [place, page] of this.pages.entries()) {
      const text = `${this.name} - Page ${place + 1}`;
      page.unshift({ text, x: RIGHT - widthOf(text, 10), y: 559, size: 10 });
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
    [297, "Agency Ethics Official's Opinion - This invented report was not reviewed."],
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
    for (const [place, x] of Object.values(COLUMNS).entries()) paper.put(TITLES[place]!, x);
    for (const text of ['RECEIVED OVER', '30 DAYS AGO']) {
      paper.down(10);
      paper.put(text, COLUMNS.notified);
    }
    paper.down(20);
  };
  header();
  for (const [place, row] of rows.entries()) {
    const description = wrap(row.description, MARK - COLUMNS.description - 10, 10);
    const amount = wrap(row.amount, 84, 10);
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

/** Cut at any place at the foot of a page; the next page repeats the header, but neither part nor number. */
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
    for (const [line, text] of wrap(endnote, RIGHT - NOTES.text - 10, 10).entries()) {
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
