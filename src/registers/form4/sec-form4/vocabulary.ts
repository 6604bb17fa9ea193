/** The form types that this register reads: Form 4 and its amendment. */

import type { WantedForms } from '../../edgar/crawl-pass.js';

/** The forms 3 and 5 have a separate register. */
export const FORM_4: WantedForms = { feed: '4', names: new Set(['4', '4/A']) };
