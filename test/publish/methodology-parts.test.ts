/** The worked example of METHODOLOGY.md adds up when it is computed by hand from its own text. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.js';

const text = readFileSync(join(packageRoot(), 'METHODOLOGY.md'), 'utf8');
const example = text.slice(text.indexOf('### An example'), text.indexOf('## Prices'));

const numberAfter = (pattern: RegExp) => Number(pattern.exec(example)![1]!.replaceAll(',', ''));

describe('the worked example of conviction', () => {
  const chief = numberAfter(/a chief for USD ([\d,]+)/);
  const director = numberAfter(/a director for USD ([\d,]+)/);
  const holder = numberAfter(/a ten-percent owner for USD ([\d,]+)/);
  const shares = numberAfter(/bought ([\d,]+) of/);
  const outstanding = numberAfter(/of ([\d,]+) outstanding shares/);
  const days = numberAfter(/is (\d+) days old/);
  const values = [director, chief, holder];

  const effective = (some: number[]) =>
    some.reduce((a, b) => a + b) ** 2 / some.reduce((a, b) => a + b * b, 0);
  const parts: Record<string, number> = {
    breadth: 1 - 0.75 ** 3,
    seniority: 1 - (1 - 0.5) * (1 - 0.25) * (1 - 0.2),
    materiality: shares / outstanding / (shares / outstanding + 0.001),
    recency: 1 - days / 60,
    concentration: 1 - 1 / Math.max(1, effective(values.slice(0, 2)), effective(values)),
  };
  const weights: Record<string, number> = {
    breadth: 0.3,
    seniority: 0.2,
    materiality: 0.2,
    recency: 0.15,
    concentration: 0.15,
  };
  const round = (x: number) => Math.round(x * 10) / 10;

  it.each(Object.keys(parts))('has the right %s', (part) => {
    const [, weight, value, points] = new RegExp(
      `\\| \`${part}\` \\| ([\\d.]+) \\| ([\\d.]+) \\| ([\\d.]+) \\|`,
    )
      .exec(example)!
      .map(Number);
    expect(weight).toBe(weights[part]);
    expect(value).toBeCloseTo(parts[part]!, 6);
    expect(points).toBeCloseTo(100 * weights[part]! * parts[part]!, 2);
  });

  it('has the right sum, with and without the shares outstanding', () => {
    const sum = Object.entries(parts).reduce((total, [part, value]) => total + weights[part]! * value, 0);
    expect(numberAfter(/conviction of \*\*([\d.]+)\*\*/)).toBe(round(100 * sum));
    const without = (100 * (sum - weights.materiality! * parts.materiality!)) / 0.8;
    expect(numberAfter(/the conviction would be \*\*([\d.]+)\*\*/)).toBe(round(without));
  });

  it('is next to the weights and roles in force', () => {
    for (const [part, weight] of Object.entries(weights))
      expect(text).toContain(`| \`${part}\` | ${weight} |`);
    for (const row of [
      '`chief` | 0.5',
      '`officer` | 0.3',
      '`director` | 0.25',
      '`tenPercentOwner` | 0.2',
      '`other` | 0.1',
    ])
      expect(text).toContain(`| ${row} |`);
    for (const rule of [
      '60 days',
      '3 or more insiders',
      'USD 10,000',
      '2 consecutive weeks',
      'USD 50,000',
      '24 cards',
      '50 runs',
    ])
      expect(text).toContain(rule);
  });
});
