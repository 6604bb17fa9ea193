/** Results that are computed once for a generation. */

export type Memoised = <T>(name: string, make: () => Promise<T>) => Promise<T>;

/** One name always has the same `make`. A result that failed is computed again. */
export function createMemoised(): Memoised {
  const results = new Map<string, Promise<unknown>>();
  return <T>(name: string, make: () => Promise<T>): Promise<T> => {
    let result = results.get(name);
    if (result === undefined) {
      result = make();
      results.set(name, result);
      result.catch(() => results.delete(name));
    }
    // The caller's `make` gave it, by the rule above.
    return result as Promise<T>;
  };
}
