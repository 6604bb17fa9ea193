/** Takes an electronic report apart by position, page by page: first page, rows of cells, endnotes. */

import { itemAt } from '../../../collections.js';
import type { PdfPage } from '../../formats/pdf.js';
import { joinItems, type PdfLine, pdfLinesOf } from '../../formats/pdf-lines.js';
import {
  COLUMNS,
  columnEdges,
  columnOf,
  ENDNOTE_COLUMNS,
  type EndnoteEdges,
  endnoteEdgesOf,
  HEADER_LINES_BELOW,
  isEndnoteMark,
  isEven,
  isRestOfHeader,
  type OgeColumn,
  type OgeColumnEdges,
} from './columns.js';

/** One numbered row as printed. Cells hold their lines, joined with one blank. */
export interface Oge278TRow {
  number: number;
  cells: Record<OgeColumn, string>;
  hasEndnote: boolean;
}

export interface Oge278TLayout {
  /** The first page says that this is Form 278-T. */
  isTransactionReport: boolean;
  name: string | null;
  position: string | null;
  /** YYYY-MM-DD as printed in the filer's own signature line. */
  signed: string | null;
  /** Any electronic signature of Integrity, on any page. */
  hasSignature: boolean;
  hasTable: boolean;
  /** A heading that follows the table was seen. */
  tableEnded: boolean;
  rows: Oge278TRow[];
  endnotes: Array<{ part: string; number: string; text: string }>;
  /** `Page N` of each page in turn; null for a page without it. */
  pageNumbers: Array<number | null>;
  /** Text of a table that fits no cell. */
  unplacedText: string[];
}

const SIGNATURE = /\/s\/ .+? \[electronically signed on (\d\d)\/(\d\d)\/(\d{4}) by .+? in Integrity\.gov\]/;
const PAGE_NUMBER = / - Page (\d+)$/;
/** Headings that follow the table; the first is there with or without notes below it. */
const AFTER_TABLE = ['Endnotes', 'Summary of Contents'];

/** Reads all pages. A missing field is null or empty; nothing is judged here. */
export function readLayout(pages: readonly PdfPage[]): Oge278TLayout {
  const reader = new Oge278TLayoutReader();
  for (const page of pages) reader.page(page);
  reader.finish();
  return reader.report;
}

class Oge278TLayoutReader {
  readonly report: Oge278TLayout = {
    isTransactionReport: false,
    name: null,
    position: null,
    signed: null,
    hasSignature: false,
    hasTable: false,
    tableEnded: false,
    rows: [],
    endnotes: [],
    pageNumbers: [],
    unplacedText: [],
  };
  private part: 'front' | 'table' | 'endnotes' | 'rest' = 'front';
  private front: string[] = [];
  /** The columns of this page; null until its header is reached. */
  private edges: OgeColumnEdges | null = null;
  private endnoteEdges: EndnoteEdges | null = null;
  private headerLinesToCome = 0;

  page(page: PdfPage): void {
    this.edges = null;
    this.endnoteEdges = null;
    this.headerLinesToCome = 0;
    let pageNumber: number | null = null;
    for (const line of pdfLinesOf(page)) {
      const text = tidy(joinItems(line.items));
      const number = line.y > page.height - 60 ? PAGE_NUMBER.exec(text)?.[1] : undefined;
      if (number !== undefined) pageNumber = Number(number);
      else this.line(line, text);
    }
    this.report.pageNumbers.push(pageNumber);
  }

  private line(line: PdfLine, text: string): void {
    const { report } = this;
    if (SIGNATURE.test(text)) report.hasSignature = true;
    if (this.part === 'rest') return;
    const isHeading = itemAt(line.items, 0).height > 12;
    if (isHeading && AFTER_TABLE.includes(text) && this.part !== 'front') {
      report.tableEnded = true;
      this.part = text === 'Endnotes' ? 'endnotes' : 'rest';
      return;
    }
    const edges = this.part === 'endnotes' ? null : columnEdges(line);
    if (edges !== null) {
      this.part = 'table';
      this.edges = edges;
      this.headerLinesToCome = HEADER_LINES_BELOW;
    } else if (this.part === 'front') this.front.push(text);
    else if (this.part === 'endnotes') this.endnote(line, text);
    else if (this.edges === null) report.unplacedText.push(text);
    else if (this.headerLinesToCome > 0) this.restOfHeader(line, text, this.edges);
    else this.row(line, this.edges);
  }

  private restOfHeader(line: PdfLine, text: string, edges: OgeColumnEdges): void {
    const place = HEADER_LINES_BELOW - this.headerLinesToCome;
    if (!isRestOfHeader(line, place, edges)) this.report.unplacedText.push(text);
    this.headerLinesToCome -= 1;
    if (this.headerLinesToCome === 0) this.report.hasTable = true;
  }

  /** A number in the first column begins a row; without one a line continues description, type or amount. */
  private row(line: PdfLine, edges: OgeColumnEdges): void {
    const { rows, unplacedText } = this.report;
    const first = itemAt(line.items, 0);
    const begins = columnOf(first, COLUMNS, edges) === 'number' && /^\d+$/.test(first.text.trim());
    if (begins)
      rows.push({
        number: Number(first.text),
        cells: { number: '', description: '', type: '', date: '', notified: '', amount: '' },
        hasEndnote: false,
      });
    const row = rows.at(-1);
    if (row === undefined) {
      unplacedText.push(tidy(joinItems(line.items)));
      return;
    }
    const begun = new Set<OgeColumn>();
    for (const item of line.items) {
      const column = columnOf(item, COLUMNS, edges);
      const wraps = column === 'description' || column === 'amount' || column === 'type';
      const isAtEdge = column === null || begun.has(column) || isEven(item.x, edges[column]);
      if (column === 'description' && isEndnoteMark(item, edges)) row.hasEndnote = true;
      else if (column === null || (!begins && !wraps) || !isAtEdge || !isEven(item.y, first.y))
        unplacedText.push(tidy(item.text));
      else {
        begun.add(column);
        row.cells[column] = tidy(`${row.cells[column]} ${item.text}`);
      }
    }
  }

  /** A note that continues on the next page repeats neither part nor number. */
  private endnote(line: PdfLine, text: string): void {
    const { endnotes, unplacedText } = this.report;
    const header = endnoteEdgesOf(line);
    if (header !== null) {
      this.endnoteEdges = header;
      return;
    }
    if (this.endnoteEdges === null) {
      unplacedText.push(text);
      return;
    }
    const cells = { part: '', number: '', text: '' };
    for (const item of line.items) {
      const column = columnOf(item, ENDNOTE_COLUMNS, this.endnoteEdges);
      if (column === null) unplacedText.push(tidy(item.text));
      else cells[column] = tidy(`${cells[column]} ${item.text}`);
    }
    const note = endnotes.at(-1);
    if (cells.part !== '' || cells.number !== '') endnotes.push(cells);
    else if (note === undefined) unplacedText.push(text);
    else note.text = tidy(`${note.text} ${cells.text}`);
  }

  /** The lines before the table: the filer, the position, and the filer's signature. */
  finish(): void {
    const { report, front } = this;
    report.isTransactionReport = front.some((text) =>
      /Periodic Transaction Report \(OGE Form 278-T\)/.test(text),
    );
    const between = (from: RegExp, to: RegExp): string[] => {
      const start = front.findIndex((text) => from.test(text));
      if (start < 0) return [];
      const end = front.findIndex((text, place) => place > start && to.test(text));
      return end < 0 ? [] : front.slice(start + 1, end);
    };
    const [name, ...position] = between(/^Filer's Information$/, /^Electronic Signature\b/);
    report.name = name ?? null;
    report.position = position.length === 0 ? null : position.join(' ');
    const signature = SIGNATURE.exec(
      between(/^Electronic Signature\b/, /^Agency Ethics Official's Opinion\b/).join(' '),
    );
    if (signature !== null) report.signed = `${signature[3]}-${signature[1]}-${signature[2]}`;
  }
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
