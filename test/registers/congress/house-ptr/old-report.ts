/**
 * Writes a periodic transaction report as the Clerk's system printed it before May 2022: neighbouring cells in one
 * piece, labels in pieces of two sizes, capital letters that come as small ones, boxes as letters of a symbol font.
 */

import PDFDocument from 'pdfkit';
import type { PrintedReport, PrintedRow } from '../../../../data/sample/make/house-report.js';

export interface OldRow extends Omit<PrintedRow, 'owner'> {
  owner?: string;
  /** The box `Cap. Gains > $200?` is ticked. */
  gains?: boolean;
}

export interface OldReport extends Omit<PrintedReport, 'rows'> {
  rows: readonly OldRow[];
  comments?: string;
  /** As since August 2018: a column for capital gains, and a footnote. */
  hasGains?: boolean;
  /** Base line of the last line of a page, in points from the top. */
  bottom?: number;
  /** Capitals that come as small letters, as `AGLU`. */
  lost?: string;
  /** The glyphs of the font are in the order of ASCII, as in real reports: only their meaning lost the capitals. */
  hasGlyphs?: boolean;
}

const TOP = 72;
const WITHOUT_GAINS = [25.5, 62.25, 101.25, 269.25, 334.5, 387, 452.25];
const WITH_GAINS = [25.5, 62.25, 101.25, 246, 311.25, 365.25, 430.5, 504.75];
const ID_SHIFT = 20.25;
const BOX = 'gfedc';

export function printOldReport(report: OldReport): Buffer {
  const printer = new OldPrinter(report);
  printer.heading(report);
  printer.tableHeader();
  for (const row of report.rows) printer.row(row);
  printer.ending(report);
  return printer.bytes();
}

class OldPrinter {
  private readonly pdf = new PDFDocument({
    autoFirstPage: false,
    size: [612, 792],
    margin: 0,
    info: { CreationDate: new Date(0) },
  });
  private readonly edges: readonly number[];
  private readonly bottom: number;
  private readonly lost: RegExp;
  private readonly hasGains: boolean;
  private readonly glyphs: PDFKit.PDFKitReference | null;
  private y = 0;
  private inTable = false;

  constructor({ rows, hasGains = true, bottom = 718, lost = 'AGLU', hasGlyphs = false }: OldReport) {
    const shift = rows.some(({ id }) => id !== undefined) ? ID_SHIFT : 0;
    this.edges = (hasGains ? WITH_GAINS : WITHOUT_GAINS).map((edge, place) =>
      place === 1 || place === 2 ? edge + shift : edge,
    );
    this.hasGains = hasGains;
    this.bottom = bottom;
    this.lost = new RegExp(`[${lost}]`, 'g');
    this.glyphs = hasGlyphs ? glyphFont(this.pdf, (letter) => this.coded(letter)) : null;
    this.page();
  }

  heading({ filingId, name, stateDistrict }: OldReport): void {
    this.text(`Filing ID #${filingId}`, 483, 95.25, 9);
    this.smallCapitals('Periodic Transaction Report', 116, 120.75, 21, 15);
    this.smallCapitals('Filer Information', 22.5, 194.25, 12, 8.25);
    const fields = { Name: name, Status: 'Member', 'State/District': stateDistrict };
    for (const [place, [field, value]] of Object.entries(fields).entries()) {
      this.text(`${field}:`, 22.5, 212.25 + 15.75 * place, 9.75);
      this.text(value, 99, 212.25 + 15.75 * place, 9.75);
    }
    this.smallCapitals('Transactions', 22.5, 279.75, 12, 8.25);
    this.y = 303;
  }

  tableHeader(): void {
    const [id, owner, , type, date, notified, amount, gains] = this.edges as number[];
    this.text('ID', id!, this.y, 9.75);
    this.text('Owner Asset', owner!, this.y, 9.75);
    const rest: Array<[number | undefined, string[]]> = [
      [type, ['Transaction', 'Type']],
      [date, ['Date']],
      [notified, ['Notification', 'Date']],
      [amount, ['Amount']],
      [gains, ['Cap.', 'Gains >', '$200?']],
    ];
    for (const [x, titles] of rest)
      for (const [line, title] of titles.entries())
        if (x !== undefined) this.text(title, x, this.y + 11.25 * line, 9.75);
    this.y += this.hasGains ? 44.25 : 33;
    this.inTable = true;
  }

  row(row: OldRow): void {
    const [id, owner, asset, type, date, notified, amount] = this.edges as number[];
    const assetLines = this.wrap(row.asset, type! - asset! - 6, 9);
    const amountLines = this.wrap(row.amount, 74, 9);
    if (row.id === undefined) this.text(row.owner ?? '', owner!, this.y, 9);
    else this.pair(row.id, row.owner ?? '', id!, owner!);
    this.text(row.type, type!, this.y, 9);
    this.pair(row.date, row.notified, date!, notified!);
    if (this.hasGains) this.box(row.gains ? `${BOX}b` : BOX, 523.5, this.y + 3.75);
    for (let line = 0; line < Math.max(assetLines.length, amountLines.length); line += 1) {
      if (line > 0) this.down(10.5);
      this.text(assetLines[line] ?? '', asset!, this.y, 9);
      this.text(amountLines[line] ?? '', amount!, this.y, 9);
    }
    const labels = [
      ['Filing Status', row.status ?? 'New'],
      ['Subholding Of', row.subholding],
      ['Location', row.location],
      ['Description', row.description],
      ['Comments', row.comments],
    ] as const;
    let gap = 17.25;
    for (const [label, value] of labels) {
      if (value === undefined) continue;
      const [start = '', ...rest] = this.wrap(value, 340, 8.25);
      this.down(gap);
      gap = 12.75;
      this.text(`: ${start}`, this.smallCapitals(label, asset!, this.y, 8.25, 6), this.y, 8.25);
      for (const more of rest) {
        this.down(12.75);
        this.text(more, asset!, this.y, 8.25);
      }
    }
    this.down(26.25);
  }

  ending({ vehicles = [], comments, name, signed }: OldReport): void {
    this.inTable = false;
    if (this.hasGains)
      this.text('* For the complete list of asset type abbreviations, please visit', 26.25, this.y, 8.25);
    if (vehicles.length > 0) {
      this.down(31);
      this.smallCapitals('Asset Class Details', 22.5, this.y, 12, 8.25);
    }
    for (const [place, vehicle] of vehicles.entries()) {
      this.down(place === 0 ? 24 : 18);
      this.text(vehicle, 44.25, this.y, 9);
      this.down(10.5);
      this.text(': US', this.smallCapitals('Location', 44.25, this.y, 9, 6), this.y, 9);
    }
    if (comments !== undefined) {
      this.down(31);
      this.smallCapitals('Comments', 22.5, this.y, 12, 8.25);
      this.down(21);
      this.text(comments, 26.25, this.y, 9);
    }
    this.down(31);
    this.smallCapitals('Initial Public Offerings', 22.5, this.y, 12, 8.25);
    this.down(21);
    this.box('nmlkj', 26.25, this.y);
    this.text('Yes', 40.4, this.y, 9);
    this.box('nmlkji', 60, this.y);
    this.text('No', 74.3, this.y, 9);
    this.down(31);
    this.smallCapitals('Certification and Signature', 22.5, this.y, 12, 8.25);
    this.down(21);
    this.box(`${BOX}b`, 25.5, this.y);
    this.text('I CERTIFY that the statements are made up from end to end.', 39.7, this.y, 9);
    this.down(29);
    this.text('Digitally Signed:', 22.5, this.y, 9);
    this.text(`${name} , ${signed}`, 101, this.y, 9);
  }

  bytes(): Buffer {
    this.pdf.end();
    return this.pdf.read() as Buffer;
  }

  private down(points: number): void {
    this.y += points;
    if (this.y <= this.bottom) return;
    this.page();
    this.y = TOP + 14.25;
    if (this.inTable) this.tableHeader();
  }

  /** Two cells in one piece: the letters are stretched so that the second begins at its edge. */
  private pair(first: string, second: string, x: number, secondX: number): void {
    const scaling = (100 * (secondX - x)) / this.widthOf(`${first} `, 9);
    this.text(`${first} ${second}`.trim(), x, this.y, 9, scaling);
  }

  /** Each letter is a piece of its own, all in one place. */
  private box(letters: string, x: number, y: number): void {
    this.pdf.font('Courier').fontSize(9.75);
    for (const letter of letters) this.pdf.text(letter, x, y, { lineBreak: false, baseline: 'alphabetic' });
  }

  /** Words in pieces of two sizes. @returns where they end. */
  private smallCapitals(label: string, x: number, y: number, large: number, small: number): number {
    let end = x;
    for (const word of label.split(' ')) {
      const [first = '', rest = ''] = [word.slice(0, 1), word.slice(1).toUpperCase()];
      if (/[A-Z]/.test(first)) end = this.text(first, end, y, large);
      end = this.text(/[A-Z]/.test(first) ? rest : word.toUpperCase(), end, y, small) + 2.5;
    }
    return end - 2.5;
  }

  private page(): void {
    this.pdf.addPage();
    if (this.glyphs !== null) this.pdf.page.fonts.GL = this.glyphs;
  }

  /** @returns where the text ends. */
  private text(text: string, x: number, y: number, size: number, horizontalScaling = 100): number {
    if (text === '') return x;
    if (this.glyphs === null) {
      this.pdf.font('Times-Roman').fontSize(size);
      const options = { lineBreak: false, baseline: 'alphabetic', horizontalScaling } as const;
      this.pdf.text(this.coded(text), x, y, options);
    } else
      this.pdf.addContent(
        `BT /GL ${size} Tf ${horizontalScaling} Tz 1 0 0 -1 ${x} ${y} Tm <${codesOf(text)}> Tj ET`,
      );
    return x + this.widthOf(text, size);
  }

  private widthOf(text: string, size: number): number {
    if (this.glyphs !== null) return (text.length * size * GLYPH_WIDTH) / 1000;
    return this.pdf.font('Times-Roman').fontSize(size).widthOfString(this.coded(text));
  }

  private coded(text: string): string {
    return text.replace(this.lost, (letter) => letter.toLowerCase());
  }

  private wrap(text: string, width: number, size: number): string[] {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && this.widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }
}

const GLYPH_WIDTH = 480;

/** Two bytes for each letter: the place of its glyph. */
const codesOf = (text: string): string =>
  [...text].map((letter) => (letter.charCodeAt(0) - 29).toString(16).padStart(4, '0')).join('');

/** A font whose glyphs are in the order of ASCII, each meaning what `meaning` makes of its letter. */
function glyphFont(pdf: PDFKit.PDFDocument, meaning: (letter: string) => string): PDFKit.PDFKitReference {
  const hex = (code: number) => code.toString(16).padStart(4, '0');
  const letters = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place));
  const map = pdf.ref({});
  map.end(
    [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CMapName /Glyphs def /CMapType 2 def',
      '1 begincodespacerange <0003> <0061> endcodespacerange',
      `95 beginbfchar ${letters.map((letter) => `<${codesOf(letter)}> <${hex(meaning(letter).charCodeAt(0))}>`).join(' ')} endbfchar`,
      'endcmap end end',
    ].join('\n'),
  );
  const descriptor = pdf.ref({
    Type: 'FontDescriptor',
    FontName: 'Glyphs',
    Flags: 32,
    FontBBox: [0, -200, 1000, 900],
    ItalicAngle: 0,
    Ascent: 900,
    Descent: -200,
    CapHeight: 700,
    StemV: 80,
  });
  descriptor.end('');
  const descendant = pdf.ref({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: 'Glyphs',
    CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
    DW: GLYPH_WIDTH,
    CIDToGIDMap: 'Identity',
    FontDescriptor: descriptor,
  });
  descendant.end('');
  const font = pdf.ref({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: 'Glyphs',
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: map,
  });
  font.end('');
  return font;
}
