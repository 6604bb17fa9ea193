/** All records: one type for each kind of fact that a register files. `kind` tells them apart. */

import type { CompanyTickers, SharesOutstanding } from './company.js';
import type { CusipSymbols } from './cusip.js';
import type { Form4Filing } from './form4.js';
import type { Holdings13F } from './holdings.js';
import type { Members } from './member.js';
import type { Oge278TReport } from './oge-278t.js';
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
  | PdmrRecord
  | Holdings13F
  | CusipSymbols
  | Oge278TReport;
