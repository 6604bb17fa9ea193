/** What differs between the kinds of tracked portfolios: where their reports come from, and what their figures mean. */

import { caveatWords, OPTIONS, OPTIONS_IN_NET } from '../../../../tools/contract/caveats.js';
import { OGE } from '../../../../tools/contract/publishers.js';
import type { SourceId } from '../../../../tools/contract/reads/sources.js';
import {
  type Archetype,
  type CaveatKey,
  VALUE_SERIES_RULE,
} from '../../../../tools/contract/shapes/tracker.js';
import { CONGRESS_SOURCES } from '../congress/stock-act.js';
import { USE_OF_REPORTS } from '../use-of-reports.js';

export interface ArchetypeFacts {
  label: string;
  about: readonly SourceId[];
  sources: Array<{ label: string; href: string }>;
  /** True of every tracker of the kind. */
  caveats: string[];
  /** What a net of brackets is and is not; null where the reports state the holdings themselves. */
  net: string | null;
}

const NOT_HELD =
  'This is the sum of the disclosed trades, not a holding: nothing says what was held before, and brackets are not amounts. Only assets with a ticker are counted; exchanges, put options and options that the report calls neither put nor call are left out, and an asset with sales as large as its purchases, or larger (of shares held before), is not listed.';
const NET_OF_CONGRESS = `Purchases less sales, by the midpoints of the disclosed brackets. ${NOT_HELD}`;
const NET_OF_OGE = `Purchases less sales, by the lower bounds of the disclosed brackets. ${NOT_HELD}`;

export const ARCHETYPES: Record<Archetype, ArchetypeFacts> = {
  hedge_fund: {
    label: 'Fund (13F)',
    about: ['curated-trackers'],
    sources: [{ label: 'SEC EDGAR, Form 13F-HR', href: 'https://www.sec.gov/edgar/search/#/forms=13F-HR' }],
    caveats: [
      'A 13F reports long U.S.-listed equity positions as of quarter end, disclosed up to 45 days later. It excludes shorts, bonds, cash and private holdings.',
      'A position that is gone is perhaps not sold where the report is empty, or where the same shares seem to have another CUSIP.',
      VALUE_SERIES_RULE,
    ],
    net: null,
  },
  congress: {
    label: 'Member of Congress',
    // The portfolio is made of the reports of Congress, which are a separate source.
    about: ['curated-trackers', 'us-congress-stock-act'],
    sources: CONGRESS_SOURCES,
    caveats: [NET_OF_CONGRESS, USE_OF_REPORTS],
    net: NET_OF_CONGRESS,
  },
  oge_278t: {
    label: 'Executive branch (OGE 278-T)',
    about: ['curated-trackers'],
    sources: [{ label: OGE.name, href: OGE.homepage }],
    caveats: [NET_OF_OGE, USE_OF_REPORTS],
    net: NET_OF_OGE,
  },
};

/** The caveats of one tracker. */
export function caveatsOf(archetype: Archetype, keys: readonly CaveatKey[]): string[] {
  return [...ARCHETYPES[archetype].caveats, ...caveatWords(archetype, keys)];
}

/** The explanation above a table of nets; null where the reports state the holdings themselves. */
export function netExplanation({ net }: ArchetypeFacts, keys: readonly CaveatKey[]): string | null {
  if (net === null) return null;
  return keys.includes(OPTIONS) ? `${net} ${OPTIONS_IN_NET}` : net;
}
