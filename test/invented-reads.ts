/** The read model of the invented service, for tests and instruments: the questions of the tools, over rows in memory. */

import type { GenerationTables } from '../src/read-model/question.js';
import { createReads } from '../src/read-model/reads.js';
import type { Reads } from '../tools/contract/reads.js';
import type { FilingFacts } from '../tools/contract/shapes/filing.js';
import { inventedFilings } from './invented/filings.js';
import { readsOf } from './invented/ledger.js';

export { inventedFilings, NOW, READ_AT } from './invented/filings.js';
export { FIRST_CHANGE, INVENTED_LOG } from './invented/ledger.js';

/** `asked` counts the questions for rows. */
export type InventedReads = Reads & { asked: number };

// Nothing is read from the tables until a question comes.
const NAMES = Object.keys(createReads({} as GenerationTables)) as Array<keyof Reads>;

/** Part of another question, or of every one: states, symbols, and how many rows there are. */
const COMPANIONS = /^count|Totals$|^(sources|issuer|similarSymbols|insiderOfCik|changeRecord|changeLog)$/;

/** Each set of filings is published once, when the first question comes. */
const published = new Map<string, Promise<Reads>>();

/** Questions to these filings. Everybody gets an own object, in which a test can replace questions. */
export function inventedReads(filings: readonly FilingFacts[] = inventedFilings(40)): InventedReads {
  const key = JSON.stringify(filings);
  const reads = { asked: 0 } as InventedReads;
  const ask = (name: keyof Reads) => async (question: never) => {
    if (!COMPANIONS.test(name)) reads.asked += 1;
    const known = published.get(key) ?? readsOf(filings);
    published.set(key, known);
    return ((await known)[name] as (question: never) => Promise<unknown>)(question);
  };
  return Object.assign(reads, Object.fromEntries(NAMES.map((name) => [name, ask(name)])));
}
