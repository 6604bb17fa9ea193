/** What officer titles say, as people write them. */

import { describe, expect, it } from '@jest/globals';
import { rolesOfTitle } from '../../../src/records/form4/roles.js';

const names = (title: string | null) => {
  const { chief, ceo, cfo } = rolesOfTitle(title);
  return [...(ceo ? ['ceo'] : []), ...(cfo ? ['cfo'] : []), ...(chief ? ['chief'] : [])].join(' ');
};

describe('a chief executive of the company', () => {
  it.each([
    'Chief Executive Officer',
    'CEO',
    'C.E.O.',
    'President and CEO',
    'President & CEO',
    'CEO AND PRESIDENT',
    'Pres, CEO & Director',
    'CEO, President, Director',
    'Co-CEO',
    'Co-Chief Executive Officer',
    'Interim CEO',
    'Acting Chief Executive Officer',
    'Chairman & CEO',
    'Chairman of the Board and CEO',
    'Executive Chairman and CEO',
    'Founder and CEO',
    'Founder, CEO, 10% Owner',
    'Chief Executive Offic',
    'CHIEF EXEC. OFFICER',
    'Chief Executive Officer and Pre',
    'CEO (see remarks)',
    'Group Chief Executive',
    'CEO of the Company',
    'CEO/President',
  ])('%s', (title) => expect(names(title)).toBe('ceo chief'));
});

describe('a chief financial officer of the company', () => {
  it.each([
    'Chief Financial Officer',
    'CFO',
    'EVP, CFO & Treasurer',
    'EVP and CFO',
    'SVP-CFO',
    'VP Finance & CFO',
    'CFO, VP Finance',
    'Exec. Vice Pres & CFO',
    'Chief Fin Officer',
    'Chief Finance Officer',
    'Chief Financial Offi',
    'Interim CFO and Secretary',
    'Chief Operating and Financial Officer',
    'Assistant Secretary and CFO',
  ])('%s', (title) => expect(names(title)).toBe('cfo chief'));
});

it('both at once', () => {
  expect(names('CEO & CFO')).toBe('ceo cfo chief');
  expect(names('Chief Executive and Financial Officer')).toBe('ceo cfo chief');
});

describe('another chief, or one of a part of the company', () => {
  it.each([
    'Chief Operating Officer',
    'COO',
    'Chief Legal Officer & Corp Sec',
    'Senior VP, GC, CAO & Secretary',
    'SVP, CLO & Secretary',
    'Chief Accounting Officer',
    'President',
    'President, Retail Division',
    'Pres,Prod Architect & Director',
    'CEO, North America',
    'President & CEO, First Valley Bank',
    'CEO of Bank',
    'Regional CEO',
    'CFO - International',
    'Division CFO',
    'Deputy CFO and Chief Accounting Officer',
  ])('%s', (title) => expect(names(title)).toBe('chief'));
});

describe('no chief', () => {
  it.each([
    'Former CEO',
    'Former President and CEO',
    'Ex-CEO',
    'Retired Chief Financial Officer',
    'CEO through 3/1/2026',
    'CEO-elect',
    'Assistant to the CEO',
    'Assistant to the President and CEO',
    'Special Advisor to CEO',
    'Vice President, Office of the CEO',
    'Deputy Chief Financial Officer',
    'Assistant CFO',
    'Vice President',
    'Executive Vice President',
    'EVP',
    'Vice-President, Finance',
    'Chief of Staff',
    'Principal Executive Officer',
    'Executive Chairman of Board',
    'EXEC. CHAIR & PRINCIPAL OFF',
    'SVP, GC and Secretary',
    'See Remarks',
    'Director',
    '',
  ])('%s', (title) => expect(names(title)).toBe(''));
  it('without a title', () => expect(names(null)).toBe(''));
});
