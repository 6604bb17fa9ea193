/** How long after a register published a document this service showed it: measured from the log of changes. */

import { ApiError } from '../../../../tools/contract/errors.js';
import { CHANGES_KEPT_DAYS, CHANGES_LIMIT } from '../../../../tools/contract/rules.js';
import type { ChangeRow } from '../../../../tools/contract/shapes/change.js';
import getChanges from '../../../../tools/get-changes.js';
import { daysBefore } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import { count } from '../../figures.js';
import type { PageRequest } from '../page.js';
import { table } from '../table.js';

/** Seconds from the publication of documents of one source to the state of the data that first had them. */
export interface Arrivals {
  source: string;
  documents: number;
  median: number;
  /** Nine of ten arrived within this time. */
  most: number;
}

/** The newest documents of each source whose register says the moment of publication. */
export function arrivalsOf(rows: readonly ChangeRow[]): Arrivals[] {
  const bySource = new Map<string, number[]>();
  for (const { source, event, reason, at, filedAt } of rows) {
    // A late document was read by an import, and not by following the register.
    if (event !== 'entered' || (reason !== 'new' && reason !== 'amendment')) continue;
    if (filedAt === null || !isMoment(filedAt)) continue;
    const seconds = (Date.parse(at) - Date.parse(filedAt)) / 1000;
    if (seconds >= 0) bySource.set(source, [...(bySource.get(source) ?? []), seconds]);
  }
  return [...bySource].map(([source, all]) => {
    const sorted = all.sort((a, b) => a - b);
    return { source, documents: sorted.length, median: partOf(sorted, 0.5), most: partOf(sorted, 0.9) };
  });
}

/** Whether it is the moment of publication: not a day, and not the end of a day that stands for one. */
function isMoment(filedAt: string): boolean {
  return filedAt.includes('T') && !filedAt.endsWith(':59:59.999Z');
}

/** The smallest value within which this part of a sorted list is. */
function partOf(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
}

export async function arrivalsSection(request: PageRequest): Promise<Html | ''> {
  if (!request.tools.some(({ path }) => path === getChanges.path)) return '';
  const arrivals = arrivalsOf(await newestChanges(request));
  return html`<h2>From publication to this service</h2>
${table({
  caption: `Measured on the newest ${count(CHANGES_LIMIT.max)} documents that arrived in the last ${CHANGES_KEPT_DAYS} days`,
  rows: arrivals,
  empty: 'No document has arrived from a register that gives the time of publication.',
  most: arrivals.length,
  columns: [
    { field: 'source', head: 'Name in the API', as: (value) => html`<code>${value}</code>` },
    { field: 'documents', head: 'Documents', as: 'amount' },
    { field: 'median', head: 'Half within', as: durationWords },
    { field: 'most', head: 'Nine of ten within', as: durationWords },
  ],
})}
<p>Registers that give only the day of publication, such as those of Congress, are not measured, and neither are documents of a first import. <a href="${request.to('/changes.atom')}">Everything new as a feed</a></p>`;
}

/** None before anything is recorded. */
async function newestChanges(request: PageRequest): Promise<ChangeRow[]> {
  const since = daysBefore(request.now, CHANGES_KEPT_DAYS);
  try {
    const given = { event: 'entered', since, limit: CHANGES_LIMIT.max };
    return (await request.callTool(getChanges, given)).data;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

function durationWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`;
}
