/** Writes a report filed on paper, scanned, with the layer of badly recognised text that such scans of OGE carry. */

import PDFDocument from 'pdfkit';

/** How the letters of a worn print are misread. */
const MISREAD: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bP(?=[a-z])/g, 'o'],
  [/e\b/g, 'o'],
  [/rn/g, 'm'],
  [/,(?=\d)/g, '.'],
  [/2026/g, '2028'],
  [/l/g, 'I'],
];

/** One page: `lines` are what stands on the paper, and what is recognised of them is nearly that. */
export function printRecognisedScan(lines: readonly string[]): Buffer {
  const pdf = new PDFDocument({
    size: [792, 612],
    margin: 0,
    pdfVersion: '1.4',
    info: { Producer: 'disclosed sample, Paper Capture', CreationDate: new Date(0) },
  });
  const side = 16;
  const image = pdf.ref({
    Type: 'XObject',
    Subtype: 'Image',
    Width: side,
    Height: side,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 8,
  });
  image.end(Buffer.from(Array.from({ length: side * side }, (_, at) => 200 + ((at * 7) % 50))));
  pdf.page.xobjects.Scan = image;
  for (const [place, line] of lines.entries()) {
    const text = MISREAD.reduce((read, [from, to]) => read.replace(from, to), line);
    pdf.fontSize(6).text(text, 60, 22 + 11 * place, { lineBreak: false, baseline: 'alphabetic' });
  }
  // Over the text, as a scan hides what was recognised in it.
  pdf.addContent('q 792 0 0 612 0 0 cm /Scan Do Q');
  pdf.end();
  return pdf.read() as Buffer;
}
