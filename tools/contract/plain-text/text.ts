/** A record in plain words: sections with lines, cut where it gets long, and what was cut said. */

import { localDate, NEW_YORK } from '../../../src/dates.js';

/** About 3,000 tokens. */
const TEXT_MAX = 10_000;

/** What is known of one record. */
export interface PlainRecord {
  title: string;
  /** Path of its page in this service. */
  page: string;
  sections: Section[];
  /** The call that continues, in words. */
  more: string;
}

export interface Section {
  /** '' for the first lines. */
  title: string;
  lines: readonly string[];
}

/** The whole text. Lines beyond its length are left out, and the end says so. */
export function plainText({ sections, more }: PlainRecord): string {
  let text = '';
  let left = 0;
  for (const { title, lines } of sections)
    for (const [at, line] of lines.entries()) {
      const next = `${at === 0 && title !== '' ? `\n${title}\n` : ''}${title === '' ? '' : '- '}${line}\n`;
      if (left > 0 || text.length + next.length > TEXT_MAX) left += 1;
      else text += next;
    }
  const cut = left === 0 ? '' : ` ${left} lines were left out here.`;
  return `${text}\nMore: ${sentence(more)}${cut}`;
}

/** `words` with a full stop; a name such as Acme Inc. ends with one already. */
export function sentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`;
}

export function dollars(value: number | null): string {
  if (value === null) return 'not stated';
  const digits = Number.isInteger(value) ? 0 : 2;
  const text = Math.abs(value).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return value < 0 ? `-$${text}` : `$${text}`;
}

export function amount(value: number | null): string {
  return value === null
    ? 'an unknown number of'
    : value.toLocaleString('en-US', { maximumFractionDigits: 4 });
}

// Who sells under a plan did not choose the day: without these words a sum would say more than the filings.
export const UNDER_PLAN = ', under a 10b5-1 plan';

/** How much of a sum was traded under plans; '' for nothing. */
export function planPart(planned: number, whole: number, money: (value: number) => string): string {
  if (planned < 0.5) return '';
  return whole - planned < 0.5 ? UNDER_PLAN : `, of which ${money(planned)} under 10b5-1 plans`;
}

/** A calendar date, or the day of a timestamp in the time zone of its register. The SEC counts days in New York. */
export function day(moment: string, zone = NEW_YORK): string {
  return moment.length <= 10 ? moment : localDate(zone, new Date(moment));
}

/**
 * What a member of Congress traded. The name of an option is that of its share, so its kind and terms follow:
 * who bought a put did not buy the share. So does any kind other than stock, such as a bond of the same company.
 */
export function asset({
  assetDescription,
  assetType,
  optionTerms,
}: {
  assetDescription: string;
  assetType: string;
  optionTerms?: { asFiled: string } | undefined;
}): string {
  const kind = assetType === 'Stock' ? '' : assetType;
  const terms =
    optionTerms === undefined || assetDescription.includes(optionTerms.asFiled) ? '' : optionTerms.asFiled;
  const words = [kind, terms].filter((word) => word !== '').join(': ');
  return words === '' ? assetDescription : `${assetDescription} [${words}]`;
}

/** The day of a trade as filed, marked if that day is impossible, and if an earlier report may have the trade too. */
export function traded({
  transactionDate,
  dateDoubtful,
  possibleRepeatOf,
  correction,
}: {
  transactionDate: string | null;
  dateDoubtful?: true | undefined;
  possibleRepeatOf?: string | undefined;
  correction?: 'unresolved' | undefined;
}): string {
  return `traded ${transactionDate ?? 'on an unknown day'}${dateDoubtful === true ? ' (as filed; impossible)' : ''}${possibleRepeatOf === undefined ? '' : ' (perhaps the same trade as in an earlier report)'}${correction === undefined ? '' : ' (an amended row, or a row that it may replace: in no sum)'}`;
}

/** `5 of 12 insiders`. */
export function counted(given: number, total: number, one: string, many = `${one}s`): string {
  return given < total ? `the first ${given} of ${total} ${many}` : `${total} ${total === 1 ? one : many}`;
}
