/** The rows of the schedules about one company, as readers see them. */

import { edgarIndexPage } from '../../../tools/contract/edgar-address.js';
import { HOLDER_LEVELS, PURPOSE_SHOWN } from '../../../tools/contract/rules.js';
import type { HolderFacts } from '../../../tools/contract/shapes/holder.js';
import { byText } from '../../collections.js';
import type { DerivedHolderRow } from '../../records/derived-rows.js';
import { hasFigures, type Schedule13Filing, scheduleType } from '../../records/holders/schedule13.js';
import { type LinkedSchedule, linkSchedules } from './chains.js';
import { crossingsOf, eventDay, knownStakes, sideOf } from './crossings.js';
import { headlinePerson, isUnderstated } from './headline.js';

/** One row for each schedule about one company, in the order of filing. */
export function deriveHolders(filings: readonly Schedule13Filing[]): DerivedHolderRow[] {
  const ordered = [...filings].sort(byText(({ filedAt, accession }) => `${filedAt} ${accession}`));
  return linkSchedules(ordered).map((linked) => ({
    accession: linked.filing.accession,
    parties: partiesOf(linked.filing),
    row: rowOf(linked),
  }));
}

/** Every CIK that the schedule names as a holder or a filer. */
function partiesOf({ persons, filers, filerCik }: Schedule13Filing): string[] {
  const ciks = [...persons, ...filers].map(({ cik }) => cik);
  return [...new Set([...ciks, filerCik].filter((cik) => cik !== null))].sort();
}

function rowOf({ filing, before, linkedBy, isLast }: LinkedSchedule): HolderFacts {
  const holder = headlinePerson(filing);
  const last = before.at(-1);
  const figures = before.filter(({ form }) => hasFigures(form)).at(-1);
  const earlier = figures === undefined ? null : headlinePerson(figures);
  const { issuer, persons, filers } = filing;
  const type = scheduleType(filing.form);
  const [lowest] = HOLDER_LEVELS;
  const side = sideOf(filing, lowest, knownStakes([...before, filing]).at(-1) ?? null);
  return {
    accession: filing.accession,
    filedAt: filing.filedAt,
    form: filing.form,
    type,
    amendmentNo: filing.amendmentNo,
    eventDate: filing.eventDate,
    countedFrom: eventDay(filing),
    cik: issuer.cik,
    issuerName: issuer.name,
    securityClass: filing.classTitle,
    cusips: filing.cusips,
    holderName: (holder ?? filers[0])?.name ?? null,
    holderCik: (holder ?? filers[0])?.cik ?? null,
    shares: holder?.shares ?? null,
    percent: holder?.percent ?? null,
    understated: isUnderstated(persons),
    previousShares: earlier?.shares ?? null,
    previousPercent: earlier?.percent ?? null,
    previousUrl: last === undefined ? null : filingUrl(last),
    linkedBy,
    switchedFrom: last === undefined || scheduleType(last.form) === type ? null : scheduleType(last.form),
    crossings: crossingsOf(filing, before),
    isCurrent: isLast,
    isBelow: side === null ? null : side === 'below',
    persons,
    filerCik: filing.filerCik,
    amends: filing.previousAccession,
    rules: filing.rules,
    ...purposeOf(filing, before),
    ceased: filing.ceasedText,
    rawFilingUrl: filingUrl(filing),
  };
}

/** An amendment without item 4 means "as before". A 13G has none. */
function purposeOf(
  filing: Schedule13Filing,
  before: readonly Schedule13Filing[],
): Pick<HolderFacts, 'purpose' | 'purposeCut' | 'purposeUrl'> {
  const stated =
    scheduleType(filing.form) === '13G'
      ? undefined
      : [...before, filing].filter(({ purpose }) => purpose !== null).at(-1);
  if (stated === undefined || stated.purpose === null)
    return { purpose: null, purposeCut: false, purposeUrl: null };
  return {
    purpose: stated.purpose.slice(0, PURPOSE_SHOWN),
    purposeCut: stated.isPurposeCut || stated.purpose.length > PURPOSE_SHOWN,
    purposeUrl: filingUrl(stated),
  };
}

function filingUrl({ issuer, accession }: Schedule13Filing): string {
  return edgarIndexPage(issuer.cik, accession);
}
