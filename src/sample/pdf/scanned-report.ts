/** Writes a report filed on paper: a page that is one image, with no text but what an office stamps on it. */

import PDFDocument from 'pdfkit';

/** `seed` decides the grey pattern that stands in for the picture of a form, so that two scans differ. */
export function printScannedReport(seed: string, stamp = ''): Buffer {
  const pdf = new PDFDocument({
    size: [612, 792],
    margin: 0,
    pdfVersion: '1.4',
    info: { Producer: '', CreationDate: new Date(0) },
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
  const letters = Buffer.from(seed || '-');
  image.end(
    Buffer.from(Array.from({ length: side * side }, (_, at) => 200 + (letters[at % letters.length]! % 50))),
  );
  pdf.page.xobjects.Scan = image;
  pdf.addContent('q 612 0 0 792 0 0 cm /Scan Do Q');
  if (stamp !== '') pdf.fontSize(9).text(stamp, 40, 20);
  pdf.end();
  return pdf.read() as Buffer;
}
