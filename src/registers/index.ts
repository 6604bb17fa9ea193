/** All registers, and the HTTP client of each publisher: registers of one publisher share one limiter. */

import { createCongressMembers, createMembersClient } from './congress/congress-members/index.js';
import { CLERK_PACE, createHousePtr } from './congress/house-ptr/index.js';
import { createSenateClient } from './congress/senate-ptr/client.js';
import { createSenatePtr } from './congress/senate-ptr/index.js';
import { asciiHeader, createSecClient, type SecHosts } from './edgar/edgar.js';
import { createDeBafin } from './europe/de-bafin/index.js';
import { createNlAfm } from './europe/nl-afm/index.js';
import { createSeFi } from './europe/se-fi/index.js';
import { createUkNsm } from './europe/uk-nsm/index.js';
import { createSecCompanies } from './form4/sec-companies/index.js';
import { createSecForm4 } from './form4/sec-form4/index.js';
import { createSecForm35 } from './form4/sec-form35/index.js';
import { createSec144 } from './form144/sec-144/index.js';
import { createSec13DG } from './holders/sec-13dg/index.js';
import { isOnHosts } from './http/allowed-hosts.js';
import {
  type ClientBounds,
  createHttpClient,
  type HttpClient,
  type RetryPolicy,
} from './http/http-client.js';
import { createManagers13F } from './portfolios/13f-all/index.js';
import { createOge278T, createOgeClient } from './portfolios/oge-278t/index.js';
import { createSec13F } from './portfolios/sec-13f/index.js';
import { createPricesCsv } from './prices/prices-csv/index.js';
import { createPricesSec } from './prices/prices-sec/index.js';
import { createPricesTiingo, createTiingoClient } from './prices/prices-tiingo/index.js';
import { type Register, SourceError } from './register.js';

export { checkNames } from './check-names.js';
export { SourcePausedError } from './http/http-client.js';
export { parseDocument } from './parse-document.js';

export interface RegisterOptions {
  /** eFD, or the operator's proxy in front of it, from the settings. */
  senateBaseUrl?: string;
  /** Name of the British register's search index, from the settings. */
  ukNsmIndex?: string;
  /** The operator's folder of price files. */
  pricesDir?: string;
  tiingo?: { token: string; host?: string };
  /** CIKs of the 13F filers whose reports are read, without leading zeros. */
  managers?: readonly string[];
  /** Names of the filers of OGE Form 278-T whose reports are read, as its index spells them. */
  filers?: readonly string[];
  /** Quarters of the 13F reports of all managers; null for all since 2013. */
  managerQuarters?: number | null;
  /** Stamps what is retrieved. */
  now?: () => Date;
  /** The rest are local servers that replace the registers. */
  sec?: SecHosts;
  legislators?: string;
  clerk?: string;
  oge?: string;
  bafin?: Parameters<typeof createDeBafin>[0];
  nsm?: Parameters<typeof createUkNsm>[0];
  fi?: Parameters<typeof createSeFi>[0];
  afm?: Parameters<typeof createNlAfm>[0];
}

/**
 * The registers in crawl order: tickers first, because filings are shown with them; and members of Congress
 * before their filings.
 */
export function createRegisters(options: RegisterOptions = {}): readonly Register[] {
  const { ukNsmIndex, senateBaseUrl, now, sec, pricesDir = '', tiingo } = options;
  return [
    createSecCompanies(sec),
    createSecForm4(sec, now),
    createSecForm35(sec, now),
    createSec144(sec, now),
    createPricesSec(sec, now),
    createPricesCsv(pricesDir),
    createPricesTiingo(tiingo?.token ?? '', tiingo?.host),
    createCongressMembers(options.legislators),
    createHousePtr(options.clerk, now),
    createSenatePtr(senateBaseUrl, now),
    createSec13DG(sec, now),
    createSec13F({ managers: options.managers ?? [], hosts: sec, now }),
    createManagers13F({
      quarters: options.managerQuarters === undefined ? 8 : options.managerQuarters,
      hosts: sec,
      now,
    }),
    createOge278T({ filers: options.filers ?? [], origin: options.oge, now }),
    createDeBafin(options.bafin),
    createUkNsm({ ...(ukNsmIndex === undefined ? {} : { index: ukNsmIndex }), ...options.nsm }),
    createSeFi(options.fi),
    createNlAfm(options.afm),
  ];
}

/** Registers of one publisher share its client, so they are read one after the other. */
export function publisherOf({ metadata }: Register): string {
  return metadata.client ?? metadata.id.split('-')[0] ?? metadata.id;
}

/** Whether `host`, as an address has it, is one of the register's. */
export function hasHost({ metadata }: Register, host: string): boolean {
  return URL.canParse(`https://${host}`) && isOnHosts(new URL(`https://${host}`), metadata.hosts);
}

export interface ClientSettings {
  /** Name and mail address of the operator. */
  contact: string;
  version: string;
  secRequestsPerSecond: number;
  /** Hosts that the operator allows besides those of the registers. */
  allowedHosts?: readonly string[];
  /** Aborts every request and every wait. */
  signal?: AbortSignal;
  /** Replaces the policy of each client. */
  retryPolicy?: RetryPolicy;
}

export interface HttpClients {
  /** The client of the publisher of this register. */
  forRegister(register: Register): HttpClient;
  close(): Promise<void>;
}

/** For registers that read the operator's own files. */
const NO_NETWORK: HttpClient = {
  request: async (url) => {
    throw new SourceError(`this register has no network: ${url}`);
  },
  pausedUntil: () => null,
  close: async () => undefined,
};

/** Makes one client for each publisher when it is first needed. Open them once: a limiter must outlive a single run. */
export function createHttpClients(settings: ClientSettings): HttpClients {
  const open = new Map<string, HttpClient>();
  const { version } = settings;
  const contact = asciiHeader(settings.contact);
  const userAgent = `disclosed/${version} ${contact}`;
  const named = { contact, version };
  const make: Record<string, (bounds: ClientBounds) => HttpClient> = {
    sec: (bounds) => createSecClient({ ...bounds, ...named, perSecond: settings.secRequestsPerSecond }),
    tiingo: (bounds) => createTiingoClient({ ...bounds, ...named }),
    none: () => NO_NETWORK,
    congress: (bounds) => createMembersClient({ ...bounds, ...named }),
    house: (bounds) => createHttpClient({ ...CLERK_PACE, ...bounds, userAgent }),
    senate: (bounds) => createSenateClient({ ...bounds, ...named }),
    oge: (bounds) => createOgeClient({ ...bounds, ...named }),
  };
  // One request at a time, because these registers state no capacity.
  const oneByOne = (bounds: ClientBounds, minGapMs = 1000) =>
    createHttpClient({ ...bounds, userAgent, perSecond: 1, minGapMs, maxConcurrent: 1 });
  const clientFor = (publisher: string, { metadata }: Register): HttpClient => {
    const hosts = [...metadata.hosts, ...(settings.allowedHosts ?? [])];
    const bounds = { ...settings.retryPolicy, signal: settings.signal, hosts };
    return make[publisher]?.(bounds) ?? oneByOne(bounds, metadata.requestGapMs);
  };
  return {
    forRegister(register) {
      const publisher = publisherOf(register);
      // Registers of one publisher have the same hosts, and share its limit. In tests each has its server.
      const name = [publisher, ...register.metadata.hosts].join(' ');
      const client = open.get(name) ?? clientFor(publisher, register);
      open.set(name, client);
      return client;
    },
    async close() {
      await Promise.all([...open.values()].map((client) => client.close()));
    },
  };
}
