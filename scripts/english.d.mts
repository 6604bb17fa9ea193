/** Types of english.mjs, which runs without a build. */

export interface Hit {
  file: string;
  line: number;
  phrase: string;
  say: string;
}

export const TEXTS: string[];
export function hits(paths?: string[]): Hit[];
export function hitsIn(name: string, text: string): Array<Omit<Hit, 'file'>>;
