/** Labels of a House report, whose small capitals are extracted as NUL characters. */

import { describe, expect, it } from '@jest/globals';
import { headingOf, labelOf } from '../../../../src/registers/congress/house-ptr/labels.js';

describe('labels', () => {
  it.each([
    ['F\0\0\0\0\0 S\0\0\0\0\0: New', 'F S', 'New'],
    ['S\0\0\0 O\0: A > B: C', 'S O', 'A > B: C'],
    ['D\0\0\0\0 : words', 'D', 'words'],
    ['C\0\0\0:', 'C', ''],
    ['FIlINg STATuS: New', 'F S', 'New'],
    ['SuBHOlDINg OF: Trust', 'S O', 'Trust'],
    ['DESCRIPTION: words', 'D', 'words'],
    ['F IlINg S TaTuS : New', 'F S', 'New'],
    ['OWNeRSHIP: half', 'ownership', 'half'],
  ])('reads %j', (text, initials, value) => {
    expect(labelOf(text)).toEqual({ initials, value });
  });

  it.each([
    'Common Stock: Class A',
    'no colon \0',
    'Bought 100 shares: see comments',
    'Bought \0 shares: all',
    'R\0n\0 Roe: and others',
  ])('does not treat %j as one', (text) => {
    expect(labelOf(text, false)).toBeNull();
  });

  it('distinguishes a heading from a label', () => {
    expect(headingOf('I\0\0\0 V\0\0 D\0\0')).toBe('I V D');
    expect(headingOf('C\0\0\0 \0\0\0 S\0\0')).toBe('C S');
    expect(headingOf('INvESTMENT VEHIClE DETAIlS')).toBe('I V D');
    expect(headingOf('aSSet claSS DetailS')).toBe('I V D');
    expect(headingOf('commentS')).toBe('C');
    expect(headingOf('L\0\0\0: US')).toBeNull();
    expect(headingOf('A trust')).toBeNull();
    expect(headingOf('Trust of Ren\0 Roe')).toBeNull();
    expect(headingOf('R\0n\0 Roe')).toBeNull();
  });
});
