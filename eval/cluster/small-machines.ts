/** Small machines for measurements: control groups of Linux (version 1) give processes a share of one core, and count what they used. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const CPU = '/sys/fs/cgroup/cpu';
const COUNTERS = '/sys/fs/cgroup/cpuacct';
const PERIOD_US = 50_000;
/** Weight of the groups against everything else on this machine, whose processes have 1024 each. */
const WEIGHT = 100_000;
const NANOSECONDS = 1e9;

/** Why there are none here; null if there are. */
export function smallMachinesMissing(): string | null {
  return [join(CPU, 'cpu.cfs_quota_us'), join(COUNTERS, 'cpuacct.usage')].every(existsSync) &&
    process.getuid?.() === 0
    ? null
    : 'cgroup quotas need root and the controllers cpu and cpuacct of cgroup v1';
}

export class SmallMachine {
  private static made = 0;
  private readonly name: string;

  /** `share`: this part of one core at most; null for no limit. Whatever else runs here, the machine gets it. */
  constructor(
    readonly share: number | null,
    private readonly core: number,
  ) {
    SmallMachine.made += 1;
    this.name = `disclosed-${process.pid}-${SmallMachine.made}`;
    for (const controller of new Set([CPU, COUNTERS])) {
      const folder = join(controller, this.name);
      // Both controllers may be mounted in one place.
      if (!existsSync(folder)) mkdirSync(folder);
    }
    writeFileSync(join(CPU, this.name, 'cpu.shares'), String(WEIGHT));
    if (share === null) return;
    writeFileSync(join(CPU, this.name, 'cpu.cfs_period_us'), String(PERIOD_US));
    writeFileSync(join(CPU, this.name, 'cpu.cfs_quota_us'), String(Math.round(share * PERIOD_US)));
  }

  /** Moves processes with all their threads and children here. */
  add(pids: readonly number[]): void {
    for (const pid of pids.flatMap((one) => [one, ...childrenOf(one)])) {
      for (const controller of [CPU, COUNTERS])
        writeFileSync(join(controller, this.name, 'cgroup.procs'), String(pid));
      execFileSync('taskset', ['-a', '-p', '-c', String(this.core), String(pid)], { stdio: 'ignore' });
    }
  }

  /** Seconds of processor time since it was made. */
  usedSeconds(): number {
    return Number(readFileSync(join(COUNTERS, this.name, 'cpuacct.usage'), 'utf8')) / NANOSECONDS;
  }

  /** Lets the processes that are left go back to the whole machine. */
  remove(): void {
    const left = readFileSync(join(CPU, this.name, 'cgroup.procs'), 'utf8')
      .split('\n')
      .filter(Boolean);
    for (const pid of left) {
      for (const controller of [CPU, COUNTERS]) writeFileSync(join(controller, 'cgroup.procs'), pid);
      execFileSync('taskset', ['-a', '-p', '-c', `0-${cpus().length - 1}`, pid], { stdio: 'ignore' });
    }
    for (const controller of [CPU, COUNTERS]) {
      const folder = join(controller, this.name);
      if (existsSync(folder)) rmdirSync(folder);
    }
  }
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  const own = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  return own.flatMap((one) => [one, ...childrenOf(one)]);
}
