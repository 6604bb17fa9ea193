/** The public shapes of members of the Congress and of their trades (interface parts "Congress member ..."). */

import { z } from 'zod/v3';

const day = (what: string) => z.string().describe(`${what}, YYYY-MM-DD`);
const CHAMBERS = ['house', 'senate'] as const;
const DISTRICT =
  'State and district in the House (CA11; AK00 at large), state in the Senate (AL); empty when unknown';
const PARTY =
  'D, R or I; empty when the member belongs to none of them or the filed name could not be matched to a known member';

export const memberFacts = z.object({
  slug: z.string().describe('First name first, such as jane-doe'),
  name: z.string(),
  chamber: z.enum(CHAMBERS).describe('Of the latest term'),
  district: z.string().describe(DISTRICT),
});
/** What the store knows of a listed member; the tool adds `url`. */
export type MemberFacts = z.infer<typeof memberFacts>;

export const memberRow = memberFacts.extend({
  url: z.string().describe('Page of the member in this service'),
});

export const member = z.object({
  slug: z.string(),
  memberName: z.string(),
  chamber: z.enum(CHAMBERS).describe('Of the latest term'),
  district: z.string().describe(DISTRICT),
  party: z.string().describe(PARTY),
  firstSeen: day('Disclosure date of the earliest report'),
  lastSeen: day('Disclosure date of the latest report'),
  lifetimeFilings: z
    .number()
    .int()
    .describe(
      'Periodic transaction reports ever filed, those on paper and those that cannot be read included',
    ),
});
export type MemberIdentity = z.infer<typeof member>;

export const optionTerms = z.object({
  putCall: z.enum(['Call', 'Put']).nullable(),
  strikeUsd: z.number().nullable().describe('Strike price'),
  expires: z.string().nullable().describe('YYYY-MM-DD'),
  contracts: z.number().nullable().describe('Number of options, mostly of 100 shares each'),
  action: z
    .enum(['purchased', 'sold', 'exercised', 'written', 'assigned', 'expired'])
    .nullable()
    .describe('What the report says was done with the options'),
  asFiled: z.string().describe('The words of the report that the other members are read from'),
});
export type OptionTerms = z.infer<typeof optionTerms>;

export const memberTrade = z.object({
  filingId: z.string().describe('Document id, then - and the zero-based row of the report'),
  memberSlug: z.string(),
  memberName: z.string(),
  chamber: z.enum(CHAMBERS).describe('Where the report was filed'),
  district: z.string().describe('On the disclosure date'),
  party: z.string().describe('On the disclosure date; D, R or I, empty when unknown'),
  ticker: z
    .string()
    .describe(
      'As filed; empty when the report names none. Of an option the underlying security, of an exchange what was given up',
    ),
  assetDescription: z.string().describe('The asset as filed; of an exchange both assets'),
  assetType: z
    .string()
    .describe('Stock, Stock Option, Corporate Bond and others; empty when the report gives none'),
  type: z.string().describe('Purchase, Sale, Sale (Full), Sale (Partial) or Exchange'),
  owner: z.string().describe('Self, Spouse, Joint, Child or Other'),
  transactionDate: day('Date of the trade as filed'),
  disclosureDate: day('Date on which the report was filed, up to 45 days after the trade and often later'),
  dateDoubtful: z
    .literal(true)
    .optional()
    .describe(
      'Only where transactionDate is given as filed and cannot be right: after the filing, or before the law of 2012',
    ),
  amountLabel: z.string().describe('The bracket exactly as filed, such as $1,001 - $15,000'),
  amountMin: z.number().describe('USD, lower bound of the bracket'),
  amountMax: z
    .number()
    .nullable()
    .describe('USD, upper bound; null for an open bracket (Over $50,000,000), because none was filed'),
  amountMid: z
    .number()
    .nullable()
    .describe(
      'USD, arithmetic middle of the bracket, for sorting and sizing only; nobody reported it. Null for an open bracket',
    ),
  optionTerms: optionTerms
    .optional()
    .describe(
      'Only where the report gives terms of an option; what it leaves out, or gives twice and differently, is null',
    ),
  sourceLink: z.string().describe('The original: PDF of a House report, page of a Senate report'),
  ingestedAt: z
    .string()
    .describe('When this service first stored the report, ISO 8601 UTC with milliseconds'),
  assetCaseUncertain: z
    .literal(true)
    .optional()
    .describe(
      'Only where true: the House report, filed before May 2022, gives some capital letters of the asset as small ones',
    ),
});
export type MemberTrade = z.infer<typeof memberTrade>;

export const unreadReport = z.object({
  filingId: z.string().describe('Document id'),
  disclosureDate: day('Date on which the report was filed'),
  sourceLink: z.string().describe('The original, to be read by people'),
  reason: z
    .string()
    .describe(
      'Why its trades are not listed: filed on paper, not understood by the reader, or listed by the register and not fetched yet',
    ),
});
export type UnreadReport = z.infer<typeof unreadReport>;

export const memberDetail = z.object({
  member,
  trades: z.array(memberTrade).describe('Newest disclosure first'),
  unreadReports: z
    .array(unreadReport)
    .describe(
      'Reports whose trades are not in the list, newest first: the list of trades is complete only without them',
    ),
});
