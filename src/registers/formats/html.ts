/**
 * The HTML parser: turns bytes into a tree or a list of lines and tables. It never fails; the caller decides
 * whether the result is the expected document.
 */

import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { itemAt } from '../../collections.js';
import { readTextTable } from './text-table.js';
import { decodeWindows1252, isWindows1252, replaceC1 } from './windows-1252.js';

export interface HtmlElement {
  kind: 'element';
  /** Lower case. */
  tag: string;
  attributes: Record<string, string>;
  children: Array<HtmlElement | HtmlText>;
}

interface HtmlText {
  kind: 'text';
  text: string;
}

/** What a person sees, in document order: lines of text and tables. */
export type HtmlBlock = HtmlLine | HtmlTable;

interface HtmlLine {
  kind: 'line';
  /** White space folded, no-break spaces included; never empty. */
  text: string;
}

export interface HtmlTable {
  kind: 'table';
  rows: HtmlCell[][];
}

export interface HtmlCell {
  blocks: HtmlBlock[];
  colspan: number;
  rowspan: number;
}

/**
 * Deeper elements are kept as children of the element at this depth: hostile nesting loses structure, not
 * text.
 */
const MAX_DEPTH = 200;

const HIDDEN_TAGS = new Set(['head', 'script', 'style', 'noscript', 'template', 'title']);

const BLOCK_TAGS = new Set(
  (
    'address article aside blockquote body br caption center dd details div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre section summary table tbody td ' +
    'tfoot th thead tr ul'
  ).split(' '),
);

/**
 * Parses a document. UTF-8 first; bytes that are not valid UTF-8 are read as windows-1252 when the document
 * or `charset` says so, otherwise the broken characters become U+FFFD, so that a lost pound sign is
 * detectable.
 */
export function readHtml(bytes: Buffer, charset?: string): HtmlElement {
  const tree = parse(decode(bytes, charset));
  const root: HtmlElement = { kind: 'element', tag: '#document', attributes: {}, children: [] };
  type Node = DefaultTreeAdapterTypes.ChildNode;
  const waiting: Array<{ node: Node; parent: HtmlElement; depth: number }> = [];
  const push = (nodes: Node[], parent: HtmlElement, depth: number): void => {
    for (let i = nodes.length - 1; i >= 0; i -= 1) waiting.push({ node: itemAt(nodes, i), parent, depth });
  };
  push(tree.childNodes, root, 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent, depth } = next;
    if (node.nodeName === '#text') {
      // A control character in a page was originally a windows-1252 character.
      const text = replaceC1((node as DefaultTreeAdapterTypes.TextNode).value);
      parent.children.push({ kind: 'text', text });
    } else if ('tagName' in node) {
      const attributes: Record<string, string> = {};
      for (const { name, value } of node.attrs) attributes[name] = value;
      const element: HtmlElement = { kind: 'element', tag: node.tagName, attributes, children: [] };
      parent.children.push(element);
      push(node.childNodes, depth < MAX_DEPTH ? element : parent, Math.min(depth + 1, MAX_DEPTH));
    }
  }
  return root;
}

/** All elements below `root` that pass `test`, in document order. */
export function elementsWhere(root: HtmlElement, test: (element: HtmlElement) => boolean): HtmlElement[] {
  const found: HtmlElement[] = [];
  const walk = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (child.kind !== 'element') continue;
      if (test(child)) found.push(child);
      walk(child);
    }
  };
  walk(root);
  return found;
}

/** Lines and tables below `root`: a block tag ends the line, an inline tag does not. */
export function blocksOf(root: HtmlElement): HtmlBlock[] {
  const blocks: HtmlBlock[] = [];
  let line: string[] = [];
  const endLine = (): void => {
    const text = foldWhitespace(line.join(''));
    if (text !== '') blocks.push({ kind: 'line', text });
    line = [];
  };
  const walk = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (child.kind === 'text') {
        line.push(child.text);
      } else if (child.tag === 'table') {
        endLine();
        blocks.push({ kind: 'table', rows: rowsOf(child) });
      } else if (child.tag === 'pre') {
        endLine();
        blocks.push(...preformatted(child));
      } else if (child.tag === 'sup') {
        // `500<sup>1</sup>` is 500 with a footnote, not 5001; `4<sup>th</sup>` stays 4th.
        const text = foldWhitespace(textOf(child));
        if (/^[a-z]{2}$/i.test(text)) line.push(text);
      } else if (!isHidden(child)) {
        if (BLOCK_TAGS.has(child.tag)) endLine();
        walk(child);
        if (BLOCK_TAGS.has(child.tag)) endLine();
      }
    }
  };
  walk(root);
  endLine();
  return blocks;
}

/** What a browser does not show: `<span style="display:none">99</span>` behind a price is none of its digits. */
function isHidden({ tag, attributes }: HtmlElement): boolean {
  return (
    HIDDEN_TAGS.has(tag) || 'hidden' in attributes || /\bdisplay\s*:\s*none\b/i.test(attributes.style ?? '')
  );
}

/** Preformatted text: its lines, or the table that is drawn in it. */
function preformatted(element: HtmlElement): HtmlBlock[] {
  if (elementsWhere(element, ({ tag }) => BLOCK_TAGS.has(tag)).length > 0)
    return blocksOf({ ...element, tag: 'div' });
  const text = rawTextOf(element);
  const line = (text: string): HtmlBlock[] =>
    foldWhitespace(text) === '' ? [] : [{ kind: 'line', text: foldWhitespace(text) }];
  const rows = readTextTable(text);
  if (rows === null) return text.split('\n').flatMap(line);
  return rows.flatMap((row): HtmlBlock[] =>
    row.length === 1
      ? itemAt(row, 0).flatMap(line)
      : [
          {
            kind: 'table',
            rows: [row.map((cell) => ({ blocks: cell.flatMap(line), colspan: 1, rowspan: 1 }))],
          },
        ],
  );
}

function rawTextOf(element: HtmlElement): string {
  return element.children
    .map((child) => (child.kind === 'text' ? child.text : child.tag === 'br' ? '\n' : rawTextOf(child)))
    .join('');
}

/** Every line of the blocks, those in tables included, in document order. */
export function linesOf(blocks: HtmlBlock[]): string[] {
  const lines: string[] = [];
  const walk = (some: HtmlBlock[]): void => {
    for (const block of some) {
      if (block.kind === 'line') lines.push(block.text);
      else for (const row of block.rows) for (const cell of row) walk(cell.blocks);
    }
  };
  walk(blocks);
  return lines;
}

/** The text of an element on one line. */
export function textOf(element: HtmlElement): string {
  return linesOf(blocksOf(element)).join(' ');
}

function rowsOf(table: HtmlElement): HtmlCell[][] {
  const rows: HtmlCell[][] = [];
  const walk = (element: HtmlElement): void => {
    for (const part of element.children) {
      if (part.kind === 'element' && part.tag === 'tr') rows.push(cellsOf(part));
      else if (part.kind === 'element' && /^t(?:body|head|foot)$/.test(part.tag)) walk(part);
      else {
        // A caption, or content that lost its row because it was nested too deep.
        const blocks = blocksOf({ ...element, children: [part] });
        if (blocks.length > 0) rows.push([{ blocks, colspan: 1, rowspan: 1 }]);
      }
    }
  };
  walk(table);
  return rows;
}

function cellsOf(row: HtmlElement): HtmlCell[] {
  const cells: HtmlCell[] = [];
  for (const cell of row.children) {
    if (cell.kind === 'element' && (cell.tag === 'td' || cell.tag === 'th')) {
      const { colspan, rowspan } = cell.attributes;
      cells.push({ blocks: blocksOf(cell), colspan: span(colspan), rowspan: span(rowspan) });
    } else {
      const blocks = blocksOf({ ...row, children: [cell] });
      if (blocks.length > 0) cells.push({ blocks, colspan: 1, rowspan: 1 });
    }
  }
  return cells;
}

function span(text: string | undefined): number {
  const n = text !== undefined && /^\d{1,3}$/.test(text.trim()) ? Number(text) : 1;
  return Math.min(Math.max(n, 1), 100);
}

function foldWhitespace(text: string): string {
  return text
    .replace(/[\u200b-\u200d\ufeff\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function decode(bytes: Buffer, charset: string | undefined): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const label = charset ?? /charset=["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1] ?? '';
    return isWindows1252(label) ? decodeWindows1252(bytes) : new TextDecoder('utf-8').decode(bytes);
  }
}
