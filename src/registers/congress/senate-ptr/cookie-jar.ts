/** The cookies of one session with one host: names and values, nothing beyond what one host needs. */

export class CookieJar {
  private readonly values = new Map<string, string>();

  /**
   * Stores the cookies that a response sets, and removes those that it revokes (`Max-Age=0`, or an expiry in
   * the past).
   */
  update(setCookies: readonly string[] | undefined, now: Date): void {
    for (const line of setCookies ?? []) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      if (at <= 0) continue;
      const name = pair.slice(0, at);
      if (attributes.some((attribute) => isExpired(attribute, now))) this.values.delete(name);
      else this.values.set(name, pair.slice(at + 1));
    }
  }

  get(name: string): string | null {
    return this.values.get(name) ?? null;
  }

  /** The value of the `Cookie` header. */
  header(): string {
    return [...this.values].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

function isExpired(attribute: string, now: Date): boolean {
  const maxAge = /^max-age=(-?\d+)$/i.exec(attribute);
  if (maxAge) return Number(maxAge[1]) <= 0;
  const expires = /^expires=(.+)$/i.exec(attribute);
  return expires !== null && Date.parse(expires[1]!) <= now.getTime();
}
