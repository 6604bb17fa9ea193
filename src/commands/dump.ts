/** `disclosed dump`: writes the public tables of the newest generation to a folder, with a signed manifest. */

import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config.js';
import { ownDumpFolder } from '../service/data-folder.js';
import { DUMP_FORMATS, type DumpFormat, makeDump } from '../service/dump.js';
import { withPreparedStore } from '../service/local-answers.js';
import { stoppable } from '../service/stoppable.js';

/** @returns 0 when the dump is complete */
export async function dump(
  config: Config,
  log: Logger,
  folder: string | undefined,
  options: { formats?: string; replace?: boolean },
): Promise<number> {
  // By default the heap grows to four times its live size before a collection: here nearly all of it is garbage.
  setFlagsFromString('--heap-growing-percent=30');
  const formats = formatsOf(options.formats);
  const chosen = await withPreparedStore(config, undefined);
  const made = await stoppable((signal) =>
    folder === undefined
      ? makeDump(chosen, ownDumpFolder(chosen), formats, signal, true)
      : makeDump(chosen, folder, formats, signal, options.replace === true),
  );
  log.info(made, 'the dump is complete');
  return 0;
}

function formatsOf(text: string = DUMP_FORMATS.join(',')): DumpFormat[] {
  const words = text.split(',').map((word) => word.trim());
  const known = DUMP_FORMATS.filter((format) => words.includes(format));
  if (known.length !== words.length)
    throw new ConfigError(
      `--formats must be ${DUMP_FORMATS.join(', ')}, separated by commas (it is ${JSON.stringify(text)})`,
    );
  return known;
}
