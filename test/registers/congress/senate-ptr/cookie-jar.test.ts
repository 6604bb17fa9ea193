/** The cookies of a session with eFD. */

import { describe, expect, it } from '@jest/globals';
import { CookieJar } from '../../../../src/registers/congress/senate-ptr/cookie-jar.js';

const NOW = new Date('2026-10-08T15:00:00.000Z');

describe('the cookies of a session', () => {
  it('are kept by name, the later value in place of the earlier', () => {
    const cookies = new CookieJar();
    cookies.update(
      [
        'csrftoken=abc; expires=Fri, 08 Oct 2027 00:00:00 GMT; Max-Age=31449600; Path=/; Secure',
        's=1; HttpOnly',
      ],
      NOW,
    );
    cookies.update(['s=a=b; Path=/'], NOW);
    cookies.update(undefined, NOW);
    expect(cookies.header()).toBe('csrftoken=abc; s=a=b');
    expect([cookies.get('csrftoken'), cookies.get('other')]).toEqual(['abc', null]);
  });

  it('are removed when they are revoked', () => {
    const cookies = new CookieJar();
    cookies.update(['a=1', 'b=2', 'c=3', 'nonsense'], NOW);
    cookies.update(['a=; Max-Age=0', 'b=; expires=Thu, 01 Jan 1970 00:00:00 GMT'], NOW);
    expect(cookies.header()).toBe('c=3');
  });
});
