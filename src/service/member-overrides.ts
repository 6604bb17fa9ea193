/** The operator's overrides for filed names of members of the Congress that the identity files cannot settle. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.js';
import { packageRoot } from '../package-root.js';
import { type MemberOverride, memberOverrides as schema } from '../records/congress/member.js';
import { dataFolder } from './data-folder.js';

const FILE = join('curated', 'member-overrides.json');

/**
 * The entries of `curated/member-overrides.json` in the data folder, then those of the package; the first that fits a
 * name decides.
 * @throws ConfigError with one line that names the file, the entry and what is wrong with it
 */
export function memberOverrides(config: Config): MemberOverride[] {
  const files = new Set([ownOverridesFile(config), join(packageRoot(), 'data', FILE)]);
  return [...files].filter((file) => existsSync(file)).flatMap(read);
}

/** The operator's file, which may be missing. */
export function ownOverridesFile(config: Config): string {
  return join(dataFolder(config), FILE);
}

function read(file: string): MemberOverride[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // `readFileSync` and `JSON.parse` throw only Errors.
    throw new ConfigError(`${file} cannot be read as JSON: ${(error as Error).message.split('\n')[0]}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [index, ...field] = issue?.path ?? [];
  const where =
    index === undefined ? '' : `entry ${Number(index) + 1}${field.map((part) => ` ${part}`).join('')}: `;
  throw new ConfigError(`${file}: ${where}${issue?.message}`);
}
