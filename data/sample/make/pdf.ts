/**
 * Writes PDFs with the fonts that every reader has: compressed as publishers do, or open, so that a person can read them in
 * an editor and dates can be replaced in place.
 */

import { deflateSync } from 'node:zlib';

export type Font = 'Helvetica' | 'Helvetica-Bold' | 'Symbol' | 'SmallCapitals';

/** Advance widths of Helvetica, in thousandths of the size; 556 for characters that are not listed. */
const WIDTHS: Record<number, string> = {
  191: "'",
  222: 'ijl',
  260: '|',
  278: ' !,./:;I[]ft\\',
  333: '()-`r',
  334: '{}',
  355: '"',
  389: '*',
  469: '^',
  500: 'cksvxyzJ',
  584: '+<=>~',
  611: 'FTZ',
  667: '&ABEKPSVXY',
  722: 'CDHNRUw',
  778: 'GOQ',
  833: 'Mm',
  889: '%',
  944: 'W',
  1015: '@',
};
const widths = new Map(
  Object.entries(WIDTHS).flatMap(([width, signs]) => [...signs].map((sign) => [sign, Number(width)])),
);
/** The codes of WinAnsiEncoding that Latin-1 does not have. */
const WIN_ANSI = new Map([...'‘’“”•–—'].map((sign, place) => [sign, String.fromCharCode(0x91 + place)]));

export const widthOf = (text: string, size: number): number =>
  ([...text].reduce((sum, sign) => sum + (widths.get(sign) ?? 556), 0) * size) / 1000;

/** The lines of `text` that fit in `width`; a longer word has a line to itself. */
export function wrap(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

export class Pdf {
  private readonly pages: string[][] = [];
  private readonly used = new Set<Font | 'Scan'>();

  /** `width` and `height` of the pages as they are shown, in points; turned ones are stored upright with `/Rotate 90`. */
  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly options: { isTurned?: boolean; producer?: string } = {},
  ) {}

  addPage(): void {
    this.pages.push([]);
  }

  /** Text at the base line `y`, measured from the top. `\` and three octal digits are one code. @returns where it ends */
  text(text: string, x: number, y: number, size: number, font: Font = 'Helvetica'): number {
    const place = this.options.isTurned
      ? `0 1 -1 0 ${round(y)} ${round(x)}`
      : `1 0 0 1 ${round(x)} ${round(this.height - y)}`;
    const escaped = font === 'SmallCapitals' ? text : text.replace(/[\\()]/g, '\\$&');
    const coded = escaped.replace(/[‘’“”•–—]/g, (sign) => WIN_ANSI.get(sign) ?? '?');
    this.draw(`BT /${font} ${size} Tf ${place} Tm (${coded}) Tj ET`, font);
    return x + widthOf(text, size);
  }

  /** Covers the page with an image of grey noise, as a scan does. */
  scan(): void {
    this.draw(`q ${this.width} 0 0 ${this.height} 0 0 cm /Scan Do Q`, 'Scan');
  }

  private draw(line: string, resource: Font | 'Scan'): void {
    this.pages.at(-1)?.push(line);
    this.used.add(resource);
  }

  /** The same calls always give the same bytes. `seed` decides the noise. */
  bytes({ isOpen = false, seed = '-' } = {}): Buffer {
    const grey = Array.from(
      { length: 256 },
      (_, at) => 200 + ((seed.charCodeAt(at % seed.length) * 7 + at) % 50),
    );
    const used = [...this.used];
    const meaning = 4 + used.length;
    const first = meaning + 1;
    const kids = this.pages.map((_, page) => `${first + 2 * page} 0 R`);
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`,
      `<< /Producer (${this.options.producer ?? 'disclosed sample'}) >>`,
      ...used.map((name) =>
        name === 'Scan'
          ? stream(grey.map((value) => value.toString(16)).join(''), IMAGE)
          : fontObject(name, meaning),
      ),
      this.used.has('SmallCapitals') ? stream(MEANING) : 'null',
    ];
    const named = (isScan: boolean) =>
      used
        .flatMap((name, place) => ((name === 'Scan') === isScan ? [`/${name} ${4 + place} 0 R`] : []))
        .join(' ');
    const turn = this.options.isTurned ? ' /Rotate 90' : '';
    const box = this.options.isTurned ? [this.height, this.width] : [this.width, this.height];
    for (const lines of this.pages) {
      const content = lines.join('\n');
      objects.push(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box.join(' ')}]${turn} /Contents ${objects.length + 2} 0 R
/Resources << /Font << ${named(false)} >> /XObject << ${named(true)} >> >> >>`,
        isOpen
          ? stream(content)
          : stream(deflateSync(Buffer.from(content, 'latin1')).toString('latin1'), '/Filter /FlateDecode'),
      );
    }
    let text = '%PDF-1.4\n';
    const offsets = objects.map((object, place) => {
      const offset = text.length;
      text += `${place + 1} 0 obj\n${object}\nendobj\n`;
      return `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const size = objects.length + 1;
    text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
    return Buffer.from(text, 'latin1');
  }
}

const IMAGE =
  '/Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode';
const round = (points: number) => String(Math.round(points * 100) / 100);
const stream = (content: string, entries = '') =>
  `<< /Length ${content.length} ${entries}>>\nstream\n${content}\nendstream`;

// Codes from 0xC1 to 0xDA look like capitals and mean U+0000, as on the Clerk's reports.
const CAPITALS = Array.from({ length: 26 }, (_, letter) => 0xc1 + letter);
const MEANING = [
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
  '/CMapName /SmallCapitals def /CMapType 2 def',
  '1 begincodespacerange <00> <ff> endcodespacerange',
  '1 beginbfrange <20> <7e> <0020> endbfrange',
  `26 beginbfchar ${CAPITALS.map((code) => `<${code.toString(16)}> <0000>`).join(' ')} endbfchar`,
  'endcmap end end',
].join('\n');

function fontObject(font: Font, meaning: number): string {
  if (font === 'Symbol') return '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>';
  if (font !== 'SmallCapitals')
    return `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`;
  const capitals = CAPITALS.map((code) => `/${String.fromCharCode(code - 0x80)}`).join(' ');
  return `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode ${meaning} 0 R
/Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [193 ${capitals}] >> >>`;
}
