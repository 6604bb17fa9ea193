/** The identification code of section 4a: which of the strings in a cell is an ISIN. */

/** The first ISIN with a right check digit, or null. ISO 6166: letters as 10 to 35, then Luhn. */
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

/** Whether anything in the lines looks like an ISIN, right or not. */
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
