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

const NOTES = 'note notes bond bonds debenture debentures'.split(' ');
const NO_NOTES = 'share shares stock unit units depositary receipts warrant warrants option options'.split(
  ' ',
);

/** Whether a title is that of a debt security: "8.25% Senior Notes due 2030"; not "Stock Units" or "Notes and Warrants". */
export function isNote(title: string): boolean {
  const words = normaliseTitle(title).split(' ');
  return words.some((word) => NOTES.includes(word)) && !words.some((word) => NO_NOTES.includes(word));
}

/** The first of these words in a title says what it is: "Common Stock with Preferred Stock Purchase Rights". */
const COMMON = 'common ordinary'.split(' ');
const NOT_COMMON = [...'preferred preference pref pfd warrant warrants'.split(' '), ...NOTES];

/** The normalised title of a security that a split of the common shares does not divide; null for common shares by any title. */
export function titleBesideCommon(title: string): string | null {
  const plain = normaliseTitle(title);
  const kind = plain.split(' ').find((word) => COMMON.includes(word) || NOT_COMMON.includes(word)) ?? '';
  return NOT_COMMON.includes(kind) ? plain : null;
}
