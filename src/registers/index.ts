/** All registers, and the door to each publisher: registers of one publisher share one limiter. */

import { createCongressMembers, createMembersHttp } from './congress-members/index.js';
import { asciiHeader, createSecHttp, type SecHosts } from './edgar.js';
import { CLERK_PACE, createHousePtr } from './house-ptr/index.js';
import { createHttp, type PoliteHttp } from './polite-fetch.js';
import type { Register } from './register.js';
import { createSecCompanies } from './sec-companies/index.js';
import { createSecForm4 } from './sec-form4/index.js';
import { createSenateHttp } from './senate-ptr/door.js';
import { createSenatePtr } from './senate-ptr/index.js';

export { RegisterPaused } from './polite-fetch.js';

export interface RegisterOptions {
  /** eFD, or an operator's own helper in front of it, from the settings. */
  senateBaseUrl?: string;
  /** Stamps what is retrieved. */
  now?: () => Date;
  /** The rest are local servers that stand in for the registers. */
  sec?: SecHosts;
  legislators?: string;
  clerk?: string;
}

/**
 * The registers in the order of reading: tickers first, because filings are shown with them; and who sits in the
 * Congress before what was filed there.
 */
export function createRegisters(options: RegisterOptions = {}): readonly Register[] {
  const { senateBaseUrl, now, sec } = options;
  return [
    createSecCompanies(sec),
    createSecForm4(sec, now),
    createCongressMembers(options.legislators),
    createHousePtr(options.clerk, now),
    createSenatePtr(senateBaseUrl, now),
  ];
}

/** Registers of one publisher share its door, so they are read one after the other. */
export function publisherOf({ card }: Register): string {
  return card.id.split('-')[0] ?? card.id;
}

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
  const { version, signal } = settings;
  const contact = asciiHeader(settings.contact);
  const make: Record<string, () => PoliteHttp> = {
    sec: () => createSecHttp({ ...settings, perSecond: settings.secRequestsPerSecond }),
    congress: () => createMembersHttp({ contact, version, signal }),
    house: () => createHttp({ ...CLERK_PACE, userAgent: `disclosed/${version} ${contact}`, signal }),
    senate: () => createSenateHttp({ contact, version, signal }),
  };
  return {
    of(register) {
      const publisher = publisherOf(register);
      const door = open.get(publisher) ?? make[publisher]?.();
      if (door === undefined) throw new TypeError(`no door to the register ${register.card.id}`);
      open.set(publisher, door);
      return door;
    },
    async close() {
      await Promise.all([...open.values()].map((door) => door.close()));
    },
  };
}
