/** Totals typed as prices, and other figures that other statements contradict; and what looks odd and is sound. */

import { describe, expect, it } from '@jest/globals';
import { deriveMarket } from '../../../src/derive/europe/derive-market.js';
import type { PdmrFiling } from '../../../src/records/europe/pdmr.js';
import type { EuCountry } from '../../../tools/contract/markets/index.js';
import { pdmrRow } from './pdmr-rows.js';

/** The reason for each row that is left out as a keying error. */
function found(rows: PdmrFiling[]): Map<string, string> {
  const errors = deriveMarket(rows).filter(({ exclusion }) => exclusion === 'keying-error');
  return new Map(errors.map(({ filingId, warning }) => [filingId, warning!.detail.split(':')[0]!]));
}

let persons = 0;

/** One of another person each time, with a value that fits. */
function row(market: EuCountry, changes: Partial<PdmrFiling> = {}): PdmrFiling {
  persons++;
  return pdmrRow(market, { pdmrName: `Person ${persons}`, ...changes });
}
const se = (changes: Partial<PdmrFiling> = {}) => row('se', changes);
/** BaFin states price and value. */
const de = (price: number, totalValue: number, changes: Partial<PdmrFiling> = {}) =>
  row('de', { price, totalValue, ...changes });
const at = (market: EuCountry, prices: number[], changes: Partial<PdmrFiling> = {}) =>
  prices.map((price) => row(market, { price, ...changes }));
const on = (day: string) => ({ transactionDate: `2026-09-${day}` });

const MARKETS: EuCountry[] = ['se', 'nl', 'uk'];

describe.each(MARKETS)('in %s', (market) => {
  const of = (changes: Partial<PdmrFiling>) => row(market, changes);
  const sound = () => at(market, [39.7, 41.15, 40], { volume: 2_000 });

  it.each<[string, Partial<PdmrFiling>, string]>([
    ['a total typed as price', { price: 79_797, volume: 2_000 }, 'price-above-any-share'],
    ['a lower one', { price: 4_120, volume: 100 }, 'total-as-price'],
    ['price and number exchanged', { price: 4_000, volume: 40.1 }, 'price-and-number-exchanged'],
    ['the number typed twice', { price: 2_500, volume: 2_500 }, 'price-equals-number'],
    ['a decimal moved up', { price: 402, volume: 2_000 }, 'price-unlike-others'],
    ['a decimal moved up by two', { price: 4_020, volume: 2_000 }, 'price-unlike-others'],
    ['a decimal moved down by two', { price: 0.397, volume: 2_000 }, 'price-unlike-others'],
  ])('%s is found', (_, changes, reason) => {
    const wrong = of(changes);
    expect(found([...sound(), wrong])).toEqual(new Map([[wrong.filingId, reason]]));
  });

  it.each<[string, Partial<PdmrFiling>]>([
    ['a large trade', { price: 40.96, volume: 2_750_000 }],
    ['what the issuer takes', { price: 14, volume: 2_000 }],
    ['the par value', { price: 0.4, volume: 2_000 }],
    ['the price in an option', { price: 4, volume: 2_000 }],
    ['a fall by 80 %', { price: 8.05, volume: 2_000, ...on('24') }],
    ['a price that is high for another reason', { price: 960, volume: 2_000 }],
    ['another security', { price: 4_020, isin: 'SE0099000002' }],
    ['another currency', { price: 402, currency: 'DKK' }],
    ['another time', { price: 402, transactionDate: '2026-08-01' }],
  ])('%s is not', (_, changes) => {
    expect(found([...sound(), of(changes)])).toEqual(new Map());
  });

  it('prices after a reverse split are not, and none is after a fall', () => {
    for (const factor of [0.2, 10, 20])
      expect(
        found([
          ...at(market, [2.1, 2.14, 2.08], on('10')),
          ...at(market, [2.1 * factor], on('12')),
          ...at(market, [2.2 * factor], on('20')),
        ]),
      ).toEqual(new Map());
  });

  it('one other notification does not decide', () => {
    expect(found([...at(market, [24.75]), of({ price: 2_475 })])).toEqual(new Map());
  });

  it('two of one person are one, and so is one trade that two persons notify', () => {
    const twice = at(market, [12.41, 12.5], { pdmrName: 'Eira Holm' });
    const joint = at(market, [12.4, 12.4], on('22'));
    for (const others of [twice, joint]) expect(found([...others, of({ price: 124.5 })])).toEqual(new Map());
  });

  it('a price that somebody else paid too is not', () => {
    expect(found([...sound(), of({ price: 402 }), of({ price: 398 })])).toEqual(new Map());
  });

  it('sales at one price contradict what is fifty times as much', () => {
    const wrong = of({ price: 3_000, volume: 700 });
    const sales = at(market, [40, 41], { direction: 'disposal', nature: 'Sale of shares' });
    if (market === 'nl') for (const sale of sales) sale.transactionType = 'Verkoop';
    expect(found([...sales, wrong])).toEqual(new Map([[wrong.filingId, 'price-unlike-others']]));
  });
});

describe('the value by the price is the number of German shares', () => {
  const others = () => [de(12.4, 62_000, on('22')), de(12.5, 50_000, on('23'))];

  it.each<[string, PdmrFiling, string]>([
    ['the whole trade as price', de(61_500, 61_500), 'price-above-any-share'],
    ['the same in another currency', de(21_500, 21_500, { currency: 'USD' }), 'total-as-price'],
    ['a hundred times what others paid', de(1_245, 62_250), 'price-unlike-others'],
    ['less than one share', de(50_000, 12.45), 'price-above-any-share'],
    ['the same in another currency', de(9_000, 12.45, { currency: 'USD' }), 'less-than-one-share'],
    ['price and value exchanged', de(4_900, 12.45), 'price-and-number-exchanged'],
  ])('%s', (_, wrong, reason) => {
    const same = others().map((one) => ({ ...one, currency: wrong.currency }));
    expect(found([...same, wrong])).toEqual(new Map([[wrong.filingId, reason]]));
  });

  it.each<[string, PdmrFiling[]]>([
    ['an odd price without others', [de(1_245, 62_250)]],
    ['a part of a share in a savings plan', [de(62.5, 50), de(61.8, 25)]],
    ['one Swiss share that is dear', [de(112_400, 112_400, { currency: 'CHF' })]],
    [
      'debt in per cent and for a piece',
      [99.8, 1_001, 100_200].map((price) => de(price, 200_400, { instrumentType: 'Schuldtitel' })),
    ],
    [
      'certificates under the ISIN of the share',
      [1.2, 12.4, 124].map((price) =>
        de(price, 60_000, { instrumentType: 'Anderes auf Aktie/schuldtitel bez. FI' }),
      ),
    ],
  ])('%s is sound', (_, rows) => {
    expect(found(rows)).toEqual(new Map());
  });
});

describe('British prices', () => {
  const pence = (price: number, volume = 10_000) =>
    row('uk', { price, volume, totalValue: (price * volume) / 100 });
  const pounds = (price: number, volume = 10_000) => row('uk', { price, volume });

  it('are compared in pounds', () => {
    expect(found([pence(322), pence(318), pounds(3.2), pounds(3.25)])).toEqual(new Map());
    const wrong = pounds(322);
    expect(found([pence(322.5), pence(318), wrong])).toEqual(
      new Map([[wrong.filingId, 'price-unlike-others']]),
    );
  });

  it('in pence do not contradict one whose number three others have in pounds', () => {
    expect(found([pounds(322), pounds(318), pounds(320), pence(321)])).toEqual(new Map());
  });

  it('without a certain unit are not compared', () => {
    const unknown = { currency: null, totalValue: null, valueUnknown: true, price: 322 };
    expect(found([pounds(3.22), pounds(3.18), row('uk', unknown)])).toEqual(new Map());
  });
});

describe('figures that no trade can have', () => {
  it.each<[Partial<PdmrFiling>, string | undefined]>([
    [{ price: 60_000_000, volume: 60_000_000 }, 'value-above-any-trade'],
    [{ price: 1_000, volume: 10_000_001, currency: 'EUR' }, 'value-above-any-trade'],
    [{ price: 250_000, volume: 5_000, instrumentType: 'Obligation' }, 'value-above-any-trade'],
    [{ price: 1_234, volume: 1_234 }, 'price-equals-number'],
    [{ price: 24_750, volume: 500 }, 'price-above-any-share'],
    // An export of 2018 has no instrument type: only a name that shows another instrument supports the price.
    [{ price: 24_750, volume: 500, instrumentType: null }, 'price-above-any-share'],
    [{ price: 24_750, volume: 500, instrumentType: null, instrumentName: 'Företagscertifikat' }, undefined],
    [{ price: 1_250_000, volume: 2, instrumentType: 'Obligation' }, undefined],
    [{ price: 24_750, volume: 500, instrumentType: 'Konvertibel' }, undefined],
    [{ price: 24_750, volume: 500, currency: 'JPY' }, undefined],
    [{ price: 1_000, volume: 50_000_000, currency: 'JPY' }, undefined],
    [{ price: 12_500, volume: 1_000 }, undefined],
    [{ price: 112_000, volume: 4, currency: 'CHF' }, undefined],
    [{ price: 500, volume: 500 }, undefined],
    [{ price: 0.01, volume: 5_000_000 }, undefined],
  ])('%j', (changes, reason) => {
    const one = se({ isin: null, ...changes });
    expect(found([one, se({ isin: null, price: 1 })]).get(one.filingId)).toBe(reason);
  });

  it('are right if others paid about as much', () => {
    expect(found([se({ price: 120, volume: 100_000_000 }), se({ price: 119.5 })]).size).toBe(0);
    expect(found([se({ price: 1_234, volume: 1_234 }), se({ price: 1_250 })]).size).toBe(0);
  });

  it('say nothing about others, and do not confirm each other', () => {
    const wrong = [
      [2_900, 102_719],
      [2_000, 71_707],
      [2_000, 71_659],
    ].map(([volume, price]) => se({ volume: volume!, price: price! }));
    const right = se({ volume: 2_000, price: 35.8 });
    expect([...found([...wrong, right]).keys()]).toEqual(wrong.map(({ filingId }) => filingId));
  });
});

describe('other notifications', () => {
  it('at any time explain a total where those days have none', () => {
    const long = { transactionDate: '2026-03-02' };
    const total = se({ price: 15_500, volume: 1_000 });
    expect(found([total, se({ ...long, price: 14.2 })])).toEqual(
      new Map([[total.filingId, 'total-as-price']]),
    );
    for (const other of [{ price: 20, currency: 'EUR' }, { price: 200 }, { price: 0.2 }])
      expect(found([se({ price: 15_500, volume: 1_000 }), se({ ...long, ...other })]).size).toBe(0);
  });

  it('are the lots of the same one, if these agree', () => {
    const lots = (prices: number[], direction: PdmrFiling['direction']) =>
      prices.map((price) => se({ price, direction, notificationKey: 'same' }));
    const sold = lots([60, 59, 500], 'disposal');
    expect([...found(sold).keys()]).toEqual([sold[2]!.filingId]);
    // What is acquired in a programme, and then in the market.
    expect(found(lots([1, 1, 100], 'acquisition')).size).toBe(0);
  });

  it('of a programme say nothing about a purchase', () => {
    const quota = at('se', [0.1, 0.11, 0.12], { linkedToShareProgramme: true, volume: 20_000 });
    expect(found([...quota, se({ price: 10 })]).size).toBe(0);
  });

  it('of another company with the same words for no ISIN, or a wrong one, say nothing', () => {
    const of = (isin: string, lei: string | null, price: number) =>
      se({ isin, lei, price, issuerName: `${price} AB` });
    for (const isin of ['-', 'saknas', 'SE00990000', '000000000000'])
      expect(found([of(isin, null, 2), of(isin, null, 2.1), of(isin, null, 200)]).size).toBe(0);
    const isin = 'SE0099000001';
    const [own, other] = ['529900ONE0000000001', '529900OTHER00000002'];
    expect(found([of(isin, own, 2), of(isin, own, 2.1), of(isin, other, 200)]).size).toBe(0);
    expect(found([of(isin, own, 2), of(isin, own.toLowerCase(), 2.1), of(isin, null, 200)]).size).toBe(1);
  });

  it('with the ISIN in small letters are the same security', () => {
    const unlike = se({ isin: 'Se0099000001', price: 5_000, volume: 70 });
    expect([...found([...at('se', [50, 51]), unlike]).keys()]).toEqual([unlike.filingId]);
  });

  it('of options and rights only explain a total', () => {
    for (const instrumentType of ['Option', 'Teckningsrätt/Uniträtt']) {
      const some = { instrumentType, instrumentName: 'C 100' };
      const prices = at('se', [0.4, 0.41, 0.42], some);
      expect(found([...prices, se({ ...some, price: 4 })]).size).toBe(0);
      const total = se({ ...some, price: 4_100, volume: 10_000 });
      expect(found([...prices, total]).get(total.filingId)).toBe('total-as-price');
    }
  });

  it('are not cancelled rows, other natures, amounts and prices of 0', () => {
    const silent = [
      ...at('se', [5, 5.1], { status: 'cancelled' }),
      ...at('se', [5, 5.1], { direction: null, nature: 'Tilldelning' }),
      ...at('se', [5, 5.1], { volumeIsAmount: true }),
      ...at('se', [0, 0]),
    ];
    expect(found([...silent, se({ price: 500 })]).size).toBe(0);
  });
});

describe('a currency of which one is worth ten', () => {
  const inKronor = () => at('se', [281, 279.5, 280]);
  const error = (changes: Partial<PdmrFiling>, others = inKronor()) => {
    const one = se({ price: 282, currency: 'EUR', ...changes });
    return found([one, ...others]).get(one.filingId);
  };

  it.each(['EUR', 'USD', 'GBP', 'CHF', 'CAD'])('is found in %s at the price of others in SEK', (currency) =>
    expect(error({ currency })).toBe('currency-unlike-others'),
  );

  it('is found in SEK at the price of others in EUR', () => {
    const inEuros = at('se', [281, 279.5, 280], { currency: 'EUR' });
    expect(error({ currency: 'SEK' }, inEuros)).toBe('currency-unlike-others');
    expect(error({ currency: 'SEK', price: 2_820 }, inEuros)).toBeUndefined();
  });

  it.each<[string, Partial<PdmrFiling>]>([
    ['the price is right in it', { price: 25.1 }],
    ['it is worth about as much', { currency: 'NOK' }],
    ['it is not known what it is worth', { currency: 'SCR' }],
    ['the price is one in a programme', { linkedToShareProgramme: true }],
    ['the instrument is another', { instrumentType: 'Obligation' }],
    ['the month is another', { transactionDate: '2026-08-01' }],
  ])('is not found where %s', (_, changes) => {
    expect(error(changes)).toBeUndefined();
  });

  it('is not found where the others are of a programme, of another company, or a right', () => {
    const others = (changes: Partial<PdmrFiling>) => inKronor().map((one) => ({ ...one, ...changes }));
    expect(error({}, others({ linkedToShareProgramme: true }))).toBeUndefined();
    expect(
      error({ lei: 'ONE', issuerName: 'One AB' }, others({ lei: 'TWO', issuerName: 'Two AB' })),
    ).toBeUndefined();
    expect(
      error({ instrumentType: 'Teckningsrätt' }, others({ instrumentType: 'Teckningsrätt' })),
    ).toBeUndefined();
  });

  it('is not found where fewer than three agree, or another notification has it too', () => {
    expect(error({}, inKronor().slice(1))).toBeUndefined();
    expect(error({}, [...inKronor().slice(1), se({ price: 90 })])).toBeUndefined();
    expect(
      error(
        {},
        inKronor().map((one) => ({ ...one, notificationKey: 'same' })),
      ),
    ).toBeUndefined();
    expect(error({}, [...inKronor(), se({ price: 283, currency: 'EUR' })])).toBeUndefined();
  });
});
