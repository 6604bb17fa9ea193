/** Reads single values of a schedule strictly, and records a warning for each one that is not understood. */

import { findAccession } from '../../edgar/edgar-submission.js';
import { readAmericanDate, readBoolean, readCik, readNumber, tidy } from '../../edgar/values.js';
import { readDecimal } from '../../formats/decimal.js';
import type { Warning } from '../../register.js';

/** How some filers write that there is nothing. */
const NOTHING = /^(?:n\s*\/?\s*a|none|not applicable|-+)?\.?$/i;
/** A class without a CUSIP. */
const NO_CUSIP = /^0{9,12}$/;

/** A decimal as XML Schema writes it (`.9`, `10.`, `+9.9`), or with commas between thousands. Null for anything else. */
function readFigure(text: string): number | null {
  const plain = readNumber(text);
  if (plain === undefined) return readDecimal(text, '.');
  return plain !== null && Number.isSafeInteger(Math.trunc(plain)) ? plain : null;
}

export class ScheduleFields {
  readonly warnings: Warning[] = [];

  constructor(private readonly accession: string) {}

  warn(kind: string, detail: string, person?: number): void {
    const where = person === undefined ? this.accession : `${this.accession} person ${person}`;
    this.warnings.push({ kind, detail, where });
  }

  /** A count of shares: decimals, and commas between thousands. */
  shares(text: string | null, name: string, person: number): number | null {
    const count = text === null ? null : readFigure(text);
    if (text !== null && (count === null || count < 0))
      return this.refuse('unreadable-number', text, name, person);
    return count;
  }

  /** Part of the class in per cent, with or without the sign. More than all of it is a typing error. */
  percent(text: string | null, name: string, person: number): number | null {
    const percent = text === null ? null : readFigure(text.replace(/\s*%$/, ''));
    if (text === null) return null;
    if (percent === null || percent < 0) return this.refuse('unreadable-number', text, name, person);
    return percent > 100 ? this.refuse('percent-above-100', text, name, person) : percent;
  }

  yesNo(text: string | null, name: string, person?: number): boolean | null {
    const value = readBoolean(text);
    return value === undefined ? this.refuse('unreadable-boolean', text, name, person) : value;
  }

  /** A text that must be there. */
  text(filed: string | null, name: string): string | null {
    return tidy(filed) ?? this.refuse('missing-value', null, name);
  }

  /** A day that must be there. */
  date(text: string | null, name: string): string | null {
    if (text === null) return this.refuse('missing-value', null, name);
    return readAmericanDate(text) ?? this.refuse('unreadable-date', text, name);
  }

  /** Null where there is none; EDGAR writes ten digits with zeros. */
  cik(text: string | null, name: string, person?: number): string | null {
    const cik = readCik(text);
    return cik === undefined ? this.refuse('unreadable-cik', text, name, person) : cik;
  }

  group(text: string | null, person: number): 'a' | 'b' | null {
    const word = text?.toLowerCase();
    if (word === undefined || word === 'a' || word === 'b') return word ?? null;
    return this.refuse('unknown-word', text, 'group', person);
  }

  amendmentNo(text: string | null): number | null {
    if (text === null) return null;
    return /^\d{1,3}$/.test(text) ? Number(text) : this.refuse('unreadable-number', text, 'amendmentNo');
  }

  accessionNumber(text: string | null, name: string): string | null {
    if (text === null) return null;
    return findAccession(text) ?? this.refuse('unreadable-accession', text, name);
  }

  /** In capitals, without those that say that there is none. */
  cusips(texts: readonly string[]): string[] {
    const found = new Set<string>();
    for (const text of texts) {
      const cusip = text.replace(/\s/g, '').toUpperCase();
      if (NO_CUSIP.test(cusip) || NOTHING.test(text.trim())) continue;
      if (/^[A-Z0-9@*#]{9,12}$/.test(cusip)) found.add(cusip);
      else this.refuse('unreadable-cusip', text, 'CUSIP');
    }
    return [...found];
  }

  private refuse(kind: string, text: string | null, name: string, person?: number): null {
    this.warn(kind, text === null ? name : `${name}: ${text}`, person);
    return null;
  }
}

/** Null for "n/a" and the like, which say nothing. */
export function statement(text: string | null): string | null {
  const plain = tidy(text);
  return plain === null || NOTHING.test(plain) ? null : plain;
}
