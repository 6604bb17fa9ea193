/** Who sat in the Congress and when, as the identity files tell it; and the operator's own word on single names. */

import { z } from 'zod/v3';
import type { Warning } from '../crawl.js';
import type { Chamber } from './stock-act.js';

/** One of the two identity files as it stands: it replaces the one before of the same part. */
export interface Members {
  kind: 'members';
  part: 'current' | 'historical';
  members: Member[];
}

export interface Member {
  /** The key of a person across both chambers: a capital letter and six digits. */
  bioguide: string;
  name: MemberName;
  /** Names of other times, such as before a marriage. */
  otherNames: Array<Partial<MemberName>>;
  /** Oldest first. Terms that ended before 2011 are left out: no report can belong to them. */
  terms: MemberTerm[];
}

export interface MemberName {
  /** Can be a bare initial (`J.`). */
  first: string;
  last: string;
  middle: string | null;
  suffix: string | null;
  nickname: string | null;
  /** The newest members have none. */
  officialFull: string | null;
}

export interface MemberTerm {
  chamber: Chamber;
  /** YYYY-MM-DD. An end in the future is the scheduled one. */
  start: string;
  end: string;
  /** Two capital letters; territories have seats in the House too. */
  state: string;
  /** 0 at large; null in the Senate. */
  district: number | null;
  /** As the file says it: `Democrat`, `Republican`, `Independent`, and rarer ones. Of a change, the later party. */
  party: string;
  /** Only where the party changed within the term, oldest first. */
  affiliations: Array<{ start: string; end: string; party: string }>;
}

/** A report as far as the identity of its filer is concerned. */
export interface FiledReport {
  documentId: string;
  filerName: { asFiled: string; first: string; last: string };
  chamber: Chamber;
  stateDistrict: string | null;
  /** YYYY-MM-DD */
  disclosureDate: string;
}

/** A slug that was given out once. It never moves to another person. */
export interface AssignedSlug {
  slug: string;
  memberId: string;
  /** `alias`: an earlier slug of the member that keeps answering. */
  standing: 'own' | 'alias';
}

export interface DerivedMember {
  /** The bioguide id, or `filed:` and the filed name where nobody is known by it. */
  memberId: string;
  kind: 'resolved' | 'unresolved';
  slug: string;
  memberName: string;
  /** Of the latest term; of an unresolved name, of its latest report. */
  chamber: Chamber;
  /** `CA11`, `AK00` at large; `AL` in the Senate; '' when unknown. */
  district: string;
  /** '' when unknown, or when it is none of the three. */
  party: PoliticalParty;
}

export type PoliticalParty = 'D' | 'R' | 'I' | '';

/** Whose a report is, and where that person sat on the disclosure date. */
interface ReportFiler {
  documentId: string;
  memberId: string;
  district: string;
  party: PoliticalParty;
}

/** A name that people know a member by, as a slug. It answers as the member's own slug does, for as long as it is clear. */
export interface MemberAlias {
  slug: string;
  memberId: string;
}

/** What is known of all filers, made of all reports at once. */
export interface ResolvedMembers {
  /** Everybody who filed. */
  members: DerivedMember[];
  /** Every slug ever given, the new ones among them. */
  slugs: AssignedSlug[];
  /** Of everybody who filed, without those that are somebody's slug. */
  aliases: MemberAlias[];
  reports: ReportFiler[];
  warnings: Warning[];
}

/**
 * The operator's answers to names that the identity files cannot settle: `data/curated/member-overrides.json`.
 * `filedName` is the whole name as filed; marks, case and honorifics make no difference.
 */
export const memberOverrides = z.array(
  z
    .object({
      filedName: z.string().min(1),
      chamber: z.enum(['house', 'senate']),
      /** State and district as filed; leave out to mean any. */
      stateDistrict: z
        .string()
        .regex(/^[A-Z]{2}\d{2}$/, 'must be state and district, such as CA11')
        .optional(),
      bioguide: z.string().regex(/^[A-Z]\d{6}$/, 'must be a bioguide id, such as P000197'),
      /** Why: a link, or a sentence. */
      source: z.string().min(1),
    })
    .strict(),
);
export type MemberOverride = z.infer<typeof memberOverrides>[number];
