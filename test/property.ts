/** fast-check for the tests, with one seed, so that a run depends on no luck. SEED=7 takes another one. */

import fc from 'fast-check';
import { runs } from './tiers/whole.js';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_128), numRuns: runs(100) });

export default fc;
export { isTried, isWhole, runs, someOf } from './tiers/whole.js';
