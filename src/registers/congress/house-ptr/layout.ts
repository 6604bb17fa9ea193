/**
 * Takes an electronic report apart by position, page by page: header fields, rows of cells, vehicles,
 * signature.
 */

import { groupBy, itemAt, required } from '../../../collections.js';
import type { PdfItem, PdfPage } from '../../formats/pdf.js';
import { joinItems, type PdfLine, pdfLinesOf } from '../../formats/pdf-lines.js';
import {
  columnEdges,
  columnOf,
  isBoxLetter,
  isRestOfHeader,
  type PtrColumn,
  type PtrColumnEdges,
  splitAtColumns,
  startsAt,
} from './columns.js';
import { hasHeadingSize, headingOf, isInSmallCapitals, labelOf } from './labels.js';

/** One transaction as printed. Cells hold their lines, joined with one blank. */
export interface HousePtrRow {
  cells: Record<PtrColumn, string>;
  /** By initials: `F S`, `S O`, `D`, `C`, `L`. Every label there, in order. */
  labels: Array<{ initials: string; value: string }>;
}

export interface HousePtrLayout {
  /**
   * True in the layout before May 2022: labels are readable, and capital letters can appear as lower case.
   */
  hasReadableLabels: boolean;
  /** All text has the letter case that the pages show. */
  isCaseCertain: boolean;
  filingId: string | null;
  name: string | null;
  status: string | null;
  stateDistrict: string | null;
  /** MM/DD/YYYY or M/D/YYYY of the signature line. */
  signed: string | null;
  rows: HousePtrRow[];
  /** Nested with `⇒`, share and owner in brackets as printed. */
  vehicles: string[];
  /** For the report as a whole. */
  comments: string | null;
  hasTable: boolean;
  /** The table has the column `Cap. Gains`, as since August 2018. Without it assets have no codes. */
  hasGains: boolean;
  /** The footnote below the table was seen or, before May 2022, the heading of the next section. */
  tableEnded: boolean;
  /** Pairs of neighbouring dates in the table, counted without the columns. */
  datePairs: number;
  /** `F S` lines of the table. */
  statusLines: number;
  /** Text of the table that fits no cell. */
  unplacedText: string[];
  /**
   * Numbers of pages without text, and of those where the table stops in the upper part although it continues
   * on the next page.
   */
  incompletePages: number[];
}

const DATE = /^\d{1,2}\/\d{1,2}\/\d{4}$/;
/** Two dates in one piece, as pdf.js joins them. */
const DATES = /^\d{1,2}\/\d{1,2}\/\d{4}\s+\d{1,2}\/\d{1,2}\/\d{4}$/;
const FOOTNOTE = /^\* ?For the complete list of asset type/i;
const SIGNATURE = /^Digitally Signed\s*:\s*.*,\s*(\d{1,2}\/\d{1,2}\/\d{4})$/i;
/**
 * Headings and the signature begin left of this; rows of the table and their labels do not, except for an ID.
 */
const LEFT_MARGIN = 40;
/** A page from which the table continues is full: its last line is 77 to 116 points above the lower edge. */
const BOTTOM_MARGIN = 200;
/** Lines of one vehicle are closer than this; vehicles are further apart. */
const SAME_VEHICLE = 14;
/** Before May 2022 a line on the edge of two pages is painted on both, this much higher on the second. */
const PAGE_PITCH = 641.25;

/** Reads all pages of an electronic report. A missing field is null or empty; nothing is judged here. */
export function readLayout(pages: PdfPage[]): HousePtrLayout {
  const hasLostLetters = pages.some(({ items }) => items.some(({ text }) => /\0{3}/.test(text)));
  const reader = new HousePtrLayoutReader(!hasLostLetters);
  reader.report.isCaseCertain = hasLostLetters || pages.every(({ isCaseCertain = false }) => isCaseCertain);
  for (const [place, page] of pages.entries()) {
    const lines = pdfLinesOf(page);
    reader.page(lines);
    // Nothing can be missing after the signature.
    if (lines.length === 0 && reader.report.tableEnded && reader.report.signed !== null) continue;
    const end = lines.at(-1)?.y ?? 0;
    const isWhole = end > page.height - BOTTOM_MARGIN;
    if (lines.length === 0 || (reader.isInTable && !isWhole)) reader.report.incompletePages.push(place + 1);
  }
  return reader.report;
}

class HousePtrLayoutReader {
  readonly report: HousePtrLayout;
  /** The lines of the previous page. */
  private before: Array<{ y: number; text: string }> = [];

  constructor(hasReadableLabels: boolean) {
    this.report = {
      hasReadableLabels,
      isCaseCertain: false,
      filingId: null,
      name: null,
      status: null,
      stateDistrict: null,
      signed: null,
      rows: [],
      vehicles: [],
      comments: null,
      hasTable: false,
      hasGains: false,
      tableEnded: false,
      datePairs: 0,
      statusLines: 0,
      unplacedText: [],
      incompletePages: [],
    };
  }

  private edges: PtrColumnEdges | null = null;
  private headerY = 0;
  /** Initials of the section that follows the table. */
  private section = '';
  private vehicleY = Number.NEGATIVE_INFINITY;
  private vehicleIsNamed = false;

  get isInTable(): boolean {
    return this.report.hasTable && !this.report.tableEnded;
  }

  page(lines: PdfLine[]): void {
    this.headerY = Number.NEGATIVE_INFINITY;
    this.vehicleY = Number.NEGATIVE_INFINITY;
    const { before } = this;
    this.before = lines.map(({ y, items }) => ({ y, text: joinItems(items) }));
    for (const [place, line] of lines.entries()) {
      const { text } = itemAt(this.before, place);
      // A row and the letters of its box, which are 4 points lower, count as two.
      const isAgain = before.some((one) => text === one.text && Math.abs(one.y - line.y - PAGE_PITCH) < 1);
      if (!isAgain) this.line(line, text);
    }
  }

  private line(line: PdfLine, text: string): void {
    const signed = itemAt(line.items, 0).x < LEFT_MARGIN ? SIGNATURE.exec(text)?.[1] : undefined;
    if (signed !== undefined) {
      this.report.signed = signed;
      return;
    }
    // A comment can name another report in a separate line.
    const filingId = this.edges === null ? /^Filing ID #(\d+)$/i.exec(text)?.[1] : undefined;
    if (filingId !== undefined) {
      this.report.filingId = filingId;
      return;
    }
    const edges = this.report.tableEnded ? null : columnEdges(line);
    if (edges !== null) {
      this.edges = edges;
      this.headerY = line.y;
      this.report.hasTable = true;
      this.report.hasGains = Number.isFinite(edges.gains);
    } else if (this.report.tableEnded) this.afterTable(line, text);
    else if (this.edges === null) this.beforeTable(text);
    else if (FOOTNOTE.test(text)) this.report.tableEnded = true;
    else if (this.report.hasReadableLabels && this.headingOf(line, text) !== null) {
      this.report.tableEnded = true;
      this.afterTable(line, text);
    } else if (!isRestOfHeader(line, this.headerY)) this.inTable(line, this.edges);
  }

  private headingOf(line: PdfLine, text: string): string | null {
    const isHeading = this.report.hasReadableLabels ? hasHeadingSize(line) : text.includes('\0');
    return isHeading ? headingOf(text) : null;
  }

  private labelOf(line: PdfLine, text: string) {
    return labelOf(text, this.report.hasReadableLabels && isInSmallCapitals(line));
  }

  private beforeTable(text: string): void {
    const [, field, value] = /^(name|status|state\/district)\s*:\s*(.+)$/i.exec(text) ?? [];
    if (field === undefined) return;
    const key = field.toLowerCase();
    if (key === 'name') this.report.name = required(value, 'value');
    else if (key === 'status') this.report.status = required(value, 'value');
    else this.report.stateDistrict = required(value, 'value').toUpperCase();
  }

  private inTable({ y, items: all }: PdfLine, edges: PtrColumnEdges): void {
    const { report } = this;
    const items = all.filter((item) => !isBoxLetter(item, edges));
    const [first] = items;
    if (first === undefined) return;
    const line = { y, items };
    const text = joinItems(items);
    const row = report.rows.at(-1);
    if (hasDatePair(line) && !(beginsWithDate(first, edges) && (row?.labels.length ?? 0) > 0))
      report.datePairs += 1;
    if (isRow(items, edges)) {
      const cells = emptyCells();
      report.rows.push({ cells, labels: [] });
      this.fill(cells, splitAtColumns(items, edges), edges);
      return;
    }
    const label = startsAt(first, edges, 'asset') ? this.labelOf(line, text) : null;
    if (label?.initials === 'F S') report.statusLines += 1;
    if (row === undefined) report.unplacedText.push(text);
    else if (label !== null) row.labels.push(label);
    else if (row.labels.length === 0) this.continueCells(row, line, edges);
    else if (startsAt(first, edges, 'asset')) appendToLabel(itemAt(row.labels, -1), text);
    else report.unplacedText.push(text);
  }

  private continueCells(row: HousePtrRow, line: PdfLine, edges: PtrColumnEdges): void {
    const wraps: Array<PtrColumn | null> = ['asset', 'type', 'amount'];
    // A code below a row without an owner may be that of another row.
    if (row.cells.owner !== '') wraps.push('owner');
    const stray = line.items.filter((item) => !wraps.includes(columnOf(item, edges)));
    if (stray.length > 0) this.report.unplacedText.push(joinItems(stray));
    this.fill(row.cells, line.items, edges);
  }

  private fill(cells: HousePtrRow['cells'], items: PdfItem[], edges: PtrColumnEdges): void {
    for (const [column, pieces] of groupBy(items, (item) => columnOf(item, edges))) {
      if (column === null) this.report.unplacedText.push(joinItems(pieces));
      else cells[column] = [cells[column], joinItems(pieces)].filter((part) => part !== '').join(' ');
    }
  }

  private afterTable(line: PdfLine, text: string): void {
    const { report } = this;
    // A row after what looked like the end of the table.
    if (hasDatePair(line)) report.unplacedText.push(text);
    const heading = this.headingOf(line, text);
    if (heading !== null) this.section = heading;
    else if (this.section === 'I V D') this.vehicle(line, text);
    else if (this.section === 'C') report.comments = [report.comments ?? '', text].join(' ').trim();
  }

  /** A vehicle's name can wrap; its location and description, which have labels, are skipped. */
  private vehicle(line: PdfLine, text: string): void {
    const { vehicles } = this.report;
    const isNext = line.y - this.vehicleY > SAME_VEHICLE;
    this.vehicleY = line.y;
    if (this.labelOf(line, text) !== null) this.vehicleIsNamed = true;
    else if (isNext) {
      vehicles.push(text);
      this.vehicleIsNamed = false;
    } else if (!this.vehicleIsNamed) vehicles.push(`${vehicles.pop() ?? ''} ${text}`.trim());
  }
}

/** True for the line on which a row begins: a date in each of the two columns, in one piece or in two. */
function isRow(items: readonly PdfItem[], edges: PtrColumnEdges): boolean {
  const first = items.findIndex((item) => startsAt(item, edges, 'date'));
  const [date, notified] = [items[first], items[first + 1]];
  if (date === undefined) return false;
  if (DATES.test(date.text.trim())) return true;
  if (notified === undefined || !startsAt(notified, edges, 'notified')) return false;
  return DATE.test(date.text.trim()) && DATE.test(notified.text.trim());
}

/** Two neighbouring dates anywhere: only a row has them. */
function hasDatePair({ items }: PdfLine): boolean {
  const dates = items.map((item) => DATE.test(item.text.trim()));
  const isPair = dates.some((isDate, place) => isDate && dates[place + 1] === true);
  return isPair || items.some((item) => DATES.test(item.text.trim()));
}

/** Dates where a row has its asset: the words of a description that wraps. */
function beginsWithDate(first: PdfItem, edges: PtrColumnEdges): boolean {
  const text = first.text.trim();
  return startsAt(first, edges, 'asset') && (DATE.test(text) || DATES.test(text));
}

function emptyCells(): HousePtrRow['cells'] {
  return { id: '', owner: '', asset: '', type: '', date: '', notified: '', amount: '', gains: '' };
}

function appendToLabel(label: { value: string }, text: string): void {
  label.value = `${label.value} ${text}`.trim();
}
