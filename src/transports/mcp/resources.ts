/**
 * Resources of the agent protocol: one issuer, insider, member or tracked portfolio by its id, and the skill. Each is
 * answered by a tool through the request pipeline, so that it counts against the limit as the tool does.
 */

import getCongressMember from '../../../tools/get-congress-member.js';
import getInsider from '../../../tools/get-insider.js';
import getIssuer from '../../../tools/get-issuer.js';
import getTracker from '../../../tools/get-tracker.js';
import listCongress from '../../../tools/list-congress.js';
import listTrackers from '../../../tools/list-trackers.js';
import search from '../../../tools/search.js';
import searchInsiders from '../../../tools/search-insiders.js';

export type ResourceKind = 'issuer' | 'insider' | 'member' | 'tracker';

/** A call of the tool at a path. */
export interface PathCall {
  path: string;
  given: Record<string, unknown>;
}

interface ResourceTemplate {
  title: string;
  description: string;
  /** The call that answers for an id. */
  call(id: string): PathCall;
  /** The call whose rows have the ids. */
  ids(text: string): PathCall;
  /** Whether that call searches, and has sorted its hits; otherwise it lists all. */
  isSearched: boolean;
}

/** What completion reads of a row. */
export interface ListedRow {
  slug?: string;
  url: string;
}

/** Rows of a resource that is a long list: about 25,000 tokens at most. */
const ROWS = 100;
const COMPLETIONS = 100;
const SCHEME = 'disclosed';

export const TEMPLATES: Readonly<Record<ResourceKind, ResourceTemplate>> = {
  issuer: {
    title: 'One company over all registers',
    description:
      'Insiders, net buying, trades of Congress, tracked funds and European notifications of one company, by trading symbol, CIK or ISIN. get_issuer with view full gives more rows. Use of reports of Congress and officials is restricted by 5 U.S.C. 13107(c).',
    call: (id) => ({ path: getIssuer.path, given: { id } }),
    ids: (q) => ({ path: search.path, given: { q, type: 'issuer', limit: COMPLETIONS } }),
    isSearched: true,
  },
  insider: {
    title: 'One insider',
    description: `One reporting owner of Form 4 with the newest ${ROWS} transactions, by slug. get_insider gives more.`,
    call: (id) => ({ path: getInsider.path, given: { id, limit: ROWS } }),
    ids: (q) => ({ path: searchInsiders.path, given: { q, limit: COMPLETIONS } }),
    isSearched: true,
  },
  member: {
    title: 'One member of Congress',
    description: `One member with the newest ${ROWS} disclosed trades, by slug. get_congress_member gives more. Use is restricted by 5 U.S.C. 13107(c).`,
    call: (member) => ({ path: getCongressMember.path, given: { member, limit: ROWS } }),
    ids: () => ({ path: listCongress.path, given: {} }),
    isSearched: false,
  },
  tracker: {
    title: 'One tracked portfolio',
    description:
      'One tracked portfolio without its value series, by slug. A portfolio of Congress or OGE lists every position and transaction, often many hundreds. Use of those is restricted by 5 U.S.C. 13107(c).',
    call: (slug) => ({ path: getTracker.path, given: { slug, series: 'none' } }),
    ids: () => ({ path: listTrackers.path, given: {} }),
    isSearched: false,
  },
};
// `Object.keys` loses the type of the keys.
const KINDS = Object.keys(TEMPLATES) as ResourceKind[];

export const SKILL_URI = 'skill://disclosed/SKILL.md';
export const SKILL_RESOURCE = {
  uri: SKILL_URI,
  name: 'SKILL.md',
  title: 'How to work with disclosed',
  description: 'Which tool answers what, how figures may be quoted, and what is not in the data.',
  mimeType: 'text/markdown',
} as const;

export function listedTemplates(): object[] {
  return KINDS.map((kind) => {
    const { title, description } = TEMPLATES[kind];
    return { uriTemplate: templateUri(kind), name: kind, title, description, mimeType: 'application/json' };
  });
}

/** The kind whose template is `uri`. */
export function kindOfTemplate(uri: string): ResourceKind | undefined {
  return KINDS.find((kind) => templateUri(kind) === uri);
}

/** What the address of a resource names; null where there is none. */
export function resourceOf(uri: string): { kind: ResourceKind; id: string } | null {
  const [, name, encoded] = /^disclosed:\/\/([a-z]+)\/([^/?#]+)$/.exec(uri) ?? [];
  const kind = KINDS.find((one) => one === name);
  const id = encoded === undefined ? null : decoded(encoded);
  return kind === undefined || id === null ? null : { kind, id };
}

/** The call that answers for the resource `uri`; null where there is none. */
export function callForResource(uri: string): PathCall | null {
  const resource = resourceOf(uri);
  return resource === null ? null : TEMPLATES[resource.kind].call(resource.id);
}

/** The id of a row: its slug, or of a company the symbol or CIK that its page is named after. */
export function idOf({ slug, url }: ListedRow): string {
  return slug ?? decoded(url.slice(url.lastIndexOf('/') + 1)) ?? '';
}

/** The ids of `rows` that fit `text`: those that begin with it, then those that contain it. */
export function fittingIds(rows: readonly ListedRow[], text: string): string[] {
  const wanted = text.trim().toLowerCase().replaceAll(' ', '-');
  const fitting = rows.map(idOf).filter((slug) => slug.includes(wanted));
  const [first, second] = [true, false].map((begins) =>
    fitting.filter((slug) => slug.startsWith(wanted) === begins),
  );
  return [...(first ?? []), ...(second ?? [])];
}

/** The ids that a client may complete, as `completion/complete` wants them. */
export function completion(ids: readonly string[], total: number): object {
  const values = ids.slice(0, COMPLETIONS);
  return { completion: { values, total: Math.max(total, values.length), hasMore: total > values.length } };
}

function templateUri(kind: ResourceKind): string {
  return `${SCHEME}://${kind}/{id}`;
}

/** Null for a text that is not percent-encoded UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
