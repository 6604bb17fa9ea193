/** Open dates of the sample: filled in as of a day, on weekdays, in every form, and always before that day. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.js';
import { createRegisters } from '../../src/registers/index.js';
import { fillIn, sampleDocuments, sampleVersion } from '../../src/service/sample-documents.js';

describe('sample/documents', () => {
  const FOLDER = join(packageRoot(), 'data/sample/documents');
  const addDays = (day: string, days: number) =>
    new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

  describe('an open date', () => {
    it.each([
      [
        '2026-11-20',
        '{{+000is}} {{-001is}} {{-004is}} {{-005is}}',
        '2026-11-19 2026-11-18 2026-11-13 2026-11-12',
      ],
      [
        '2026-11-22',
        '{{+000is}} {{-001is}} {{-005is}} {{+001is}}',
        '2026-11-20 2026-11-19 2026-11-13 2026-11-23',
      ],
      ['2026-11-23', '{{+000is}} {{-004is}} {{-1000is}}', '2026-11-20 2026-11-16 2023-01-20'],
      ['2028-03-01', '{{+000is}} {{-260is}}', '2028-02-29 2027-03-02'],
      // Reports of a quarter are due 45 days after it.
      ['2026-11-16', '{{q-0is}} {{q-1is}} {{q+1fr}}', '2026-06-30 2026-03-31 CY2026Q3I'],
      ['2026-11-17', '{{q-0is}} {{q-3us}} {{q-0+44is}}', '2026-09-30 12/31/2025 2026-11-13'],
      ['2026-01-05', '{{q-0is}} {{q-2ud}}', '2025-09-30 03-31-2025'],
      [
        '2026-03-10',
        '{{-001us}} {{-001ud}} {{-001up}} {{-001un}} {{-001eu}} {{-001co}} {{-001zz}}',
        '03/06/2026 03-06-2026 03.06.2026 3/6/2026 06.03.2026 20260306 0026-03-06',
      ],
      [
        '2026-03-10',
        '{{-001en}}, {{-001nl}}, {{-001yr}} {{-001yy}} {{-001hm}} {{-016hm}}',
        '6 March 2026, 6 mrt 2026, 2026 26 202603a 202602a',
      ],
    ])('as of %s: %s', (day, open, filled) => {
      expect(fillIn(open, day)).toBe(filled);
    });

    it.each(['2026-02-29', '2026-13-01', '20261121', '2026-1-1', ''])('refuses %p', (day) => {
      expect(() => fillIn('', day)).toThrow(RangeError);
      expect(() => sampleDocuments('sec-13f', day)).toThrow(RangeError);
    });
  });

  describe('the documents of the sample', () => {
    const ids = createRegisters().map(({ metadata }) => metadata.id);
    const sampled = ids.filter((id) => sampleDocuments(id, '2026-11-20').length > 0);

    it('cover every register but the two other sources of prices', () => {
      expect(ids.filter((id) => !sampled.includes(id))).toEqual(['prices-csv', 'prices-tiingo']);
      expect(sampleDocuments('no-such-register', '2026-11-20')).toEqual([]);
      expect(
        readdirSync(FOLDER)
          .filter((name) => name.endsWith('.txt'))
          .sort(),
      ).toEqual(sampled.map((id) => `${id}.txt`).sort());
    });

    it('are all in the lists, each once', () => {
      for (const id of sampled) {
        const keys = sampleDocuments(id, '2026-11-20').map(({ key, retrievedAt }) => `${key} ${retrievedAt}`);
        expect(new Set(keys).size).toBe(keys.length);
        if (!existsSync(join(FOLDER, id))) continue;
        const list = readFileSync(join(FOLDER, `${id}.txt`), 'utf8');
        for (const name of readdirSync(join(FOLDER, id))) expect(list).toContain(`"file":"${id}/${name}"`);
      }
    });

    it('are the same for the same day, and others for another', () => {
      for (const id of sampled.filter((one) => one !== 'congress-members')) {
        const textOf = (day: string) =>
          JSON.stringify(
            sampleDocuments(id, day).map((document) => ({
              ...document,
              bytes: document.bytes.toString('latin1'),
            })),
          );
        const one = textOf('2026-11-20');
        expect(textOf('2026-11-20') === one).toBe(true);
        expect(textOf('2026-11-24') === one).toBe(false);
      }
      expect(sampleVersion()).toMatch(/^[0-9a-f]{8}$/);
      expect(sampleVersion()).toBe(sampleVersion());
    });

    it('leave no date open, and PDFs keep their length', () => {
      for (const id of sampled)
        for (const { key, bytes } of sampleDocuments(id, '2026-11-20')) {
          expect([key, /\{\{|\}\}/.test(bytes.toString('latin1'))]).toEqual([key, false]);
          const file = join(FOLDER, id, `${key}.pdf`);
          if (existsSync(file)) expect(bytes).toHaveLength(readFileSync(file).length);
        }
    });

    it('have files of prices that share no name, on 400 days in a row', () => {
      const list = readFileSync(join(FOLDER, 'prices-sec.txt'), 'utf8');
      const open = [...list.matchAll(/^%%% \{"key":"([^"]+)"/gm)].map(([, key]) => key);
      expect(open.length).toBeGreaterThan(15);
      for (let n = 0; n < 400; n += 1) {
        const keys = fillIn(open.join(' '), addDays('2027-12-20', n)).split(' ');
        expect(new Set(keys).size).toBe(keys.length);
      }
    });
  });
});
