/** The sample of the National Storage Mechanism: announcements in the layouts and units in which they are written. */

import type { RawDocument } from '../../registers/register.js';
import { calendarOf } from '../calendar.js';
import { hash } from '../random.js';
import { BRITAIN } from './cast.js';
import { decimalsOf, grouped, sceneOf, type Trade, worthOf } from './trades.js';
import { announcementPage, type Form, lotCells, lotSentence, lotTable, type Section } from './uk-form.js';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `4 September 2026` */
function inWords(day: string): string {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  return `${dayOfMonth} ${MONTHS[month - 1]} ${year}`;
}

interface Announcement {
  trade: Trade;
  forms: Form[];
  narrative?: string;
  headline?: string;
  /** Further versions keep the disclosure and get a document of their own. */
  version?: { of: string; number: number };
}

const pounds = (value: number) => `£${grouped(value, ',', decimalsOf(value))}`;
const pence = (value: number) => grouped(value * 100, ',', 2).replace(/\.?0+$/, '');
const shares = (volume: number) => grouped(volume, ',', 0);

function section(trade: Trade, more: Partial<Section> = {}): Section {
  return {
    instrument: `Ordinary shares of 10p each\n${trade.issuer.isin}`,
    nature: trade.buys ? 'Purchase of ordinary shares' : 'Sale of ordinary shares',
    prices: lotTable(['Price(s)', 'Volume(s)'], [pounds(trade.price), shares(trade.volume)]),
    date: inWords(trade.traded),
    ...more,
  };
}

function form(trade: Trade, sections: Section[], more: Partial<Form> = {}): Form {
  return {
    name: `${trade.person.given} ${trade.person.surname}`,
    position: trade.person.position,
    issuer: trade.issuer.name,
    lei: trade.issuer.lei,
    sections,
    ...more,
  };
}

/** The ways of writing one lot of which the unit is certain, in turn. */
const LAYOUTS: Array<(trade: Trade) => Partial<Section>> = [
  () => ({}),
  (one) => ({ prices: lotTable(['Price (pence)', 'Volume'], [pence(one.price), shares(one.volume)]) }),
  (one) => ({ prices: lotCells(`${pence(one.price)}p`, shares(one.volume)) }),
  (one) => ({ prices: lotTable(['Price', 'Volume'], [`GBX ${pence(one.price)}`, shares(one.volume)]) }),
  (one) => ({
    prices: lotSentence(`${shares(one.volume)} ordinary shares at ${pence(one.price)} pence per share`),
  }),
  (one) => ({ prices: lotTable(['Price(s) (£)', 'Volume(s)'], [String(one.price), shares(one.volume)]) }),
  // A bare number, told by the stated total.
  (one) => ({
    prices: lotTable(['Price(s)', 'Volume(s)'], [String(one.price), shares(one.volume)]),
    aggregated: `Aggregated volume: ${shares(one.volume)}\nTotal: £${grouped(worthOf(one), ',', 2)}`,
  }),
];

/** About 100 announcements, oldest first; an older version of one of them is read after the newer one. */
export function sampleNsm(day: string): RawDocument[] {
  const calendar = calendarOf(day);
  const { trade, routine } = sceneOf('uk', calendar, BRITAIN);
  const all: Announcement[] = routine(75).map((one, at) => ({
    trade: one,
    forms: [form(one, [section(one, LAYOUTS[at % LAYOUTS.length]!(one))])],
  }));
  const add = (
    given: Parameters<typeof trade>[0],
    make: (one: Trade) => Omit<Announcement, 'trade'>,
  ): Trade => {
    const one = trade(given);
    all.push({ trade: one, ...make(one) });
    return one;
  };
  const plain =
    (more: (one: Trade) => Partial<Section>, whole: Partial<Announcement> = {}) =>
    (one: Trade) => ({ forms: [form(one, [section(one, more(one))])], ...whole });
  const lots = (header: string[], ...rows: string[][]) =>
    plain(() => ({ prices: lotTable(header, ...rows) }));

  // The floor in pounds: just under, exactly at, and far above it in pence.
  add({}, lots(['Price', 'Volume'], ['£2.4999', '10,000']));
  add({}, lots(['Price', 'Volume'], ['£2.50', '10,000']));
  // No unit anywhere: kept with an unknown value, however small or large.
  for (const [price, volume] of [
    ['171', '60,000'],
    ['1.71', '2,000'],
    ['24', '15,000'],
  ] as const)
    add({}, lots(['Price', 'Volume'], [price, volume]));
  add({}, lots(['Price(s)', 'Volume(s)'], ['\ufffd4.20', '12,000']));
  // Other currencies, below the floor.
  add({}, lots(['Price', 'Volume'], ['€12.00', '150']));
  add({}, lots(['Price', 'Volume'], ['US$13.255', '400']));
  add({}, lots(['Price', 'Volume'], ['USD 31.40', '2,500']));
  // Several lots, with a day of their own.
  add({}, (one) => ({
    forms: [
      form(one, [
        section(one, {
          prices: lotTable(
            ['Date', 'Price', 'Volume'],
            [inWords(one.traded), '88.5 pence', '50,000'],
            [inWords(one.published), '89 pence', '31,500'],
          ),
          date: `${inWords(one.traded)} - ${inWords(one.published)}`,
        }),
      ]),
    ],
  }));
  // A range of days without a day for the lot.
  add(
    { volume: 40_000 },
    plain((one) => ({ date: `${inWords(one.traded)} to ${inWords(one.published)}` })),
  );
  // Sale and purchase of the same shares, as filed.
  add({ price: 4.1, volume: 9_000 }, (one) => ({
    narrative: 'The shares were moved into an individual savings account by sale and purchase in the market.',
    forms: [
      form(one, [
        section(one, {
          nature: '1. Sale of ordinary shares\n2. Purchase of ordinary shares',
          prices: lotTable(
            ['', 'Price', 'Volume'],
            ['1. Sale', '£4.10', '9,000'],
            ['2. Purchase', '£4.11', '9,000'],
          ),
        }),
      ]),
    ],
  }));
  // Three persons in one form.
  add({}, (one) => ({
    forms: [
      form(
        one,
        [
          section(one, {
            nature: 'Purchase of ordinary shares',
            prices: lotTable(
              ['Price', 'Volume'],
              ['1. £3.40', '12,000'],
              ['2. £3.40', '8,500'],
              ['3. £3.41', '22,000'],
            ),
          }),
        ],
        {
          name: '1. Araminta Thistlewick\n2. Septimus Larkbutton\n3. Crispin Dewsnap',
          position: '1. Chief Executive Officer\n2. Non-Executive Director\n3. Chief Operating Officer',
        },
      ),
    ],
  }));
  add({ buys: false, volume: 30_000 }, (one) => ({
    forms: [
      form(one, [section(one)], {
        name: 'The Orrock-Vane Family Settlement',
        position: `PCA of ${one.person.given} ${one.person.surname}`,
      }),
    ],
  }));
  add(
    { volume: 60_000 },
    plain(() => ({ nature: 'Subscription for new ordinary shares in the placing' })),
  );
  add(
    { buys: false, volume: 25_000 },
    plain(() => ({ nature: 'Sale of shares following the exercise of options' })),
  );
  // What is no plain trade.
  const excluded: Array<[nature: string, price: string]> = [
    ['Grant of award under the Long Term Incentive Plan', 'Nil'],
    ['Vesting of conditional shares', 'Nil'],
    ['Exercise of options under the Sharesave scheme', '£1.12'],
    ['Sale of shares to cover tax on the vesting of an award', '£5.02'],
    ['Acquisition of shares through dividend reinvestment', '£3.20'],
    ['Purchase of partnership shares under the Share Incentive Plan', '£3.33'],
    ['Gift of shares to spouse', 'Nil'],
  ];
  for (const [nature, price] of excluded)
    add(
      { buys: true },
      plain(() => ({ nature, prices: lotTable(['Price', 'Volume'], [price, '14,000']) })),
    );
  // A keying error: the total typed as price, which section d contradicts.
  add(
    {},
    plain(() => ({
      prices: lotTable(['Price', 'Volume'], ['£48,000', '12,000']),
      aggregated: 'Aggregated volume: 12,000\nTotal: £48,000',
    })),
  );
  // Corrected by a new disclosure, and by a new version of the same one.
  const first = add(
    { back: 18, buys: true, price: 6.3, volume: 11_000 },
    plain(() => ({})),
  );
  add({ ...first, back: 16, published: calendar.business(16), volume: 17_000 }, (one) => ({
    headline: 'Director/PDMR Shareholding - Amendment',
    forms: [form(one, [section(one)], { initial: 'Amendment: the volume was stated wrongly' })],
  }));
  const versioned = {
    back: 6,
    buys: true,
    price: 11.06,
    volume: 4_000,
    issuer: BRITAIN.issuers[2],
    person: BRITAIN.people[1],
  };
  add(
    versioned,
    plain(() => ({}), { version: { of: 'versioned', number: 2 } }),
  );
  add(
    { ...versioned, volume: 40_000 },
    plain(() => ({}), { version: { of: 'versioned', number: 1 } }),
  );

  return all.map((one, at) => documentOf(one, at, day));
}

function documentOf(
  { trade, forms, narrative, headline, version }: Announcement,
  at: number,
  day: string,
): RawDocument {
  const uuid = (name: string) =>
    `00000000-0000-4000-8000-${`${hash(name).toString(16).padStart(8, '0')}0000`.slice(0, 12)}`;
  const disclosure = uuid(`announcement ${version?.of ?? at}`);
  const key = version === undefined || version.number === 1 ? disclosure : uuid(`announcement ${at}`);
  const { issuer } = trade;
  return {
    key,
    kind: 'announcement',
    url: `https://data.fca.org.uk/artefacts/NSM/RNS/${key}.html`,
    retrievedAt: `${day}T00:00:00.000Z`,
    bytes: Buffer.from(
      announcementPage(
        issuer.name,
        inWords(trade.published),
        narrative ?? `${issuer.name} was notified of the following dealing.`,
        forms,
      ),
    ),
    metadata: {
      disclosure_id: disclosure,
      seq_id: key,
      hist_seq: String(version?.number ?? 1),
      latest_flag: 'Y',
      lei: issuer.lei,
      company: issuer.name.toUpperCase(),
      headline: headline ?? 'Director/PDMR Shareholding',
      source: 'RNS',
      document_format: 'Plain text',
      download_link: `NSM/RNS/${key}.html`,
      submitted_date: `${trade.published}T${trade.clock}Z`,
      publication_date: `${trade.published}T${trade.clock}Z`,
    },
  };
}
