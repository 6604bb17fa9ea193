/**
 * What every chart has: a title, a scale at its left, marks over the full width, and the same figures in a folded table.
 * Places across are per cent and the text has a fixed size, so that it is readable at every width.
 */

import { type Html, html } from '../../html.js';
import { toTenth } from '../figures.js';

/** Words below the marks. */
export interface PlotLabel {
  /** Per cent of the width. */
  at: number;
  words: string;
  /** Left out on a narrow screen. */
  isMinor?: boolean;
}

/** A line across, and its figure at the left. */
export interface ScaleTick {
  y: number;
  words: string;
}

/** The figures of the chart. */
export interface FigureTable {
  heads: readonly string[];
  rows: ReadonlyArray<ReadonlyArray<Html | string>>;
  /** Cells that hold words instead of numbers. */
  hasWords?: boolean;
  /** What the table leaves out. */
  rest?: string;
}

export interface PlotOptions {
  title: string;
  /** What the signs mean. */
  key?: Html | false;
  /** The chart in words, for readers who do not see it. */
  said: string;
  height: number;
  scale: readonly ScaleTick[];
  labels: readonly PlotLabel[];
  marks: Html;
  figures: FigureTable;
}

/** Room below the marks for one line of words. */
export const FOOT = 24;
/** Room above the marks. */
export const HEAD = 12;

export function plot({ title, key, said, height, scale, labels, marks, figures }: PlotOptions): Html {
  return html`<figure class="chart"><figcaption>${title}${key && html` <span class="key">${key}</span>`}</figcaption>
<div class="plot"><svg class="scale" height="${height}" aria-hidden="true">${scale.map(({ y, words }) => html`<text class="tick" x="100%" y="${toTenth(y + 4)}" text-anchor="end">${words}</text>`)}</svg>
<svg height="${height}" role="img" aria-label="${title}: ${said}">
${scale.map(({ y }) => html`<line class="grid" x2="100%" y1="${toTenth(y)}" y2="${toTenth(y)}"/>`)}
${marks}
${labels.map((label) => plotLabel(label, height))}
</svg></div>${figureTable(title, figures)}</figure>`;
}

/** So near to the right edge a label would leave the page. At the left there is room below the scale. */
const EDGE = 95;

function plotLabel({ at, words, isMinor }: PlotLabel, height: number): Html {
  const place = at > EDGE ? 'end' : 'middle';
  return html`<text class="tick${isMinor === true ? ' minor' : ''}" x="${across(at)}" y="${height - 5}" text-anchor="${place}">${words}</text>`;
}

/** The same figures as the chart, to be read or copied. A word too long for a column of a phone may break. */
export function figureTable(title: string, { heads, rows, hasWords, rest }: FigureTable): Html {
  return html`<details class="figures"><summary>The figures as a table</summary><table${hasWords && html` class="words"`}><caption>${title}</caption>
<thead><tr>${heads.map((words) => html`<th scope="col"${longClass(words)}>${words}</th>`)}</tr></thead><tbody>
${rows.map((row) => html`<tr>${row.map((one) => html`<td${longClass(one)}>${one}</td>`)}</tr>`)}</tbody></table>${rest !== undefined && html`<p class="rest">${rest}</p>`}</details>`;
}

function longClass(cell: Html | string): Html | '' {
  return /\S{20}/.test(String(cell)) ? html` class="long"` : '';
}

/** A place across as an attribute: 12.34%. */
export function across(percent: number): string {
  return `${Math.round(percent * 100) / 100}%`;
}
