/** All records: one type for each kind of fact that a register files. `kind` tells them apart. */

import type { CompanyTickers } from './company.js';
import type { CusipSymbols } from './cusip.js';
import type { Form4Filing } from './form4.js';
import type { Holdings13F } from './holdings.js';
import type { Oge278TReport } from './oge-278t.js';

export type RegisterRecord = Form4Filing | CompanyTickers | Holdings13F | CusipSymbols | Oge278TReport;
