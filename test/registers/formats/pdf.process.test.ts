/** Text of a PDF by position, and hostile PDFs. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import PDFDocument from 'pdfkit';
import { printHouseReport, printScannedReport } from '../../../data/sample/make/house-report.js';
import { packageRoot } from '../../../src/package-root.js';
import { closePdfReader, looksLikePdf, PdfError, readPdf } from '../../../src/registers/formats/pdf.js';
import { flateBomb, onePage, rawPdf } from './raw-pdf.js';

describe('text by position', () => {
  it('gives points from the top left corner of the page', async () => {
    const [page] = await readPdf(onePage('Amount'));
    expect(page).toMatchObject({ width: 612, height: 792 });
    expect(page!.items).toMatchObject([{ text: 'Amount', x: 100, y: 92, height: 10 }]);
    expect(page!.items[0]!.width).toBeGreaterThan(30);
  });

  it('applies the rotation of a page, so that text shown upright is read upright', async () => {
    const [page] = await readPdf(onePage('Amount', '/Rotate 90'));
    expect(page).toMatchObject({ width: 792, height: 612 });
    expect(page!.items).toMatchObject([{ text: 'Amount', x: 700, y: 100 }]);
  });

  it('opens an encrypted document without a password', async () => {
    const bytes = encrypted({ ownerPassword: 'secret' });
    expect(bytes.includes('/Encrypt')).toBe(true);
    expect((await readPdf(bytes))[0]!.items[0]!.text).toBe('read by password only');
  });

  it('keeps characters without a meaning as U+0000', async () => {
    const bytes = printHouseReport({
      filingId: '29900001',
      name: 'Hon. A B',
      stateDistrict: 'CA11',
      rows: [],
      signed: '01/02/2026',
    });
    const items = (await readPdf(bytes)).flatMap((page) => page.items);
    expect(items.map(({ text }) => text)).toContain('F\0\0\0\0 I\0\0\0\0\0\0\0\0\0\0');
    expect(items.map(({ text }) => text)).toContain('Hon. A B');
  });

  it('gives no items for a page that is an image', async () => {
    expect(await readPdf(printScannedReport('x'))).toEqual([{ width: 612, height: 792, items: [] }]);
  });

  it('reads documents requested at the same time, one after another', async () => {
    const texts = ['one', 'two', 'three', 'four'];
    const read = await Promise.all(texts.map((text) => readPdf(onePage(text))));
    expect(read.map(([page]) => page!.items[0]!.text)).toEqual(texts);
  });
});

const hostile: Array<[string, () => Buffer, RegExp]> = [
  ['an HTML page', () => Buffer.from('<!DOCTYPE html><html>404</html>'), /not a PDF/],
  ['nothing but a head', () => Buffer.from('%PDF-1.4\n'), /Exception|Error|structure/],
  ['10,000 pages', () => manyPages(10_000), /10000 pages; at most 1000/],
  ['a page tree that holds itself', () => pagesTree('/Kids [2 0 R] /Count 1', 3), /./],
  ['page trees 2,000 deep', () => deepPages(2_000), /./],
  ['a document with a password', locked, /Password/],
];

describe('hostile documents', () => {
  it.each(hostile)('rejects %s with a reason', async (_what, make, reason) => {
    await expect(readPdf(make())).rejects.toThrow(reason);
    await expect(readPdf(make())).rejects.toThrow(PdfError);
  });

  it('stops at more text than allowed', async () => {
    await expect(readPdf(onePage('A'.repeat(50)), { maxCharacters: 40 })).rejects.toThrow(
      'more than 40 characters',
    );
  });

  it('continues reading after each of them', async () => {
    const reasons = await Promise.allSettled(hostile.map(([, make]) => readPdf(make())));
    expect(reasons.every(({ status }) => status === 'rejected')).toBe(true);
    expect((await readPdf(onePage('still here')))[0]!.items[0]!.text).toBe('still here');
  });

  it('recognises a PDF by its first bytes', () => {
    expect(looksLikePdf(onePage('x'))).toBe(true);
    expect(looksLikePdf(Buffer.concat([Buffer.from('\n\n'), onePage('x')]))).toBe(true);
    expect(looksLikePdf(Buffer.from('PK\u0003\u0004 no pdf'))).toBe(false);
  });
});

const compiled = join(packageRoot(), 'dist/src/registers/formats/pdf.js');

describe('the process that reads documents', () => {
  afterAll(closePdfReader);
  it('allows the process to end when its work is done', () => {
    const program = `const pdf = await import(${JSON.stringify(pathToFileURL(compiled).href)});
      const pages = await pdf.readPdf(Buffer.from(${JSON.stringify(onePage('x').toString('base64'))}, 'base64'));
      console.log(pages.length);`;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '1\n' });
  });

  (process.platform === 'linux' ? it : it.skip)(
    'reads the document again when its process was killed because of others (needs ps)',
    () => {
      const program = `const pdf = await import(${JSON.stringify(pathToFileURL(compiled).href)});
        const { execFileSync } = await import('node:child_process');
        const bytes = Buffer.from(${JSON.stringify(onePage('x').toString('base64'))}, 'base64');
        const kill = () => {
          const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]).toString();
          for (const line of listed.split('\\n').filter((one) => one.includes('pdf-process')))
            process.kill(Number(line.trim().split(' ')[0]), 'SIGKILL');
        };
        await pdf.readPdf(bytes);
        kill();
        const idle = await pdf.readPdf(bytes);
        const reading = pdf.readPdf(bytes);
        await new Promise(setImmediate);
        kill();
        console.log(idle.length, (await reading).length);
        await pdf.closePdfReader();`;
      const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect({ status, stdout }).toEqual({ status: 0, stdout: '1 1\n' });
    },
    120_000,
  );

  it('survives a burst of data that would fill the memory', async () => {
    await expect(readPdf(flateBomb(16))).rejects.toThrow(/needs more than|not read within/);
    expect((await readPdf(onePage('still here')))[0]!.items[0]!.text).toBe('still here');
  });

  it('ends a document that takes too long, and reads the next', async () => {
    await expect(readPdf(flateBomb(16), { maxMilliseconds: 100 })).rejects.toMatchObject({
      name: 'PdfTimeoutError',
      message: 'not read within 0.1 s',
    });
    expect((await readPdf(onePage('still here')))[0]!.items[0]!.text).toBe('still here');
  });
});

function locked(): Buffer {
  return encrypted({ userPassword: 'secret' });
}

function encrypted(passwords: { userPassword?: string; ownerPassword?: string }): Buffer {
  const pdf = new PDFDocument({ ...passwords, pdfVersion: '1.4', permissions: { copying: false } });
  pdf.text('read by password only');
  pdf.end();
  return pdf.read() as Buffer;
}

function pagesTree(pages: string, objects: number): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>';
  return rawPdf(
    ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages ${pages} >>`, page, page].slice(0, objects),
  );
}

function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, place) => `${place + 3} 0 R`).join(' ');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    ...Array.from({ length: count }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>'),
  ]);
}

/** Nodes of the page tree, each the only child of the one before, with no page at the end. */
function deepPages(depth: number): Buffer {
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...Array.from({ length: depth }, (_, place) => `<< /Type /Pages /Kids [${place + 3} 0 R] /Count 1 >>`),
  ]);
}
