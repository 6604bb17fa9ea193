/** Titles of securities, compared without what filers write in different ways. */

/** "Common Stock, $0.001 par value" and "COMMON STOCK" are one security. */
export function normaliseTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(
      /(?:\$\s*[\d.]+\s*|no\s+|without\s+)?par\s+value(?:\s+of)?(?:\s*\$?\s*[\d.]*\d)?(?:\s*per\s+share)?/,
      ' ',
    )
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The first of these words in a title says what it is: "Common Stock with Preferred Stock Purchase Rights". */
const COMMON = 'common ordinary'.split(' ');
const NOT_COMMON =
  'preferred preference pref pfd warrant warrants note notes bond bonds debenture debentures'.split(' ');

/** The normalised title of a security that a split of the common shares does not divide; null for common shares by any title. */
export function titleBesideCommon(title: string): string | null {
  const plain = normaliseTitle(title);
  const kind = plain.split(' ').find((word) => COMMON.includes(word) || NOT_COMMON.includes(word)) ?? '';
  return NOT_COMMON.includes(kind) ? plain : null;
}
