/** The reporting persons of a schedule. Their totals overlap: fund, adviser and founder report the same shares. */

import type { ReportingPerson } from '../../../records/holders/schedule13.js';
import { tidy } from '../../edgar/values.js';
import { child, children, childText, type XmlElement } from '../../formats/xml.js';
import { ParseError } from '../../register.js';
import type { ScheduleFields } from './fields.js';

/** Where the two schedules write the same fact. */
const NAMES_13D = {
  cik: 'reportingPersonCIK',
  group: 'memberOfGroup',
  shares: 'aggregateAmountOwned',
  excludes: 'isAggregateExcludeShares',
  percent: 'percentOfClass',
} as const;
const NAMES_13G = {
  cik: 'reportingCik',
  group: 'memberGroup',
  shares: 'reportingPersonBeneficiallyOwnedAggregateNumberOfShares',
  excludes: 'aggregateAmountExcludesCertainSharesFlag',
  percent: 'classPercent',
} as const;

/**
 * All of them.
 *
 * @throws ParseError when there are none, or one has no name: a part of the persons would be wrong figures.
 */
export function readPersons(formData: XmlElement, fields: ScheduleFields): ReportingPerson[] {
  const of13D = children(formData, 'reportingPersons').flatMap((list) =>
    children(list, 'reportingPersonInfo'),
  );
  const of13G = children(formData, 'coverPageHeaderReportingPersonDetails');
  const persons = [
    ...of13D.map((element, at) => readPerson(element, element, NAMES_13D, { fields, number: at + 1 })),
    ...of13G.map((element, at) => {
      const powers = child(element, 'reportingPersonBeneficiallyOwnedNumberOfShares');
      return readPerson(element, powers, NAMES_13G, { fields, number: at + 1 });
    }),
  ];
  if (persons.length === 0) throw new ParseError('no reporting person');
  return persons;
}

function readPerson(
  element: XmlElement,
  powers: XmlElement | undefined,
  names: typeof NAMES_13D | typeof NAMES_13G,
  { fields, number }: { fields: ScheduleFields; number: number },
): ReportingPerson {
  const name = tidy(childText(element, 'reportingPersonName'));
  if (name === null) throw new ParseError(`reporting person ${number} has no name`);
  const power = (which: string) => fields.shares(childText(powers, which), which, number);
  const shares = fields.shares(childText(element, names.shares), names.shares, number);
  const percent = fields.percent(childText(element, names.percent), names.percent, number);
  if (shares === null || percent === null)
    fields.warn('no-total', `${name}: shares ${shares}, percent ${percent}`, number);
  return {
    name,
    cik: fields.cik(childText(element, names.cik), names.cik, number),
    group: fields.group(childText(element, names.group), number),
    soleVoting: power('soleVotingPower'),
    sharedVoting: power('sharedVotingPower'),
    soleDispositive: power('soleDispositivePower'),
    sharedDispositive: power('sharedDispositivePower'),
    shares,
    percent,
    excludesShares: fields.yesNo(childText(element, names.excludes), names.excludes, number),
    types: children(element, 'typeOfReportingPerson').flatMap(({ text }) => tidy(text)?.toUpperCase() ?? []),
  };
}
