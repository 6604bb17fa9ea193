/** Schedules 13D and 13G: each person compared with the reading of another program, which is kept beside the document. */

import type { Schedule13Filing } from '../../src/records/holders/schedule13.js';
import { bytesOf, filesIn, parsed } from './documents.js';
import { type ComparedRow, type Score, Tally } from './tally.js';

/** The fields of the other reading. */
interface ReadSchedule {
  form: string;
  filerCik: string;
  amendmentNo?: number;
  previousAccession?: string;
  eventDate: string;
  issuerCik: string;
  issuerName: string;
  class: string;
  persons: Array<Record<string, unknown>>;
}

export async function measureHolders(): Promise<Score> {
  const tally = new Tally();
  for (const file of filesIn('sec-forms/schedule13', /\.xml$/)) {
    const name = file.replace(/^.*\/|\.xml$/g, '');
    const other = JSON.parse(bytesOf(`sec-forms/expected/${name}.json`).toString('utf8')) as ReadSchedule;
    const records = await parsed('sec-13dg', file, { facts: { accession: '0009999999-26-000001' } });
    const filing = records?.[0] as Schedule13Filing | undefined;
    tally.document(file, rowsOf(other), filing === undefined ? null : filedRows(filing));
  }
  return tally.score;
}

const plain = (cik: unknown) => (typeof cik === 'string' ? cik.replace(/^0+/, '') : null);

/** The cover page, then the persons. */
function rowsOf(other: ReadSchedule): ComparedRow[] {
  const cover = {
    form: other.form,
    filerCik: plain(other.filerCik),
    amendmentNo: other.amendmentNo ?? null,
    previousAccession: other.previousAccession ?? null,
    eventDate: other.eventDate,
    issuerCik: plain(other.issuerCik),
    issuerName: other.issuerName,
    classTitle: other.class,
  };
  return [
    cover,
    ...other.persons.map((person) => ({
      name: person.name,
      cik: plain(person.cik),
      group: person.group ?? null,
      soleVoting: person.soleVoting,
      sharedVoting: person.sharedVoting,
      soleDispositive: person.soleDispositive,
      sharedDispositive: person.sharedDispositive,
      shares: person.aggregate,
      percent: person.percent,
      types: String(person.types),
    })),
  ];
}

function filedRows(filing: Schedule13Filing): ComparedRow[] {
  const { form, filerCik, amendmentNo, previousAccession, eventDate, issuer, classTitle } = filing;
  const cover = { form, filerCik, amendmentNo, previousAccession, eventDate, classTitle };
  return [
    { ...cover, issuerCik: issuer.cik, issuerName: issuer.name },
    ...filing.persons.map(({ excludesShares: _, types, ...person }) => ({ ...person, types: String(types) })),
  ];
}
