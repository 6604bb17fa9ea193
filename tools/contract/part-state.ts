/** What a part of a record says of the source that it comes from. */

import type { SourceId, SourceState } from './reads/sources.js';

/** Before the rows of the part. */
export interface PartState {
  source: string;
  state: 'whole' | 'filling' | 'failing' | 'off' | 'never-read';
  asOf: string | null;
  note?: string;
}

/** The state of a source, or only of its `register` where the part needs no other. */
export function stateOf(states: readonly SourceState[], source: SourceId, register?: string): PartState {
  const state = states.find((one) => one.source === source);
  const read = register === undefined ? state : state?.registers.find((one) => one.register === register);
  const known = { source, asOf: state?.status === 'off' ? null : (read?.lastReadAt ?? null) };
  if (state === undefined || read === undefined || state.status === 'off')
    return { ...known, asOf: null, state: 'off', note: `${source} is switched off on this service.` };
  if (known.asOf === null)
    return { ...known, state: 'never-read', note: `${register ?? source} has not been read yet.` };
  if (read.isWhole)
    return state.status === 'failing'
      ? {
          ...known,
          state: 'whole',
          note: `The last attempt to read ${source} failed: newer rows may be missing.`,
        }
      : { ...known, state: 'whole' };
  const isFailing = state.status === 'failing';
  return {
    ...known,
    state: isFailing ? 'failing' : 'filling',
    note: `${register ?? source} ${isFailing ? 'has not been read completely yet' : 'is still being imported for the first time'}: more rows may arrive.`,
  };
}
