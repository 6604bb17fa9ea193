/** `disclosed completion SHELL`: prints what bash, zsh or fish need to complete commands, questions, options and values. */

import { ConfigError } from '../config.js';
import { bashCompletion, fishCompletion, zshCompletion } from '../terminal/completion.js';

const SHELLS: Readonly<Record<string, () => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** @returns 0 */
export function completion(shell: string): number {
  const script = SHELLS[shell];
  if (script === undefined)
    throw new ConfigError(`the shell must be bash, zsh or fish (it is ${JSON.stringify(shell)})`);
  process.stdout.write(script());
  return 0;
}
