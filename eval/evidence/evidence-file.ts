/** `data/wordings/evidence.tsv`: which real document, or which test, shows that a pattern or an alternative is needed. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

export const EVIDENCE_FILE = join(packageRoot(), 'data/wordings/evidence.tsv');

const COLUMNS = ['pattern', 'alternative', 'us', 'europe', 'document', 'test'] as const;

export interface EvidenceLine {
  pattern: string;
  /** Empty for the pattern as a whole. */
  alternative: string;
  /** Matches in the real documents that were counted once (data/wordings/README.md); null where the pattern was not reached. */
  us: number | null;
  europe: number | null;
  /** Path of a real document below the samples, or its id at its publisher; empty if none is known. */
  document: string;
  /** `test/….ts: name` for a guard against damage; empty for all others. */
  test: string;
}

/** What a line is about. No pattern contains a tab. */
export const keyOf = ({ pattern, alternative }: Pick<EvidenceLine, 'pattern' | 'alternative'>) =>
  `${pattern}\t${alternative}`;

/** Whether a real document or a test shows it. */
export const hasEvidence = ({ us, europe, document, test }: EvidenceLine) =>
  (us ?? 0) > 0 || (europe ?? 0) > 0 || document !== '' || test !== '';

/** The lines by their keys. @throws Error with the number of a line that has another form, or that repeats one. */
export function readEvidence(text = readFileSync(EVIDENCE_FILE, 'utf8')): Map<string, EvidenceLine> {
  const lines = new Map<string, EvidenceLine>();
  const [head, ...rest] = text.replace(/\n$/, '').split('\n');
  if (head !== COLUMNS.join('\t')) throw new Error(`the first line must be: ${COLUMNS.join(', ')}`);
  for (const [place, row] of rest.entries()) {
    const cells = row.split('\t');
    const [pattern = '', alternative = '', us = '', europe = '', document = '', test = ''] = cells;
    const line = { pattern, alternative, us: count(us), europe: count(europe), document, test };
    const isWrong =
      cells.length !== COLUMNS.length || pattern === '' || !/^\d*\t\d*$/.test(`${us}\t${europe}`);
    if (isWrong) throw new Error(`line ${place + 2} needs six columns: text, text, count, count, text, text`);
    if (lines.has(keyOf(line))) throw new Error(`line ${place + 2} repeats the pattern of an earlier line`);
    lines.set(keyOf(line), line);
  }
  return lines;
}

/** Writes all lines, in the order of their text, so that the same facts are the same file. */
export function writeEvidence(lines: Iterable<EvidenceLine>, file = EVIDENCE_FILE): void {
  const sorted = [...lines].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const rows = sorted.map((line) => COLUMNS.map((column) => line[column] ?? '').join('\t'));
  writeFileSync(file, `${[COLUMNS.join('\t'), ...rows].join('\n')}\n`);
}

const count = (cell: string) => (cell === '' ? null : Number(cell));
