/** A filter by person takes a slug, or words of a name that only one person has. */

import { expect, it } from '@jest/globals';
import { memberSlugOf, ownerSlug, personParameter } from '../../tools/contract/known-person.js';
import type { Reads } from '../../tools/contract/reads.js';
import { SerializedPageRows } from '../../tools/contract/serialized-rows.js';

const PEOPLE = ['Quill Vera', 'Quill Oda', 'Brandt'].map((name) => ({
  name,
  slug: name.toLowerCase().replace(' ', '-'),
}));
const now = new Date('2026-11-20T12:00:00Z');
const having = (q: string) => PEOPLE.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
const reads = {
  insider: async ({ slug }: { slug: string }) => PEOPLE.find((one) => one.slug === slug) ?? null,
  searchInsiders: async ({ q, limit }: { q: string; limit: number }) => having(q).slice(0, limit),
  searchMembers: async ({ name, limit }: { name: string; limit: number }) => ({
    rows: new SerializedPageRows(
      having(name)
        .slice(0, limit)
        .map((one) => [JSON.stringify(one), ''] as const),
    ),
    total: having(name).length,
  }),
} as unknown as Reads;
const owner = (given?: string) => ownerSlug(given, { reads, now });
const member = (given?: string) => memberSlugOf(given, { reads });

it('takes a slug as it is: an unknown one is refused where its list is empty', async () => {
  expect(await owner('quill-nobody')).toBe('quill-nobody');
  expect(await member('quill-nobody')).toBe('quill-nobody');
  expect([await owner(), await member()]).toEqual([undefined, null]);
});

it('takes words of a name that one person has', async () => {
  expect(await owner('Quill Vera')).toBe('quill-vera');
  expect(await owner('oda')).toBe('quill-oda');
  expect(await owner('brandt')).toBe('brandt');
  expect(await member('Vera')).toBe('quill-vera');
});

it('names the people to choose from, and never takes the first of several', async () => {
  const several = 'must name one: several';
  await expect(owner('Quill')).rejects.toThrow(
    `owner ${several} insiders have these words in their names. Give one slug: Quill Vera (quill-vera), Quill Oda (quill-oda)`,
  );
  await expect(member('quill')).rejects.toThrow(
    `member ${several} members have these words in their names. Give one slug: Quill Vera (quill-vera), Quill Oda (quill-oda)`,
  );
});

it('says how many more there are', async () => {
  const many = Array.from({ length: 12 }, (_, n) => ({ name: `Ash ${n}`, slug: `ash-${n}` }));
  const crowd = {
    searchInsiders: async ({ limit }: { limit: number }) => many.slice(0, limit),
    searchMembers: async ({ limit }: { limit: number }) => ({
      rows: new SerializedPageRows(many.slice(0, limit).map((one) => [JSON.stringify(one), ''] as const)),
      total: many.length,
    }),
  } as unknown as Reads;
  await expect(ownerSlug('Ash', { reads: crowd, now })).rejects.toThrow(/Ash 7 \(ash-7\), and more$/);
  await expect(memberSlugOf('Ash', { reads: crowd })).rejects.toThrow(/Ash 7 \(ash-7\), and 4 more$/);
});

it('takes no one when another with these words cannot be read', async () => {
  const damaged = { searchInsiders: async () => [PEOPLE[0], null] } as unknown as Reads;
  await expect(ownerSlug('Quill', { reads: damaged, now })).rejects.toThrow(
    'Give one slug: Quill Vera (quill-vera), one whom the service cannot read at the moment',
  );
});

it('refuses words that no one has', async () => {
  await expect(owner('Nobody Here')).rejects.toThrow(
    'owner must be the slug of an insider; Nobody Here is none',
  );
  await expect(member('Nobody')).rejects.toThrow('member must be the slug of a member; Nobody is none');
});

it('accepts neither signs alone nor a name of more than 64 characters, but a long slug', () => {
  const parameter = personParameter('owner', 160, 'Only this owner');
  expect(parameter.parse('  Quill   Vera ')).toBe('Quill Vera');
  expect(parameter.parse(`a${'-bc'.repeat(40)}`)).toHaveLength(121);
  for (const wrong of ['', '--', '!', `A ${'b'.repeat(70)}`, 'a'.repeat(161), 7])
    expect([wrong, parameter.safeParse(wrong).success]).toEqual([wrong, false]);
});
