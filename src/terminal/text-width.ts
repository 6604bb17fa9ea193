/** Text in a terminal: without control characters, cut or wrapped to a width. */

/** Control characters, line breaks and signs that change the direction: a filed text must not steer a terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** On one line, and harmless. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}

export function widthOf(text: string): number {
  return [...text].length;
}

/** At most `width` characters; what is cut ends in an ellipsis. */
export function cutTo(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : `${letters.slice(0, Math.max(width - 1, 0)).join('')}…`;
}

/** Lines of at most `width` characters, broken between words. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
