/** The arguments that the tools of all managers share, the quarters that they choose, and the places in their lists. */

import { z } from 'zod/v3';
import { daysBefore } from '../../src/dates.js';
import { invalidParameter } from './errors.js';
import { orderParameters, wordsParameter } from './parameters.js';
import type { ListPlace } from './place.js';
import type { HoldingSearch, ManagersQuarter } from './reads/managers.js';
import { MANAGER_REPORT_DAYS } from './rules.js';
import { HOLDING_CHANGES, HOLDING_KINDS, type HoldingChange, type HoldingKind } from './shapes/managers.js';
import { quarterName } from './shapes/tracker-changes.js';
import { quarterParameter } from './tracker-quarters.js';

/** The quarter of answers about all managers. */
export const DUE_QUARTER = 'the newest whose 45 days to report are over';
export const MANAGERS_SOURCE = 'sec-edgar-13f';
/** The list of managers. */
export const MANAGERS_PAGE = '/managers';
/** The ranking of securities, and who holds one of them. */
export const SECURITIES_PAGE = '/holders';
export const holdersPage = (cusip: string): string => `${SECURITIES_PAGE}/${cusip}`;
export const managerPage = (cik: string): string => `${MANAGERS_PAGE}/${cik}`;

/** Everything but positions that are gone: what is held. */
export const HELD_CHANGES: readonly HoldingChange[] = HOLDING_CHANGES.filter((change) => change !== 'exit');
/** Everything but positions that stayed as they were. */
export const REAL_CHANGES: readonly HoldingChange[] = HOLDING_CHANGES.filter((change) => change !== 'held');

/**
 * The parameters of a comparison of two quarters.
 * @param usualQuarter which one is taken without `quarter`
 * @param kinds what the parameter of kinds says
 */
export function holdingParameters(usualQuarter: string, kinds: string) {
  return {
    quarter: quarterParameter('quarter', `Such as 2026-Q2. Default: ${usualQuarter}`).optional(),
    compare: quarterParameter(
      'compare',
      'An earlier quarter to compare with. Default: the one before',
    ).optional(),
    change: wordsParameter(
      'change',
      HOLDING_CHANGES,
      'Only these changes since the quarter compared, with commas or as a list',
    ).optional(),
    kind: wordsParameter('kind', HOLDING_KINDS, kinds).optional(),
    min_value: z
      .number({ invalid_type_error: MIN_VALUE })
      .finite(MIN_VALUE)
      .min(0, MIN_VALUE)
      .default(0)
      .describe('Minimum value in USD; of an exit, of what it was. Default 0'),
    ...orderParameters(
      ['value', 'amount', 'change', 'value_change'],
      'value (default; of an exit what it was), amount in shares, change of the amount, value_change; unknown figures come last',
    ),
  };
}
const MIN_VALUE = 'min_value must be a number of US dollars, 0 or greater';

export interface HoldingArguments {
  quarter?: string | undefined;
  compare?: string | undefined;
  change?: string | undefined;
  kind?: string | undefined;
  min_value: number;
  sort: HoldingSearch['sort'];
  order: 'desc' | 'asc';
  limit: number;
}

const NOT_HERE = ' is not here. Quarters here: ';

/** Whether a message is about a quarter that is not here: it has those to choose from. */
export function namesQuarters(message: string): boolean {
  return message.includes(NOT_HERE);
}

export interface ChosenQuarters {
  /** Last days. */
  period: string;
  prior: string | null;
}

/**
 * The quarter of the call, and the one that it is compared with.
 * @param quarters newest first, at least one
 * @throws ApiError `invalid_parameter` for a quarter that is not here, or that is not before the other one
 */
export function chooseQuarters(
  { quarter, compare }: Pick<HoldingArguments, 'quarter' | 'compare'>,
  quarters: ReadonlyArray<Pick<ManagersQuarter, 'periodEnd'>>,
  now: Date,
): ChosenQuarters {
  const periods = quarters.map(({ periodEnd }) => periodEnd);
  const find = (name: 'quarter' | 'compare', wanted: string) => {
    const found = periods.find((period) => quarterName(period) === wanted);
    if (found !== undefined) return found;
    throw wrong(name, `${name} ${wanted}${NOT_HERE}${periods.map(quarterName).join(', ')}`);
  };
  const period = quarter === undefined ? usualPeriod(periods, now) : find('quarter', quarter);
  if (compare === undefined) {
    // Another quarter than the one before would show changes of half a year as those of a quarter.
    const before = periods.find((one) => one < period);
    return { period, prior: before !== undefined && isNextQuarter(before, period) ? before : null };
  }
  const prior = find('compare', compare);
  if (prior >= period)
    throw wrong(
      'compare',
      `compare must be a quarter before ${quarterName(period)}, the quarter that is shown`,
    );
  return { period, prior };
}

/** The newest quarter whose reports were due: of a later one, most of them are missing. */
function usualPeriod(periods: readonly string[], now: Date): string {
  const due = daysBefore(now, MANAGER_REPORT_DAYS);
  // The caller gives at least one.
  return periods.find((period) => period < due) ?? (periods[0] as string);
}

function isNextQuarter(before: string, after: string): boolean {
  const number = (period: string) =>
    Number(period.slice(0, 4)) * 4 + Math.ceil(Number(period.slice(5, 7)) / 3);
  return number(after) - number(before) === 1;
}

/** The query of a comparison. */
export function holdingSearch(
  input: HoldingArguments,
  chosen: ChosenQuarters,
  usual: { changes: readonly HoldingChange[]; kinds: readonly HoldingKind[] },
  after: ListPlace | undefined,
): HoldingSearch {
  return {
    ...chosen,
    // The parameters accept only these names.
    changes: input.change === undefined ? usual.changes : (input.change.split(',') as HoldingChange[]),
    kinds: input.kind === undefined ? usual.kinds : (input.kind.split(',') as HoldingKind[]),
    minValue: input.min_value,
    sort: input.sort,
    order: input.order,
    after: comparedPlaceOf(after),
    limit: input.limit,
  };
}

const PLACE = z.tuple([z.number(), z.number(), z.string()]);

/** Whether the figure is known, the figure, and what decides ties. @throws ApiError for a damaged cursor */
export function comparedPlaceOf(after: ListPlace | undefined): ListPlace | undefined {
  if (after === undefined || PLACE.safeParse(after).success) return after;
  throw damagedCursor();
}

export function damagedCursor(): Error {
  return wrong('cursor', 'The cursor is damaged. Begin again: give the arguments without cursor.');
}

export function wrong(path: string, message: string): Error {
  return invalidParameter([{ path, message }]);
}
