/** Totals typed as prices, and other figures that contradict the other notifications of a security. */

import { describe, expect, it } from '@jest/globals';
import { deriveMarket } from '../../../src/derive/europe/derive-market.js';
import { keyingErrors as errorsAmong } from '../../../src/derive/europe/keying-errors.js';
import type { PdmrFiling } from '../../../src/records/europe/pdmr.js';
import { exclusion, pdmrRow } from './pdmr-rows.js';

/** As in the rules of the Swedish market: rows that are excluded for another reason are not peers. */
const keyingErrors = (rows: PdmrFiling[]) => errorsAmong(rows.filter((one) => exclusion(one) === null));
const row = (changes: Partial<PdmrFiling>) => pdmrRow('se', changes);

describe('keying errors', () => {
  it('include a total typed as price that differs from the other notifications of its ISIN', () => {
    const sound = [row({ price: 39.7 }), row({ price: 41.15 }), row({ price: 40 })];
    const total = row({ price: 79797, volume: 2000 });
    const shifted = row({ price: 0.397 });
    expect(keyingErrors([...sound, total, shifted])).toEqual(
      new Map([
        [total.filingId, 'price-above-any-share'],
        [shifted.filingId, 'price-unlike-others'],
      ]),
    );
  });

  it('do not include genuine large rows, with or without peers', () => {
    const large = { volume: 2_750_000, price: 164.9654 };
    expect(keyingErrors([row(large), row({ price: 166 })]).size).toBe(0);
    expect(keyingErrors([row(large)]).size).toBe(0);
  });

  it('include the higher of two prices that only contradict each other', () => {
    const low = row({ price: 24.75 });
    const high = row({ price: 24750, volume: 500 });
    expect([...keyingErrors([low, high]).keys()]).toEqual([high.filingId]);
    expect([...keyingErrors([high, low]).keys()]).toEqual([high.filingId]);
  });

  it('include the higher of two prices that a share can have, whichever comes first', () => {
    const low = row({ price: 24.75 });
    const high = row({ price: 2475 });
    expect([...keyingErrors([low, high]).keys()]).toEqual([high.filingId]);
    expect([...keyingErrors([high, low]).keys()]).toEqual([high.filingId]);
  });

  it('do not include a price that somebody else has paid too, nor one among prices of which few agree', () => {
    const agreeing = [99, 101, 102].map((price) => row({ price }));
    const [fallen, also] = [row({ price: 15 }), row({ price: 15.5 })];
    expect([...keyingErrors([...agreeing, fallen]).keys()]).toEqual([fallen.filingId]);
    expect(keyingErrors([...agreeing, fallen, also]).size).toBe(0);
    const scattered = [40, 60, 250].map((price) => row({ price }));
    expect(keyingErrors([...agreeing, ...scattered, fallen]).size).toBe(0);
  });

  it('are found although two fills have the same mistake', () => {
    const wrong = [24750, 24800].map((price) => row({ price, volume: 500, notificationKey: 'same' }));
    const right = row({ price: 24.75 });
    expect([...keyingErrors([...wrong, right]).keys()].sort()).toEqual(
      wrong.map((one) => one.filingId).sort(),
    );
  });

  it('are found by comparing the fills of one notification if there is no other', () => {
    const fills = [24.7, 24.75, 24750].map((price) => row({ price, notificationKey: 'same' }));
    expect([...keyingErrors(fills).keys()]).toEqual([fills[2]!.filingId]);
  });

  it('are not judged by rows of other companies that have the same words for no ISIN, or a wrong ISIN', () => {
    const of = (isin: string, lei: string | null, price: number) =>
      row({ isin, lei, price, issuerName: `${price} AB` });
    for (const isin of ['-', 'saknas', 'SE00990000', '000000000000'])
      expect(keyingErrors([of(isin, null, 2), of(isin, null, 2.1), of(isin, null, 120)]).size).toBe(0);
    const [one, other] = ['529900ONE0000000001', '529900OTHER00000002'];
    const isin = 'SE0099000001';
    expect(keyingErrors([of(isin, one, 2), of(isin, other, 120)]).size).toBe(0);
    const unlike = of(isin, null, 101);
    expect([...keyingErrors([of(isin, one, 2), of(isin, one.toLowerCase(), 2.1), unlike]).keys()]).toEqual([
      unlike.filingId,
    ]);
  });

  it('are found also in a row with the LEI of another company than it names', () => {
    const of = (lei: string, price: number) => row({ lei, price, issuerName: 'Bolaget AB' });
    const own = '529900ONE0000000001';
    const unlike = of('529900HOLDING000002', 2475);
    expect([...keyingErrors([of(own, 24.75), of(own, 24.5), unlike]).keys()]).toEqual([unlike.filingId]);
  });

  it('are found also where the ISIN is in small letters', () => {
    const unlike = row({ isin: 'Se0099000001', price: 5000 });
    expect([...keyingErrors([row({ price: 50 }), row({ price: 51 }), unlike]).keys()]).toEqual([
      unlike.filingId,
    ]);
  });

  it('are not judged by another instrument, currency or month', () => {
    const share = row({ price: 50 });
    const others = [
      row({ price: 0.5, instrumentType: 'Teckningsoption' }),
      row({ price: 1500, currency: 'NOK' }),
      row({ price: 1500, transactionDate: '2026-08-01' }),
      row({ price: 0.5, isin: 'SE0099000002' }),
    ];
    expect(keyingErrors([share, ...others]).size).toBe(0);
    expect(keyingErrors([share, row({ price: 1500, transactionDate: '2026-08-24' })]).size).toBe(1);
  });

  it('are neither searched in nor judged by cancelled rows, other natures, amounts and prices of 0', () => {
    const share = row({ price: 50 });
    const silent = [
      row({ price: 5000, status: 'cancelled' }),
      row({ price: 5000, status: 'revised' }),
      row({ price: 5000, direction: null, nature: 'Tilldelning' }),
      row({ price: 5000, volumeIsAmount: true }),
      row({ price: 0 }),
    ];
    expect(keyingErrors([share, ...silent]).size).toBe(0);
  });

  it('are judged by the row alone if there is no peer', () => {
    const alone = (changes: Partial<PdmrFiling>) => {
      const one = row({ isin: null, instrumentType: null, ...changes });
      return keyingErrors([one, row({ isin: null, price: 1 })]).get(one.filingId);
    };
    expect(alone({ price: 60_000_000, volume: 60_000_000 })).toBe('price-equals-volume');
    expect(alone({ price: 250_000, volume: 5_000 })).toBe('price-and-value-too-high');
    expect(alone({ price: 1_000, volume: 10_000_001, currency: 'EUR' })).toBe('price-and-value-too-high');
    expect(alone({ price: 24_750, volume: 500, instrumentType: 'Aktie' })).toBe('price-above-any-share');
    // An export of 2018 has no instrument type: only a name that shows another instrument supports the price.
    expect(alone({ price: 24_750, volume: 500 })).toBe('price-above-any-share');
    expect(alone({ price: 24_750, volume: 500, instrumentName: 'Björkån AB' })).toBe('price-above-any-share');
    expect(
      alone({ price: 24_750, volume: 500, instrumentName: 'Björkån Företagscertifikat' }),
    ).toBeUndefined();
    expect(alone({ price: 24_750, volume: 500, instrumentType: 'Stamaktie' })).toBe('price-above-any-share');
    expect(alone({ price: 24_750, volume: 500, instrumentType: 'Konvertibel' })).toBeUndefined();
    expect(alone({ price: 24_750, volume: 500, instrumentType: 'Bond' })).toBeUndefined();
    expect(alone({ price: 15_000, volume: 1_000 })).toBe('price-above-any-share');
    expect(alone({ price: 15_000, volume: 1_000, currency: 'JPY' })).toBeUndefined();
    expect(alone({ price: 15_000, volume: 10 })).toBeUndefined();
    expect(alone({ price: 1_250_000, volume: 2, instrumentType: 'Obligation' })).toBeUndefined();
    expect(alone({ price: 100, volume: 10_000_000 })).toBeUndefined();
  });

  it('are not judged by lots of the same notification, which share their mistakes', () => {
    const lot = (changes: Partial<PdmrFiling>) =>
      row({ notificationKey: 'same', instrumentType: 'Aktie', ...changes });
    const equal = [lot({ price: 500, volume: 500 }), lot({ price: 500, volume: 20 })];
    expect(keyingErrors(equal)).toEqual(new Map([[equal[0]!.filingId, 'price-equals-volume']]));
    const huge = [lot({ price: 15_000, volume: 700_000 }), lot({ price: 15_000, volume: 10 })];
    expect(keyingErrors(huge)).toEqual(new Map([[huge[0]!.filingId, 'price-and-value-too-high']]));
    const totals = [lot({ price: 24_750, volume: 500 }), lot({ price: 24_700, volume: 500 })];
    expect([...keyingErrors(totals).values()]).toEqual(['price-above-any-share', 'price-above-any-share']);
    const other = row({ price: 510, volume: 30, instrumentType: 'Aktie' });
    expect(keyingErrors([...equal, other]).size).toBe(0);
  });

  it('do not include a price equal to the volume if others paid the same', () => {
    expect(keyingErrors([row({ price: 50, volume: 50 }), row({ price: 51 })]).size).toBe(0);
  });

  it('exist only in the Swedish register', () => {
    for (const odd of [pdmrRow('de', { price: 99999 }), pdmrRow('nl', { price: 100, volume: 100 })])
      expect(deriveMarket([odd])[0]!.exclusion).toBeNull();
  });
});

describe('a currency of which one is worth ten', () => {
  const inKronor = [281, 279.5, 280].map((price) => row({ price }));
  const errors = (changes: Partial<PdmrFiling>, others: PdmrFiling[] = inKronor) => {
    const one = row({ price: 282, currency: 'EUR', ...changes });
    return keyingErrors([one, ...others]).get(one.filingId);
  };

  it.each(['EUR', 'USD', 'GBP', 'CHF', 'CAD'])(
    'is found in %s at the price of the others in SEK',
    (currency) => {
      expect(errors({ currency })).toBe('currency-unlike-others');
    },
  );

  it('is found in SEK at the price of the others in EUR', () => {
    const inEuros = inKronor.map(({ price }) => row({ price: price!, currency: 'EUR' }));
    expect(errors({ currency: 'SEK' }, inEuros)).toBe('currency-unlike-others');
    expect(keyingErrors([...inEuros, row({ price: 2820 })]).size).toBe(0);
  });

  it.each([
    ['the price is right in it', { price: 25.1 }],
    ['it is worth about as much', { currency: 'NOK' }],
    ['it is not known what it is worth', { currency: 'SCR' }],
    ['the price is one in a programme', { linkedToShareProgramme: true }],
    ['the instrument is another', { instrumentType: 'Obligation' }],
    ['the month is another', { transactionDate: '2026-08-01' }],
    ['the notification is one of the others', { notificationKey: inKronor[0]!.notificationKey }],
  ])('is not found where %s', (_, changes) => {
    expect(errors(changes)).toBeUndefined();
  });

  it.each([
    ['the prices of the others are of a programme', {}, { linkedToShareProgramme: true }],
    [
      'a right may cost a tenth of what it did',
      { instrumentType: 'Teckningsrätt' },
      { instrumentType: 'Teckningsrätt' },
    ],
    [
      'the others are of another company',
      { lei: 'ONE', issuerName: 'One AB' },
      { lei: 'TWO', issuerName: 'Two AB' },
    ],
  ])('is not found where %s', (_, changes, ofOthers) => {
    expect(
      errors(
        changes,
        inKronor.map((one) => ({ ...one, ...ofOthers })),
      ),
    ).toBeUndefined();
  });

  it('is not found where fewer than three agree, or another notification has it too', () => {
    expect(errors({}, inKronor.slice(1))).toBeUndefined();
    expect(errors({}, [...inKronor.slice(1), row({ price: 90 })])).toBeUndefined();
    // It is not known which of two notifications is wrong, however many rows one has.
    const { notificationKey } = inKronor[0]!;
    expect(
      errors(
        {},
        inKronor.map((one) => ({ ...one, notificationKey })),
      ),
    ).toBeUndefined();
    expect(errors({}, [...inKronor, row({ price: 283, currency: 'EUR' })])).toBeUndefined();
  });
});

describe('rows that are all wrong', () => {
  /** Three notifications of one person, each with the total in place of the price: 35.42, 35.85 and 35.83 a share. */
  const totals = () =>
    [
      [2_900, 102_719],
      [2_000, 71_707],
      [2_000, 71_659],
    ].map(([volume, price]) => row({ volume: volume!, price: price! }));

  it.each(['Aktie', 'Share', null, 'Något nytt'])('do not confirm each other (type %s)', (instrumentType) => {
    const wrong = totals().map((one) => ({ ...one, instrumentType }));
    expect(keyingErrors(wrong)).toEqual(
      new Map(wrong.map((one) => [one.filingId, 'price-above-any-share' as const])),
    );
  });

  it('do not outvote the correct one', () => {
    const wrong = totals();
    const right = row({ volume: 2_000, price: 35.8 });
    expect([...keyingErrors([...wrong, right]).keys()].sort()).toEqual(
      wrong.map((one) => one.filingId).sort(),
    );
  });

  it('are not compared if the price equals the volume or the value is beyond any trade', () => {
    const equal = [
      row({ price: 60_000_000, volume: 60_000_000 }),
      row({ price: 60_000_000, volume: 60_000_000 }),
    ];
    expect(keyingErrors(equal).size).toBe(2);
    const currency = 'EUR';
    const huge = [
      row({ price: 1_000, volume: 20_000_000, currency }),
      row({ price: 990, volume: 20_000_000, currency }),
    ];
    expect([...keyingErrors(huge).values()]).toEqual([
      'price-and-value-too-high',
      'price-and-value-too-high',
    ]);
  });

  it('do not include a block of shares if others paid that price', () => {
    const block = row({ price: 120, volume: 100_000_000 });
    expect(keyingErrors([block, row({ price: 119.5 })]).size).toBe(0);
  });
});

describe('a decimal misplaced by one digit', () => {
  const sound = () => [12.14, 12.1, 12.2, 12.14, 12.3].map((price) => row({ price, volume: 1_000 }));

  it('is found if others agree', () => {
    const up = row({ price: 121.4 });
    const down = row({ price: 1.214 });
    expect([...keyingErrors([...sound(), up, down]).keys()].sort()).toEqual(
      [up.filingId, down.filingId].sort(),
    );
    expect([...keyingErrors([...sound().slice(0, 3), up]).keys()]).toEqual([up.filingId]);
  });

  it('is not found if fewer than three agree', () =>
    expect(keyingErrors([...sound().slice(0, 2), row({ price: 121.4 })]).size).toBe(0));

  it('is not found if the others differ', () =>
    expect(
      keyingErrors([row({ price: 10 }), row({ price: 20 }), row({ price: 40 }), row({ price: 150 })]).size,
    ).toBe(0));

  it('is not found for a factor of five if others traded before and after', () => {
    const price = 75;
    const on = (day: string, price = 12) => row({ price, transactionDate: `2026-09-${day}` });
    expect(keyingErrors([on('10'), on('14'), on('20'), on('15', price)]).size).toBe(1);
    // The price fell, and three bought afterwards; or two sold before.
    expect(keyingErrors([on('16'), on('17'), on('20'), on('15', price)]).size).toBe(0);
    expect(keyingErrors([on('16'), on('17'), on('18'), on('15', price), on('14', price)]).size).toBe(0);
  });
});

describe('a total as price without any peer in the month', () => {
  const long = { transactionDate: '2026-03-02' };

  it('is found by the price of the instrument at another time', () => {
    const total = row({ price: 7_500, volume: 500 });
    expect(keyingErrors([total, row({ ...long, price: 14.2 })])).toEqual(
      new Map([[total.filingId, 'total-as-price']]),
    );
  });

  it('is found by another share of the issuer', () => {
    const total = row({ price: 7_500, volume: 500 });
    expect(keyingErrors([total, row({ ...long, isin: 'SE0099000002', price: 16 })]).size).toBe(1);
  });

  it('is not derived from a warrant, from another issuer, or if the division gives another price', () => {
    const share = () => row({ price: 1_000, volume: 1_200 });
    const others = [
      { instrumentType: 'Teckningsoption', isin: 'SE0099000003', price: 1 },
      { issuerName: 'Granån AB', isin: 'SE0099000004', price: 1 },
      { price: 1, isin: 'SE0099000005', currency: 'EUR' },
      { price: 20 },
    ];
    for (const other of others) expect(keyingErrors([share(), row({ ...long, ...other })]).size).toBe(0);
    const small = row({ price: 50, volume: 100 });
    expect(keyingErrors([small, row({ ...long, isin: 'SE0099000006', price: 0.5 })]).size).toBe(0);
  });
});

describe('a date after the publication', () => {
  it('is a keying error', () => {
    const late = row({ transactionDate: '2026-09-25' });
    expect(keyingErrors([late, row({})])).toEqual(new Map([[late.filingId, 'date-after-publication']]));
    expect(keyingErrors([row({ transactionDate: '2026-09-24' })]).size).toBe(0);
  });

  it('is compared in Swedish time', () => {
    const atNight = { publicationAt: '2026-09-24T22:30:00.000Z', transactionDate: '2026-09-25' };
    expect(keyingErrors([row(atNight)]).size).toBe(0);
  });

  it('series of options under the ISIN of their share are not compared, one series is', () => {
    const option = (price: number, instrumentName: string) =>
      row({ price, volume: 1000, instrumentType: 'Option', instrumentName });
    expect(keyingErrors([option(0.5, 'C 100'), option(15, 'C 60')]).size).toBe(0);
    expect(keyingErrors([option(0.5, 'C 100'), option(15, 'C 100')]).size).toBe(1);
  });

  it('subscription rights may lose nine tenths within days, a share may not lose it for one day', () => {
    const prices = [0.4, 0.4, 0.41, 0.05, 0.39];
    const as = (instrumentType: string) =>
      prices.map((price, i) => row({ price, instrumentType, transactionDate: `2026-09-1${i}` }));
    expect(keyingErrors(as('Teckningsrätt/Uniträtt')).size).toBe(0);
    expect(keyingErrors(as('Aktie')).size).toBe(1);
  });

  it('the price of a share in a programme does not contradict a purchase', () => {
    const quota = row({ price: 0.1, volume: 20_000, linkedToShareProgramme: true });
    const bought = row({ price: 45, volume: 2_000 });
    expect([...keyingErrors([quota, bought]).keys()]).toEqual([quota.filingId]);
  });

  it.each([
    ['a nominal amount at a price in per cent', 'Obligation', 101.5, 2_000_000, 'per-cent-as-price'],
    ['the same of a debt instrument', 'Räntebärande skuldinstrument', 101.5, 2_000_000, 'per-cent-as-price'],
    ['the same in English', 'Debt instrument', 101.5, 2_000_000, 'per-cent-as-price'],
    ['a few bonds at what they cost', 'Obligation', 1_250_000, 4, undefined],
    ['convertibles of a few kronor each', 'Konvertibel obligation', 12, 50_000, undefined],
    ['shares', 'Aktie', 101.5, 2_000_000, undefined],
  ])('%s', (_, instrumentType, price, volume, error) => {
    const one = row({ instrumentType, price, volume });
    expect(keyingErrors([one]).get(one.filingId)).toBe(error);
  });
});
