/** All tools, in the order of the contract. Each file of this folder is one tool. */

import type { Tool } from './contract/tool.js';
import fetch from './fetch.js';
import getCatalog from './get-catalog.js';
import getChanges from './get-changes.js';
import getClusters from './get-clusters.js';
import getCongressMember from './get-congress-member.js';
import getCongressTrades from './get-congress-trades.js';
import getCorrections from './get-corrections.js';
import getEuFilings from './get-eu-filings.js';
import getFilingHistory from './get-filing-history.js';
import getGeneration from './get-generation.js';
import getHolders from './get-holders.js';
import getInsider from './get-insider.js';
import getIssuer from './get-issuer.js';
import getLatestFilings from './get-latest-filings.js';
import getMajorHolders from './get-major-holders.js';
import getManager from './get-manager.js';
import getPlannedSales from './get-planned-sales.js';
import getQuality from './get-quality.js';
import getRankings from './get-rankings.js';
import getSource from './get-source.js';
import getStreaks from './get-streaks.js';
import getTracker from './get-tracker.js';
import listCongress from './list-congress.js';
import listGenerations from './list-generations.js';
import listTrackers from './list-trackers.js';
import rankHoldings from './rank-holdings.js';
import search from './search.js';
import searchInsiders from './search-insiders.js';
import searchManagers from './search-managers.js';

export const tools: readonly Tool[] = [
  getCatalog,
  getLatestFilings,
  searchInsiders,
  getInsider,
  getCongressMember,
  getTracker,
  getClusters,
  getStreaks,
  getEuFilings,
  getCongressTrades,
  getPlannedSales,
  getChanges,
  getRankings,
  getIssuer,
  getMajorHolders,
  getFilingHistory,
  getHolders,
  rankHoldings,
  searchManagers,
  getManager,
  listCongress,
  listTrackers,
  search,
  fetch,
  listGenerations,
  getGeneration,
  getSource,
  getQuality,
  getCorrections,
];
