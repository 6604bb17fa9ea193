/** The words of a name as registers spell it. */

/** Its words in lower case, O'Neil as oneil. */
export function joinedWords(text: string): string {
  return splitWords(text.replace(/['’.]/g, ''));
}

/** Its words in lower case, O'Neil as o neil. */
export function splitWords(text: string): string {
  return normaliseCase(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** In lower case, with single spaces. */
export function normaliseCase(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
