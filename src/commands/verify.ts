/** `disclosed verify`: checks what was published: this database, a dump, an address of a service, or a saved answer. */

import { type Config, ConfigError } from '../config.js';
import { withPreparedStore } from '../service/local-answers.js';
import {
  type Verdict,
  verifyAddress,
  verifyDatabase,
  verifyDumpFolder,
  verifySaved,
} from '../service/verify.js';

interface VerifyOptions {
  signer?: string;
  row?: string;
  save?: string;
}

/** @returns 0 when nothing is wrong, 1 otherwise */
export async function verify(
  config: Config,
  target: string | undefined,
  options: VerifyOptions,
): Promise<number> {
  requireUse(target, options);
  const { lines, faults } = await verdictOf(config, target, options);
  for (const line of lines) console.log(line);
  for (const fault of faults) console.log(`WRONG: ${fault}`);
  console.log(faults.length === 0 ? 'Nothing is wrong.' : 'This is not what was signed.');
  return faults.length === 0 ? 0 : 1;
}

/** An option that has no effect would be believed to have one. @throws ConfigError */
function requireUse(target: string | undefined, { row, save }: VerifyOptions): void {
  if (save !== undefined && !isAddress(target))
    throw new ConfigError('--save keeps the answer of an address: disclosed verify ADDRESS --save FILE');
  if (row !== undefined && (target === undefined || isAddress(target) || target.endsWith('.receipt')))
    throw new ConfigError('--row is for a dump: disclosed verify FOLDER --row ID');
}

const isAddress = (target: string | undefined) => target !== undefined && /^https?:\/\//.test(target);

async function verdictOf(
  config: Config,
  target: string | undefined,
  { signer, row, save }: VerifyOptions,
): Promise<Verdict> {
  if (target === undefined) return verifyDatabase(await withPreparedStore(config, undefined), signer);
  if (isAddress(target)) {
    if (config.offline)
      throw new ConfigError('OFFLINE=1 forbids a request to an address. Run this command without it.');
    return verifyAddress(target, { signer, save });
  }
  return target.endsWith('.receipt')
    ? verifySaved(target, signer)
    : verifyDumpFolder(target, { signer, row });
}
