/**
 * Keeps web pages of others away from a service on the user's own machine. Without this, any page in the user's browser
 * could read it: by its address, because answers may be read by every page, or through a host name of the page that leads to
 * the loopback interface (DNS rebinding).
 */

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

export const FOREIGN_PAGE =
  'This service listens on the loopback interface, for programs and pages of this machine only. Set BASE_URL to its public address to serve others.';

/**
 * Whether a request may come from a foreign page. On the loopback interface its Host must be a local name, an address in
 * numbers (which cannot be rebound) or the host of `baseUrl`, and its Origin, if there is one, a local name or that host. A
 * service with a public `baseUrl` is there for every page, and the host that its proxy sends may be any.
 */
export function foreignPageCheck(baseUrl: string): (request: IncomingMessage) => boolean {
  const own = new URL(baseUrl).hostname;
  if (!isLocal(own)) return () => false;
  const isHostOurs = (hostname: string) =>
    hostname === own || isLocal(hostname) || isIP(bare(hostname)) !== 0;
  // Nearly all requests of a service have the same one.
  let lastHost = '';
  let lastAddress: string | undefined = '';
  return ({ headers: { host = '', origin }, socket }) => {
    const { localAddress } = socket;
    if (localAddress !== lastAddress && !isLoopback(localAddress)) return false;
    lastAddress = localAddress;
    // Only HTTP/1.0 has no Host, and no browser speaks it.
    if (host !== '' && host !== lastHost) {
      if (!isHostOurs(hostnameOf(`http://${host}`))) return true;
      lastHost = host;
    }
    if (origin === undefined) return false;
    const page = hostnameOf(origin);
    return page !== own && !isLocal(page);
  };
}

/** The host of an address; '' for a text that has none, such as the Origin `null`. */
function hostnameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}

/** This machine, by name or by address. */
function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isLoopback(bare(hostname));
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && isIP(address) !== 0 && /^(?:::1$|(?:::ffff:)?127\.)/.test(address);
}

/** An IPv6 address without its brackets. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
