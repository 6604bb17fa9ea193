/** Runs tests where their real documents are there, and skips them by name where they are not: see `npm run samples`. */

import { describe, it } from '@jest/globals';
import { hasSamples } from './folder.js';

/** `it` for a test that reads these documents. */
export const itNeeds = (...names: string[]) => (hasSamples(...names) ? it : it.skip);

/** `describe` for tests that all read these documents. */
export const describeNeeds = (...names: string[]) => (hasSamples(...names) ? describe : describe.skip);
