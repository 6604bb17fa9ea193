/** Where the account pages stand: passkeys belong to a host name, and the browser lends them only to secure pages. */

import { isIP } from 'node:net';

export interface Place {
  /** What the browser must name as the page's origin. */
  origin: string;
  /** The host name that passkeys belong to. */
  rpId: string;
  /** Path before `/account`; '' at the top of the host. */
  base: string;
  /** False only on the user's own machine. */
  secure: boolean;
}

/**
 * The place that `baseUrl` gives. An address of the own machine becomes localhost, because no passkey can belong
 * to a bare IP address. A string instead of a place says why there can be no passkeys.
 */
export function placeOf(baseUrl: string): Place | string {
  const url = new URL(baseUrl);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  const { hostname, protocol } = url;
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return `Passkeys belong to a host name, and ${baseUrl} has only an IP address.`;
  if (protocol !== 'https:' && !local)
    return `Browsers offer passkeys only to https pages, and ${baseUrl} is none.`;
  return {
    origin: url.origin,
    rpId: hostname,
    base: baseOf(baseUrl),
    secure: protocol === 'https:',
  };
}

/** The path before `/account`; '' at the top of the host. */
export function baseOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** Whether `host` (a Host header or a host name) is a bare loopback address. */
export function isLoopback(host: string): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host);
}
