/** Settings reach the registers: an operator's own proxy is queried in place of the Senate's host. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from '../../src/config.js';
import { createHttpClients } from '../../src/registers/index.js';
import { configuredRegisters } from '../../src/service/configured-registers.js';
import { enabledRegisters } from '../../src/service/enabled-registers.js';
import { firstProbe } from '../registers/http/probes.js';

describe('service/configured-registers', () => {
  it('queries eFD at SENATE_BASE_URL, with the client of the Senate', async () => {
    const asked: string[] = [];
    const helper = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers['user-agent']}`);
      response.writeHead(403).end('refused');
    });
    await new Promise<void>((resolve) => helper.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(helper.address() as AddressInfo).port}/efd`;
    const registers = configuredRegisters(readConfig({ SENATE_BASE_URL: base }));
    const senate = registers.find(({ metadata }) => metadata.id === 'senate-ptr')!;
    const doors = createHttpClients({
      contact: 'José Roe jose@example.org',
      version: '1.0.0',
      secRequestsPerSecond: 5,
    });
    const probe = await firstProbe(senate, doors.forRegister(senate), new Date());
    expect(probe).toMatchObject({ verdict: 'refused', url: `${base}/search/home/` });
    expect(asked).toEqual([
      '/efd/search/home/ Mozilla/5.0 (compatible; disclosed/1.0.0; Jose Roe jose@example.org)',
    ]);
    await doors.close();
    await new Promise((resolve) => helper.close(resolve));
  });

  it.each(['-uk-nsm', '-uk-nsm,-se-fi', 'se-fi,-se-fi'])(
    'refuses REGISTERS=%s, which leaves no register',
    (value) => {
      expect(() => enabledRegisters(readConfig({ REGISTERS: value }))).toThrow(
        /^REGISTERS leaves no register/,
      );
    },
  );

  it('creates a client for every register, and a separate one for each chamber', async () => {
    const doors = createHttpClients({
      contact: 'Jane Roe jane@example.org',
      version: '1.0.0',
      secRequestsPerSecond: 5,
    });
    const registers = configuredRegisters(readConfig({}));
    const byId = new Map(registers.map((register) => [register.metadata.id, doors.forRegister(register)]));
    expect(byId.size).toBe(registers.length);
    const chambers = ['congress-members', 'house-ptr', 'senate-ptr'].map((id) => byId.get(id));
    expect(new Set(chambers).size).toBe(3);
    await doors.close();
  });

  it('reads the members of the Congress before their filings', () => {
    const ids = configuredRegisters(readConfig({})).map(({ metadata }) => metadata.id);
    expect(ids.filter((id) => /congress|house|senate/.test(id))).toEqual([
      'congress-members',
      'house-ptr',
      'senate-ptr',
    ]);
  });

  it.each(['efdsearch.senate.gov', 'https://proxy.example/', 'ftp://x', ''])(
    'refuses %j for the address of eFD',
    (value) => {
      expect(() => readConfig({ SENATE_BASE_URL: value })).toThrow(ConfigError);
      expect(() => readConfig({ SENATE_BASE_URL: value })).toThrow(
        /^SENATE_BASE_URL must be an http\(s\) address/,
      );
    },
  );
});
