/** The form types that this register reads: Form 4 and its amendment. */

import type { Form4Type } from '../../../records/form4/form4.js';
import type { WantedForms } from '../../edgar/crawl-pass.js';

/** The forms 3 and 5 have a separate register. */
export const FORM_4: WantedForms = { feed: '4', names: new Set(['4', '4/A']) };

export function isForm4(type: string): type is Form4Type {
  return FORM_4.names.has(type);
}
