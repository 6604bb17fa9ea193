/** Where a file can be broken, and how: a negated condition, a changed constant, a dropped statement. */

import { parseSync } from '@swc/core';

export const KINDS = ['condition', 'constant', 'statement'] as const;
export type Kind = (typeof KINDS)[number];

export interface Candidate {
  kind: Kind;
  /** The whole lines that change, without the indentation of the first. */
  before: string;
  after: string;
  /** Which of the equal lines of the file it is, from 0. */
  ordinal: number;
}

interface Node {
  type?: string;
  span: { start: number; end: number };
  [field: string]: unknown;
}

/** A part of the text, in bytes, and what it becomes. */
interface Edit {
  kind: Kind;
  start: number;
  end: number;
  text: string;
}

const TURNED: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const CONDITIONS = /^(?:If|While|DoWhile)Statement$|^ConditionalExpression$/;
/** Types around an expression that has a value. Everything else of types is passed over. */
const TYPED = /^Ts(?:As|NonNull|Satisfies|ConstAssertion|TypeAssertion)/;

/** All of a file, in the order of its text. */
export function candidatesOf(text: string): Candidate[] {
  const bytes = Buffer.from(text);
  return editsOf(text, bytes).map(({ kind, start, end, text: becomes }) => {
    const from = bytes.subarray(0, start).lastIndexOf('\n') + 1;
    const next = bytes.indexOf('\n', end);
    const to = next === -1 ? bytes.length : next;
    const line = bytes.toString('utf8', from, to);
    const after = `${bytes.toString('utf8', from, start)}${becomes}${bytes.toString('utf8', end, to)}`;
    const before = line.trimStart();
    const ordinal = placesOf(text, before).indexOf(bytes.toString('utf8', 0, to).length - before.length);
    return { kind, before, after: after.slice(line.length - before.length), ordinal };
  });
}

/** The file with one candidate in place; null if its lines are gone. */
export function brokenAt(text: string, { before, after, ordinal }: Omit<Candidate, 'kind'>): string | null {
  const at = placesOf(text, before)[ordinal];
  return at === undefined ? null : `${text.slice(0, at)}${after}${text.slice(at + before.length)}`;
}

/** Where these lines are: nothing but indentation before them, nothing behind. */
function placesOf(text: string, lines: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(lines); at !== -1; at = text.indexOf(lines, at + 1)) {
    const isStart = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
    const end = at + lines.length;
    if (isStart && (end === text.length || text[end] === '\n')) found.push(at);
  }
  return found;
}

function editsOf(text: string, bytes: Buffer): Edit[] {
  const program = parseSync(text, { syntax: 'typescript', target: 'es2022' });
  // Positions are bytes, and count up from file to file. The program ends with its last statement.
  const base = program.span.end - Buffer.byteLength(text.trimEnd());
  const edits: Edit[] = [];
  const read = (start: number, end: number) => bytes.toString('utf8', start - base, end - base);
  const add = (kind: Kind, { start, end }: Node['span'], becomes: string) =>
    edits.push({ kind, start: start - base, end: end - base, text: becomes });
  const negate = ({ span }: Node) => add('condition', span, `!(${read(span.start, span.end)})`);

  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type?.startsWith('Ts')) {
      if (TYPED.test(node.type)) visit(node.expression);
      return;
    }
    if (CONDITIONS.test(node.type ?? '')) negate(node.test as Node);
    if (node.type === 'BinaryExpression') visitBinary(node);
    if (node.type === 'NumericLiteral') add('constant', node.span, String((node.value as number) + 1));
    if (node.type === 'BooleanLiteral') add('constant', node.span, String(!node.value));
    if (node.type === 'ExpressionStatement' && isDroppable(node.expression as Node))
      add('statement', node.span, ';');
    Object.values(node).forEach(visit);
  };
  const visitBinary = (node: Node): void => {
    const [left, right, operator] = [node.left as Node, node.right as Node, node.operator as string];
    // `a && b && c` is `(a && b) && c`: its operands are three.
    if (operator === '&&') for (const one of [left, right]) if (one.operator !== '&&') negate(one);
    const turned = TURNED[operator];
    const gap = { start: left.span.end, end: right.span.start };
    if (turned !== undefined) add('constant', gap, read(gap.start, gap.end).replace(operator, turned));
  };
  visit(program.body);
  return edits.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** A constructor without `super` always fails, and a text alone is a directive. */
function isDroppable({ type, callee }: Node): boolean {
  return type !== 'StringLiteral' && (callee as Node | undefined)?.type !== 'Super';
}
