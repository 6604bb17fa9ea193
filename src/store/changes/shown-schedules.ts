/**
 * Schedules 13D and 13G as readers see them: what was filed. Which of them is the newest of a holder, and the levels that it
 * crossed, follow from other schedules and change none.
 */

import type { HolderFacts } from '../../../tools/contract/shapes/holder.js';
import type { Store } from '../database/store.js';
import { companySubjects, tickerOfIssuer } from './issuer-symbols.js';
import {
  type DescribedDocument,
  NO_FACTS,
  NOTHING_HIDDEN,
  type ShownDocument,
  shownHash,
} from './shown-document.js';

const SCHEDULE_REGISTER = 'sec-13dg';

type ScheduleColumns = [accession: string, parties: string, json: string];

const SCHEDULES =
  'SELECT accession, parties, public_row FROM schedule13_derived WHERE issuer_cik = ? ORDER BY accession';

/** Null while the schedules of the company are not derived. */
export function shownSchedules(store: Store, cik: string): ShownDocument[] | null {
  const pending = store.rows('SELECT 1 FROM pending_holders WHERE issuer_cik = ?').get(cik);
  if (pending !== undefined) return null;
  return store
    .rows<ScheduleColumns>(SCHEDULES)
    .all(cik)
    .map(([accession, parties, json]) => {
      // What derivation wrote.
      const row = JSON.parse(json) as HolderFacts;
      return {
        kind: 's',
        // The digits of an accession number, which are 18, as a number of the database.
        id: BigInt(accession.replaceAll('-', '')),
        followed: SCHEDULE_REGISTER,
        hash: shownHash(filedFacts(row)),
        hidden: NOTHING_HIDDEN,
        filedAt: row.filedAt,
        isAmendment: row.form.endsWith('/A'),
        isWithdrawn: false,
        windowDays: null,
        describe: () => describeSchedule(store, row, JSON.parse(parties) as string[]),
      };
    });
}

function filedFacts(row: HolderFacts): unknown[] {
  const { cik, form, filedAt, amendmentNo, eventDate, securityClass, cusips } = row;
  const { holderName, holderCik, shares, percent, persons, rules, ceased } = row;
  const holder = [holderName, holderCik, shares, percent, persons];
  return [cik, form, filedAt, amendmentNo, eventDate, securityClass, cusips, holder, rules, ceased];
}

function describeSchedule(store: Store, row: HolderFacts, parties: readonly string[]): DescribedDocument {
  const ticker = tickerOfIssuer(store, row.cik);
  return {
    kind: 'schedule13',
    facts: {
      ...NO_FACTS,
      form: row.form,
      documentId: row.accession,
      issuerName: row.issuerName,
      tickers: ticker === '' ? [] : [ticker],
      cik: row.cik,
      personName: row.holderName,
      filedAt: row.filedAt,
      rows: 1,
      percent: row.percent,
      sourceLink: row.rawFilingUrl,
    },
    subjects: companySubjects(ticker, row.cik, parties),
  };
}
