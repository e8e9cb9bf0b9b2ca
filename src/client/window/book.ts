/** A card of the book. Its id never changes. Empty fields are empty texts. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly home: string;
  readonly groups: readonly string[];
  readonly tags: readonly string[];
  /** True for a card in the archive. */
  readonly isRemembered?: boolean;
}

/** All cards, in the order of `compareNames`. */
export type Book = readonly Person[];

/** The fields with one value. Two entries that differ in them make the visitor choose. */
export const singleFields = ['name', 'phone', 'email', 'home'] as const;

export type SingleField = (typeof singleFields)[number];

export const allContacts = 'All contacts';
export const duplicates = 'Duplicates';
export const remembered = 'Remembered';

/** Returns the cards of a list in which each word of the query is found. `list` is a list above, a group, or `#` and a tag. */
export function findPeople(book: Book, list: string, query = ''): Book {
  const words = foldText(query).match(/\S+/g) ?? [];
  const found = peopleOf(book, list);
  if (words.length === 0) return found;
  return found.filter((person) => words.every((word) => searchText(person).includes(word)));
}

function peopleOf(book: Book, list: string): Book {
  if (list === remembered) return book.filter(({ isRemembered }) => isRemembered);
  const active = book.filter(({ isRemembered }) => !isRemembered);
  if (list === allContacts) return active;
  if (list !== duplicates)
    return active.filter(({ groups, tags }) => groups.includes(list) || tags.includes(list.slice(1)));
  const values = active.flatMap(({ phone, email }) => [phone, email]);
  const uses = Map.groupBy(values, (value) => value);
  return active.filter(({ phone, email }) =>
    [phone, email].some((value) => value !== '' && uses.get(value)?.length !== 1),
  );
}

/** Computes a text once for each person. A card never changes: a merge makes a new one. */
function oncePerPerson(compute: (person: Person) => string): (person: Person) => string {
  const texts = new WeakMap<Person, string>();
  return (person) => {
    const text = texts.get(person) ?? compute(person);
    texts.set(person, text);
    return text;
  };
}

const searchText = oncePerPerson(({ name, phone, email, home, groups, tags }) =>
  foldText([name, phone, email, home, ...groups, ...tags].join('\n')),
);

/** Returns another active card with the same phone number or the same email. */
export function findTwin(book: Book, { id, phone, email }: Person): Person | undefined {
  return book.find(
    (other) =>
      other.id !== id &&
      !other.isRemembered &&
      ((phone !== '' && other.phone === phone) || (email !== '' && other.email === email)),
  );
}

/** Two cards before they became one. `kept` has the id of the merged card. */
export interface Merge {
  readonly kept: Person;
  readonly other: Person;
}

/**
 * Merges two cards into one with the id of `kept`. It has the values of `kept`, those of `other` for the fields in `fromOther`
 * and for empty fields, and the groups and tags of both.
 */
export function mergePeople(book: Book, { kept, other }: Merge, fromOther: ReadonlySet<SingleField>): Book {
  const fields = singleFields.map((field): [SingleField, string] => [
    field,
    (fromOther.has(field) && other[field]) || kept[field] || other[field],
  ]);
  const merged: Person = {
    ...kept,
    ...Object.fromEntries(fields),
    groups: [...new Set([...kept.groups, ...other.groups])],
    tags: [...new Set([...kept.tags, ...other.tags])],
  };
  return replacePeople(book, [kept, other], [merged]);
}

/** Undoes a merge: both cards are as they were. */
export function undoMerge(book: Book, { kept, other }: Merge): Book {
  return replacePeople(book, [kept], [kept, other]);
}

function replacePeople(book: Book, old: Book, replacements: Book): Book {
  const ids = new Set(old.map(({ id }) => id));
  return [...book.filter(({ id }) => !ids.has(id)), ...replacements].toSorted(compareNames);
}

/** Sorts by last name, then by first name. */
export function compareNames(one: Person, other: Person): number {
  return sortKey(one) < sortKey(other) ? -1 : sortKey(one) > sortKey(other) ? 1 : one.id - other.id;
}

const sortKey = oncePerPerson(({ name }) => foldText(name).replace(/(.*) (.*)/, '$2 $1'));

/** Returns the letter under which a card stands. */
export function letterOf(person: Person): string {
  return sortKey(person).charAt(0).toUpperCase();
}

/** Returns a text in lower case and without accents. */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
