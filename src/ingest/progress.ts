/** The progress of a run: a bar with counts where nothing else is written, plain lines elsewhere. */

import { Presets, SingleBar } from 'cli-progress';

export interface ProgressReporter {
  step(register: string, step: { what: string; done: number; total: number | null }): void;
  done(register: string): void;
  close(): void;
}

/** One bar, for one step with a known total. It says no remaining time: documents take unequally long. */
export function barProgress(stream: NodeJS.WriteStream): ProgressReporter {
  const bar = new SingleBar(
    { stream, hideCursor: true, format: '{register}  {bar}  {value} of {total} {what}' },
    Presets.shades_grey,
  );
  return {
    step(register, { what, done, total }) {
      if (total === null || total === 0) return;
      if (bar.isActive) bar.update(done, { register, what });
      else bar.start(total, done, { register, what });
    },
    done() {},
    close: () => bar.stop(),
  };
}

/** How often a step is reported: to people, who read every line, less often. */
const REPORT_MS = { log: 10_000, terminal: 30_000 } as const;

/** A line when a step begins and ends, and between them every ten seconds, on a terminal every thirty. */
export function plainProgress(
  write: (line: string) => void,
  isTerminal = false,
  now: () => number = Date.now,
): ProgressReporter {
  const everyMs = REPORT_MS[isTerminal ? 'terminal' : 'log'];
  const last = new Map<string, { at: number; line: string }>();
  return {
    step(register, { what, done, total }) {
      const name = register + what;
      const line = `${register}: ${done}${total === null ? '' : ` of ${total}`} ${what}`;
      const before = last.get(name);
      const finished = total !== null && done >= total;
      if (before !== undefined && (before.line === line || (!finished && now() - before.at < everyMs)))
        return;
      last.set(name, { at: now(), line });
      write(line);
    },
    done(register) {
      for (const name of last.keys()) if (name.startsWith(register)) last.delete(name);
    },
    close() {},
  };
}

/** Progress that is not shown. */
export const silentProgress: ProgressReporter = { step() {}, done() {}, close() {} };
