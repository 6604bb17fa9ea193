/** Every page. A page whose tool is missing does not exist, and no page links to it. */

import type { Tool } from '../../../tools/contract/tool.js';
import { member } from './congress/member.js';
import { members } from './congress/members.js';
import { congressTrades } from './congress/trades.js';
import { clusters } from './digests/clusters.js';
import { streaks } from './digests/streaks.js';
import { europe, market } from './europe/market.js';
import { euIssuer, euIssuerManager, euManager, euMarketIssuer, euMarketManager } from './europe/names.js';
import { filings } from './form4/filings.js';
import { forms35 } from './form4/forms-3-5.js';
import { insider } from './form4/insider.js';
import { insiders } from './form4/insiders.js';
import { issuer, ticker } from './form4/issuer.js';
import { plannedSales } from './form144/planned-sales.js';
import { majorHolders } from './holders/major-holders.js';
import { securityHolders } from './managers/holders.js';
import { managersList } from './managers/list.js';
import { managerPortfolio } from './managers/portfolio.js';
import { holdingsRanking } from './managers/ranking.js';
import type { Page } from './page.js';
import { position } from './portfolios/position.js';
import { tracker } from './portfolios/tracker.js';
import { trackers } from './portfolios/trackers.js';
import { apiDocs, endpointDocs } from './site/api-docs.js';
import { corrections } from './site/corrections.js';
import { glossary } from './site/glossary.js';
import { home } from './site/home.js';
import { methodology } from './site/methodology.js';
import { qualityPage } from './site/quality.js';
import { searchPage } from './site/search.js';
import { sqlPage } from './site/sql.js';
import { status } from './site/status.js';

const ALL: readonly Page[] = [
  home,
  searchPage,
  filings,
  insiders,
  clusters,
  streaks,
  majorHolders,
  managersList,
  managerPortfolio,
  holdingsRanking,
  securityHolders,
  plannedSales,
  forms35,
  congressTrades,
  members,
  trackers,
  europe,
  market,
  euIssuer,
  euIssuerManager,
  euMarketIssuer,
  euMarketManager,
  euManager,
  ticker,
  issuer,
  insider,
  member,
  tracker,
  position,
  status,
  qualityPage,
  corrections,
  sqlPage,
  methodology,
  glossary,
  apiDocs,
  endpointDocs,
];

/** The pages of a service with these tools. */
export function pagesFor(tools: readonly Tool[]): Page[] {
  const paths = new Set(tools.map((tool) => tool.path));
  return ALL.filter((page) => page.needs.every((path) => paths.has(path)));
}
