/** A person in a filter, by slug or by the words of a name: one call instead of two where only one person has the words. */

import { z } from 'zod/v3';
import { invalidParameter } from './errors.js';
import { severalNamed } from './named.js';
import { PERSON_NAME_MAX } from './rules.js';
import type { ToolContext } from './tool.js';

/** How many people an error names. */
const NAMED = 8;
const UNREADABLE = 'one whom the service cannot read at the moment';
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A slug of at most `max` characters, or words of a name. */
export function personParameter(name: string, max: number, description: string) {
  const message = `${name} must be a slug of 1 to ${max} characters, or words of a name of at most ${PERSON_NAME_MAX}`;
  return z
    .string({ invalid_type_error: message })
    .max(max, message)
    .transform((text) => text.trim().replace(/\s+/g, ' '))
    .refine(
      (text) => SLUG.test(text) || (/[\p{L}\p{N}]/u.test(text) && text.length <= PERSON_NAME_MAX),
      message,
    )
    .describe(
      `${description}; or words of a name that only one person has. Several are a 400 that names their slugs`,
    );
}

/**
 * The slug of the only insider whose name has these words; a slug as it is. Names are never compared by likeness.
 * @throws ApiError `invalid_parameter` for words that no one has, and for those of several people
 */
export async function ownerSlug(
  given: string | undefined,
  context: Pick<ToolContext, 'reads' | 'now'>,
): Promise<string | undefined> {
  if (given === undefined || isSlugOnly(given)) return given;
  // One word may be either.
  if (SLUG.test(given) && (await isInsider(given, context))) return given;
  const found = await context.reads.searchInsiders({ q: given, limit: NAMED + 1 });
  const [only, second] = found;
  if (only === undefined) throw unknownOwner(given);
  if (only !== null && second === undefined) return only.slug;
  throw severalNamed({ path: 'owner', who: 'insiders', code: 'slug' }, [
    ...found.slice(0, NAMED).map((hit) => (hit === null ? UNREADABLE : `${hit.name} (${hit.slug})`)),
    ...(found.length > NAMED ? ['and more'] : []),
  ]);
}

/**
 * The slug of the only member of Congress whose name has these words; a slug as it is.
 * @throws ApiError `invalid_parameter` for words that no one has, and for those of several members
 */
export async function memberSlugOf(
  given: string | undefined,
  { reads }: Pick<ToolContext, 'reads'>,
): Promise<string | null> {
  if (given === undefined) return null;
  if (isSlugOnly(given)) return given;
  const all = {
    chamber: null,
    party: null,
    state: null,
    sort: 'name',
    order: 'asc',
    after: undefined,
  } as const;
  const { rows, total } = await reads.searchMembers({ ...all, name: given, limit: NAMED });
  const found = rows.rows();
  const [only] = found;
  if (only === undefined) throw unknownMember(given);
  if (total === 1) return only.slug;
  throw severalNamed({ path: 'member', who: 'members', code: 'slug' }, [
    ...found.map(({ name, slug }) => `${name} (${slug})`),
    ...(total > found.length ? [`and ${total - found.length} more`] : []),
  ]);
}

/** An empty list would look like "no trades". */
export function unknownMember(member: string | null): Error {
  const message = `member must be the slug of a member; ${member} is none. Slugs are listed by get_catalog`;
  return invalidParameter([{ path: 'member', message }]);
}

/** @throws ApiError `invalid_parameter` for an owner who does not exist: an empty list would look like "no trades". */
export async function requireOwner(
  owner: string | undefined,
  context: Pick<ToolContext, 'reads' | 'now'>,
): Promise<void> {
  if (owner !== undefined && !(await isInsider(owner, context))) throw unknownOwner(owner);
}

function unknownOwner(owner: string): Error {
  const message = `owner must be the slug of an insider; ${owner} is none. search_insiders finds slugs`;
  return invalidParameter([{ path: 'owner', message }]);
}

async function isInsider(slug: string, { reads, now }: Pick<ToolContext, 'reads' | 'now'>): Promise<boolean> {
  const moment = now.toISOString();
  return (await reads.insider({ slug, since: moment.slice(0, 10), until: moment, limit: 1 })) !== null;
}

/** Whether a text can only be a slug: names are written with spaces. */
function isSlugOnly(text: string): boolean {
  return text.includes('-') && SLUG.test(text);
}
