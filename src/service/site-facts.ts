/** What the pages say of this service, from its settings. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { packageRoot } from '../package-root.js';
import type { SiteFacts } from '../publish/pages/site-frame.js';
import { modeOf } from './data-folder.js';

export function siteFacts(config: Config, baseUrl: string): SiteFacts {
  return {
    baseUrl,
    sample: modeOf(config) === 'sample',
    // The sample is made here, so it needs no request.
    offline: config.offline && modeOf(config) === 'live',
    accounts: config.accounts,
    crawlers: config.crawlers,
    reportError: config.reportError === '' ? null : config.reportError,
    feedback: config.feedback === '' ? issueTracker() : config.feedback,
  };
}

/** The web address in `bugs` of package.json; null if there is none. */
function issueTracker(): string | null {
  // Our own file, whose field is an object or missing.
  const { bugs } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    bugs?: { url?: string };
  };
  return bugs?.url ?? null;
}
