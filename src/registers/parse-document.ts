/** One document of a register as records whose names are sound: what `parse` gives, past the gate of all registers. */

import { checkNames } from './check-names.js';
import { type Parsed, ParseError, type RawDocument, type Register, type Warning } from './register.js';

/**
 * What the register's own parser gives, without what has damaged names.
 * @throws Unreadable as the parser does, and where such names leave nothing of the document.
 */
export async function* parseDocument(register: Register, document: RawDocument): AsyncGenerator<Parsed> {
  let kept = 0;
  let first: Warning | undefined;
  for await (const parsed of register.parse(document)) {
    const checks = parsed.records.map(checkNames);
    const records = checks.flatMap(({ record }) => record ?? []);
    const damaged = checks.flatMap(({ warnings }) => warnings);
    kept += records.length;
    first ??= damaged[0];
    yield { ...parsed, records, warnings: [...parsed.warnings, ...damaged] };
  }
  if (kept === 0 && first !== undefined) throw new ParseError(`${first.kind} in ${first.detail}`);
}
