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

const NOTES = ['note', 'notes', 'bond', 'bonds', 'debenture', 'debentures'];
const SHARES = [
  'share',
  'shares',
  'stock',
  'unit',
  'units',
  'depositary',
  'receipts',
  'warrant',
  'warrants',
  'option',
  'options',
];

/** Whether a title is that of a debt security: "8.25% Senior Notes due 2030"; not "Stock Units" or "Notes and Warrants". */
export function isNote(title: string): boolean {
  const words = normaliseTitle(title).split(' ');
  return words.some((word) => NOTES.includes(word)) && !words.some((word) => SHARES.includes(word));
}
