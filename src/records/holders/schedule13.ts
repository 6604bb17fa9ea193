/** A Schedule 13D or 13G as filed, normalised: what the parser returns and the store keeps. It holds nothing derived. */

/** Since 18 December 2024 in XML, with its figures. */
export type XmlScheduleForm = 'SCHEDULE 13D' | 'SCHEDULE 13D/A' | 'SCHEDULE 13G' | 'SCHEDULE 13G/A';
/** Before, as a text without fields: such a filing is linked, and none of its figures are read. */
export type TextScheduleForm = 'SC 13D' | 'SC 13D/A' | 'SC 13G' | 'SC 13G/A';
export type ScheduleForm = XmlScheduleForm | TextScheduleForm;

/** Characters of item 4 that are kept. */
export const PURPOSE_LENGTH = 4000;

export interface Schedule13Filing {
  kind: 'schedule-13';
  /** With dashes: 0001104659-26-001055. */
  accession: string;
  form: ScheduleForm;
  /** X0202 and the like; null where the document has none, which is usual before March 2026. */
  schemaVersion: string | null;
  /** Acceptance by EDGAR, ISO 8601 UTC with milliseconds. */
  filedAt: string;
  /** True when only the filing date is known: `filedAt` is then the end of that day, Eastern time. */
  filedAtApproximate: boolean;
  /** Calendar dates are YYYY-MM-DD everywhere. */
  filedDate: string;
  issuer: {
    /** Without leading zeros. */
    cik: string;
    name: string;
  };
  /** Whose account filed it: a member of the group, not always its head. Null where nothing says so. */
  filerCik: string | null;
  /** The parties that the header of the submission names as filers, in its order; empty for a document without a header. */
  filers: FilingParty[];
  /** The filing that this one amends, as it says itself. */
  previousAccession: string | null;
  amendmentNo: number | null;
  /** When the threshold was crossed or the stake changed, as filed: it may be after the filing date. */
  eventDate: string | null;
  /** 13D: an earlier 13G covered this stake. Null when not said. */
  previouslyFiledOn13G: boolean | null;
  /** 13G: `Rule 13d-1(b)` and the like, as filed. */
  rules: string[];
  /** In capitals, nine to twelve characters. `000000000`, for a class without one, is left out. */
  cusips: string[];
  classTitle: string | null;
  /** In the order of the document; empty for a text without fields. Their totals overlap and must never be added. */
  persons: ReportingPerson[];
  /** Item 4 of a 13D, at most `PURPOSE_LENGTH` characters; null when it is left out, which means "as before". */
  purpose: string | null;
  isPurposeCut: boolean;
  /** 13G, item 5: the class is now five per cent or less. Null when the box is not filled in. */
  isFivePercentOrLess: boolean | null;
  /** 13D, item 5(e), as filed: since when it is five per cent or less. Null for "n/a" and the like. */
  ceasedText: string | null;
}

export interface FilingParty {
  /** Without leading zeros. */
  cik: string;
  /** As EDGAR writes it, mostly in capitals; null when its letters cannot be read. */
  name: string | null;
}

export interface ReportingPerson {
  /** Null when its letters cannot be read. */
  name: string | null;
  /** Without leading zeros; null when the document gives none, which is usual in a 13G. */
  cik: string | null;
  /** `a` member of a group, `b` disclaims it, null not said. */
  group: 'a' | 'b' | null;
  soleVoting: number | null;
  sharedVoting: number | null;
  soleDispositive: number | null;
  sharedDispositive: number | null;
  /** Total of the person, as filed: it may contain rights to acquire shares within sixty days. */
  shares: number | null;
  /** Part of the class in per cent, as filed, such as 9.9. */
  percent: number | null;
  /** Whether the total leaves shares out; null when not said. */
  excludesShares: boolean | null;
  /** Types such as IN, CO, IA, in the order of the document. */
  types: string[];
}

/** Whether the schedule is a 13D or a 13G. */
export function scheduleType(form: ScheduleForm): '13D' | '13G' {
  return form.includes('13D') ? '13D' : '13G';
}

export function isAmendment(form: ScheduleForm): boolean {
  return form.endsWith('/A');
}

/** Whether its figures are read: those of a text without fields are not. */
export function hasFigures(form: ScheduleForm): boolean {
  return form.startsWith('SCHEDULE ');
}
