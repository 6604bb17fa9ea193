/** The public shapes of members of Congress and of their trades (docs/reference.md, "Congress"). */

import { z } from 'zod/v3';
import { LATE_DAYS } from '../rules.js';
import { erratum } from './erratum.js';

const day = (what: string) => z.string().describe(`${what}, YYYY-MM-DD`);
const CHAMBERS = ['house', 'senate'] as const;
const DISTRICT =
  'State and district in the House (CA11; AK00 at large), state in the Senate (AL); empty when unknown';
const PARTY = 'D, R or I; empty for another party, and when the filed name matches no known member';

const memberFacts = z.object({
  slug: z.string().describe('First name first, such as jane-doe'),
  name: z.string(),
  chamber: z.enum(CHAMBERS).describe('Chamber of the latest term'),
  district: z.string().describe(DISTRICT),
});
/** What the store knows of a listed member; the tool adds `url`. */
export type MemberFacts = z.infer<typeof memberFacts>;

const summarised = (what: string) => `With view=summary: ${what}`;

/** What the reports of a listed member come to. */
const memberSummary = z.object({
  party: z.string().describe(summarised(PARTY)),
  lifetimeFilings: z
    .number()
    .int()
    .describe(
      summarised(
        'periodic transaction reports ever filed, including those on paper and those that could not be parsed',
      ),
    ),
  unreadReports: z
    .number()
    .int()
    .describe(summarised('reports whose trades are not known here, and so in no other figure')),
  trades: z.number().int().describe(summarised('trades of the reports that were read')),
  lastTraded: z
    .string()
    .nullable()
    .describe(
      summarised(
        'date of the latest trade as filed, YYYY-MM-DD; dates that cannot be right are left out. Null for none',
      ),
    ),
  lastSeen: z.string().describe(summarised('disclosure date of the latest report, YYYY-MM-DD')),
  medianDays: z
    .number()
    .nullable()
    .describe(summarised('median of the days from trade to report, where they are known; null for none')),
  late: z
    .number()
    .int()
    .describe(summarised(`trades disclosed after more than ${LATE_DAYS} days, of those with known days`)),
});
export type MemberSummary = MemberFacts & z.infer<typeof memberSummary>;

export const memberRow = memberFacts.extend({
  ...memberSummary.partial().shape,
  url: z.string().describe('Page of the member in this service'),
});
export type ListedMember = z.infer<typeof memberRow>;

export const member = z.object({
  slug: z.string(),
  memberName: z.string(),
  chamber: z.enum(CHAMBERS).describe('Chamber of the latest term'),
  district: z.string().describe(DISTRICT),
  party: z.string().describe(PARTY),
  firstSeen: day('Disclosure date of the earliest report'),
  lastSeen: day('Disclosure date of the latest report'),
  lifetimeFilings: z
    .number()
    .int()
    .describe(
      'Periodic transaction reports ever filed, including those on paper and those that could not be parsed',
    ),
});
export type MemberIdentity = z.infer<typeof member>;

export const optionTerms = z.object({
  putCall: z.enum(['Call', 'Put']).nullable(),
  strikeUsd: z.number().nullable().describe('Strike price'),
  expires: z.string().nullable().describe('YYYY-MM-DD'),
  contracts: z.number().nullable().describe('Number of options, usually for 100 shares each'),
  action: z
    .enum(['purchased', 'sold', 'exercised', 'written', 'assigned', 'expired'])
    .nullable()
    .describe('What was done with the options, according to the report'),
  asFiled: z.string().describe('The words of the report from which the other fields are parsed'),
});
export type OptionTerms = z.infer<typeof optionTerms>;

export const memberTrade = z.object({
  filingId: z.string().describe('Document id, then a hyphen and the zero-based row of the report'),
  memberSlug: z.string(),
  memberName: z.string(),
  chamber: z.enum(CHAMBERS).describe('Chamber with which the report was filed'),
  district: z.string().describe('On the disclosure date'),
  party: z.string().describe('On the disclosure date; D, R or I, empty when unknown'),
  ticker: z
    .string()
    .describe(
      'As filed; empty when the report names none for certain. For an option: the underlying security. For an exchange: the asset given up',
    ),
  tickerAsFiled: z
    .string()
    .optional()
    .describe(
      'Present when words in the place of a ticker are not served as one: they mean something else too, and no name known for that symbol is that of the asset; or they are two symbols',
    ),
  assetDescription: z.string().describe('The asset as filed; for an exchange both assets'),
  assetType: z
    .string()
    .describe('Stock, Stock Option, Corporate Bond and others; empty when the report gives none'),
  type: z
    .string()
    .describe(
      'Purchase, Sale, Sale (Full), Sale (Partial) or Exchange; empty for another word, see typeAsFiled',
    ),
  typeAsFiled: z.string().optional().describe('Present when the form does not have the type: its words'),
  owner: z.string().describe('Self, Spouse, Joint, Child or Other'),
  ownerAsFiled: z.string().optional().describe('Present when the form does not have the owner: its words'),
  transactionDate: day('Date of the trade as filed'),
  disclosureDate: day('Date on which the report was filed, up to 45 days after the trade and often later'),
  dateDoubtful: z
    .literal(true)
    .optional()
    .describe(
      'Present when the filed transactionDate cannot be right: after the filing, or before the STOCK Act of 2012',
    ),
  possibleRepeatOf: z
    .string()
    .optional()
    .describe(
      'Present when an earlier House report of the member says the same of a trade: the filingId of that one. Perhaps one trade that was reported twice, so it is in no sum',
    ),
  correction: z
    .literal('unresolved')
    .optional()
    .describe(
      'Present when the row amends an earlier one and it is not known which, and on each row that may be that one. They may count one trade twice, so they are in no sum. Also on a row with filingStatusAsFiled',
    ),
  filingStatusAsFiled: z
    .string()
    .optional()
    .describe(
      'Present when the form does not have the filing status of the row, which may amend or withdraw another: its words',
    ),
  replaces: z
    .array(z.string())
    .optional()
    .describe('House: filingIds of the rows of earlier reports in whose place this amended row is'),
  erratum,
  amountLabel: z
    .string()
    .describe('The bracket exactly as filed, such as $1,001 - $15,000; empty where erratum withholds it'),
  amountMin: z.number().describe('USD, lower bound of the bracket'),
  amountMax: z
    .number()
    .nullable()
    .describe('USD, upper bound of the bracket; null for an open bracket (Over $50,000,000), which has none'),
  amountMid: z
    .number()
    .nullable()
    .describe(
      'USD, arithmetic midpoint of the bracket, for sorting and sizing only; not a reported figure. Null for an open bracket',
    ),
  optionTerms: optionTerms
    .optional()
    .describe(
      'Present when the report gives the terms of an option. A term that is missing, or given twice with different values, is null',
    ),
  sourceLink: z.string().describe('The original: the PDF of a House report, the page of a Senate report'),
  ingestedAt: z
    .string()
    .describe('When this service first stored the report, ISO 8601 UTC with milliseconds'),
  assetCaseUncertain: z
    .literal(true)
    .optional()
    .describe(
      'Present when true: the text of a House report filed before May 2022 has lost some capital letters of the asset',
    ),
});
export type MemberTrade = z.infer<typeof memberTrade>;

const promptness = {
  daysToDisclosure: z
    .number()
    .int()
    .nullable()
    .describe(
      'Calendar days from transactionDate to disclosureDate. Null when dateDoubtful, possibleRepeatOf or correction is present, and for rows of an amendment, which may have been disclosed before',
    ),
  late: z
    .boolean()
    .nullable()
    .describe(
      `Whether daysToDisclosure is more than ${LATE_DAYS}, the most that the STOCK Act allows; null when it is unknown. The earlier limit, 30 days after the filer was notified, is not examined, and neither are weekends and extensions`,
    ),
};

/** A trade in the list over all members. */
export const congressTrade = memberTrade.extend(promptness);
export type TimedTrade = z.infer<typeof congressTrade>;

/** A trade of one member. The fields that the contract does not have are given to those who choose their rows' form. */
export const chosenMemberTrade = memberTrade.extend({
  daysToDisclosure: promptness.daysToDisclosure.optional(),
  late: promptness.late.optional(),
});

/** The fields of a trade with `view=brief`. */
export const CONGRESS_TRADE_BRIEF = [
  'memberSlug',
  'memberName',
  'chamber',
  'party',
  'ticker',
  'assetDescription',
  // An option is not the share, a put is its opposite, and an impossible date is not a date, and a repeated trade is none.
  'assetType',
  'optionTerms',
  'type',
  'owner',
  'transactionDate',
  'dateDoubtful',
  'possibleRepeatOf',
  'correction',
  'erratum',
  'disclosureDate',
  'amountLabel',
  'daysToDisclosure',
  'late',
  'sourceLink',
] as const satisfies ReadonlyArray<keyof TimedTrade>;
/** The same where all trades are of one member. */
export const MEMBER_TRADE_BRIEF = CONGRESS_TRADE_BRIEF.slice(4);

export const OPEN_CORRECTIONS = 'Trades with correction, which are in no sum; present where there are some';
const lowerBounds = 'USD, sum of the lower bounds of the brackets: at least that much';
const symbolSums = z.object({
  ticker: z.string().describe('Upper case, with a point before a class: BRK.B, also where BRK/B was filed'),
  purchases: z.number().int().describe('Trades, options included: a put that was bought is one'),
  purchasesMin: z.number().describe(lowerBounds),
  sales: z.number().int().describe('Trades, full, partial or not said; options included'),
  salesMin: z.number().describe(lowerBounds),
  exchanges: z.number().int().describe('Trades; the ticker is that of the asset given up'),
  lastTraded: day(
    'Latest date of a trade as filed, without a date after its report unless there is no other',
  ),
});

/** What all trades of a member that match come to. */
export const memberSums = z.object({
  trades: z.number().int(),
  late: z.number().int().describe(`Trades disclosed after more than ${LATE_DAYS} days`),
  timed: z.number().int().describe('Trades whose days to disclosure are known'),
  medianDays: z.number().nullable().describe('Median of daysToDisclosure of these; null for none'),
  withoutTicker: z.number().int().describe('Trades of assets without a ticker, which are in no sum'),
  possibleRepeats: z
    .number()
    .int()
    .optional()
    .describe('Trades with possibleRepeatOf, which are in no sum either; present where there are some'),
  openCorrections: z.number().int().optional().describe(OPEN_CORRECTIONS),
  tickers: z
    .array(symbolSums)
    .describe('Each ticker apart, most trades first; a trade of an option counts with its own bracket'),
});
export type MemberSums = z.infer<typeof memberSums>;
export type MemberSymbolSums = z.infer<typeof symbolSums>;

export const unreadReport = z.object({
  filingId: z.string().describe('Document id'),
  disclosureDate: day('Date on which the report was filed'),
  sourceLink: z.string().describe('The original, for people to read'),
  reason: z
    .string()
    .describe(
      'Why its trades are not listed: filed on paper, could not be parsed, or listed by the register and not fetched yet',
    ),
});
export type UnreadReport = z.infer<typeof unreadReport>;

export const memberDetail = z.object({
  member,
  trades: z.array(chosenMemberTrade).describe('Newest disclosure first, or as `sort` says'),
  unreadReports: z
    .array(unreadReport)
    .describe(
      'Reports whose trades are missing from the list, newest first. The list of trades is complete only when this is empty',
    ),
  sums: memberSums
    .optional()
    .describe('Present with sums=tickers: what all trades that match come to, on whatever page'),
});
