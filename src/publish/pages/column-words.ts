/**
 * What a column means, for readers. The schemas explain fields to programs: with names of fields, formats of dates and
 * null. A reader of a table has heads, dates and empty cells instead.
 */

/** Descriptions that need other words; a test finds those that no schema has any more. */
export const OTHER_WORDS: Readonly<Record<string, string>> = {
  'USD per share as filed; an average if hasVwapFootnote is true':
    'US dollars a share as filed; an average where a footnote says so',
  'P acquisition, S disposal; null when the register’s word is neither':
    'Acquisition or disposal; the register’s own word is beside it, and alone where it is neither',
  'Reporting owner as filed; null in a group by issuer': 'Reporting owner as filed',
  'Shares owned after the latest row; null when the filing states none, when securities or direct and indirect rows are mixed, or by issuer':
    'Shares owned after the latest row. Unknown when the filing states none, or when securities or direct and indirect rows are mixed',
  'P purchases, S sales': 'Purchases or sales',
  'P open-market or private purchase, S open-market or private sale':
    'Purchase or sale, on the open market or private',
  'hedge_fund: 13F-HR filings; congress: STOCK Act reports; oge_278t: OGE Form 278-T reports':
    'The reports from which the portfolio is built: Form 13F of funds, STOCK Act reports of Congress, or OGE Form 278-T of officials',
  'Fraction of 1 of the snapshot': 'Share of the sum of all positions',
  'Congress and OGE: purchases less sales, from brackets; an open bracket counts with its lower bound; null when a bracket is blank or unknown':
    'Purchases less sales, from brackets; an open bracket counts with its lower bound; unknown when a bracket is blank or unknown',
  'Congress and OGE, view holdings with this field in fields: number of trades in netUsd':
    'Number of trades in the net sum',
  'Congress, the same: whose trades they are, as filed, the most frequent first':
    'Whose trades they are, as filed, the most frequent first',
  'Congress, the same: kinds of the assets, as filed, the most frequent first':
    'Kinds of the assets, as filed, the most frequent first',
  'Null when not known': 'The company that has this symbol; unknown when none here has it',
  'First intended day of sale, YYYY-MM-DD; null when unknown':
    'First intended day of sale; unknown when not stated, or when it cannot be right',
  'ISO 8601 UTC with milliseconds; the end of the day where only the date is known':
    'When EDGAR accepted the schedule; the end of the day where only the date is known',
  'Change from avgBuyPriceUsd to currentPriceUsd in per cent':
    'Change from the average quarter-end price to the latest price',
  'Calendar days from transactionDate to disclosureDate. Null when dateDoubtful, possibleRepeatOf or correction is present, and for rows of an amendment, which may have been disclosed before':
    'Calendar days from trade to disclosure. Unknown where the filed date cannot be right, and for rows of an amendment, those that it may replace, and possible repeats, which may have been disclosed before',
  'USD, sum of totalValue': 'US dollars, added up over the lots',
  'ISO 8601 UTC': 'The day in New York, as the SEC counts it',
  'ISO week, such as 2026-W47, of the filing day in New York':
    'Weeks from Monday to Sunday, by the filing day in New York',
};

/** A name of a field or parameter in a text for programs, such as totalValue, min_value or list=reports. */
const PROGRAM_NAME = /\b[a-z]+(?:[A-Z][A-Za-z]*|_[a-z_]+)\b|\b[a-z]+=[a-z]|\bmeta\.|\b(?:true|false)\b/;
const REPLACED: ReadonlyArray<readonly [RegExp, string]> = [
  [/,? ?ISO 8601 UTC with milliseconds|, ISO 8601 UTC|, YYYY-MM-DD(?: \(UTC\))?/g, ''],
  // The table is there, so its page has given the argument.
  [/^(?:Only with|Present with|With) [a-z]+=[a-z]+: /, ''],
  [/^Fraction of 1\b/, 'Share'],
  [/^YYYY-MM-DD(?:; )?/, ''],
  [/\bUSD (?=\d)/g, '$'],
  [/\bUSD\b/g, 'US dollars'],
  [/\bNull\b/g, 'Unknown'],
  [/\bnull\b/g, 'unknown'],
  // An empty cell says so itself.
  [/; unknown when (?:unknown|not known)(?=[.;]|$)/g, ''],
];

/**
 * `meaning` in the words of the table: `heads` are its columns by field. Parts that only a program understands are left
 * out; null where nothing else is left.
 */
export function columnWords(meaning: string, heads: ReadonlyMap<string, string>): string | null {
  const other = OTHER_WORDS[meaning];
  if (other !== undefined) return other;
  const named = meaning.replace(/\b[a-z]+(?:[A-Z][A-Za-z]*)\b/g, (name) => {
    const head = heads.get(name);
    return head === undefined ? name : `“${head}”`;
  });
  const plain = REPLACED.reduce((text, [from, to]) => text.replace(from, to), named);
  const parts = plain.split(/(?<=[.;]) /).filter((part) => !PROGRAM_NAME.test(part));
  const words = parts.join(' ').replace(/[;,]$/, '');
  return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1);
}
