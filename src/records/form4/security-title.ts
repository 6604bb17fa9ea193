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
