/** The generated parts of docs/commands.md: the commands, their exit codes, and the questions of `disclosed ask`. */

import { COMMAND_LIST, type CommandDefinition, EXIT_CODES } from '../command-list.js';
import { QUESTIONS, type ToolQuestion } from './questions.js';

export const COMMAND_PARTS: Readonly<Record<string, () => string>> = {
  'command-table': () =>
    [
      '| Command | What it does | Exit code |',
      '|---|---|---|',
      ...COMMAND_LIST.map(
        (one) => `| \`${syntaxOf(one)}\` | ${capitalised(one.description)} | ${one.exits} |`,
      ),
    ].join('\n'),
  commands: () => COMMAND_LIST.map(commandSection).join('\n\n'),
  'exit-codes': () =>
    [
      '| Code | Meaning |',
      '|---|---|',
      ...EXIT_CODES.map(([code, meaning]) => `| ${code} | ${meaning} |`),
    ].join('\n'),
  questions: () =>
    [
      '| Question | Options | Answers |',
      '|---|---|---|',
      ...QUESTIONS.map(
        (one) =>
          `| \`${questionSyntax(one)}\`${aliasNote(one)} | ${optionNames(one)} | ${one.tool.purpose} |`,
      ),
    ].join('\n'),
};

/** The pipe would end the cell of a table. */
function syntaxOf({ name, arguments: given = [] }: CommandDefinition): string {
  return [name, ...given.map(([syntax]) => syntax)].join(' ');
}

function commandSection(one: CommandDefinition): string {
  const options = [...(one.required === undefined ? [] : [one.required]), ...(one.options ?? [])];
  const rows = [
    ...(one.arguments ?? []).map(([syntax, meaning]) => `- \`${syntax}\`: ${meaning}`),
    ...options.map(([flags, meaning, fallback]) => {
      const end = fallback === undefined ? '' : ` (default ${fallback})`;
      return `- \`${flags}\`: ${meaning}${end}`;
    }),
  ];
  return [
    `### ${one.name}`,
    '',
    `${capitalised(one.description)}.`,
    ...(rows.length === 0 ? [] : ['', ...rows]),
    '',
    ...one.examples.flatMap(([line, meaning]) => [`    # ${meaning}`, `    ${line}`]),
  ].join('\n');
}

function questionSyntax({ name, argument }: ToolQuestion): string {
  return argument === null ? name : `${name} <${argument}>`;
}

function aliasNote({ aliases }: ToolQuestion): string {
  return aliases.length === 0 ? '' : `, or \`${aliases.join('`, `')}\``;
}

function optionNames({ options }: ToolQuestion): string {
  return options.length === 0 ? 'none' : options.map(({ flag }) => `\`--${flag}\``).join(', ');
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
