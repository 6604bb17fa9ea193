/** The WebAuthn relying party: passkeys belong to a host name, and browsers offer them only to secure pages. */

import { isIP } from 'node:net';

export interface RelyingParty {
  /** The origin that the browser must report for the page. */
  origin: string;
  /** The host name that passkeys belong to. */
  rpId: string;
  /** Path before `/account`; '' at the top of the host. */
  basePath: string;
  /** False only on the user's own machine. */
  isSecure: boolean;
}

/**
 * The relying party of `baseUrl`. A loopback address becomes localhost, because a passkey cannot belong to an IP
 * address. A returned string says why passkeys are not possible.
 */
export function relyingPartyOf(baseUrl: string): RelyingParty | string {
  const url = new URL(baseUrl);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  const { hostname, protocol } = url;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return `Passkeys belong to a host name, but ${baseUrl} has only an IP address.`;
  if (protocol !== 'https:' && !isLocal)
    return `Browsers offer passkeys only to https pages, but ${baseUrl} does not use https.`;
  return {
    origin: url.origin,
    rpId: hostname,
    basePath: basePathOf(baseUrl),
    isSecure: protocol === 'https:',
  };
}

/** The path before `/account`; '' at the top of the host. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** Whether `host` (a Host header or a host name) is a loopback address. */
export function isLoopback(host: string): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host);
}
