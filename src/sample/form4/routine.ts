/** A year of ordinary business: grants, vestings, exercises, gifts, and market trades of the busy issuers. */

import { addDays } from '../calendar.js';
import { issuers, type SampleIssuer } from '../issuers.js';
import { boardOf, type Owner } from '../people.js';
import { type Draw, draws } from '../random.js';
import type { Draft } from './draft.js';
import * as say from './footnotes.js';
import { cents, market, noted, option, row, type Stage } from './stage.js';

/** Business days of the year that the routine fills; the newest few belong to the stories. */
const YEAR = 245;
/** Market filings of one busy issuer in a year. */
const MARKET_FILINGS = 18;

export function routine(stage: Stage): Draft[] {
  return issuers.flatMap((issuer) => {
    const draw = draws(`routine of ${issuer.cik}`);
    const board = boardOf(issuer.ticker || issuer.name);
    const drafts = [...grants(stage, issuer, board, draw), ...vestings(stage, issuer, board, draw)];
    if (issuer.trades)
      drafts.push(...trades(stage, issuer, board, draw), ...gifts(stage, issuer, board, draw));
    return drafts;
  });
}

/** Once a year, all on one day: units for everybody, an option for each officer. */
function grants(stage: Stage, issuer: SampleIssuer, board: readonly Owner[], draw: Draw): Draft[] {
  const back = draw.between(30, YEAR);
  const date = stage.calendar.business(back + 2);
  const close = stage.priceOn(issuer, date);
  return board.map((owner) => {
    const units = draw.between(8, 160) * 100;
    const award = row('A', true, date, units, 0, {
      title: issuer.securityTitle,
      notes: noted('shares', say.vestsYearly),
    });
    const grant = option(close, units * 2, addDays(date, 3_652));
    return {
      issuer,
      owners: [owner],
      filed: stage.calendar.business(back),
      rows:
        owner.officerTitle === undefined
          ? [award]
          : [
              award,
              row('A', true, date, units * 2, 0, {
                title: 'Stock Option (Right to Buy)',
                derivative: { ...grant, exercisable: null },
                notes: noted('exerciseDate', say.optionVests),
              }),
            ],
      withPower: draw.chance(4),
    };
  });
}

/** Units become shares and some are withheld for tax: twice a year at the busy issuers, once at the others. */
function vestings(stage: Stage, issuer: SampleIssuer, board: readonly Owner[], draw: Draw): Draft[] {
  const first = draw.between(12, 110);
  return (issuer.trades ? [first, first + 124] : [first]).flatMap((back) => {
    const date = stage.calendar.business(back + 2);
    const close = stage.priceOn(issuer, date);
    return board
      .filter((owner) => owner.officerTitle !== undefined)
      .map((owner): Draft => {
        const vested = draw.between(9, 90) * 50;
        const withheld = Math.round(vested * 0.37);
        return {
          issuer,
          owners: [owner],
          filed: stage.calendar.business(back),
          rows: [
            row('M', true, date, vested, 0, {
              title: issuer.securityTitle,
              notes: noted('coding', say.unitsForShares),
            }),
            row('F', false, date, withheld, close, {
              title: issuer.securityTitle,
              notes: noted('coding', say.withheldForTax),
            }),
            row('M', false, date, vested, 0, {
              title: 'Restricted Stock Units',
              derivative: option(null, vested, null),
              notes: {
                exercisePrice: [say.unitsForShares],
                exerciseDate: [say.vestsYearly],
                expirationDate: [say.vestsYearly],
              },
            }),
          ],
        };
      });
  });
}

/** Directors buy, officers sell, some of them what they have just exercised. */
function trades(stage: Stage, issuer: SampleIssuer, board: readonly Owner[], draw: Draw): Draft[] {
  const directors = board.filter((owner) => owner.officerTitle === undefined);
  const officers = board.filter((owner) => owner.officerTitle !== undefined);
  return Array.from({ length: MARKET_FILINGS }, (): Draft => {
    // Thicker towards today: the squared draw puts a third of the filings into the newest ninth of the year.
    const filed = 1 + Math.floor(draw.between(0, 1_000) ** 2 * ((YEAR - 1) / 1_000_000));
    const lots = draw.between(1, 3);
    const averaged = draw.chance(60);
    const lag = draw.between(1, 2);
    if (draw.chance(35)) {
      const usd = draw.between(4, 160) * 500;
      return market(stage, {
        ticker: issuer.ticker,
        owners: [draw.of(directors)],
        code: 'P',
        usd,
        filed,
        lots,
        averaged,
        lag,
      });
    }
    const owner = draw.of(officers);
    const usd = draw.between(20, 900) * 1_000;
    const planBox = draw.chance(45);
    const notes =
      planBox && draw.chance(70) ? noted('coding', say.sixMonthPlan(addDays(stage.calendar.day, -300))) : {};
    const sale = market(
      stage,
      { ticker: issuer.ticker, owners: [owner], code: 'S', usd, filed, lots, averaged, lag, notes },
      { planBox },
    );
    return draw.chance(25) ? withExercise(sale, cents(issuer.price * 0.4), stage) : sale;
  });
}

/** Puts the exercise of an option in front of the sale of its shares. */
function withExercise(sale: Draft, strike: number, stage: Stage): Draft {
  const { date, title } = sale.rows[0]!;
  const shares = sale.rows.reduce((sum, sold) => sum + (sold.shares ?? 0), 0);
  const terms = option(strike, shares, addDays(stage.calendar.day, 1_100), addDays(date, -400));
  return {
    ...sale,
    rows: [
      row('M', true, date, shares, strike, { title }),
      ...sale.rows,
      row('M', false, date, shares, 0, { title: 'Stock Option (Right to Buy)', derivative: terms }),
    ],
  };
}

function gifts(stage: Stage, issuer: SampleIssuer, board: readonly Owner[], draw: Draw): Draft[] {
  return Array.from({ length: 2 }, () => {
    const back = draw.between(5, YEAR);
    const date = stage.calendar.business(back + 2);
    return {
      issuer,
      owners: [draw.of(board)],
      filed: stage.calendar.business(back),
      rows: [
        row('G', false, date, draw.between(1, 40) * 100, 0, {
          title: issuer.securityTitle,
          notes: noted('coding', say.gift),
        }),
      ],
    };
  });
}
