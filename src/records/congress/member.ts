/**
 * Who sat in Congress and when, according to the identity files, and the operator's overrides for single
 * names.
 */

import { z } from 'zod/v3';
import type { Warning } from '../crawl.js';
import type { Chamber } from './stock-act.js';

/** One of the two identity files: it replaces the previous one of the same part. */
export interface Members {
  kind: 'members';
  part: 'current' | 'historical';
  members: Member[];
}

export interface Member {
  /** The key of a person across both chambers: a capital letter and six digits. */
  bioguide: string;
  name: MemberName;
  /** Earlier names, such as the name before a marriage. */
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
  /**
   * As the file says it: `Democrat`, `Republican`, `Independent`, and rarer ones. After a change, the later
   * party.
   */
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

/** A slug that was assigned once. It never moves to another person. */
export interface AssignedSlug {
  slug: string;
  memberId: string;
  /** `alias`: an earlier slug of the member that still resolves. */
  standing: 'own' | 'alias';
}

export interface DerivedMember {
  /** The bioguide id, or `filed:` and the filed name where no member is known by that name. */
  memberId: string;
  kind: 'resolved' | 'unresolved';
  slug: string;
  memberName: string;
  /** From the latest term; for an unresolved name, from its latest report. */
  chamber: Chamber;
  /** `CA11`, `AK00` at large; `AL` in the Senate; '' when unknown. */
  district: string;
  /** '' when unknown, or when it is none of the three. */
  party: PoliticalParty;
}

export type PoliticalParty = 'D' | 'R' | 'I' | '';

/** Whose report it is, and which seat that person held on the disclosure date. */
interface ReportFiler {
  documentId: string;
  memberId: string;
  district: string;
  party: PoliticalParty;
}

/**
 * A name that people know a member by, as a slug. It resolves like the member's own slug as long as it is
 * unambiguous.
 */
export interface MemberAlias {
  slug: string;
  memberId: string;
}

/** What is known about all filers, derived from all reports at once. */
export interface ResolvedMembers {
  /** Everyone who filed. */
  members: DerivedMember[];
  /** Every slug ever assigned, including the new ones. */
  slugs: AssignedSlug[];
  /** Every filer's names, except those that are another person's slug. */
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
