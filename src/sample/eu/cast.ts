/**
 * The invented issuers and people of the four European markets. No real security can have their codes: a SEDOL has
 * no vowels, a WKN no I and no O, and no Swedish or Dutch code begins with SE0099 or NL0099.
 */

export interface EuIssuer {
  name: string;
  isin: string;
  lei: string;
  /** The register's own key, where it has one (BaFin). */
  key: string;
  /** In the market's main unit, about. */
  price: number;
}

export interface EuPerson {
  given: string;
  surname: string;
  position: string;
}

export interface Cast {
  issuers: readonly EuIssuer[];
  people: readonly EuPerson[];
}

/** Adds the check digit (ISO 6166) to eleven characters. */
export function isinOf(eleven: string): string {
  const digits = [...eleven].map((sign) => Number.parseInt(sign, 36).toString()).join('');
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const weighed = Number(digit) * (place % 2 === 0 ? 2 : 1);
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return `${eleven}${(10 - (sum % 10)) % 10}`;
}

function cast(
  prefix: string,
  names: ReadonlyArray<[name: string, price: number]>,
  people: ReadonlyArray<[given: string, surname: string, position: string]>,
): Cast {
  return {
    issuers: names.map(([name, price], index) => ({
      name,
      isin: isinOf(`${prefix}${String(index + 1).padStart(11 - prefix.length, '0')}`),
      lei: `9999SAMPLE${prefix.slice(0, 2)}${String(index + 1).padStart(8, '0')}`,
      key: String(99_000_001 + index),
      price,
    })),
    people: people.map(([given, surname, position]) => ({ given, surname, position })),
  };
}

export const GERMANY: Cast = cast(
  'DE000IO',
  [
    ['Zwirnholt Maschinenbau AG', 42.5],
    ['Brummelstein SE', 118.2],
    ['Klöppelwerk Ützhausen AG', 9.84],
    ['7Ampeln Energie AG', 3.15],
    ['Öhrnacker Chemie AG & Co. KGaA', 61],
    ['Fliederquast Pharma AG', 27.35],
    ['Möwenzahn Reederei AG', 14.6],
    ['Quendelbach Software SE', 205],
  ],
  [
    ['Rosalinde', 'Zinnpfeffer', 'Vorstand'],
    ['Dr. Balduin', 'Wolkenrast', 'Vorstand'],
    ['Ägidius', 'Hopfenstrich', 'Aufsichtsrat'],
    ['Prof. Dr. Käthe', 'Nesselgrün', 'Aufsichtsrat'],
    ['Lorenzo', 'Überquell', 'sonstige Führungsperson'],
    ['Friedegund', 'Quarkstein', 'in enger Beziehung'],
    ['Torbenjamin', 'Süßmilch-Rabe', 'Vorstand'],
  ],
);

export const BRITAIN: Cast = cast(
  'GB00AEU',
  [
    ['Quillmarsh Breweries plc', 3.42],
    ['Thrumble & Sons plc', 0.885],
    ['Ockleby Water Group plc', 11.06],
    ['Zephyrine Biosciences plc', 0.174],
    ['Wexlade Property Trust plc', 1.92],
    ['Dunnockshire Bank plc', 6.3],
    ['Pellucid Instruments Limited', 24.15],
    ['Gorseview Renewables plc', 0.61],
  ],
  [
    ['Araminta', 'Thistlewick', 'Chief Executive Officer'],
    ['Barnabus', 'Quellgrave', 'Chief Financial Officer'],
    ['Dame Philomena', 'Orrock-Vane', 'Chair'],
    ['Septimus', 'Larkbutton', 'Non-Executive Director'],
    ['Ottilie', 'Marchbrack', 'Company Secretary'],
    ['Crispin', 'Dewsnap', 'Chief Operating Officer'],
  ],
);

export const SWEDEN: Cast = cast(
  'SE0099',
  [
    ['Snödvärn Industri AB (publ)', 165],
    ['Kråkfjälls Optik AB', 48.2],
    ['Ångtuva Energi AB', 12.4],
    ['Bälgö Rederi AB', 231.5],
    ['Mossflod Pharma AB', 4.06],
    ['Häggsnår Fastigheter AB', 88.9],
    ['Tjäderloft Mjukvara AB', 310],
    ['Ödlefors Bruk AB', 71.3],
  ],
  [
    ['Åsa', 'Björnhammar-Öst', 'Verkställande direktör (VD)'],
    ['Göte', 'Lövsnäcka', 'Ekonomichef/finanschef/finansdirektör'],
    ['Märta', 'Älvstråle', 'Styrelseledamot/suppleant'],
    ['Sixten', 'Granbåge', 'Styrelseledamot/suppleant'],
    ['Elvira', 'Snöklocka', 'Annan\u00a0ledande\u00a0befattningshavare'],
    ['Östen', 'Tranfjäder', 'Arbetstagarrepresentant i styrelsen eller arbetstagarsuppleant'],
  ],
);

export const NETHERLANDS: Cast = cast(
  'NL0099',
  [
    ['Grachtenveer N.V.', 52.3],
    ['Tulpmolen Holding N.V.', 18.75],
    ['Zilverdijk Halfgeleiders N.V.', 640],
    ['Koolmees & Zn. N.V.', 7.42],
    ['Polderlicht Energie N.V.', 24.1],
    ['Schuitvaart Logistiek N.V.', 96.6],
  ],
  [
    ['E.', 'Klaverbeek, van', 'CFO'],
    ['J.W.', 'Ooievaarsnest', 'Member Management Board'],
    ['S.', 'Waterlelie', 'Member Supervisory Board'],
    ['D.', 'Zandloper, de', 'CEO'],
    ['M.', 'Rietzanger', 'Member Executive Committee'],
  ],
);
