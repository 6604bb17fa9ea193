/** All records: one type for each kind of fact that a register files. `kind` distinguishes them. */

import type { Members } from './congress/member.js';
import type { StockActReport } from './congress/stock-act.js';
import type { PdmrRecord } from './europe/pdmr.js';
import type { CompanyTickers, SharesOutstanding } from './form4/company.js';
import type { Form4Filing } from './form4/form4.js';
import type { Form4Holdings, Form35Filing } from './form4/form35.js';
import type { PlannedSaleNotice } from './form144/form144.js';
import type { Schedule13Filing } from './holders/schedule13.js';
import type { CusipSymbols } from './portfolios/cusip.js';
import type { Holdings13F } from './portfolios/form13f.js';
import type { ManagerDataSet, ManagerFiling } from './portfolios/manager-filing.js';
import type { Oge278TReport } from './portfolios/oge-278t.js';
import type { Closes, Splits } from './prices/price.js';

export type RegisterRecord =
  | Form4Filing
  | Form4Holdings
  | Form35Filing
  | Schedule13Filing
  | PlannedSaleNotice
  | CompanyTickers
  | SharesOutstanding
  | Closes
  | Splits
  | StockActReport
  | Members
  | PdmrRecord
  | Holdings13F
  | ManagerFiling
  | ManagerDataSet
  | CusipSymbols
  | Oge278TReport;
