/** All registers, and the door to each publisher: registers of one publisher share one limiter. */

import { createSecHttp, type SecHosts } from './edgar.js';
import type { PoliteHttp } from './polite-fetch.js';
import { createPricesCsv } from './prices-csv/index.js';
import { createPricesSec } from './prices-sec/index.js';
import { createPricesTiingo, createTiingoHttp } from './prices-tiingo/index.js';
import { type Register, RegisterFailure } from './register.js';
import { createSecCompanies } from './sec-companies/index.js';
import { createSecForm4 } from './sec-form4/index.js';

export { RegisterPaused } from './polite-fetch.js';

export interface RegisterHosts {
  /** A local server that stands in for the SEC. */
  sec?: SecHosts;
  /** The operator's folder of price files. */
  pricesDir?: string;
  tiingo?: { token: string; host?: string };
  /** Stamps what is retrieved. */
  now?: () => Date;
}

/** The registers in the order of reading: tickers first, because filings are shown with them. */
export function createRegisters(hosts: RegisterHosts = {}): readonly Register[] {
  const { sec, now, pricesDir = '', tiingo } = hosts;
  return [
    createSecCompanies(sec),
    createSecForm4(sec, now),
    createPricesSec(sec, now),
    createPricesCsv(pricesDir),
    createPricesTiingo(tiingo?.token ?? '', tiingo?.host),
  ];
}

export const registers: readonly Register[] = createRegisters();

export interface DoorSettings {
  /** Name and mail address of the operator. */
  contact: string;
  version: string;
  secRequestsPerSecond: number;
  /** Ends every request and every wait. */
  signal?: AbortSignal;
}

export interface Doors {
  /** The door to the publisher of this register. */
  of(register: Register): PoliteHttp;
  close(): Promise<void>;
}

/** For registers that read the operator's own files. */
const NO_NETWORK: PoliteHttp = {
  request: async (url) => {
    throw new RegisterFailure(`this register has no network: ${url}`);
  },
  pausedUntil: () => null,
  close: async () => undefined,
};

/** Makes one door for each publisher when it is first needed. Open them once: a limiter must outlive a single run. */
export function openDoors(settings: DoorSettings): Doors {
  const open = new Map<string, PoliteHttp>();
  const make: Record<string, () => PoliteHttp> = {
    sec: () => createSecHttp({ ...settings, perSecond: settings.secRequestsPerSecond }),
    tiingo: () => createTiingoHttp(settings),
    none: () => NO_NETWORK,
  };
  return {
    of({ card }) {
      const publisher = card.door ?? card.id.split('-')[0] ?? card.id;
      const door = open.get(publisher) ?? make[publisher]?.();
      if (door === undefined) throw new TypeError(`no door to the register ${card.id}`);
      open.set(publisher, door);
      return door;
    },
    async close() {
      await Promise.all([...open.values()].map((door) => door.close()));
    },
  };
}
