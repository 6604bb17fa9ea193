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
import { createSec144 } from './form144/sec-144/index.js';
import { createHttpClient, type HttpClient, type RetryPolicy } from './http/http-client.js';
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
    createSec144(sec, now),
    createPricesSec(sec, now),
    createPricesCsv(pricesDir),
    createPricesTiingo(tiingo?.token ?? '', tiingo?.host),
    createCongressMembers(options.legislators),
    createHousePtr(options.clerk, now),
    createSenatePtr(senateBaseUrl, now),
    createSec13F({ managers: options.managers ?? [], hosts: sec, now }),
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

export interface ClientSettings {
  /** Name and mail address of the operator. */
  contact: string;
  version: string;
  secRequestsPerSecond: number;
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
  const common = { ...settings.retryPolicy, signal: settings.signal };
  const contact = asciiHeader(settings.contact);
  const userAgent = `disclosed/${version} ${contact}`;
  // One request at a time, because these registers state no capacity.
  const oneByOne = (minGapMs: number) =>
    createHttpClient({ ...common, userAgent, perSecond: 1, minGapMs, maxConcurrent: 1 });
  const make: Record<string, () => HttpClient> = {
    sec: () => createSecClient({ ...common, contact, version, perSecond: settings.secRequestsPerSecond }),
    tiingo: () => createTiingoClient({ ...common, contact, version }),
    none: () => NO_NETWORK,
    congress: () => createMembersClient({ ...common, contact, version }),
    house: () => createHttpClient({ ...CLERK_PACE, ...common, userAgent }),
    senate: () => createSenateClient({ ...common, contact, version }),
    oge: () => createOgeClient({ ...common, contact, version }),
  };
  return {
    forRegister(register) {
      const publisher = publisherOf(register);
      const client =
        open.get(publisher) ?? make[publisher]?.() ?? oneByOne(register.metadata.requestGapMs ?? 1000);
      open.set(publisher, client);
      return client;
    },
    async close() {
      await Promise.all([...open.values()].map((client) => client.close()));
    },
  };
}
