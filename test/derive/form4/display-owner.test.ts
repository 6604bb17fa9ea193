/** Which of several owners is shown for a filing, and who is a natural person. */

import { describe, expect, it } from '@jest/globals';
import { displayOwner, isNaturalPerson } from '../../../src/derive/form4/display-owner.js';
import { fund, person } from './filings.js';

describe('isNaturalPerson', () => {
  it.each([
    'VALE MARTHA',
    "O'Connor John James",
    'ROBERTS III CHRIS',
    'Adams Katherine L.',
    'Jean-Claude Carine Lamercie',
    'CHURCH ROBERT',
    'PARK SE JUN',
    'CAISSE ROBERT J',
  ])('%s is a person', (name) => {
    expect(isNaturalPerson(name)).toBe(true);
  });

  it.each([
    'Larkspur Growth Fund LP',
    'LARKSPUR GP LLC',
    'Orrery Global Advisers Ltd',
    'ORRERY GROUP CORP.',
    'Silver Reed Management PTE. LTD.',
    'Reed Holdings (DE) LLC',
    'Vale Family Living Trust',
    'Reed & Vale',
    'Larkspur Vision II L.P.',
    'ORRERY S.A.',
    'STATE OF NOWHERE',
    'Larkspur',
    'ORRERY INSTRUMENTS /DE/',
    'Fund 7 Series',
    'ORRERY A/S',
    'ORRERY AKTIENGESELLSCHAFT',
    'Stichting Administratiekantoor Orrery',
    'Caisse de Reed et Placement',
    'Orrery Participations',
  ])('%s is not a person', (name) => {
    expect(isNaturalPerson(name)).toBe(false);
  });
});

describe('displayOwner', () => {
  const officer = { ...person('3', 'Vale Martha'), isOfficer: true, isDirector: false };

  it('names the person who is an officer, then the director', () => {
    expect(displayOwner([fund('1'), person('2'), officer])).toBe('3');
    expect(displayOwner([fund('1'), person('2')])).toBe('2');
  });

  it('does not name a fund as officer or director before a person', () => {
    expect(displayOwner([{ ...fund('1'), isDirector: true, isOfficer: true }, person('2')])).toBe('2');
  });

  it('names the first with the ten-percent flag, then the first listed', () => {
    const plain = { ...fund('4', 'Reed GP LLC'), isTenPercentOwner: false };
    expect(displayOwner([plain, fund('1'), fund('5')])).toBe('1');
    expect(displayOwner([plain, { ...plain, cik: '6' }])).toBe('4');
    expect(displayOwner([])).toBe('');
  });
});
