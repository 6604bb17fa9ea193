/** Requests to a proxy that has a certificate of its test. */

import { type Agent, get } from 'node:https';

/** Where a proxy listens, and what trusts it. */
export interface Secure {
  port: number;
  agent: Agent;
}

export interface SecureAnswer {
  status: number;
  body: string;
}

export function askSecurely(
  { port, agent }: Secure,
  path: string,
  headers: Record<string, string> = {},
): Promise<SecureAnswer> {
  return new Promise((resolve, reject) => {
    get({ port, agent, path, headers, servername: 'localhost' }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    }).on('error', reject);
  });
}
