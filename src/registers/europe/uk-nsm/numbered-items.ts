/** `1. Sale 2. Purchase`: items under numbers, which pair natures, persons and dates with the lots of section 4c. */

import { required } from '../../../collections.js';

export interface NumberedItem {
  number: number;
  text: string;
}

const ITEM =
  /^\s*(?:\((\d{1,2}|[a-h]|[ivx]{1,4})\)|(\d{1,2}|[a-h]|[ivx]{1,4})[.)])(?:\s+|(?=[£€$A-Z])|(?<=[ivx][.)])(?=\d)|$)/;
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** The number before a text, and the text without it: `1.  £ 5.79` is number 1 and `£ 5.79`. */
export function leadingNumber(text: string): { number: number | null; rest: string } {
  const match = ITEM.exec(text);
  if (match === null) return { number: null, rest: text };
  const number = ordinal(required(match[1] ?? match[2], 'number'));
  return number === null ? { number, rest: text } : { number, rest: text.slice(match[0].length).trim() };
}

/** The items of a cell that counts them 1, 2, 3 … on lines of their own or in a row; null when it does not count. */
export function numberedItems(lines: string[]): NumberedItem[] | null {
  const items: NumberedItem[] = [];
  for (const line of lines.flatMap((text) => splitInline(text))) {
    const { number, rest } = leadingNumber(line);
    const last = items.at(-1);
    if (number !== null && number === items.length + 1) items.push({ number, text: rest });
    else if (last !== undefined) last.text = `${last.text} ${line}`.trim();
    else return null;
  }
  // `(i) Jane Smith; and (ii) John Doe`
  for (const item of items) item.text = item.text.replace(/(?:[;,]?\s+and|[;,])$/, '');
  return items.length >= 2 ? items : null;
}

/** Cuts one line before ` 2. `, ` 3. ` when it begins with `1. `. */
export function splitInline(line: string): string[] {
  if (leadingNumber(line).number !== 1) return [line];
  const parts: string[] = [];
  let rest = line;
  for (let next = 2; next <= 40; next += 1) {
    const mark = new RegExp(
      `\\s\\(?(?:${next}|${ROMAN[next - 1] ?? next}|${String.fromCharCode(96 + Math.min(next, 8))})[.)](?:\\s|(?<=[ivx][.)])(?=\\d))`,
    );
    const at = mark.exec(rest);
    if (at === null) break;
    parts.push(rest.slice(0, at.index));
    rest = rest.slice(at.index + 1);
  }
  return [...parts, rest];
}

function ordinal(mark: string): number | null {
  if (/^\d/.test(mark)) return Number(mark) || null;
  const roman = ROMAN.indexOf(mark.toLowerCase());
  // A lone `i` counts as one; `c`, `d`, `v` and `x` are letters or Roman figures: c and d as letters, v and x as Roman.
  if (roman >= 0) return roman + 1;
  return mark.length === 1 ? mark.toLowerCase().charCodeAt(0) - 96 : null;
}
