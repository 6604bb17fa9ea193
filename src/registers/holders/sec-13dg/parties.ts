/** The parties in the header of a submission: the company that the schedule is about, and who filed it. */

import type { FilingParty } from '../../../records/holders/schedule13.js';
import { readCik, tidy } from '../../edgar/values.js';

export interface ScheduleParties {
  subject: FilingParty | null;
  /** Each once, in the order of the header. */
  filers: FilingParty[];
}

export const NO_PARTIES: ScheduleParties = { subject: null, filers: [] };

/** `FILED BY:` of the text files, `<FILED-BY>` of the wrapper of the daily feed. */
const SECTION = /(?:^|\n)[ \t]*(?:(SUBJECT COMPANY|FILED BY|FILER):|<(SUBJECT-COMPANY|FILED-BY|FILER)>)/g;

/** Reads `COMPANY CONFORMED NAME:` and `CENTRAL INDEX KEY:` of each section, or `<CONFORMED-NAME>` and `<CIK>`. */
export function readParties(text: string): ScheduleParties {
  const end = text.indexOf('<DOCUMENT>');
  const header = end < 0 ? text : text.slice(0, end);
  const starts = [...header.matchAll(SECTION)];
  const parties: ScheduleParties = { subject: null, filers: [] };
  for (const [at, start] of starts.entries()) {
    const party = partyOf(header.slice(start.index, starts[at + 1]?.index));
    if (party === null) continue;
    if ((start[1] ?? start[2] ?? '').startsWith('SUBJECT')) parties.subject ??= party;
    else if (!parties.filers.some(({ cik }) => cik === party.cik)) parties.filers.push(party);
  }
  return parties;
}

function partyOf(section: string): FilingParty | null {
  const name = /(?:COMPANY CONFORMED NAME:|<CONFORMED-NAME>)[ \t]*([^\r\n<]+)/.exec(section)?.[1];
  const cik = readCik(/(?:CENTRAL INDEX KEY:|<CIK>)\s*(\d{1,10})/.exec(section)?.[1] ?? null);
  return cik ? { cik, name: tidy(name) } : null;
}
