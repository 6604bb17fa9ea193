/** What the pages of Congress share: their sources and caveats. */

import { USE_OF_REPORTS } from '../use-of-reports.js';

export const CONGRESS_SOURCES = [
  { label: 'Clerk of the House', href: 'https://disclosures-clerk.house.gov/' },
  { label: 'Senate eFD', href: 'https://efdsearch.senate.gov/' },
];
export const CONGRESS_CAVEATS = [
  'Amounts are brackets, because the law requires no more; a midpoint is arithmetic, not a reported figure.',
  'Reports come 30 to 45 days after the trade, often later: read both dates.',
  'Reports of the House are included from 2015 on, those of the Senate from 2012 on.',
  'Trades of spouses and dependent children are included; the owner column says whose they are.',
  USE_OF_REPORTS,
];
export const CHAMBERS = { house: 'House', senate: 'Senate' };
