/** The progress of a run: bars with counts and time left on a terminal, plain lines elsewhere. */

import { MultiBar, Presets, type SingleBar } from 'cli-progress';

export interface ProgressReporter {
  step(register: string, step: { what: string; done: number; total: number | null }): void;
  done(register: string): void;
  close(): void;
}

/** Bars for a terminal. */
export function terminalProgress(stream: NodeJS.WriteStream): ProgressReporter {
  const bars = new MultiBar(
    {
      stream,
      clearOnComplete: false,
      hideCursor: true,
      format: '{register}  {bar}  {value}/{total} {what}  {eta_formatted} left',
    },
    Presets.shades_grey,
  );
  const open = new Map<string, SingleBar>();
  return {
    step(register, { what, done, total }) {
      const bar = open.get(register + what) ?? bars.create(total ?? 0, 0, { register, what });
      open.set(register + what, bar);
      if (total !== null) bar.setTotal(total);
      bar.update(done, { register, what });
    },
    done(register) {
      for (const [name, bar] of open) if (name.startsWith(register)) bar.stop();
    },
    close: () => bars.stop(),
  };
}

/** One line for each percent or each ten seconds, whichever comes later, for logs and pipes. */
export function plainProgress(write: (line: string) => void, now: () => number = Date.now): ProgressReporter {
  const last = new Map<string, { at: number; line: string }>();
  return {
    step(register, { what, done, total }) {
      const name = register + what;
      const line = `${register}: ${done}${total === null ? '' : ` of ${total}`} ${what}`;
      const before = last.get(name);
      const finished = total !== null && done >= total;
      if (before !== undefined && (before.line === line || (!finished && now() - before.at < 10_000))) return;
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
