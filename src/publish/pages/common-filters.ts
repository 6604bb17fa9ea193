/** Filters that several lists have. */

export const TICKER_FILTER = { name: 'ticker', label: 'Ticker', as: 'code', size: 8 } as const;
export const CIK_FILTER = { name: 'cik', label: 'CIK', as: 'code', size: 10, isRare: true } as const;
export const MIN_VALUE_FILTER = { name: 'min_value', label: 'Min. value ($)', as: 'amount' } as const;
export const DIRECTION_FILTER = {
  name: 'direction',
  label: 'Direction',
  as: [
    ['all', 'Both'],
    ['P', 'Purchases'],
    ['S', 'Sales'],
  ],
} as const;
/** Trades under a Rule 10b5-1 plan. */
export const PLANS_FILTER = {
  name: 'planned',
  label: '10b5-1 plans',
  as: [
    ['all', 'All trades'],
    ['exclude', 'Outside plans'],
    ['only', 'Under plans'],
  ],
} as const;
