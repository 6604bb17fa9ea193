/** One document of a register as records whose names are sound: what `parse` gives, past the gate of all registers. */

import { type Doubt, type Parsed, type RawDocument, type Register, Unreadable } from './register.js';
import { soundNames } from './sound-names.js';

/**
 * What the register's own parser gives, without what has damaged names.
 * @throws Unreadable as the parser does, and where such names leave nothing of the document.
 */
export async function* readDocument(register: Register, document: RawDocument): AsyncGenerator<Parsed> {
  let kept = 0;
  let first: Doubt | undefined;
  for await (const parsed of register.parse(document)) {
    const checks = parsed.records.map(soundNames);
    const records = checks.flatMap(({ record }) => record ?? []);
    const damaged = checks.flatMap(({ doubts }) => doubts);
    kept += records.length;
    first ??= damaged[0];
    yield { ...parsed, records, doubts: [...parsed.doubts, ...damaged] };
  }
  if (kept === 0 && first !== undefined) throw new Unreadable(`${first.kind} in ${first.detail}`);
}
