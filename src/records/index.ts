/** All records: one type for each kind of fact that a register files. `kind` tells them apart. */

import type { CompanyTickers, SharesOutstanding } from './company.js';
import type { Form4Filing } from './form4.js';
import type { Members } from './member.js';
import type { PdmrRecord } from './pdmr.js';
import type { Closes, Splits } from './price.js';
import type { StockActReport } from './stock-act.js';

export type RegisterRecord =
  | Form4Filing
  | CompanyTickers
  | SharesOutstanding
  | Closes
  | Splits
  | StockActReport
  | Members
  | PdmrRecord;
