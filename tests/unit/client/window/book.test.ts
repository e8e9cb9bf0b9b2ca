import { describe, expect, test } from 'vitest';
import {
  allContacts,
  type Book,
  duplicates,
  findPeople,
  findTwin,
  mergePeople,
  type Person,
  remembered,
  undoMerge,
} from '../../../../src/client/window/book.ts';
import { inventPeople } from '../../../../src/client/window/people.ts';

const book = inventPeople();

function personNamed(name: string, people: Book = book): Person {
  const found = people.find((person) => person.name === name);
  if (!found) throw new Error(`No ${name}`);
  return found;
}

const inesAndTwin = { kept: personNamed('Inês Carvalho'), other: personNamed('I. Carvalho') };

test.each([
  [allContacts, 218],
  [duplicates, 4],
  ['Family', 31],
  ['Choir', 24],
  ['Neighbors', 17],
  ['Work', 86],
  ['#birthday-card', 42],
  ['#godparents', 6],
  ['#has-our-keys', 3],
  [remembered, 9],
])('the list %s has %i people, as the drawing says', (list, count) => {
  expect(findPeople(book, list)).toHaveLength(count);
});

test('the book is the same each time, and no two people share an id or a name', () => {
  expect(inventPeople()).toEqual(book);
  for (const field of ['id', 'name'] as const)
    expect(new Set(book.map((person) => person[field])).size).toBe(book.length);
});

describe('findPeople', () => {
  test('finds words of any field without accents and in any case', () => {
    const find = (query: string) => findPeople(book, allContacts, query).map(({ name }) => name);
    expect(find('INES carv')).toEqual(['Inês Carvalho']);
    expect(find('353 1 555 0134')).toEqual(['Maeve Doyle']);
    expect(find('harbor.example')).toEqual(['I. Carvalho']);
    expect(find('nobody of this name')).toEqual([]);
    expect(find('  ')).toHaveLength(218);
  });

  test('searches in the chosen list, and finds remembered people in their own list alone', () => {
    expect(findPeople(book, 'Choir', 'carvalho').map(({ name }) => name)).toContain('Inês Carvalho');
    expect(findPeople(book, 'Work', 'inês')).toEqual([]);
    expect(findPeople(book, allContacts, 'Ruth Adler')).toEqual([]);
    expect(findPeople(book, remembered, 'Ruth Adler')).toHaveLength(1);
  });
});

describe('a merge', () => {
  test('makes one card of two, with the chosen values and the groups and tags of both', () => {
    const merged = mergePeople(book, inesAndTwin, new Set(['email']));
    expect(findPeople(merged, allContacts)).toHaveLength(217);
    expect(findPeople(merged, 'Work')).toHaveLength(86);
    expect(personNamed('Inês Carvalho', merged)).toEqual({
      ...inesAndTwin.kept,
      email: 'carvalho@harbor.example',
      groups: ['Family', 'Choir', 'Work'],
    });
    expect(findTwin(merged, personNamed('Inês Carvalho', merged))).toBeUndefined();
  });

  test('takes the value of the other card where the kept one has none', () => {
    const { kept, other } = inesAndTwin;
    const merged = mergePeople(book, { kept: other, other: kept }, new Set());
    expect(personNamed('I. Carvalho', merged)).toMatchObject({ home: kept.home, email: other.email });
  });

  test('is undone exactly, also after another merge', () => {
    const brandts = { kept: personNamed('Jonas Brandt'), other: personNamed('J. Brandt') };
    const first = mergePeople(book, inesAndTwin, new Set(['name', 'email']));
    const both = mergePeople(first, brandts, new Set());
    expect(undoMerge(first, inesAndTwin)).toEqual(book);
    expect(undoMerge(both, inesAndTwin)).toEqual(mergePeople(book, brandts, new Set()));
    expect(undoMerge(undoMerge(both, inesAndTwin), brandts)).toEqual(book);
  });
});
