/** The schedules about a company as the read model keeps them. Derivation has written their JSON. */

import { HOLDER_LEVELS } from '../../../tools/contract/rules.js';
import type { HolderFacts } from '../../../tools/contract/shapes/holder.js';
import { crossingBit, HOLDER_FLAGS, UNKNOWN_STAKE } from '../../read-model/column-values.js';
import { cusipSubject, holderSubject } from '../../read-model/holder-subjects.js';
import type { Row, ScopeRows } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';
import { erratumMarks, withMark } from '../errata/errata.js';

type DerivedColumns = [accession: string, parties: string, json: string];

/** The rows of one company: its schedules, and what else each is found by. */
export function* holderScopes(store: Store, cik: string): Generator<ScopeRows> {
  const derived = store
    .rows<DerivedColumns>(
      'SELECT accession, parties, public_row FROM schedule13_derived WHERE issuer_cik = ? ORDER BY accession',
    )
    .all(cik);
  const marks = erratumMarks(store, 'sec-13dg');
  const filings: Row[] = [];
  const subjects: Row[] = [];
  for (const [accession, parties, json] of derived) {
    // What derivation wrote.
    const row = JSON.parse(json) as HolderFacts;
    const stake = [orderedPercent(row), row.shares ?? UNKNOWN_STAKE];
    const shown = marks.has(accession) ? JSON.stringify({ ...row, ...withMark(marks, accession) }) : json;
    filings.push([cik, accession, row.filedAt, row.countedFrom, ...stake, flagsOf(row), shown]);
    const found = [...(JSON.parse(parties) as string[]).map(holderSubject), ...row.cusips.map(cusipSubject)];
    for (const subject of found) subjects.push([cik, accession, subject]);
  }
  yield { table: 'holder_filing', scope: [cik], rows: filings };
  yield { table: 'holder_subject', scope: [cik], rows: subjects };
}

const LEVELS: readonly number[] = HOLDER_LEVELS;

/** A per cent that is contradicted takes no place among the others: it says "above", and the rest does not. */
function orderedPercent({ percent, isBelow }: HolderFacts): number {
  if (percent === null) return UNKNOWN_STAKE;
  return isBelow === null && percent > HOLDER_LEVELS[0] ? UNKNOWN_STAKE : percent;
}

function flagsOf({ type, isCurrent, isBelow, crossings }: HolderFacts): number {
  const crossed = crossings.map(({ level, direction }) => crossingBit(LEVELS.indexOf(level), direction));
  return [
    HOLDER_FLAGS[type],
    isCurrent ? HOLDER_FLAGS.current : 0,
    isBelow === true ? HOLDER_FLAGS.below : 0,
    ...crossed,
  ].reduce((flags, bit) => flags | bit, 0);
}

/** Every company with schedules. */
export function companiesWithHolders(store: Store): string[] {
  return store
    .rows<[cik: string]>('SELECT DISTINCT issuer_cik FROM schedule13_derived ORDER BY issuer_cik')
    .all()
    .map(([cik]) => cik);
}

/** Those whose schedules changed since the last publication. */
export function companiesWithChangedHolders(store: Store): string[] {
  return store
    .rows<[cik: string]>('SELECT issuer_cik FROM unpublished_holders ORDER BY issuer_cik')
    .all()
    .map(([cik]) => cik);
}
