/** `disclosed sample`: builds the sample store of today. */

import type { Config } from '../config.js';
import { buildSample } from '../service/build-sample.js';
import { servedDay } from '../service/data-folder.js';

/** @returns 0 when it exists. */
export async function sample(config: Config): Promise<number> {
  await buildSample(config, servedDay(config));
  return 0;
}
