/** The ordinary trades of a market, counted back from a day, and the moments between which they lie. */

import type { Calendar } from '../calendar.js';
import { type Draw, draws } from '../random.js';
import type { Cast, EuIssuer, EuPerson } from './cast.js';

export interface Trade {
  /** Local day and wall time of publication. */
  published: string;
  clock: string;
  /** Day of the trade. */
  traded: string;
  issuer: EuIssuer;
  person: EuPerson;
  buys: boolean;
  /** In the market's main unit, two decimals or four. */
  price: number;
  volume: number;
}

/** Business days that surely lie within the last 90 days, the newest first. */
const BUSINESS_DAYS = 58;
/** About what trades are worth, in the market's own currency. */
const VALUES = [6_000, 18_000, 32_000, 45_000, 90_000, 160_000, 420_000, 2_400_000];

export interface Scene {
  calendar: Calendar;
  draw: Draw;
  /** A trade of the cast, with some facts given and the rest drawn. */
  trade(given?: Partial<Trade> & { back?: number }): Trade;
  /** `count` of them, spread over the window. */
  routine(count: number): Trade[];
}

/** `scale` turns the usual values into the market's currency. */
export function sceneOf(market: string, calendar: Calendar, { issuers, people }: Cast, scale = 1): Scene {
  const draw = draws(`eu-${market}`);
  const trade: Scene['trade'] = ({ back = draw.between(0, BUSINESS_DAYS), ...given } = {}) => {
    const issuer = given.issuer ?? draw.of(issuers);
    const places = issuer.price < 1 ? 10_000 : 100;
    const price = Math.round(issuer.price * places * (0.9 + draw.between(0, 200) / 1000)) / places;
    const worth = draw.of(VALUES) * scale * (0.8 + draw.between(0, 400) / 1000);
    const two = (n: number) => String(n).padStart(2, '0');
    return {
      published: calendar.business(back),
      clock: [draw.between(8, 17), draw.between(0, 59), draw.between(0, 59)].map(two).join(':'),
      traded: calendar.business(back + draw.between(0, 3)),
      issuer,
      person: draw.of(people),
      buys: draw.chance(65),
      price,
      volume: Math.max(10, Math.round(worth / price / 10) * 10),
      ...given,
    };
  };
  return { calendar, draw, trade, routine: (count) => Array.from({ length: count }, () => trade()) };
}

/** 1234.5 as `1.234,50` or `1,234.50`, by the thousands mark. */
export function grouped(value: number, mark: '.' | ',', decimals: number): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.');
  const parts = whole.replace(/\B(?=(\d{3})+(?!\d))/g, mark);
  return fraction === undefined ? parts : `${parts}${mark === '.' ? ',' : '.'}${fraction}`;
}

/** Decimals that a price was drawn with. */
export const decimalsOf = (price: number): number =>
  (String(price).split('.')[1]?.length ?? 0) <= 2 ? 2 : 4;

/** Price times volume, in cents. */
export const worthOf = ({ price, volume }: Pick<Trade, 'price' | 'volume'>): number =>
  Math.round(price * volume * 100) / 100;

/** YYYY-MM-DD as dd.mm.yyyy, or with another mark. */
export const dayFirst = (day: string, mark = '.'): string => day.split('-').reverse().join(mark);
