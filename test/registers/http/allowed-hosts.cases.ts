/** No request goes to a host that is not one of the register's, whatever names it. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { hostsOf, isOnHosts } from '../../../src/registers/http/allowed-hosts.js';
import { createHttpClients, createRegisters, publisherOf } from '../../../src/registers/index.js';

describe('registers/http/allowed-hosts', () => {
  const settings = { contact: 'Ida Invented ida@example.org', version: '1', secRequestsPerSecond: 8 };
  const registers = createRegisters();
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  });

  /** A local server, its host, and how many requests it got. */
  async function listen(): Promise<{ host: string; asked: () => number }> {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end('found');
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
  }

  it.each([
    ['https://www.sec.gov/a', ['.sec.gov'], true],
    ['https://sec.gov/a', ['.sec.gov'], true],
    ['https://notsec.gov/', ['.sec.gov'], false],
    ['https://www.sec.gov.evil.example/', ['.sec.gov'], false],
    ['https://www.sec.gov:8443/', ['.sec.gov'], false],
    ['https://www.sec.gov@evil.example/', ['.sec.gov', 'www.sec.gov'], false],
    ['https://data.example/', ['data.example'], true],
    ['https://data.example:444/', ['data.example'], false],
    ['http://127.0.0.1:99/', hostsOf('http://127.0.0.1:99/efd'), true],
    ['http://127.0.0.1:98/', hostsOf('http://127.0.0.1:99/efd'), false],
    ['https://x.example/', [], false],
  ])('%s with %j: %s', (url, hosts, isAllowed) => {
    expect(isOnHosts(new URL(url), hosts)).toBe(isAllowed);
  });

  describe.each(registers.map((register) => [register.metadata.id, register] as const))(
    '%s',
    (_id, register) => {
      it('requests nothing from another host, unless the operator allows it', async () => {
        const { host, asked } = await listen();
        const clients = createHttpClients({ ...settings, retryPolicy: { retries: 0 } });
        await expect(clients.forRegister(register).request(`http://${host}/`)).rejects.toThrow(
          register.metadata.hosts.length === 0 ? /no network/ : /gets no request.*ALLOWED_HOSTS/,
        );
        expect(asked()).toBe(0);
        await clients.close();
        if (register.metadata.hosts.length === 0) return;
        const wider = createHttpClients({ ...settings, allowedHosts: [host], retryPolicy: { retries: 0 } });
        const { bytes } = await wider.forRegister(register).request(`http://${host}/`);
        expect([bytes.toString(), asked()]).toEqual(['found', 1]);
        await wider.close();
      });

      it('has the hosts of the other registers with the same client', () => {
        const others = registers.filter((other) => publisherOf(other) === publisherOf(register));
        for (const other of others) expect(other.metadata.hosts).toEqual(register.metadata.hosts);
      });
    },
  );

  it('a mirror takes the place of the host', () => {
    const [senate] = createRegisters({ senateBaseUrl: 'https://mirror.example:8443/efd' }).filter(
      ({ metadata }) => metadata.id === 'senate-ptr',
    );
    expect(senate!.metadata.hosts).toEqual(['mirror.example:8443']);
  });
});
