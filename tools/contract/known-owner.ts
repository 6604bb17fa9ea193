/** A filter by owner that finds nothing: whether there is such a person. */

import { invalidParameter } from './errors.js';
import type { ToolContext } from './tool.js';

/** @throws ApiError `invalid_parameter` for an owner who does not exist: an empty list would look like "no trades". */
export async function requireOwner(
  owner: string | undefined,
  { reads, now }: Pick<ToolContext, 'reads' | 'now'>,
): Promise<void> {
  if (owner === undefined) return;
  const moment = now.toISOString();
  const facts = await reads.insider({ slug: owner, since: moment.slice(0, 10), until: moment, limit: 1 });
  if (facts !== null) return;
  const message = `owner must be the slug of an insider; ${owner} is none. search_insiders finds slugs`;
  throw invalidParameter([{ path: 'owner', message }]);
}
