/** Completion scripts: one table of what may follow, written in the words of each shell. */

import { COMMAND_GROUPS, COMMAND_LIST, REGISTER_IDS } from '../command-list.js';
import { SETTINGS } from '../config.js';
import { QUESTIONS } from '../publish/questions.js';

/** What may follow the words of a command, and the values of its options. Words consist of letters, digits and `-_=.`. */
export interface CompletionRule {
  /** The words after `disclosed`, without options: "keys create", "ask filings"; '' for none. */
  path: string;
  words: string[];
  /** By the option as it is typed. */
  values: Record<string, readonly string[]>;
  /** Whether files may follow too. */
  takesFiles: boolean;
}

const WITH_REGISTERS: ReadonlySet<string> = new Set(['import', 'parse', 'doctor']);
const WITH_FILES: ReadonlySet<string> = new Set(['import', 'parse', 'export']);
const STORES = ['live', 'sample'];

function completionRules(): CompletionRule[] {
  const settings = SETTINGS.map(({ name }) => `--${name.toLowerCase().replaceAll('_', '-')}`);
  const first = [...new Set(COMMAND_LIST.map(({ name }) => name.split(' ')[0] as string)), 'help'];
  const groups = Object.keys(COMMAND_GROUPS).map((group) => ({
    path: group,
    words: COMMAND_LIST.flatMap(({ name }) =>
      name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : [],
    ),
    values: {},
    takesFiles: false,
  }));
  const commands = COMMAND_LIST.map(({ name, options = [], required, isOpen }) => {
    const flags = [...options.map(([syntax]) => syntax), ...(required === undefined ? [] : [required[0]])];
    return {
      path: name,
      words: [
        ...(isOpen === true
          ? QUESTIONS.map((question) => question.name)
          : [...flags.map(longFlag), ...settings]),
        ...(WITH_REGISTERS.has(name) ? REGISTER_IDS : []),
        ...(name === 'completion' ? ['bash', 'zsh', 'fish'] : []),
        '--help',
      ],
      values: {
        ...(flags.some((flag) => flag.startsWith('--register ')) ? { '--register': REGISTER_IDS } : {}),
        ...(flags.some((flag) => flag.startsWith('--store ')) ? { '--store': STORES } : {}),
      },
      takesFiles: WITH_FILES.has(name),
    };
  });
  return [
    { path: '', words: [...first, ...settings, '--help', '--version'], values: {}, takesFiles: false },
    { path: 'help', words: ['settings', ...first], values: {}, takesFiles: false },
    ...groups,
    ...commands,
    ...questionRules(),
  ];
}

function questionRules(): CompletionRule[] {
  const shared = ['--table', '--csv', '--json', '--only', '--url', '--key', '--store', '--help'];
  return QUESTIONS.map(({ name, options }) => ({
    path: `ask ${name}`,
    words: [...options.map(({ flag }) => `--${flag}`), ...shared],
    values: {
      '--store': STORES,
      ...Object.fromEntries(
        options.filter(({ values }) => values.length > 0).map(({ flag, values }) => [`--${flag}`, values]),
      ),
    },
    takesFiles: false,
  }));
}

/** `--limit <n>` and `-v, --verbose` without what is not typed. */
function longFlag(syntax: string): string {
  return /--[a-z-]+/.exec(syntax)?.[0] ?? syntax;
}

/** The table as cases of a shell: the path with its last option, then the path. */
function cases(line: (words: readonly string[], takesFiles: boolean) => string): string {
  return completionRules()
    .flatMap(({ path, words, values, takesFiles }) => [
      ...Object.entries(values).map(([flag, of]) => `    "${path}:${flag}") ${line(of, false)} ;;`),
      `    "${path}:"*) ${line(words, takesFiles)} ;;`,
    ])
    .join('\n');
}

/** The first words that are not options, as far as they are words of a command. In zsh, `path` is the search path. */
const PATH_LOOP = `    case $word in -*) break ;; esac
    case $at in
      '') at=$word ;;
      ask|${Object.keys(COMMAND_GROUPS).join('|')}) at="$at $word" ;;
      *) break ;;
    esac`;

export function bashCompletion(): string {
  return `# Completion of disclosed for bash: source <(disclosed completion bash)
_disclosed() {
  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} at='' word words='' files=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${PATH_LOOP}
  done
  case "$at:$before" in
${cases((words, files) => `words='${words.join(' ')}'${files ? ' files=1' : ''}`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [ -n "$files" ]; then COMPREPLY+=($(compgen -f -- "$cur")); fi
}
complete -o default -F _disclosed disclosed
`;
}

export function zshCompletion(): string {
  return `#compdef disclosed
# Completion of disclosed for zsh: disclosed completion zsh > "\${fpath[1]}/_disclosed"
_disclosed() {
  local before="\${words[CURRENT-1]}" at='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
${PATH_LOOP}
  done
  case "$at:$before" in
${cases((words, files) => `compadd -- ${words.join(' ')}${files ? '; _files' : ''}`)}
  esac
}
if [ "$funcstack[1]" = _disclosed ]; then _disclosed "$@"; else compdef _disclosed disclosed; fi
`;
}

export function fishCompletion(): string {
  const functions = `function __disclosed_at
  set -l at
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and break
    if test (count $at) -eq 0; or begin; test (count $at) -eq 1; and contains -- $at[1] ask ${Object.keys(COMMAND_GROUPS).join(' ')}; end
      set -a at $word
    else
      break
    end
  end
  test "$at" = "$argv[1]"
end
function __disclosed_after
  set -l words (commandline -opc)
  test "$words[-1]" = "$argv[1]"
end`;
  const rules = completionRules().flatMap(({ path, words, values, takesFiles }) => [
    ...Object.entries(values).map(
      ([flag, of]) =>
        `complete -c disclosed -f -n '__disclosed_at "${path}"; and __disclosed_after ${flag}' -a '${of.join(' ')}'`,
    ),
    `complete -c disclosed ${takesFiles ? '' : '-f '}-n '__disclosed_at "${path}"${Object.keys(values)
      .map((flag) => `; and not __disclosed_after ${flag}`)
      .join('')}' -a '${words.join(' ')}'`,
  ]);
  return `# Completion of disclosed for fish: disclosed completion fish > ~/.config/fish/completions/disclosed.fish\n${functions}\n${rules.join('\n')}\n`;
}
