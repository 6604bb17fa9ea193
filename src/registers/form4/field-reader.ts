/** Reads single values strictly and records a warning for each one that is not understood. */

import { readBoolean, readNumber, tidy } from '../edgar/values.js';
import type { Warning } from '../register.js';
import { CODES } from './ownership-vocabulary.js';

type DateReader = (text: string | null) => string | null | undefined;

export class FieldReader {
  readonly warnings: Warning[] = [];

  constructor(
    private readonly accession: string,
    private readonly readDate: DateReader,
  ) {}

  /** `row` is the number of the row, or its key in a data set. */
  warn(kind: string, detail: string, row?: number | string): void {
    const where = row === undefined ? this.accession : `${this.accession} row ${row}`;
    this.warnings.push({ kind, detail, where });
  }

  boolean(text: string | null, name: string, row?: number | string): boolean | null {
    return this.valueOrWarning(readBoolean(text), 'unreadable-boolean', text, name, row);
  }

  number(text: string | null, name: string, row: number | string): number | null {
    return this.valueOrWarning(readNumber(text), 'unreadable-number', text, name, row);
  }

  date(text: string | null, name: string, row?: number | string): string | null {
    return this.valueOrWarning(this.readDate(text), 'unreadable-date', text, name, row);
  }

  oneOf<T extends string>(
    text: string | null,
    words: readonly T[],
    name: string,
    row: number | string,
  ): T | null {
    const word = text === null ? null : words.find((candidate) => candidate === text.toUpperCase());
    return this.valueOrWarning(word, 'unknown-word', text, name, row);
  }

  /** One capital letter. An unknown letter is kept with a warning, like a row without a code. */
  code(text: string | null, row: number | string): string | null {
    if (text === null) {
      this.warn('no-transaction-code', 'the row has no transaction code', row);
      return null;
    }
    const code = text.toUpperCase();
    if (!CODES.has(code)) this.warn('unknown-code', text, row);
    return /^[A-Z]$/.test(code) ? code : null;
  }

  title(text: string | null, row: number | string): string {
    const title = tidy(text);
    if (title === null) this.warn('no-security-title', 'the row names no security', row);
    return title ?? '';
  }

  private valueOrWarning<T>(
    value: T | undefined,
    kind: string,
    text: string | null,
    name: string,
    row?: number | string,
  ): T | null {
    if (value !== undefined) return value;
    this.warn(kind, `${name}: ${text}`, row);
    return null;
  }
}

/** The warning for a document of another form that the register does not read. */
export function notReadWarning(kind: 'not-form-4' | 'not-form-3-or-5', form: string, where: string): Warning {
  return { kind, detail: `form ${form} is not read`, where };
}
