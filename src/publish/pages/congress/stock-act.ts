/** What the pages of Congress share: their sources and caveats. */

import { CLERK_OF_THE_HOUSE, SECRETARY_OF_THE_SENATE } from '../../../../tools/contract/publishers.js';
import { USE_OF_REPORTS } from '../use-of-reports.js';

export const CONGRESS_SOURCES = [
  { label: CLERK_OF_THE_HOUSE.name, href: CLERK_OF_THE_HOUSE.homepage },
  { label: 'Senate eFD', href: SECRETARY_OF_THE_SENATE.homepage },
];
export const CONGRESS_CAVEATS = [
  'Amounts are brackets, because the law requires no more; a midpoint is arithmetic, not a reported figure.',
  'Reports come 30 to 45 days after the trade, often later: read both dates.',
  'Reports of the House are included from 2015 on, those of the Senate from 2012 on.',
  'Trades of spouses and dependent children are included; the owner column says whose they are.',
  USE_OF_REPORTS,
];
export const CHAMBERS = { house: 'House', senate: 'Senate' };
