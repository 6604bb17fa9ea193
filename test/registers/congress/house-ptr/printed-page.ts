/** Pages of a House report as pieces of text at their places. */

import type { PdfItem, PdfPage } from '../../../../src/registers/formats/pdf.js';

export type Piece = [x: number, text: string, height?: number, width?: number];

const EDGES = [25, 65, 104, 263, 327, 383, 447, 525];
const HEADER = ['ID', 'Owner', 'Asset', 'Transaction', 'Date', 'Notification', 'Amount', 'Cap.'];
const BELOW: Piece[][] = [
  [
    [263, 'Type'],
    [383, 'Date'],
    [525, 'Gains >'],
  ],
  [[525, '$200?']],
];
export const STATUS = 'F\0\0\0\0\0 S\0\0\0\0\0: New';
export const OLD_STATUS: Piece[] = [
  [104, 'F'],
  [108, 'IlINg', 6],
  [128, 'S'],
  [132, 'TaTuS', 6],
  [152, ': New'],
];
export const FOOTNOTE = '* For the complete list of asset type abbreviations, please visit the Clerk.';

export const header = (inCase = (text: string) => text): Piece[][] => [
  HEADER.map((title, place): Piece => [EDGES[place]!, inCase(title)]),
  ...BELOW.map((line) => line.map(([x, text]): Piece => [x, inCase(text)])),
];
export const row = (asset: string): Piece[] => [
  [104, asset],
  [263, 'P'],
  [327, '02/03/2026'],
  [383, '02/05/2026'],
  [447, '$1,001 - $15,000'],
];

/** Lines 12 points apart, 20 after the header. */
export function page(...lines: Piece[][]): PdfPage {
  let y = 100;
  const items = lines.flatMap((line, place): PdfItem[] => {
    y += place === 3 ? 20 : 10;
    return line.map(([x, text, height = 8, width = text.length * 4]) => ({ text, x, y, width, height }));
  });
  return { width: 612, height: 792, items };
}
