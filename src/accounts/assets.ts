/** The two files of the account pages: the style sheet, and one script with the passkey library and our own code. */

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
    toAsset('/account/style.css', 'text/css; charset=utf-8', own('style.css')),
    toAsset('/account/script.js', 'text/javascript; charset=utf-8', `${library()}\n${own('script.mjs')}`),
  ];
}

/** The library's build for browsers. Its package exports only modules, so the path is found from one of them. */
function library(): string {
  const entry = createRequire(join(packageRoot(), 'package.json')).resolve('@simplewebauthn/browser');
  return readFileSync(join(dirname(entry), '../dist/bundle/index.umd.min.js'), 'utf8');
}

function toAsset(path: string, type: string, body: string): Asset {
  return {
    path,
    type,
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  };
}
