/** Work that cleans up after itself when the program is stopped. */

const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;

/**
 * Runs `work`. When the program is stopped, or its parent is gone, the listeners of `signal` clean up at once, and the program ends with
 * code 1: no step of the work is waited for.
 */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const end = () => {
    stop.abort();
    process.exit(1);
  };
  for (const event of EVENTS) process.once(event, end);
  try {
    return await work(stop.signal);
  } finally {
    for (const event of EVENTS) process.off(event, end);
  }
}
