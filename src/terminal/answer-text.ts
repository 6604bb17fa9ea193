/** The text of an answer: its fields and lists as tables, or one list as CSV. */

import { ConfigError } from '../config.js';
import type { AnswerParts, RowList } from '../publish/answer-lists.js';
import { toCsv } from '../publish/csv.js';
import { type FittedTable, fitTable, textOf } from './fitted-table.js';
import { wrap } from './text-width.js';

/** Every list under its name, after the fields; or only the list `name`. */
export function tablesOf(
  parts: AnswerParts,
  name: string | undefined,
  width: number,
): { text: string; tables: FittedTable[] } {
  const { fields, lists } = name === undefined ? parts : { fields: [], lists: [listNamed(parts, name)] };
  const blocks: string[][] = [];
  if (fields.length > 0) blocks.push(fieldLines(fields, width));
  const tables: FittedTable[] = [];
  for (const list of lists) {
    const table = fitTable(list, width);
    tables.push(table);
    const title = list.name === '' ? [] : [`${list.name} (${list.rows.length})`];
    blocks.push([...title, ...(list.rows.length === 0 ? ['No rows.'] : table.lines)]);
  }
  return { text: `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`, tables };
}

/**
 * The list `name`, the only list, or the fields if there is none.
 * @throws ConfigError if there are several lists and none is named
 */
export function csvOf(parts: AnswerParts, name: string | undefined): string {
  const { fields, lists } = parts;
  if (name !== undefined) return toCsv(listNamed(parts, name));
  const [only] = lists;
  if (lists.length > 1)
    throw new ConfigError(`the answer has several lists: choose one with --only ${namesOf(lists)}`);
  if (only !== undefined) return toCsv(only);
  return toCsv({ columns: fields.map(([field]) => field), rows: [fields.map(([, value]) => value)] });
}

function listNamed({ lists }: AnswerParts, name: string): RowList {
  const found = lists.find((list) => list.name === name);
  if (found !== undefined) return found;
  throw new ConfigError(
    lists.some((list) => list.name !== '')
      ? `--only must be one of ${namesOf(lists)} (it is ${JSON.stringify(name)})`
      : `the answer has no list of the name ${JSON.stringify(name)}: leave out --only`,
  );
}

const namesOf = (lists: readonly RowList[]) => lists.map(({ name }) => name).join(', ');

function fieldLines(fields: AnswerParts['fields'], width: number): string[] {
  const longest = Math.max(...fields.map(([name]) => name.length));
  const room = Math.max(width - longest - 2, 20);
  return fields.flatMap(([name, value]) => {
    const [first = '', ...rest] = wrap(textOf(value), room);
    return [
      `${name.padEnd(longest)}  ${first}`.trimEnd(),
      ...rest.map((line) => ' '.repeat(longest + 2) + line),
    ];
  });
}
