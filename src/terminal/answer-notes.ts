/** What `disclosed ask` says beside the rows, on standard error: how many there are, what is missing, how fresh they are. */

import type { Meta } from '../../tools/contract/envelope.js';
import type { FittedTable } from './fitted-table.js';

/** What the envelope says about the rows. `shown` rows are printed. */
export function metaNotes(meta: Meta, isSelfExplaining = false): string[] {
  const { count, total, truncated, nextCursor, groupedSince, onlyCurrency, recordedSince, resume } = meta;
  const notes: string[] = [];
  if (meta.sample === true) notes.push('SAMPLE: every name and figure is invented.');
  if (!isSelfExplaining) {
    if (total !== undefined) notes.push(`${grouped(count)} of ${grouped(total)} rows that match.`);
    if (meta.unreadable !== undefined)
      notes.push(`Left out, because the service cannot read them: ${grouped(meta.unreadable)}.`);
    if (truncated === true)
      notes.push(
        nextCursor === undefined
          ? 'More match: raise --limit or narrow the question.'
          : `More follow: --cursor ${nextCursor}`,
      );
    if (groupedSince !== undefined) notes.push(`Only filings since ${groupedSince} are added up.`);
    if (onlyCurrency !== undefined)
      notes.push(`Only rows in ${onlyCurrency}: --currency chooses another one.`);
    for (const [source, since] of Object.entries(recordedSince ?? {}))
      notes.push(`${source} is ${since === null ? 'not in this log yet' : `in this log since ${since}`}.`);
    if (resume !== undefined) notes.push(`To continue later: --after ${resume}`);
  }
  for (const [given, read] of Object.entries(meta.readAs ?? {})) notes.push(`${given} was read as ${read}.`);
  if (meta.ignoredParameters !== undefined)
    notes.push(`Not known here, and ignored: ${meta.ignoredParameters.join(', ')}.`);
  notes.push(`Source: ${meta.source}, read ${meta.fetchedAt}. License: ${meta.license}`);
  return notes;
}

/** What a table does not show. */
export function tableNotes(tables: readonly FittedTable[]): string[] {
  const leftOut = [...new Set(tables.flatMap((table) => table.leftOut))];
  const empty = [...new Set(tables.flatMap((table) => table.empty))];
  const notes: string[] = [];
  if (leftOut.length > 0)
    notes.push(
      `No room for ${leftOut.length === 1 ? 'the column' : 'the columns'} ${leftOut.join(', ')}: widen the terminal, choose with --fields where there is one, or use --csv.`,
    );
  if (empty.length > 0) notes.push(`Unknown in every row, not shown: ${empty.join(', ')}.`);
  if (tables.some(({ isCut }) => isCut))
    notes.push('Texts that end in … are cut: --csv and --json have them whole.');
  if (tables.some(({ hasMoments }) => hasMoments)) notes.push('Times are UTC.');
  return notes;
}

const grouped = (count: number) => count.toLocaleString('en-US');
