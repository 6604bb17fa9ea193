/** The public sources and the registers behind each one: what the catalog and `status` list. */

import { noteOf, SOURCES } from '../../tools/contract/sources.js';
import type { KnownRegister } from '../registers/known-registers.js';
import { SUPPORTING_REGISTERS } from '../store/crawl/readiness-marks.js';
import type { SourceDescription } from '../store/crawl/run-journal.js';

/** The rows of the source table, in the order of the catalog. `priceNote` says where prices come from, or why none do. */
export function sourceDescriptions(
  registers: readonly KnownRegister[],
  enabled: ReadonlySet<string>,
  priceNote = '',
): SourceDescription[] {
  return SOURCES.map(({ id: source, publisher, homepage, note: terms }) => {
    const own = registers
      .filter((register) => register.metadata.source === source)
      .map((register) => register.metadata.id);
    const read = own.filter((id) => enabled.has(id));
    const note = source === 'prices' ? priceNote : terms;
    // If only one chamber is read, the source must not look complete. Prices come from one register of several.
    const silent = source === 'prices' || read.length === 0 ? [] : own.filter((id) => !enabled.has(id));
    return {
      source,
      publisher,
      homepage,
      note: noteOf(note, silent),
      // A register that is switched off says nothing about the state of a source that others bring.
      registers: read.length > 0 ? read : own,
      state: read.some((id) => !SUPPORTING_REGISTERS.has(id)) ? 'on' : 'off',
    };
  });
}
