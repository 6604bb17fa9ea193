/** Lines and columns of a PDF page, from the positions of its text. */

import { describe, expect, it } from '@jest/globals';
import { joinItems, pdfLinesOf } from '../../../src/registers/formats/pdf-lines.js';

const item = (text: string, x: number, y: number, width = text.length * 5) => ({
  text,
  x,
  y,
  width,
  height: 10,
});

describe('lines of a page', () => {
  it('are joined by position, in any painting order', () => {
    const page = {
      width: 612,
      height: 792,
      items: [item('right', 300, 50.4), item('below', 20, 61), item('left', 20, 50)],
    };
    expect(pdfLinesOf(page).map(({ items }) => items.map(({ text }) => text))).toEqual([
      ['left', 'right'],
      ['below'],
    ]);
  });

  it('have a blank where there is a gap between two pieces, and none where they touch', () => {
    expect(joinItems([item('Trust', 20, 0, 25), item('⇒', 50, 0, 8), item('Account', 58.5, 0)])).toBe(
      'Trust ⇒Account',
    );
    expect(joinItems([item('one ', 20, 0, 20), item('two', 60, 0)])).toBe('one two');
  });
});
