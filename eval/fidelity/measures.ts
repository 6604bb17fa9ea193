/** Every register that is measured, and the table of the results. */

import type { Quality } from '../../tools/contract/shapes/quality.js';
import { measureHouse, measureOldHouse, measureSenate } from './congress.js';
import { measureGermany, measureNetherlands, measureSweden, measureUk } from './europe.js';
import { measureForm4 } from './form4.js';
import { measure13F } from './form13f.js';
import { measure35 } from './form35.js';
import { measure144 } from './form144.js';
import { measureHolders } from './holders.js';
import { measureManagers } from './managers.js';
import { measureOge } from './oge.js';
import type { Score } from './tally.js';

/** In the order of the page: what was read, by which other reader, and how it is measured. */
const MEASURES: Array<[register: string, reader: string, measure: () => Promise<Score>]> = [
  ['SEC Form 4', 'patterns over the XML', measureForm4],
  ['SEC Forms 3 and 5', 'a separate reader', measure35],
  ['SEC Form 144', 'a separate reader', measure144],
  ['SEC 13F', 'patterns over the XML, totals of the cover', measure13F],
  ['SEC 13F of all managers', 'patterns over the XML, added up by security', measureManagers],
  ['SEC Schedules 13D and 13G', 'rows of another program', measureHolders],
  ['House, since May 2022', 'word positions, by eye', measureHouse],
  ['House, until April 2022', 'word positions, by eye', measureOldHouse],
  ['Senate', 'cells of the page', measureSenate],
  ['OGE 278-T', 'word positions', measureOge],
  ['Germany', 'cells of the export', measureGermany],
  ['Sweden', 'cells of the export', measureSweden],
  ['United Kingdom', 'by eye', measureUk],
  ['Netherlands', 'by eye', measureNetherlands],
];

export type RegisterScore = [register: string, reader: string, score: Score];

export async function measureAll(): Promise<RegisterScore[]> {
  const scores: RegisterScore[] = [];
  for (const [register, reader, measure] of MEASURES) scores.push([register, reader, await measure()]);
  return scores;
}

/** The same as facts, for the page /quality. */
export function factsOf(
  rows: readonly RegisterScore[],
  served: Quality['fidelity']['served'],
  measuredAt: string,
): Quality['fidelity'] {
  const scores = rows.map(([register, reader, score]) => ({
    register,
    reader,
    documents: score.documents,
    read: score.read,
    rows: score.expected,
    foundRows: score.found,
    equalRows: score.equal,
    fields: score.fields,
    equalFields: score.equalFields,
  }));
  return { measuredAt, scores, served };
}

/** The scores that those facts were made of, without their differences. */
export function scoresOf({ scores }: Quality['fidelity']): RegisterScore[] {
  return scores.map(({ register, reader, rows, foundRows, equalRows, ...rest }) => [
    register,
    reader,
    { ...rest, expected: rows, found: foundRows, equal: equalRows, differences: [] },
  ]);
}

export function tableOf(rows: readonly RegisterScore[]): string {
  const head = '| Register | Second reader | Documents | Read | Rows | Recall | Precision | Fields | Equal |';
  const lines = rows.map(([register, reader, score]) => {
    const cells = [
      register,
      reader,
      score.documents,
      score.read,
      score.expected,
      percent(score.equal, score.expected),
      percent(score.equal, score.found),
      score.fields,
      percent(score.equalFields, score.fields),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [head, '|---|---|--:|--:|--:|--:|--:|--:|--:|', ...lines].join('\n');
}

/** Rounded down, so that only a complete match is 100 %. */
function percent(part: number, all: number): string {
  return all === 0 ? '' : `${Math.floor((part / all) * 1000) / 10} %`;
}
