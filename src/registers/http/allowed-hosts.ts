/** The hosts that a client may request: those of its publisher, and what the operator adds. */

/** The hosts of these addresses, with a port that is not the usual one. */
export function hostsOf(...addresses: string[]): string[] {
  return [...new Set(addresses.map((address) => new URL(address).host))];
}

/** Whether `url` is on one of `hosts`. An entry with a dot before it, such as `.sec.gov`, stands for the name and all below it. */
export function isOnHosts(url: URL, hosts: Iterable<string>): boolean {
  for (const host of hosts)
    if (host.startsWith('.') ? `.${url.host}`.endsWith(host) : url.host === host) return true;
  return false;
}
