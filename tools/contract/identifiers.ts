/** Identifiers as callers write them. */

/** The CIK that a text is, without leading zeros, such as 320193 of `CIK 0000320193`; null for any other text. */
export function cikIn(text: string): string | null {
  return /^\s*(?:CIK[-\s:]*)?0*([1-9]\d{0,9})\s*$/i.exec(text)?.[1] ?? null;
}
