/**
 * The registers of one publisher, which share its HTTP client: read in turns, so that none waits for another one's
 * long import.
 */

import type { Register } from '../registers/register.js';
import type { RegisterOutcome } from './register-run.js';

interface PublisherLane {
  registers: readonly Register[];
  /** Begins to read a register; each step is one turn. */
  start(register: Register): AsyncGenerator<boolean, RegisterOutcome>;
  /** How many documents of a register wait. */
  queuedDocuments(register: Register): number;
  /** Called after the turn from which on the register has enough rows for answers. */
  onFirstRows(register: Register): Promise<void>;
  /** Called when a register was read. */
  onRegisterDone(register: Register, outcome: RegisterOutcome): Promise<void>;
  signal: AbortSignal;
}

/**
 * Each register has its first turn in the order given. From then on the one with the fewest waiting documents goes
 * first, so that a short import ends long before one of hours.
 * @returns the outcomes in the order of the registers, without those that were not read before a stop
 */
export async function interleaveRegisters(lane: PublisherLane): Promise<RegisterOutcome[]> {
  const toBegin = [...lane.registers];
  const open = new Map<Register, AsyncGenerator<boolean, RegisterOutcome>>();
  const outcomes = new Map<Register, RegisterOutcome>();
  for (;;) {
    const first = lane.signal.aborted ? undefined : toBegin.shift();
    if (first !== undefined) open.set(first, lane.start(first));
    const register = first ?? shortestQueue([...open.keys()], lane);
    if (register === undefined) break;
    // The register was added above, or it is one of the keys of `open`.
    const step = await (open.get(register) as AsyncGenerator<boolean, RegisterOutcome>).next();
    if (step.done === true) {
      open.delete(register);
      outcomes.set(register, step.value);
      await lane.onRegisterDone(register, step.value);
    } else if (step.value) await lane.onFirstRows(register);
  }
  return lane.registers.flatMap((register) => outcomes.get(register) ?? []);
}

function shortestQueue(registers: Register[], { queuedDocuments }: PublisherLane): Register | undefined {
  if (registers.length < 2) return registers[0];
  const counted = registers.map((register) => ({ register, count: queuedDocuments(register) }));
  return counted.sort((one, other) => one.count - other.count)[0]?.register;
}
