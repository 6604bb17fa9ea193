/**
 * One document of a register as records with sound names: the result of `parse`, after the checks that apply
 * to all registers.
 */

import { checkNames } from './check-names.js';
import { type Parsed, ParseError, type RawDocument, type Register, type Warning } from './register.js';

/**
 * The result of the register's parser without the parts that have damaged names.
 *
 * @throws ParseError like the parser, and when damaged names leave nothing of the document.
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
