/**
 * PDFs written object by object, for what no PDF writer would produce: cycles, bombs, trees of thousands of
 * pages.
 */

import { constants, deflateSync } from 'node:zlib';

/** Objects 1, 2, ... with the catalog first; each is its body, or a dictionary with stream bytes. */
export function rawPdf(objects: Array<string | { dictionary: string; stream: Buffer }>): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let at = parts[0]!.length;
  const push = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const [place, object] of objects.entries()) {
    offsets.push(at);
    push(Buffer.from(`${place + 1} 0 obj\n`));
    if (typeof object === 'string') push(Buffer.from(object));
    else {
      push(Buffer.from(`<< ${object.dictionary} /Length ${object.stream.length} >>\nstream\n`));
      push(object.stream);
      push(Buffer.from('\nendstream'));
    }
    push(Buffer.from('\nendobj\n'));
  }
  const start = at;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`));
  push(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** A page with one line of Helvetica. `more` goes into the page's dictionary. */
export function onePage(text: string, more = ''): Buffer {
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> ${more} >>`,
    { dictionary: '', stream: Buffer.from(`BT /F 10 Tf 100 700 Td (${text}) Tj ET`) },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]);
}

/** One page whose content is deflated twice over and comes to `gigabytes`. */
export function flateBomb(gigabytes: number): Buffer {
  const mebibyte = deflateSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
  // Blocks between full flushes are independent, so one can be repeated; 01 00 00 ff ff is an empty last
  // block.
  const block = mebibyte.subarray(2);
  const size = gigabytes * 1024;
  const content = Buffer.concat([
    mebibyte.subarray(0, 2),
    ...Array.from({ length: size }, () => block),
    Buffer.from([1, 0, 0, 0xff, 0xff, 0, 0, 0, 1]),
  ]);
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>',
    { dictionary: '/Filter [/FlateDecode /FlateDecode]', stream: deflateSync(content, { level: 9 }) },
  ]);
}
