/** Holdings as areas, coloured by what changed since the report before: the largest ones, and one area for all others. */

import { type HierarchyRectangularNode, hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { type Html, html } from '../../html.js';
import { count, partOf, percent, shortUsd, toTenth } from '../figures.js';
import { across, figureTable } from './plot.js';

/** Since the report before; null where nothing says it. */
export type AreaChange = 'new' | 'more' | 'less' | 'same' | null;

export interface Area {
  name: string;
  value: number;
  change?: AreaChange;
  /** In per cent, of a holding that is more or less. */
  changePct?: number | null;
  /** The page of the company. */
  href?: string | null;
}

interface Node extends Area {
  children?: Node[];
}

/** The areas are laid out for this width and then stretched to that of the page. */
const WIDTH = 800;
const HEIGHT = 340;
const MOST = 30;
/** A smaller part of the whole has no room for words. */
const LEAST = 0.004;
/** Fits words on the narrowest screens of each style. */
const NARROW = 300;
const WIDE = 900;
const CHARACTER = 7.6;
const LINE = 16;

/** The signs say without colour what the colours say. */
const CHANGES = {
  new: { name: 'new', sign: '+', words: 'new' },
  more: { name: 'more', sign: '▲', words: 'more shares' },
  less: { name: 'less', sign: '▼', words: 'fewer shares' },
  same: { name: 'same', sign: '=', words: 'unchanged' },
  unknown: { name: 'unknown', sign: '', words: 'change not known' },
} as const;

const changeOf = ({ change }: Area) => CHANGES[change ?? 'unknown'];

/** Fewer than two give no chart. */
export function areas(title: string, given: readonly Area[]): Html | '' {
  const sorted = given.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  if (sorted.length < 2) return '';
  const total = sorted.reduce((sum, { value }) => sum + value, 0);
  const children: Node[] = gathered(sorted, total);
  const root = treemap<Node>().size([WIDTH, HEIGHT]).paddingInner(2).tile(treemapSquarify)(
    hierarchy<Node>({ name: '', value: 0, children }).sum((node) =>
      node.children === undefined ? node.value : 0,
    ),
  );
  const said = children.slice(0, 5).map(({ name, value }) => `${name} ${partOf(value / total)}`);
  return html`<figure class="chart"><figcaption>${title} <span class="key">${keyOf(sorted)}</span></figcaption>
<svg height="${HEIGHT}" role="group" aria-label="${title}: ${said.join(', ')}">
${root.leaves().map((leaf) => area(leaf, total))}
</svg>${unnamed(root.leaves(), total)}${figureTable(title, {
    heads: ['Holding', 'Value', 'Part of all', 'Change'],
    hasWords: true,
    rows: sorted
      .slice(0, MOST)
      .map((one) => [one.name, shortUsd(one.value), partOf(one.value / total), changeInWords(one)]),
    ...(sorted.length > MOST ? { rest: `The largest ${MOST} of ${count(sorted.length)}.` } : {}),
  })}</figure>`;
}

/** The largest ones, and one area for those that are too many or too small. */
function gathered(sorted: readonly Area[], total: number): Node[] {
  const shown = sorted.filter(({ value }, at) => at < MOST && value / total >= LEAST);
  const others = sorted.slice(shown.length);
  // One small holding is shown with its own name.
  if (others.length < 2) return [...sorted];
  const value = others.reduce((sum, one) => sum + one.value, 0);
  return [...shown, { name: `${count(others.length)} others`, value }];
}

/** Only the changes that there are. */
function keyOf(sorted: readonly Area[]): Html {
  const used = new Set(sorted.map((one) => changeOf(one).name));
  const shown = Object.values(CHANGES).filter(({ name }) => used.has(name));
  // Where no change is known, the colour says nothing.
  if (shown.every(({ name }) => name === 'unknown')) return html``;
  return html`Since the report before: ${shown.map(({ name, sign, words }) => html`<span class="swatch ${name}">${sign} ${words}</span> `)}`;
}

/** The share of an area and the sign of its change. */
function figureOf(one: Node, total: number): string {
  return [partOf(one.value / total), changeOf(one).sign].filter(Boolean).join(' ');
}

/** How many lines of words an area has room for, on a screen of this width. */
function linesOn(screen: number, leaf: HierarchyRectangularNode<Node>, total: number): number {
  const width = ((leaf.x1 - leaf.x0) / WIDTH) * screen;
  return linesThatFit(width, leaf.y1 - leaf.y0, [leaf.data.name, figureOf(leaf.data, total)]);
}

/** The areas without room for their name, from left to right as they are drawn. */
function unnamed(leaves: ReadonlyArray<HierarchyRectangularNode<Node>>, total: number): Html | '' {
  const without = leaves.filter((leaf) => linesOn(NARROW, leaf, total) === 0);
  if (without.length === 0) return '';
  const isOnPhone = (leaf: HierarchyRectangularNode<Node>) => linesOn(WIDE, leaf, total) > 0;
  return html`<p class="note unnamed${without.every(isOnPhone) ? ' narrow' : ''}">Too small for a name: ${without.map((leaf) => html`<span${isOnPhone(leaf) && html` class="narrow"`}>${leaf.data.name} ${figureOf(leaf.data, total)}</span> `)}</p>`;
}

function area(leaf: HierarchyRectangularNode<Node>, total: number): Html {
  const one = leaf.data;
  const { name } = changeOf(one);
  const [width, height] = [((leaf.x1 - leaf.x0) / WIDTH) * 100, leaf.y1 - leaf.y0];
  const figure = figureOf(one, total);
  const [wide, narrow] = [linesOn(WIDE, leaf, total), linesOn(NARROW, leaf, total)];
  const words = (line: number, text: string) =>
    wide >= line &&
    html`<text class="inside${narrow < line ? ' minor' : ''}" x="${across((leaf.x0 / WIDTH) * 100)}" y="${toTenth(leaf.y0 + line * LINE)}" dx="5">${text}</text>`;
  // The title names the link too.
  const title = [
    `${one.name} ${figure}`,
    shortUsd(one.value),
    ...(one.change == null ? [] : [changeInWords(one)]),
  ].join(', ');
  const drawn = html`<title>${title}</title><rect class="area ${name}" x="${across((leaf.x0 / WIDTH) * 100)}" y="${toTenth(leaf.y0)}" width="${across(width)}" height="${toTenth(height)}"/>${words(1, one.name)} ${words(2, figure)}`;
  if (one.href == null) return html`<g>${drawn}</g>`;
  return html`<a href="${one.href}">${drawn}</a>`;
}

function linesThatFit(width: number, height: number, texts: readonly string[]): number {
  const fitting = texts.findIndex(
    (text, at) => width < text.length * CHARACTER + 10 || height < (at + 1) * LINE + 5,
  );
  return fitting < 0 ? texts.length : fitting;
}

/** `▲ more shares, +15%` */
function changeInWords(one: Area): string {
  const { sign, words } = changeOf(one);
  const size = one.changePct == null || one.change === 'same' ? '' : `, ${percent(one.changePct)}`;
  return `${sign} ${words}${size}`.trim();
}
