/**
 * The 71 questions: the 32 that showed what the tools lacked, in their order, 30 more, and 9 about the other forms of the
 * SEC.
 */

import type { Question } from './question.js';
import * as company from './questions/company-filings.js';
import * as congress from './questions/congress.js';
import * as digests from './questions/digests.js';
import * as europe from './questions/europe.js';
import * as filings from './questions/filings.js';
import * as issuers from './questions/issuers.js';
import * as managers from './questions/managers.js';
import * as forms from './questions/other-forms.js';
import * as people from './questions/people.js';
import * as portfolios from './questions/portfolios.js';
import * as rankings from './questions/rankings.js';
import * as service from './questions/service.js';

const FIRST: readonly Question[] = [
  filings.boughtOverMillion,
  congress.tradedByCongress,
  portfolios.soldByFund,
  company.chiefSalePlanned,
  digests.clusterBuysWithChief,
  europe.germanPurchases,
  service.bySector,
  issuers.everythingOfCompany,
  service.newSinceYesterday,
  filings.tenLargestPurchases,
  people.personByName,
  people.buyerOfLargest,
  digests.keepsBuying,
  congress.largestOfCongress,
  congress.representativeByName,
  issuers.holdersOfCompany,
  congress.lateReports,
  company.netBuying,
  filings.purchasesOfCfos,
  filings.unplannedSales,
  europe.britishCompany,
  europe.swedishPurchases,
  people.firstPurchase,
  issuers.insidersOfCompany,
  issuers.companyByName,
  portfolios.soldByOfficial,
  service.priceAfterwards,
  service.freshness,
  rankings.newPositions,
  digests.clusterAndStreak,
  company.classShares,
  filings.onePastDay,
];

const MORE: readonly Question[] = [
  filings.twoCompanies,
  company.sharePlanned,
  company.withoutSymbol,
  company.everySale,
  company.directorsSelling,
  people.giftsOfPerson,
  people.coFilersOfPerson,
  people.personWithTypingError,
  people.personByCik,
  issuers.formerName,
  issuers.companyWithTypingError,
  issuers.companyByCusip,
  digests.plannedStreaks,
  digests.clusterOfCompany,
  congress.partyPurchases,
  congress.stateDelegation,
  congress.tradesOfSpouses,
  congress.unreadReports,
  portfolios.boughtByFund,
  portfolios.largestHoldings,
  portfolios.officialInCompany,
  portfolios.flowOfMember,
  europe.dutchDisposals,
  europe.largestInEuro,
  europe.managerAnywhere,
  europe.byIsin,
  europe.byLei,
  rankings.mostBought,
  rankings.largestSales,
  rankings.mostTradedByCongress,
];

/** Only the sample has these forms: the invented year of the benchmarks has none. */
const FORMS: readonly Question[] = [
  managers.holdersAndSellers,
  forms.plannedAndSold,
  forms.crossedFive,
  managers.boughtByManager,
  managers.leftByMost,
  forms.largestHolders,
  forms.plannedAndLapsed,
  forms.newInsiders,
  forms.lateOnForm5,
];

export const QUESTIONS: readonly Question[] = [...FIRST, ...MORE, ...FORMS];
/** How many of them are about every register that the invented year has. */
export const FEED_QUESTIONS = FIRST.length + MORE.length;
