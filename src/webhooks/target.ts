/** Where a webhook may send: public addresses over https. What sends is target-client.ts. */

import { isPrivateLiteral } from '../registers/http/public-addresses.js';

const URL_MAX = 500;
const HTTPS_PORT = 443;
/** Ports below are those of other services. */
const OTHER_PORTS_FROM = 1024;

/** `public`: https to public addresses. `any`: http and private addresses too, for tests and for one's own network. */
export type TargetRule = 'public' | 'any';

/** Why an address cannot be a target, as the end of a sentence that begins with `url`; null if it can. */
export function targetProblem(text: string, rule: TargetRule): string | null {
  if (text.length > URL_MAX) return `must have at most ${URL_MAX} characters`;
  // An address is parsed without them, and stored with them.
  if (/\p{Cc}/u.test(text)) return 'must not contain control characters';
  if (!URL.canParse(text)) return 'must be a web address, such as https://example.org/hook';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (url.hash !== '') return 'must not contain a part behind #';
  if (rule === 'any') return /^https?:$/.test(url.protocol) ? null : 'must begin with https:// or http://';
  if (url.protocol !== 'https:') return 'must begin with https://';
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < OTHER_PORTS_FROM)
    return `must use port ${HTTPS_PORT}, or one from ${OTHER_PORTS_FROM} on`;
  const host = url.hostname.replace(/\.+$/, '').toLowerCase();
  if (isPrivateLiteral(host) || host === 'localhost' || host.endsWith('.localhost'))
    return 'must not be an address of a private network';
  return null;
}
