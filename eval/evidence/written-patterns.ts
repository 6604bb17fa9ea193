/** The patterns in the text of a file: its literals, the arguments of `new RegExp`, and texts that `match` and `search` take as patterns. */

import { parseSync } from '@swc/core';

interface Node {
  type: string;
  [field: string]: unknown;
}

/** The text of a pattern. A tab is written as `\t`, so that it fits into the file of the evidence. */
export const textOf = ({ source }: RegExp) => source.replaceAll('\t', '\\t');

/** Literals by their text, and each pattern that is composed as it is written: `${name}` is what a variable adds. */
export function patternsIn(code: string): { literals: string[]; composed: string[] } {
  const literals: string[] = [];
  const composed: string[] = [];
  const visit = (value: unknown): void => {
    if (!isNode(value)) return;
    if (value.type === 'RegExpLiteral')
      literals.push(textOf(new RegExp(String(value.pattern), String(value.flags))));
    const argument = argumentOfRegExp(value) ?? textOfMatch(value);
    if (argument !== null) composed.push(writtenText(argument));
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(code, { syntax: 'typescript', target: 'es2022' }).body);
  return { literals, composed };
}

/** Whether a pattern can be a written one whose variables have values. A slash is `\/` in the source of a pattern. */
export function matcherOf(written: string): (pattern: string) => boolean {
  const plain = (text: string) => text.replaceAll('\\/', '/');
  const [head = '', ...rest] = plain(written).split(/\$\{[^}]*\}/);
  const tail = rest.pop();
  return (pattern) => {
    const text = plain(pattern);
    if (tail === undefined) return text === head;
    let at = text.startsWith(head) ? head.length : -1;
    for (const part of rest) {
      const found = at < 0 ? -1 : text.indexOf(part, at);
      at = found < 0 ? -1 : found + part.length;
    }
    return at >= 0 && text.length - tail.length >= at && text.endsWith(tail);
  };
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The first argument of `RegExp(…)`, with or without `new`. */
function argumentOfRegExp({ type, callee, arguments: given }: Node): Node | null {
  if (type !== 'NewExpression' && type !== 'CallExpression') return null;
  if (!isNode(callee) || callee.type !== 'Identifier' || callee.value !== 'RegExp') return null;
  const [first] = given as Array<{ expression: Node }>;
  return first?.expression ?? null;
}

/** The text that a call such as `text.match('a|b')` makes a pattern of. */
function textOfMatch({ type, callee, arguments: given }: Node): Node | null {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return null;
  const name = (callee.property as Node).value;
  if (name !== 'match' && name !== 'matchAll' && name !== 'search') return null;
  const [first] = given as Array<{ expression: Node }>;
  return /^(?:StringLiteral|TemplateLiteral)$/.test(first?.expression.type ?? '')
    ? (first?.expression ?? null)
    : null;
}

function writtenText(node: Node): string {
  if (node.type === 'StringLiteral') return String(node.value);
  if (node.type === 'BinaryExpression')
    return writtenText(node.left as Node) + writtenText(node.right as Node);
  if (node.type === 'ParenthesisExpression') return writtenText(node.expression as Node);
  if (node.type === 'TemplateLiteral') return templateText(node, 'cooked');
  // String.raw
  if (node.type === 'TaggedTemplateExpression') return templateText(node.template as Node, 'raw');
  return `\${${node.type === 'Identifier' ? String(node.value) : '…'}}`;
}

function templateText(node: Node, form: 'cooked' | 'raw'): string {
  const expressions = node.expressions as Node[];
  const quasis = node.quasis as Node[];
  return quasis
    .map((quasi, place) => {
      const next = expressions[place];
      return String(quasi[form]) + (next === undefined ? '' : writtenText(next));
    })
    .join('');
}
