import { describe, expect, it } from '@jest/globals';
import { headingOf, joined, labelOf, linesOf } from '../../../src/registers/house-ptr/lines.js';

const item = (text: string, x: number, y: number, width = text.length * 5) => ({
  text,
  x,
  y,
  width,
  height: 10,
});

describe('lines of a page', () => {
  it('are put together by position, whatever the order of painting', () => {
    const page = {
      width: 612,
      height: 792,
      items: [item('right', 300, 50.4), item('below', 20, 61), item('left', 20, 50)],
    };
    expect(linesOf(page).map(({ items }) => items.map(({ text }) => text))).toEqual([
      ['left', 'right'],
      ['below'],
    ]);
  });

  it('have a blank where a gap stands between two pieces, and none where they touch', () => {
    expect(joined([item('Trust', 20, 0, 25), item('⇒', 50, 0, 8), item('Account', 58.5, 0)])).toBe(
      'Trust ⇒Account',
    );
    expect(joined([item('one ', 20, 0, 20), item('two', 60, 0)])).toBe('one two');
  });
});

describe('labels', () => {
  it.each([
    ['F\0\0\0\0\0 S\0\0\0\0\0: New', 'F S', 'New'],
    ['S\0\0\0 O\0: A > B: C', 'S O', 'A > B: C'],
    ['D\0\0\0\0 : words', 'D', 'words'],
    ['C\0\0\0:', 'C', ''],
    ['FIlINg STATuS: New', 'F S', 'New'],
    ['SuBHOlDINg OF: Trust', 'S O', 'Trust'],
    ['DESCRIPTION: words', 'D', 'words'],
  ])('reads %j', (text, initials, value) => {
    expect(labelOf(text)).toEqual({ initials, value });
  });

  it.each(['Common Stock: Class A', 'no colon \0', 'Bought 100 shares: see comments'])(
    'does not take %j for one',
    (text) => {
      expect(labelOf(text)).toBeNull();
    },
  );

  it('tells a heading from a label', () => {
    expect(headingOf('I\0\0\0 V\0\0 D\0\0')).toBe('I V D');
    expect(headingOf('C\0\0\0 \0\0\0 S\0\0')).toBe('C S');
    expect(headingOf('INvESTMENT VEHIClE DETAIlS')).toBe('I V D');
    expect(headingOf('L\0\0\0: US')).toBeNull();
    expect(headingOf('A trust')).toBeNull();
  });
});
