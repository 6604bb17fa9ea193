/** Cases as lines of data: a table beside its runner, one case a line, the columns set apart by tabs. A line that begins with # is a heading. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/package-root.js';

export interface Case {
  /** The heading above it, and its name or else its texts. */
  title: string;
  /** By heading of the column. An empty cell is not there; `""` is an empty text. */
  cells: ReadonlyMap<string, string>;
}

/** The cases of a table in this folder. */
export function readCases(name: string): Case[] {
  const [first = '', ...lines] = readFileSync(join(packageRoot(), 'test', name), 'utf8')
    .trimEnd()
    .split('\n');
  const columns = first.split('\t');
  let heading = '';
  return lines.flatMap((line, i) => {
    if (line.startsWith('#')) {
      heading = line.slice(1).trim();
      return [];
    }
    const texts = line.split('\t');
    if (texts.length > columns.length || line === '')
      throw new Error(`${name}: line ${i + 2} has ${texts.length} columns`);
    const cells = new Map(texts.flatMap((text, at) => (text === '' ? [] : [[columns[at]!, written(text)]])));
    const title = cells.get('case') ?? texts.filter((text) => text !== '').join(' : ');
    return [{ title: [heading, title].filter((part) => part !== '').join(': '), cells }];
  });
}

/** `\n` is a new line, and `\u` with four digits a character. */
function written(text: string): string {
  if (text === '""') return '';
  return text
    .replaceAll('\\n', '\n')
    .replaceAll(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
