/** The public name and the lasting address of a reporting owner. */

import type { DerivedOwner, OwnerNames } from '../records/derived-rows.js';

/** The contract's limit for an insider id. */
const MAX_SLUG_LENGTH = 160;

/** Letters that Unicode does not take apart into a base letter and a mark. */
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
 * A name in EDGAR order as kebab-case ASCII; '' when it holds no letter or digit that ASCII can show.
 * An apostrophe joins (O'Connor is oconnor), everything else separates. Never longer than `longest`.
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
 * Names an owner. A slug once given stays. A new one comes from the first name ever filed; when that is taken by
 * somebody else, or holds nothing to write, the CIK makes it unique.
 * @param owner names oldest first
 * @param taken whether a slug belongs to another owner already
 */
export function nameOwner(owner: OwnerNames, taken: (slug: string) => boolean): DerivedOwner {
  const name = owner.names.at(-1)?.name ?? '';
  return { cik: owner.cik, name, slug: owner.slug ?? newSlug(owner, taken) };
}

/** Names owners in the order given: of two of one name the first has the plain slug. */
export function nameOwners(owners: readonly OwnerNames[], taken: (slug: string) => boolean): DerivedOwner[] {
  const given = new Set<string>();
  return owners.map((owner) => {
    const reading = nameOwner(owner, (slug) => given.has(slug) || taken(slug));
    given.add(reading.slug);
    return reading;
  });
}

function newSlug(owner: OwnerNames, taken: (slug: string) => boolean): string {
  const first = owner.names[0]?.name ?? '';
  const plain = slugOf(first);
  if (plain !== '' && !taken(plain)) return plain;
  const stem = slugOf(first, MAX_SLUG_LENGTH - owner.cik.length - 6) || 'owner';
  const withCik = `${stem}-${owner.cik}`;
  if (!taken(withCik)) return withCik;
  // Only reached when somebody's filed name ends in this very CIK.
  for (let n = 2; ; n++) {
    if (!taken(`${withCik}-${n}`)) return `${withCik}-${n}`;
  }
}
