/** All records: one type for each kind of fact that a register files. `kind` tells them apart. */

import type { CompanyTickers } from './company.js';
import type { Form4Filing } from './form4.js';
import type { PdmrRecord } from './pdmr.js';

export type RegisterRecord = Form4Filing | CompanyTickers | PdmrRecord;
