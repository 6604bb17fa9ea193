/** Files and folders that are imported, and the names that their documents get. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { createSecForm4 } from '../../src/registers/form4/sec-form4/index.js';
import { savedDocuments } from '../../src/service/saved-documents.js';
import { xml } from '../registers/form4/sec-form4/written-filing.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-saved-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function save(path: string, bytes: string | Uint8Array): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

const keys = (path = folder) =>
  [...savedDocuments(createSecForm4(), [path], '')].map((one) => ('path' in one ? one.path : one.key));

it('names the filings of a mirror of EDGAR by their folders, one file name for all of them', () => {
  save('data/1800001/000999999926000017/doc4.xml', xml());
  save('data/1800001/000999999926000018/doc4.xml', xml());
  save('data/1800001/000999999926000018/xslF345X05/doc4.xml', '<!DOCTYPE html><html></html>');
  expect(keys()).toEqual([
    '0009999999-26-000017',
    '0009999999-26-000018',
    'data/1800001/000999999926000018/xslF345X05/doc4.xml',
  ]);
  expect(keys(join(folder, 'data/1800001/000999999926000017/doc4.xml'))).toEqual(['0009999999-26-000017']);
});

it('finds the folders inside a zip as well', () => {
  save('mirror.zip', zipSync({ '1800001/000999999926000019/form4.xml': strToU8(xml()) }));
  expect(keys()).toEqual(['0009999999-26-000019']);
});
