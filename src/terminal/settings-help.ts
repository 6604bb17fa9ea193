/** The text of `disclosed help settings`. */

import { SETTINGS } from '../config.js';
import { wrap } from './text-width.js';

export function settingsHelp(width = process.stdout.columns ?? 100): string {
  const rows = SETTINGS.map(({ name, default: fallback, help, isSwitch }) => {
    const flag = name.toLowerCase().replaceAll('_', '-');
    const text = `${help} Default: ${fallback === '' ? 'empty' : fallback}.`;
    return [
      `  ${name}, --${flag}${isSwitch === true ? '' : ' <value>'}`,
      ...wrap(text, Math.min(width, 100) - 6).map((line) => `      ${line}`),
    ];
  });
  return [
    'Settings: each is a variable of the environment, and an option of every command.',
    '',
    ...rows.flat(),
    '',
  ].join('\n');
}
