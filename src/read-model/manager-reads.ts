/** The part of the read interface that is about all managers who file Form 13F. */

import type { Reads } from '../../tools/contract/reads.js';
import type { GenerationTables } from './question.js';
import {
  heldSecurities,
  managerHistory,
  managerHoldings,
  managerQuarters,
  managerReports,
  rankHoldings,
  searchManagers,
  securityHolders,
} from './questions/managers.js';

type ManagerReads = Pick<
  Reads,
  | 'heldSecurities'
  | 'managerHistory'
  | 'managerHoldings'
  | 'managerQuarters'
  | 'managerReports'
  | 'rankHoldings'
  | 'searchManagers'
  | 'securityHolders'
>;

export function managerReads(tables: GenerationTables): ManagerReads {
  return {
    managerQuarters: () => managerQuarters(tables),
    searchManagers: (question) => searchManagers(tables, question),
    managerReports: (cik) => managerReports(tables, cik),
    managerHoldings: (question) => managerHoldings(tables, question),
    managerHistory: (question) => managerHistory(tables, question),
    heldSecurities: (question) => heldSecurities(tables, question),
    rankHoldings: (question) => rankHoldings(tables, question),
    securityHolders: (question) => securityHolders(tables, question),
  };
}
