/** Every page. One whose tool is not here does not exist, and nothing links to it. */

import type { Tool } from '../../../tools/contract/tool.js';
import { apiDocs } from './api-docs.js';
import { clusters } from './clusters.js';
import { congress, congressMember } from './congress.js';
import { europe } from './europe.js';
import { filings } from './filings.js';
import { home } from './home.js';
import { insider } from './insider.js';
import { insiders } from './insiders.js';
import { issuer, ticker } from './issuer.js';
import { methodology } from './methodology.js';
import type { Page } from './page.js';
import { status } from './status.js';
import { streaks } from './streaks.js';
import { tracker, trackers } from './trackers.js';

const ALL: readonly Page[] = [
  home,
  filings,
  insiders,
  clusters,
  streaks,
  congress,
  trackers,
  europe,
  ticker,
  issuer,
  insider,
  congressMember,
  tracker,
  status,
  methodology,
  apiDocs,
];

/** The pages that these tools can fill. */
export function pagesFor(tools: readonly Tool[]): Page[] {
  const paths = new Set(tools.map((tool) => tool.path));
  return ALL.filter((page) => page.needs.every((path) => paths.has(path)));
}
