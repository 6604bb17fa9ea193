/**
 * What each packer writes of an example whose every value is the name of its field, the fields that it reads in their order, and
 * their types: a field more or less, another order and another encoding each change it.
 */

import { packFacts } from '../../src/read-model/change-facts.js';
import { listRowsOf } from '../../src/read-model/list-rows.js';
import { packOwnedLines } from '../../src/read-model/packed-owned-lines.js';
import {
  packCoFilers,
  packFiling,
  packLots,
  packSum,
  packTransactions,
} from '../../src/read-model/packed-rows.js';
import { packSource } from '../../src/read-model/packed-sources.js';
import { searchChunkRows } from '../../src/read-model/search-entries.js';
import {
  ByteWriter,
  packFilers,
  packHolder,
  packPosition,
} from '../../src/records/portfolios/packed-positions.js';
import { packHoldings } from '../../src/store/form4/packed-holdings.js';
import { type Declared, declarationsOf } from './declarations.js';

/** Packs an example of which it is recorded what is read. */
function packed<T extends object>(pack: (example: T) => unknown, ...types: Declared[]): () => unknown {
  return () => {
    const reads: string[] = [];
    const read = (_: object, name: string | symbol) => {
      if (typeof name === 'symbol') return undefined;
      reads.push(name);
      return name === 'sha256' ? Buffer.from(name) : `<${name}>`;
    };
    // A packer reads members by their names, and every example has them all.
    const written = pack(new Proxy({}, { get: read }) as T);
    return { written, reads, types: declarationsOf(types) };
  };
}

function bytes(write: (into: ByteWriter) => void): string {
  const into = new ByteWriter();
  write(into);
  return into.take().toString('hex');
}

/** Figures that cannot be read, whole ones, and one that is not whole. */
const FIGURES = [
  { flags: 4, value: 300, amount: 70_000 },
  { flags: 8, value: null, amount: 1.5 },
  { flags: 128, value: 2, amount: null },
];
const positions = () => ({
  positions: FIGURES.map((one) => bytes((into) => packPosition(into, { key: '037833100', ...one }))),
  holders: FIGURES.map((one) => bytes((into) => packHolder(into, { cik: 1067983, ...one }))),
  filers: packFilers(new Map([[1067983, 5]])).toString('hex'),
});

const SHAPES = 'tools/contract/shapes';
const changeFacts = packed(packFacts, [`${SHAPES}/change.ts`, 'ChangeFacts']);

export const PACKED_FORMS = {
  readModel: {
    'change facts': changeFacts,
    'co-filers': packed((one: never) => packCoFilers([one]), [`${SHAPES}/insider.ts`, 'CoFiler']),
    documents: packed(packSource, [`${SHAPES}/generation.ts`, 'RecordSource']),
    'lots of a career': packed((one: never) => packLots([one]), [`${SHAPES}/insider.ts`, 'CareerLot']),
    'names of the search': () =>
      searchChunkRows('list', [
        // Only what a chunk is made of.
        { facts: { slug: 's' } as never, title: 'Ada Lovelace', codes: ['A-B'], names: ['Ada', 'Ådä'] },
      ]),
    'order of short lists': () =>
      listRowsOf('members', [
        ['a', '/a', '{}'],
        ['b', '/b', '{}'],
      ]),
    'owned lines': packed((one: never) => packOwnedLines([one]), [`${SHAPES}/owned-line.ts`, 'OwnedLine']),
    'positions of all managers': positions,
    'rows of the feed': packed(packFiling, [`${SHAPES}/filing.ts`, 'FilingFacts']),
    'sums of filings': packed(packSum, [`${SHAPES}/filing-group.ts`, 'FilingSumFacts']),
    'transactions of people': packed(
      (one: never) => packTransactions('<cik>', [one]),
      [`${SHAPES}/insider.ts`, 'InsiderTransaction'],
    ),
  },
  ledger: {
    'change facts': changeFacts,
    'holdings of Form 4': () => [
      packHoldings({
        holdings: [
          { row: 1, account: 'a', shares: null },
          { row: 2, account: 'a' },
        ],
        terms: [{ row: 3, account: 'b' }],
      } as never),
      declarationsOf([
        ['src/store/form4/packed-holdings.ts', 'PackedHoldings', 'NO_TERMS', 'NOTHING_STATED'],
      ]),
    ],
  },
  managers: { positions },
} as const;
