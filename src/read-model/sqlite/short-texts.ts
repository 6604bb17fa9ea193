/** Long texts of the past are kept compressed: a table of them would take four times the room. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type Sqlite from 'better-sqlite3';

/** Shorter texts gain nothing. */
const SHORTEN_FROM = 200;

/** Makes the functions `shortened` and `whole` known to a connection. */
export function defineShortTexts(db: Sqlite.Database): void {
  const deterministic = { deterministic: true };
  db.function('shortened', deterministic, (value: unknown) => {
    if (typeof value !== 'string' || value.length < SHORTEN_FROM) return value;
    const text = Buffer.from(value);
    const short = deflateRawSync(text);
    return short.length < text.length ? short : value;
  });
  // What `shortened` made. It keeps no text as bytes.
  db.function('whole', deterministic, (value: unknown) =>
    value instanceof Uint8Array ? inflateRawSync(value).toString() : value,
  );
}
