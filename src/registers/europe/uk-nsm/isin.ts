/** The identification code of section 4a: which of the strings in a cell is an ISIN. */

/** The first ISIN with a correct check digit, or null. ISO 6166: letters as 10 to 35, then Luhn. */
export function findIsin(lines: string[]): string | null {
  for (const line of lines) {
    // `GB 00 BYM1 K758` is written with spaces now and then: such a line is tried without them too.
    for (const text of [line, line.replace(/^\W*ISIN\W*/i, '').replace(/\s/g, '')]) {
      for (const [code] of text.toUpperCase().matchAll(/(?<![A-Z0-9])[A-Z]{2}[A-Z0-9]{9}\d(?![A-Z0-9])/g)) {
        if (isIsin(code)) return code;
      }
    }
  }
  return null;
}

/** Whether anything in the lines looks like an ISIN, valid or not. */
export function mentionsIsin(lines: string[]): string | null {
  return /(?<![A-Z0-9])[A-Z]{2}[A-Z0-9]{10}(?![A-Z0-9])/.exec(lines.join('\n'))?.[0] ?? null;
}

function isIsin(code: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(code)) return false;
  const digits = [...code].map((c) => Number.parseInt(c, 36).toString()).join('');
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]) * (i % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** The description of the instrument without its identification code. */
export function withoutCode(instrument: string[]): string | null {
  const rest = instrument
    .join(' ')
    .replace(/(?:\(?\bISIN\b(?:\s+code)?\s*[:\-–]?\s*)?\b[A-Z]{2}[A-Z0-9]{9}\d\b\)?/g, ' ');
  return (
    rest
      .replace(/\s+/g, ' ')
      // Only from the beginning of a run: else a long one is read again from each of its letters.
      .replace(/(?<![\s;,:(-])[\s;,:(-]+$/, '')
      .trim() || null
  );
}

/** Other words may be in the cell; the code itself may be written in groups. */
export function leiOf(written: string): string | null {
  const code = /(?<![A-Z0-9])[A-Z0-9]{18}\d{2}(?![A-Z0-9])/.exec(written)?.[0];
  return code ?? /^[A-Z0-9]{18}\d{2}$/.exec(written.replace(/\s/g, ''))?.[0] ?? null;
}
