/** The days of filing that a list searches, in words: an empty list says nothing about the days before. */

import { type Html, html } from '../../../html.js';
import { day } from '../../figures.js';

/** Such as `filed since 2026-10-29 (UTC)`. `until` is empty or undefined for a period that has not ended. */
export function filedPeriod(since: string, until: string | undefined): Html {
  return until === undefined || until === ''
    ? html`filed since ${day(since)} (UTC)`
    : html`filed from ${day(since)} to ${day(until)} (UTC)`;
}
