/** All registers, and the door to each publisher: registers of one publisher share one limiter. */

import { createSecHttp, type SecHosts } from './edgar.js';
import type { PoliteHttp } from './polite-fetch.js';
import type { Register } from './register.js';
import { createSecCompanies } from './sec-companies/index.js';
import { createSecForm4 } from './sec-form4/index.js';

export { RegisterPaused } from './polite-fetch.js';

export interface RegisterHosts {
  /** A local server that stands in for the SEC. */
  sec?: SecHosts;
  /** Stamps what is retrieved. */
  now?: () => Date;
}

/** The registers in the order of reading: tickers first, because filings are shown with them. */
export function createRegisters({ sec, now }: RegisterHosts = {}): readonly Register[] {
  return [createSecCompanies(sec), createSecForm4(sec, now)];
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

/** Makes one door for each publisher when it is first needed. Open them once: a limiter must outlive a single run. */
export function openDoors(settings: DoorSettings): Doors {
  const open = new Map<string, PoliteHttp>();
  const make: Record<string, () => PoliteHttp> = {
    sec: () => createSecHttp({ ...settings, perSecond: settings.secRequestsPerSecond }),
  };
  return {
    of({ card }) {
      const publisher = card.id.split('-')[0] ?? card.id;
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
