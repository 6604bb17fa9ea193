/** The branches of a compiled file: where each function, arm of a condition, case and right side of `&&`, `||` and `??` begins. */

import { parseSync } from '@swc/core';

interface Node {
  type: string;
  span?: { start: number };
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** @returns the place of each branch, in characters from the start of `code` */
export function branchesOf(code: string): number[] {
  const program = parseSync(code, { syntax: 'ecmascript', target: 'es2022' });
  // Positions are bytes, and count up from file to file. The program ends with its last statement.
  const start = program.span.end - Buffer.byteLength(code.trimEnd());
  const places: number[] = [];
  const visit = (value: unknown): void => {
    if (!isNode(value)) return;
    for (const arm of armsOf(value)) if (arm.span !== undefined) places.push(arm.span.start - start);
    for (const child of Object.values(value)) visit(child);
  };
  visit(program.body);
  const bytes = Buffer.from(code);
  return [...new Set(places)].map((place) => bytes.toString('utf8', 0, place).length);
}

function armsOf(node: Node): Node[] {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].filter(isNode);
    case 'BinaryExpression':
      return ['&&', '||', '??'].includes(String(node.operator)) ? [node.right].filter(isNode) : [];
    case 'SwitchCase':
      return (node.consequent as Node[]).slice(0, 1);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ClassMethod':
    case 'PrivateMethod':
    case 'Constructor':
    case 'MethodProperty':
      return bodyOf(node);
    default:
      return [];
  }
}

/** The first statement of a function, or what an arrow returns. */
function bodyOf(node: Node): Node[] {
  const body = (node.body ?? (node.function as Node | undefined)?.body) as Node | null | undefined;
  if (!isNode(body)) return [];
  return body.type === 'BlockStatement' ? (body.stmts as Node[]).slice(0, 1) : [body];
}
