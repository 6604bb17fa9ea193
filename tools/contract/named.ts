/** Finds records of a short list by their name. */

export interface NamedRecord {
  slug: string;
  name: string;
}

/** Whether each word of `q` begins a word of the name or the slug, with or without accents. */
export function isNamed({ slug, name }: NamedRecord, q: string): boolean {
  const words = [...wordsOf(name), ...wordsOf(slug)];
  return wordsOf(q).every((start) => words.some((word) => word.startsWith(start)));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
