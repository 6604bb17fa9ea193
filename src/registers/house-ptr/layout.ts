/** An electronic report, page by page, taken apart by position: header fields, rows of cells, vehicles, signature. */

import type { PdfItem, PdfPage } from '../formats/pdf.js';
import { type Column, columnOf, type Edges, edgesOf, isRestOfHeader, startsAt } from './columns.js';
import { headingOf, joined, type Line, labelOf, linesOf } from './lines.js';

/** One transaction as printed. Cells hold their lines, joined with one blank. */
export interface RawRow {
  cells: Record<Column, string>;
  /** By initials: `F S`, `S O`, `D`, `C`, `L`. Every label that stood there, in order. */
  labels: Array<{ initials: string; value: string }>;
}

export interface RawReport {
  filingId: string | null;
  name: string | null;
  status: string | null;
  stateDistrict: string | null;
  /** MM/DD/YYYY of the signature line. */
  signed: string | null;
  rows: RawRow[];
  /** Nested with `⇒`, share and owner in brackets as printed. */
  vehicles: string[];
  /** Of the report as a whole. */
  comments: string | null;
  hasTable: boolean;
  /** The footnote below the table was seen. */
  tableEnded: boolean;
  /** Pairs of neighbouring dates in the table, counted without the columns. */
  datePairs: number;
  /** `F S` lines of the table. */
  statusLines: number;
  /** Text of the table that belongs nowhere. */
  astray: string[];
  /** Numbers of pages without text, and of those in whose upper part the table stops and yet goes on overleaf. */
  cutPages: number[];
}

const DATE = /^\d{2}\/\d{2}\/\d{4}$/;
const FOOTNOTE = /^\* ?For the complete list of asset type/i;
const SIGNATURE = /^Digitally Signed\s*:\s*.*,\s*(\d{2}\/\d{2}\/\d{4})$/i;
/** A page that the table leaves is filled: its last line stands 77 to 116 points above the lower edge. */
const FOOT = 200;
/** Lines of one vehicle stand closer than this; vehicles stand further apart. */
const SAME_VEHICLE = 14;

/** Reads all pages of an electronic report. What is missing is null or empty; nothing is judged here. */
export function readLayout(pages: PdfPage[]): RawReport {
  const hasSmallCapitals = pages.some(({ items }) => items.some(({ text }) => text.includes('\0')));
  const reader = new LayoutReader(!hasSmallCapitals);
  for (const [place, page] of pages.entries()) {
    const lines = linesOf(page);
    reader.page(lines);
    const end = lines.at(-1)?.y ?? 0;
    const isWhole = place === pages.length - 1 || end > page.height - FOOT;
    if (lines.length === 0 || (reader.isInTable && !isWhole)) reader.report.cutPages.push(place + 1);
  }
  return reader.report;
}

class LayoutReader {
  readonly report: RawReport = {
    filingId: null,
    name: null,
    status: null,
    stateDistrict: null,
    signed: null,
    rows: [],
    vehicles: [],
    comments: null,
    hasTable: false,
    tableEnded: false,
    datePairs: 0,
    statusLines: 0,
    astray: [],
    cutPages: [],
  };
  /** `spelled`: the labels of this report are readable, as in 2017 and before. */
  constructor(private readonly spelled: boolean) {}

  private edges: Edges | null = null;
  private headerY = 0;
  /** Initials of the section that follows the table. */
  private section = '';
  private vehicleY = Number.NEGATIVE_INFINITY;
  private vehicleIsNamed = false;

  get isInTable(): boolean {
    return this.report.hasTable && !this.report.tableEnded;
  }

  page(lines: Line[]): void {
    this.headerY = Number.NEGATIVE_INFINITY;
    this.vehicleY = Number.NEGATIVE_INFINITY;
    for (const line of lines) this.line(line);
  }

  private line(line: Line): void {
    const text = joined(line.items);
    const filingId = /^Filing ID #(\d+)$/i.exec(text)?.[1];
    if (filingId !== undefined) {
      this.report.filingId = filingId;
      return;
    }
    const edges = this.report.tableEnded ? null : edgesOf(line);
    if (edges !== null) {
      this.edges = edges;
      this.headerY = line.y;
      this.report.hasTable = true;
    } else if (this.report.tableEnded) this.afterTable(line, text);
    else if (this.edges === null) this.beforeTable(text);
    else if (FOOTNOTE.test(text)) this.report.tableEnded = true;
    else if (!isRestOfHeader(line, this.headerY)) this.inTable(line, text, this.edges);
  }

  private beforeTable(text: string): void {
    const [, field, value] = /^(name|status|state\/district)\s*:\s*(.+)$/i.exec(text) ?? [];
    if (field === undefined) return;
    const key = field.toLowerCase();
    if (key === 'name') this.report.name = value!;
    else if (key === 'status') this.report.status = value!;
    else this.report.stateDistrict = value!;
  }

  private inTable(line: Line, text: string, edges: Edges): void {
    const { report } = this;
    const row = report.rows.at(-1);
    if (hasDatePair(line)) report.datePairs += 1;
    const isDateIn = (column: Column) =>
      line.items.some((item) => DATE.test(item.text.trim()) && startsAt(item, edges, column));
    if (isDateIn('date') && isDateIn('notified')) {
      const cells = emptyCells();
      report.rows.push({ cells, labels: [] });
      this.fill(cells, line.items, edges);
      return;
    }
    const label = startsAt(line.items[0]!, edges, 'asset') ? labelOf(text, this.spelled) : null;
    if (label?.initials === 'F S') report.statusLines += 1;
    if (row === undefined) report.astray.push(text);
    else if (label !== null) row.labels.push(label);
    else if (row.labels.length === 0) this.continueCells(row, line, edges);
    else if (startsAt(line.items[0]!, edges, 'asset')) append(row.labels.at(-1)!, text);
    else report.astray.push(text);
  }

  private continueCells(row: RawRow, line: Line, edges: Edges): void {
    const wraps: Array<Column | null> = ['asset', 'type', 'amount'];
    const stray = line.items.filter((item) => !wraps.includes(columnOf(item, edges)));
    if (stray.length > 0) this.report.astray.push(joined(stray));
    this.fill(row.cells, line.items, edges);
  }

  private fill(cells: RawRow['cells'], items: PdfItem[], edges: Edges): void {
    const byColumn = new Map<Column | null, PdfItem[]>();
    for (const item of items) {
      const column = columnOf(item, edges);
      byColumn.set(column, [...(byColumn.get(column) ?? []), item]);
    }
    for (const [column, pieces] of byColumn) {
      if (column === null) this.report.astray.push(joined(pieces));
      else cells[column] = [cells[column], joined(pieces)].filter((part) => part !== '').join(' ');
    }
  }

  private afterTable(line: Line, text: string): void {
    const { report } = this;
    const signed = SIGNATURE.exec(text)?.[1];
    if (signed !== undefined) {
      report.signed = signed;
      return;
    }
    // A row behind what looked like the end of the table.
    if (hasDatePair(line)) report.astray.push(text);
    const heading = headingOf(text);
    if (heading !== null) this.section = heading;
    else if (this.section === 'I V D') this.vehicle(line, text);
    else if (this.section === 'C') report.comments = [report.comments ?? '', text].join(' ').trim();
  }

  /** A vehicle's name can wrap; its location and description, which follow with labels, are passed over. */
  private vehicle(line: Line, text: string): void {
    const { vehicles } = this.report;
    const isNext = line.y - this.vehicleY > SAME_VEHICLE;
    this.vehicleY = line.y;
    if (labelOf(text, this.spelled) !== null) this.vehicleIsNamed = true;
    else if (isNext) {
      vehicles.push(text);
      this.vehicleIsNamed = false;
    } else if (!this.vehicleIsNamed) vehicles.push(`${vehicles.pop() ?? ''} ${text}`.trim());
  }
}

/** Two neighbouring dates, wherever they stand: only a row has them. */
function hasDatePair({ items }: Line): boolean {
  const dates = items.map((item) => DATE.test(item.text.trim()));
  return dates.some((isDate, place) => isDate && dates[place + 1] === true);
}

function emptyCells(): RawRow['cells'] {
  return { id: '', owner: '', asset: '', type: '', date: '', notified: '', amount: '', gains: '' };
}

function append(label: { value: string }, text: string): void {
  label.value = `${label.value} ${text}`.trim();
}
