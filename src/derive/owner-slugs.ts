/** Public names and permanent slugs of reporting owners. */

import type { DerivedOwner, OwnerNames } from '../records/derived-rows.js';

/** The contract's limit for an insider id. */
const MAX_SLUG_LENGTH = 160;

/** Letters that Unicode does not decompose into a base letter and a mark. */
const ASCII_LETTERS: Record<string, string> = {
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  œ: 'oe',
  ß: 'ss',
};

/**
 * A name in EDGAR order as kebab-case ASCII; '' if it has no letter or digit that ASCII can show. An
 * apostrophe joins (O'Connor is oconnor), everything else separates. Never longer than `longest`.
 */
export function slugOf(name: string, longest = MAX_SLUG_LENGTH): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[æðøþđħıłœß]/g, (letter) => ASCII_LETTERS[letter] ?? '')
    .replace(/[\p{M}'’‘`´]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug.length <= longest ? slug : slug.slice(0, longest).replace(/-[^-]*$/, '');
}

/**
 * Assigns a slug to an owner. An assigned slug never changes. A new one is made from the first name ever
 * filed; if another owner has it, or it would be empty, the CIK makes it unique.
 * @param owner names oldest first
 * @param taken whether a slug belongs to another owner already
 */
export function nameOwner(owner: OwnerNames, taken: (slug: string) => boolean): DerivedOwner {
  const name = owner.names.at(-1)?.name ?? '';
  return { cik: owner.cik, name, slug: owner.slug ?? newSlug(owner, taken) };
}

/** Assigns slugs in the given order: of two owners with one name the first gets the plain slug. */
export function nameOwners(owners: readonly OwnerNames[], taken: (slug: string) => boolean): DerivedOwner[] {
  const given = new Set<string>();
  return owners.map((owner) => {
    const named = nameOwner(owner, (slug) => given.has(slug) || taken(slug));
    given.add(named.slug);
    return named;
  });
}

function newSlug(owner: OwnerNames, taken: (slug: string) => boolean): string {
  const first = owner.names[0]?.name ?? '';
  const plain = slugOf(first);
  if (plain !== '' && !taken(plain)) return plain;
  const stem = slugOf(first, MAX_SLUG_LENGTH - owner.cik.length - 6) || 'owner';
  const withCik = `${stem}-${owner.cik}`;
  if (!taken(withCik)) return withCik;
  // Reached only if another owner's filed name ends in this CIK.
  for (let n = 2; ; n++) {
    if (!taken(`${withCik}-${n}`)) return `${withCik}-${n}`;
  }
}
