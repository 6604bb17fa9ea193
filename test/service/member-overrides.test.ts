/** The operator's overrides: read from the data folder; an error says in one line what is wrong and where. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from '../../src/config.js';
import { memberOverrides } from '../../src/service/member-overrides.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-overrides-'));
  file = join(folder, 'curated', 'member-overrides.json');
  mkdirSync(join(folder, 'curated'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (text?: string) => {
  if (text !== undefined) writeFileSync(file, text);
  return memberOverrides(readConfig({ DATA_DIR: folder }));
};
const sound = {
  filedName: 'Ida Misspelt',
  chamber: 'house',
  stateDistrict: 'CA11',
  bioguide: 'I999101',
  source: 'https://example.org/',
};

it('gives the entries of the data folder before those of the package', () => {
  const shipped = read();
  expect(read(JSON.stringify([sound]))).toEqual([sound, ...shipped]);
});

it.each([
  ['no JSON', '[{', /cannot be read as JSON: /],
  ['no list', '{}', /Expected array/],
  [
    'a wrong id',
    JSON.stringify([sound, { ...sound, bioguide: 'X1' }]),
    /: entry 2 bioguide: must be a bioguide id/,
  ],
  [
    'a wrong district',
    JSON.stringify([{ ...sound, stateDistrict: 'CA' }]),
    /: entry 1 stateDistrict: must be state/,
  ],
  ['no source', JSON.stringify([{ ...sound, source: undefined }]), /: entry 1 source: Required/],
  ['an unknown field', JSON.stringify([{ ...sound, bioguid: 'x' }]), /: entry 1: .*'bioguid'/],
])('refuses %s in one line that names the file', (_what, text, message) => {
  let error: unknown;
  try {
    read(text);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ConfigError);
  const said = (error as Error).message;
  expect(said).toMatch(message);
  expect(said.startsWith(file)).toBe(true);
  expect(said).not.toContain('\n');
});
