/** Who files in the sample, where, and in which spellings: the same person is spelled in several ways, as in life. */

/** A name as a filer types it into a report; the parts are those of the House index. */
export interface FiledName {
  prefix: string;
  first: string;
  last: string;
  suffix: string;
}

export interface SampleFiler {
  bioguide: string;
  chamber: 'house' | 'senate';
  /** State and district as filed in the House (`CA11`, `AK00` at large); null in the Senate. */
  stateDistrict: string | null;
  /** Every spelling in use, the usual one first. Different spellings mean the same person. */
  spellings: readonly FiledName[];
  /** Days before the sample's day between which this filer sits in this chamber; 0 is that day. */
  sits: { fromDaysAgo: number; toDaysAgo: number };
}

/** The Senate is reached, and the House left, this many days before the sample's day. */
export const MOVED_DAYS_AGO = 200;
/** A member left office this many days before the sample's day. */
export const LEFT_DAYS_AGO = 100;
/** Long before any report of the sample. */
const LONG_AGO = 5_000;

const name = (first: string, last: string, prefix = 'Hon.', suffix = ''): FiledName => ({
  prefix,
  first,
  last,
  suffix,
});
const always = { fromDaysAgo: LONG_AGO, toDaysAgo: 0 };

/** Everybody who files in the sample. One person sits in both chambers, one after the other. */
export const sampleFilers: readonly SampleFiler[] = [
  {
    bioguide: 'D999001',
    chamber: 'house',
    stateDistrict: 'CA11',
    spellings: [
      name('Philomena', 'Dunderwick'),
      name('Philomena R.', 'Dunderwick'),
      name('Philomena Ruth Mrs', 'Dunderwick', ''),
    ],
    sits: always,
  },
  {
    bioguide: 'Q999002',
    chamber: 'house',
    stateDistrict: 'TX07',
    spellings: [
      name('Bartholomew', 'Quibblecombe', 'Hon.', 'Jr'),
      name('Bart', 'Quibblecombe'),
      name('Bartholomew Josiah MD, Facs', 'Quibblecombe', 'Hon.', 'Jr.'),
    ],
    sits: always,
  },
  {
    // The other Quibblecombe of Texas: district and first name tell them apart.
    bioguide: 'Q999003',
    chamber: 'house',
    stateDistrict: 'TX21',
    spellings: [name('Rosamund', 'Quibblecombe')],
    sits: always,
  },
  {
    // Sits for the 7th district; files under the 6th, as before the districts were drawn anew.
    bioguide: 'O999004',
    chamber: 'house',
    stateDistrict: 'GA06',
    spellings: [name('Thurlow Ferdinand Dr', 'Oxwimple'), name('Ferdinand', 'Oxwimple')],
    sits: always,
  },
  {
    bioguide: 'V999005',
    chamber: 'house',
    stateDistrict: 'NM02',
    spellings: [name('Nunci', 'Valdecuento Pradera'), name('Anunciacion Valdecuento', 'Pradera')],
    sits: always,
  },
  {
    bioguide: 'S999006',
    chamber: 'house',
    stateDistrict: 'FL18',
    spellings: [name('Gideon', 'Snorkelby')],
    sits: always,
  },
  {
    bioguide: 'E999007',
    chamber: 'house',
    stateDistrict: 'AK00',
    spellings: [name('Halvard', 'Eiderduck', 'Hon.', 'III')],
    sits: always,
  },
  {
    bioguide: 'T999008',
    chamber: 'house',
    stateDistrict: 'OH09',
    spellings: [name('Cordelia', 'Thimblethorpe')],
    sits: { fromDaysAgo: LONG_AGO, toDaysAgo: MOVED_DAYS_AGO + 1 },
  },
  {
    bioguide: 'T999008',
    chamber: 'senate',
    stateDistrict: null,
    spellings: [name('Cordelia J', 'Thimblethorpe', 'The Honorable')],
    sits: { fromDaysAgo: MOVED_DAYS_AGO, toDaysAgo: 0 },
  },
  {
    bioguide: 'P999009',
    chamber: 'senate',
    stateDistrict: null,
    spellings: [
      name('Mordecai', 'Plumquist', 'The Honorable'),
      name('MORDECAI ', 'PLUMQUIST', 'The Honorable'),
    ],
    sits: always,
  },
  {
    bioguide: 'G999010',
    chamber: 'senate',
    stateDistrict: null,
    spellings: [name('Mina', 'Gatherspoon', 'Mrs.')],
    sits: always,
  },
  {
    bioguide: 'F999011',
    chamber: 'senate',
    stateDistrict: null,
    spellings: [name('A. Leopold', 'Fizzlewood', 'The Honorable', 'Jr.')],
    sits: always,
  },
  {
    bioguide: 'P999012',
    chamber: 'house',
    stateDistrict: 'IL05',
    spellings: [name('Eustace', 'Pennywhittle')],
    sits: { fromDaysAgo: LONG_AGO, toDaysAgo: LEFT_DAYS_AGO },
  },
];
