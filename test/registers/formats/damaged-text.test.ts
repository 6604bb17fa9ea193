/** Names whose letters were read in the wrong encoding. */

import { describe, expect, it } from '@jest/globals';
import { repairText } from '../../../src/registers/formats/damaged-text.js';
import { decodeWindows1252 } from '../../../src/registers/formats/windows-1252.js';
import fc, { runs } from '../../property.js';

/** What a program makes of a text that it reads in the wrong encoding. */
const misread = (text: string) => decodeWindows1252(Buffer.from(text));
const misreadAsLatin1 = (text: string) => Buffer.from(text).toString('latin1');

const NAMES = [
  'Großmann-Ätzel, Özgür',
  'Über Öl AG',
  'Zoë O’Brien-Müller',
  'Société Générale',
  'SOCIÉTÉ À RESPONSABILITÉ LIMITÉE',
  'Società per Azioni',
  'João Conceição',
  'Åsa Öberg – Malmö',
  'Paweł Kowalski',
  'Mehmet Yıldız-Şahinoğlu',
  'Kovář, Tomáš',
  'Νικόλαος Παπαδόπουλος',
  'Дмитрий Иванов',
  'Vontobel Zertifikat 5 € “Long”',
];

describe('a name that was misread', () => {
  it.each(NAMES)('%s is repaired', (name) => {
    expect(repairText(misread(name))).toBe(name);
    expect(repairText(misreadAsLatin1(name))).toBe(name);
  });

  it.each(NAMES)('%s is repaired when it was misread twice', (name) =>
    expect(repairText(misread(misread(name)))).toBe(name),
  );

  it('is not repaired when it was misread more often', () =>
    expect(repairText(misread(misread(misread('Müller'))))).toBeNull());

  it('drops a byte order mark that was misread', () => expect(repairText('ï»¿Emittent')).toBe('Emittent'));

  it.each([...'ÀÂÄÅÆÇÈÉÊËÌÎÑÒÓÔÕÖØÙÚÛÜàáâãäåæçèéêëìíîïñòóôõöøùúûüß'].map((letter) => [letter]))(
    'is repaired with %s at its start, in its middle and at its end',
    (letter) => {
      for (const name of [
        `${letter}ber`,
        `Ma${letter.toLowerCase()}er`,
        `MA${letter}ER`,
        `Roland ${letter}. Amt`,
      ])
        expect(repairText(misread(name))).toBe(name);
    },
  );
});

describe('a name that is right', () => {
  it.each([
    ...NAMES,
    'SÃO PAULO ALPARGATAS',
    'JOÃO CONCEIÇÃO',
    'IRMÃ SILVA',
    'CÂMARA, Ângela',
    'ROMÂNIA S.A.',
    'Â. Silva',
    'MÍŠEK',
    'ALŽBĚTA RŮŽIČKOVÁ',
    'BENEŠ',
    'JOSÉ’S CAFÉ™',
    'LORÉAL®',
    '«Crédit»',
    'Å',
    'Bo Å – Malmö',
    'GROẞE ÄÖÜ',
    'Strauß’ Erben',
    'Weiß–Blau',
    'NESTLÉ…',
    'Þór Ægisson',
    'Đặng Văn Ân',
    '山田太郎',
    'Plain Name',
    '',
  ])('%s is not changed', (name) => expect(repairText(name)).toBe(name));

  it('is not changed, with any letters of western languages', () => {
    const letters = fc.constantFrom(...'AEIOUabcdeiounrst -.,ÄÖÜäöüßÅåÉéÈèÇçØøÆæÑñÍíÚúÝý');
    fc.assert(
      fc.property(fc.string({ unit: letters }), (name) => expect(repairText(name)).toBe(name)),
      { numRuns: runs(2000) },
    );
  });
});

describe('a name that is damaged', () => {
  it.each([
    ['a lost letter', 'M\ufffdller'],
    ['a lost letter that was misread afterwards', 'MÃ¯Â¿Â½ller'],
    ['a control character', 'O\u0092Brien'],
    ['a control character without a letter', 'M\u0081ller'],
    ['a misread name next to a correct one', 'Müller (Ã–zgÃ¼r)'],
    ['a misread name next to a letter of another encoding', 'Łódź MÃ¼ller'],
    ['a no-break space that was folded', 'SocietÃ per Azioni'],
    ['a no-break space that was folded at the end', 'SocietÃ'],
    ['a second half that became a space', 'Anna Â Smith'],
    ['a second half that became a question mark', 'MÃ?LLER'],
    ['a quote without its end', 'the â€œbestâ€'],
    ['what may be a name or a mark', 'Åšwierczewski'],
  ])('by %s is rejected', (_, name) => expect(repairText(name)).toBeNull());
});
