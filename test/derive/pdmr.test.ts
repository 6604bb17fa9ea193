import { describe, expect, it } from '@jest/globals';
import { exclusion, keyingErrors } from '../../src/derive/pdmr.js';
import type { EuMarket, PdmrFiling } from '../../src/records/pdmr.js';
import { pdmrRow } from './pdmr-rows.js';

const reason = (market: EuMarket, changes: Partial<PdmrFiling>) => exclusion(pdmrRow(market, changes));

describe('a row stays in the feed', () => {
  it.each(['de', 'uk', 'se', 'nl'] as const)('%s: a plain trade', (market) => {
    expect(exclusion(pdmrRow(market))).toBeNull();
  });

  it('whatever its instrument, and with a programme', () => {
    expect(reason('se', { instrumentType: 'Teckningsoption', linkedToShareProgramme: true })).toBeNull();
    expect(reason('de', { instrumentType: 'Schuldtitel' })).toBeNull();
    expect(reason('nl', { linkedToShareProgramme: true })).toBeNull();
  });

  it('without an ISIN', () => {
    for (const market of ['de', 'uk', 'se', 'nl'] as const) expect(reason(market, { isin: null })).toBeNull();
  });

  it('se: at a price of 0, which is as filed', () => {
    expect(reason('se', { price: 0, totalValue: 0, currency: 'EUR' })).toBeNull();
  });

  it('uk: without date, currency and value where the unit is unknown', () => {
    expect(
      reason('uk', { transactionDate: null, currency: null, totalValue: null, valueUnknown: true }),
    ).toBeNull();
  });

  it('uk: a subscription, and a free sale after an exercise', () => {
    expect(reason('uk', { nature: 'Subscription for new ordinary shares in a placing' })).toBeNull();
    expect(reason('uk', { nature: 'Sale of shares', direction: 'disposal' })).toBeNull();
  });
});

describe('a row stays out', () => {
  it.each(['de', 'se', 'nl'] as const)('%s: when its nature is no trade, or it has no price', (market) => {
    expect(reason(market, { direction: null })).toBe('not-a-trade');
    expect(reason(market, { price: null, totalValue: null })).toBe('no-price');
  });

  it('when it lacks what its public row must hold', () => {
    expect(reason('de', { totalValue: null })).toBe('no-value');
    expect(reason('se', { volume: null })).toBe('no-volume');
    expect(reason('nl', { volume: null })).toBe('no-volume');
    expect(reason('nl', { linkedToShareProgramme: null })).toBe('no-programme-flag');
    for (const market of ['de', 'se', 'nl'] as const) {
      expect(reason(market, { currency: null })).toBe('no-currency');
      expect(reason(market, { transactionDate: null })).toBe('no-transaction-date');
    }
  });

  it('se: when it was revised or cancelled, has another status, or an amount for a volume', () => {
    expect(reason('se', { status: 'revised' })).toBe('revised');
    expect(reason('se', { status: 'cancelled' })).toBe('cancelled');
    expect(reason('se', { status: 'unknown' })).toBe('unknown-status');
    expect(reason('se', { volumeIsAmount: true })).toBe('amount-for-volume');
  });

  it.each([
    'voorwaardelijke toekenning',
    'Dividend',
    'Omwisseling van soort effect',
    'Uitoefening',
    'Schenking',
    'Erfenis',
    'Ruil',
    'Vesting of RSUs',
    'Overdracht (inhouding belasting)',
    'Verkoop i.v.m. tax',
  ])('nl: the transaction type is %s', (transactionType) => {
    expect(reason('nl', { transactionType })).toBe('award-or-plan');
  });

  it.each([
    'Conditional share award',
    'Restricted share (right)',
    'Performance award share',
    'Personeelsoptie',
    'Opties',
  ])('nl: the instrument is %s', (instrumentType) => {
    expect(reason('nl', { instrumentType })).toBe('award-or-plan');
  });

  it('nl: the type is not known to be a plain trade, or the price is 0', () => {
    expect(reason('nl', { transactionType: 'Pandrecht' })).toBe('unknown-type');
    expect(reason('nl', { transactionType: null })).toBe('unknown-type');
    expect(reason('nl', { price: 0, totalValue: 0 })).toBe('no-price');
  });

  it.each(['Overdracht', 'Aankoop', 'Verkoop', 'Inschrijving', 'Aankoop via versus'])(
    'nl: but not when the type is %s',
    (transactionType) => {
      expect(reason('nl', { transactionType })).toBeNull();
    },
  );

  it('uk: by the words of its nature, which are free text', () => {
    expect(reason('uk', { nature: 'Grant of options' })).not.toBeNull();
    expect(reason('uk', { nature: 'Purchase of partnership shares' })).not.toBeNull();
    expect(reason('uk', { nature: 'Acquisition', price: 0, totalValue: 0 })).not.toBeNull();
    expect(reason('uk', { price: null, totalValue: null })).not.toBeNull();
  });
});

describe('keying errors', () => {
  const row = (changes: Partial<PdmrFiling>) => pdmrRow('se', changes);

  it('a total typed as price stands out from the other notifications of its ISIN', () => {
    const sound = [row({ price: 39.7 }), row({ price: 41.15 }), row({ price: 40 })];
    const total = row({ price: 79797, volume: 2000 });
    const shifted = row({ price: 0.397 });
    expect(keyingErrors([...sound, total, shifted])).toEqual(
      new Map([
        [total.filingId, 'price-unlike-others'],
        [shifted.filingId, 'price-unlike-others'],
      ]),
    );
  });

  it('genuine large rows stay, with peers and without', () => {
    const large = { volume: 2_750_000, price: 164.9654 };
    expect(keyingErrors([row(large), row({ price: 166 })]).size).toBe(0);
    expect(keyingErrors([row(large)]).size).toBe(0);
  });

  it('of two that only contradict each other the higher goes', () => {
    const low = row({ price: 24.75 });
    const high = row({ price: 24750, volume: 500 });
    expect([...keyingErrors([low, high]).keys()]).toEqual([high.filingId]);
    expect([...keyingErrors([high, low]).keys()]).toEqual([high.filingId]);
  });

  it('two fills with the same mistake are no witnesses for each other', () => {
    const wrong = [24750, 24800].map((price) => row({ price, volume: 500, notificationKey: 'same' }));
    const right = row({ price: 24.75 });
    expect([...keyingErrors([...wrong, right]).keys()].sort()).toEqual(
      wrong.map((one) => one.filingId).sort(),
    );
  });

  it('within one notification the fills are compared with each other where nothing else is there', () => {
    const fills = [24.7, 24.75, 24750].map((price) => row({ price, notificationKey: 'same' }));
    expect([...keyingErrors(fills).keys()]).toEqual([fills[2]!.filingId]);
  });

  it('another instrument, currency or month is no peer', () => {
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

  it('cancelled rows, other natures, amounts and prices of 0 are neither judged nor heard', () => {
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

  it('without a peer the row is judged by itself', () => {
    const alone = (changes: Partial<PdmrFiling>) => {
      const one = row({ isin: null, instrumentType: null, ...changes });
      return keyingErrors([one, row({ isin: null, price: 1 })]).get(one.filingId);
    };
    expect(alone({ price: 60_000_000, volume: 60_000_000 })).toBe('price-equals-volume');
    expect(alone({ price: 250_000, volume: 5_000 })).toBe('price-and-value-too-high');
    expect(alone({ price: 1_000, volume: 10_000_001, currency: 'EUR' })).toBe('price-and-value-too-high');
    expect(alone({ price: 24_750, volume: 500, instrumentType: 'Aktie' })).toBe('price-above-any-share');
    expect(alone({ price: 24_750, volume: 500 })).toBeUndefined();
    expect(alone({ price: 1_250_000, volume: 2, instrumentType: 'Obligation' })).toBeUndefined();
    expect(alone({ price: 100, volume: 10_000_000 })).toBeUndefined();
  });

  it('price equal to volume is sound where others paid the same', () => {
    expect(keyingErrors([row({ price: 50, volume: 50 }), row({ price: 51 })]).size).toBe(0);
  });

  it('is a matter of the Swedish register alone', () => {
    expect(
      keyingErrors([pdmrRow('de', { price: 99999 }), pdmrRow('nl', { price: 100, volume: 100 })]).size,
    ).toBe(0);
  });
});
