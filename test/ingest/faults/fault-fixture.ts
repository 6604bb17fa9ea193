/** The fixture of a register for the fault test: its local server, its filings, and where a decompression bomb goes. */

import type { RegisterOptions } from '../../../src/registers/index.js';
import type { SourceId } from '../../../tools/contract/reads/sources.js';
import type { Exchange, FaultServer } from './fault-server.js';
import type { WrapBomb } from './faults.js';

export interface FaultFixture {
  register: string;
  /** The public source that it belongs to. */
  source: SourceId;
  /** The options that the reading process passes to `createRegisters`; every address leads through `faults`. */
  options: RegisterOptions;
  /** First day to read, YYYY-MM-DD. */
  since: string;
  /** Moment of the initial import, ISO 8601 UTC. */
  firstReadAt: string;
  /** The time from one read to the next. */
  hoursBetweenReads: number;
  /** Registers that must have been read once before. */
  prerequisites?: readonly string[];
  prices?: 'tiingo';
  faults: FaultServer;
  /** Files the new documents of the second read. */
  fileNewDocuments(): void;
  /** Paths of single documents, if the register has lists and documents. */
  isDocument?: (path: string) => boolean;
  /** The healthy answer with every entry twice, or in another order. */
  rearrangedBody(how: 'duplicated' | 'reordered', exchange: Exchange): Buffer;
  /** Where a bomb goes; the bare bytes when omitted. */
  wrap?: WrapBomb;
  close(): Promise<void>;
}

/** `list` twice, or backwards. */
export function rearrange<T>(how: 'duplicated' | 'reordered', list: readonly T[]): T[] {
  return how === 'duplicated' ? [...list, ...list] : [...list].reverse();
}

/** The same for the lines of a text whose first line is a heading. */
export function rearrangeLines(how: 'duplicated' | 'reordered', text: string, end: string): string {
  const [heading = '', ...lines] = text.split(end).filter((line) => line !== '');
  return [heading, ...rearrange(how, lines), ''].join(end);
}

/** The same for every match of `entry` in a text; the rest stays in its place. */
export function rearrangeMatches(how: 'duplicated' | 'reordered', text: string, entry: RegExp): string {
  const found = text.match(entry) ?? [];
  if (found.length === 0) return text;
  const [first] = found;
  const start = text.indexOf(first!);
  return text.slice(0, start) + rearrange(how, found).join('\n') + text.slice(start).replace(entry, '');
}
