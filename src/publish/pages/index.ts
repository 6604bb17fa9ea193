/** Every page. One whose tool is not here does not exist, and nothing links to it. */

import type { Tool } from '../../../tools/contract/tool.js';
import { congress, congressMember } from './congress/members.js';
import { clusters } from './digests/clusters.js';
import { streaks } from './digests/streaks.js';
import { europe } from './europe/market.js';
import { filings } from './form4/filings.js';
import { insider } from './form4/insider.js';
import { insiders } from './form4/insiders.js';
import { issuer, ticker } from './form4/issuer.js';
import type { Page } from './page.js';
import { tracker, trackers } from './portfolios/tracker.js';
import { apiDocs } from './site/api-docs.js';
import { home } from './site/home.js';
import { methodology } from './site/methodology.js';
import { status } from './site/status.js';

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
