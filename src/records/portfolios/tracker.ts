/** The curated set of tracked portfolios: who is tracked, under which id, and which public sources say so. */

import { z } from 'zod/v3';
import { ARCHETYPES, CAVEAT_KEYS } from '../../../tools/contract/shapes/tracker.js';

const ID_PATTERNS = {
  hedge_fund: /^\d{10}$/,
  congress: /^[A-Z]\d{6}$/,
  oge_278t: /^[^,]+, [^,]+$/,
} as const;

const isoDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const curatedTracker = z
  .object({
    slug: z
      .string()
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      .max(50),
    displayName: z.string().min(1),
    entityName: z.string().min(1).nullable(),
    role: z.string().min(1),
    archetype: z.enum(ARCHETYPES),
    benchmarkTicker: z.string().regex(/^[A-Z]{1,5}$/),
    sortOrder: z.number().int().positive(),
    caveatKeys: z.array(z.enum(CAVEAT_KEYS)),
    /** CIK of ten digits, bioguide id, or name in the OGE index; null where two public sources could not be found. */
    sourceId: z.string().nullable(),
    /**
     * For a manager whose reports stood under another CIK before: the quarters that each CIK answers for. In quarters of
     * both, the combination report of `sourceId` is added to the report of the other.
     */
    otherIds: z
      .array(
        z.object({ id: z.string(), until: isoDate, sources: z.array(z.string().min(1)).min(2) }).strict(),
      )
      .optional(),
    /** A manager that goes on stating thousands after 2023; only used where prices cannot tell. */
    statesThousands: z
      .object({ sources: z.array(z.string().min(1)).min(2) })
      .strict()
      .optional(),
    /** First quarter end that `sourceId` answers for. */
    sourceIdSince: isoDate.optional(),
    /** Public places that name the id: owner/name:path of a repository, or a page. */
    sources: z.array(z.string().min(1)),
    note: z.string().optional(),
  })
  .strict()
  .superRefine((tracker, context) => {
    const warn = (message: string) => context.addIssue({ code: z.ZodIssueCode.custom, message });
    const { archetype, sourceId, otherIds = [], sources, slug } = tracker;
    for (const id of [sourceId, ...otherIds.map(({ id }) => id)])
      if (id !== null && !ID_PATTERNS[archetype].test(id)) warn(`${slug}: ${id} is no id of ${archetype}`);
    if (sourceId !== null && new Set(sources).size < 2)
      warn(`${slug}: an id needs two public sources; leave it null where there are none`);
    if (otherIds.length > 0 && tracker.sourceIdSince === undefined)
      warn(`${slug}: with otherIds, sourceIdSince must say from when sourceId answers`);
    if (archetype === 'congress' && !slug.endsWith('-tracker'))
      warn(`${slug}: the slug of a member's tracker ends in -tracker`);
  });

export type CuratedTracker = z.infer<typeof curatedTracker>;

const curatedTrackers = z
  .object({ about: z.string(), trackers: z.array(curatedTracker).min(1) })
  .strict()
  .superRefine(({ trackers }, context) => {
    const told = {
      slug: ({ slug }: CuratedTracker) => [slug],
      sortOrder: ({ sortOrder }: CuratedTracker) => [sortOrder],
      id: ({ sourceId, otherIds = [] }: CuratedTracker) => [
        ...(sourceId === null ? [] : [sourceId]),
        ...otherIds.map(({ id }) => id),
      ],
    };
    for (const [field, valuesOf] of Object.entries(told)) {
      const seen = new Set<string | number>();
      for (const tracker of trackers)
        for (const value of valuesOf(tracker)) {
          if (seen.has(value))
            context.addIssue({
              code: z.ZodIssueCode.custom,
              message: `${tracker.slug}: ${field} ${value} stands twice`,
            });
          seen.add(value);
        }
    }
  });

/**
 * The trackers of a curated file, by their sort order.
 * @throws TypeError that names everything that is wrong with it.
 */
export function readCuratedTrackers(json: unknown): CuratedTracker[] {
  const read = curatedTrackers.safeParse(json);
  if (!read.success) {
    const issues = read.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`);
    throw new TypeError(`the curated trackers cannot be used: ${issues.join('; ')}`);
  }
  return [...read.data.trackers].sort((a, b) => a.sortOrder - b.sortOrder);
}

/** A CIK of a manager and the quarters that it answers for. */
interface ManagerId {
  /** Without leading zeros. */
  cik: string;
  /** Quarter ends, both included; null where open. */
  since: string | null;
  until: string | null;
}

/** The CIKs under which the reports of a 13F tracker stand; none for another archetype or without a verified id. */
export function managerIds(tracker: CuratedTracker): ManagerId[] {
  if (tracker.archetype !== 'hedge_fund') return [];
  const plain = (id: string) => id.replace(/^0+/, '');
  const others = (tracker.otherIds ?? []).map(({ id, until }) => ({ cik: plain(id), since: null, until }));
  if (tracker.sourceId === null) return others;
  return [...others, { cik: plain(tracker.sourceId), since: tracker.sourceIdSince ?? null, until: null }];
}
