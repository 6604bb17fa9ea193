/** The two files of the account pages: style, and one script made of the passkey library and ours. Nothing comes from elsewhere. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageRoot } from '../package-root.js';

export interface Asset {
  path: string;
  type: string;
  body: string;
  etag: string;
}

export function assets(): Asset[] {
  const own = (name: string) => readFileSync(join(packageRoot(), 'src/accounts/browser', name), 'utf8');
  return [
    asset('/account/style.css', 'text/css; charset=utf-8', own('style.css')),
    asset('/account/script.js', 'text/javascript; charset=utf-8', `${library()}\n${own('script.mjs')}`),
  ];
}

/** The library's own build for browsers. Its package names only its modules, so the way leads through one of them. */
function library(): string {
  const entry = createRequire(join(packageRoot(), 'package.json')).resolve('@simplewebauthn/browser');
  return readFileSync(join(dirname(entry), '../dist/bundle/index.umd.min.js'), 'utf8');
}

function asset(path: string, type: string, body: string): Asset {
  return {
    path,
    type,
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  };
}
