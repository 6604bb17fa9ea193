/** Why the figures of a European row cannot be right: words of its warning. */

export type FigureContradiction =
  | 'price-above-any-share'
  | 'value-above-any-trade'
  | 'less-than-one-share'
  | 'price-equals-number'
  | 'unlike-aggregated-table'
  | 'total-as-price'
  | 'price-and-number-exchanged'
  | 'price-unlike-others'
  | 'currency-unlike-others';
