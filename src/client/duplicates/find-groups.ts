import { abbreviations, areNear, isTypo, MIN_TYPO_LETTERS, type NameForm } from './name-form.ts';
import type { Person } from './people.ts';

export type Reason = 'phone' | 'email' | 'same-name' | 'near-name';

/** Rows that may be one person. */
export interface Group {
  /** Indexes of the rows, in their order. */
  readonly members: readonly number[];
  readonly reasons: readonly Reason[];
  /** True if all names are near, and shared phones or emails connect all rows. */
  readonly isObvious: boolean;
}

/** A phone or an email with more names than this belongs to a house or a company, and is no reason by itself. */
const MAX_NAMES_OF_ONE = 5;
/** A group with more different names is never obvious. */
const MAX_OBVIOUS_NAMES = 8;

/**
 * Finds the rows that may be one person. The order of the rows changes nothing. Rows are compared by keys in maps, never each with
 * each, so the time grows with the number of rows.
 */
export function findGroups(people: readonly Person[]): readonly Group[] {
  const sets = new DisjointSets(people.length);
  const byForm = new Map<string, number[]>();
  const forms = new Map<string, NameForm>();
  const byContact = new Map<string, number[]>();
  for (const [index, { form, phones, emails }] of people.entries()) {
    addToList(byForm, form.key, index);
    forms.set(form.key, form);
    for (const contact of new Set([...phones, ...emails])) addToList(byContact, contact, index);
  }
  /** Phones and emails that tell something about a person. */
  const contacts = new Set<string>();
  for (const [contact, rows] of byContact) {
    if (!isOfFewNames(rows, people)) continue;
    contacts.add(contact);
    sets.joinAll(rows);
  }
  for (const [key, rows] of byForm) if (forms.get(key)?.isWhole) sets.joinAll(rows);
  for (const [a, b] of nearForms(forms)) sets.join(byForm.get(a)?.[0] ?? 0, byForm.get(b)?.[0] ?? 0);
  return sets
    .groups()
    .filter(({ length }) => length > 1)
    .map((members) => describeGroup(members, people, contacts));
}

function isOfFewNames(rows: readonly number[], people: readonly Person[]): boolean {
  return new Set(rows.map((row) => people[row]?.form.key)).size <= MAX_NAMES_OF_ONE;
}

/** Returns the pairs of different names that are near. Names are joined in chains, not each with each. */
function nearForms(forms: ReadonlyMap<string, NameForm>): [string, string][] {
  const pairs: [string, string][] = [];
  const byWords = new Map<string, NameForm[]>();
  const fullNames = new Map<string, Set<string>>();
  const whole = [...forms.values()].filter(({ isWhole }) => isWhole);
  for (const form of whole) {
    addToList(byWords, form.words.join(' '), form);
    for (const short of abbreviations(form)) if (forms.has(short)) addToSet(fullNames, short, form.key);
  }
  // An initial counts only if one full name fits.
  for (const [short, [full = '', ...others]] of fullNames) if (others.length === 0) pairs.push([short, full]);
  // A middle initial counts only if the list has no other one with the same name.
  for (const [first, second, third] of byWords.values())
    if (first && second && !third && areNear(first, second)) pairs.push([first.key, second.key]);
  const typos = typosOf(new Set(whole.flatMap(({ words }) => words)));
  for (const { words, initials, key } of whole)
    for (const word of words)
      for (const typo of typos.get(word) ?? []) {
        const other = `${words
          .map((one) => (one === word ? typo : one))
          .sort()
          .join(' ')}.${initials}`;
        if (key < other && forms.has(other)) pairs.push([key, other]);
      }
  return pairs;
}

/** A text with one letter left out that more words than this have in common tells nothing. */
const MAX_NEIGHBORS = 50;

/** Returns the words that differ by a typo from each word. Two such words are equal after one letter of each is left out. */
function typosOf(words: ReadonlySet<string>): Map<string, Set<string>> {
  const byRest = new Map<string, string[]>();
  for (const word of words) {
    if (word.length < MIN_TYPO_LETTERS || word.length > 30) continue;
    addToList(byRest, word, word);
    for (let at = 0; at < word.length; at += 1)
      addToList(byRest, word.slice(0, at) + word.slice(at + 1), word);
  }
  const typos = new Map<string, Set<string>>();
  for (const neighbors of byRest.values()) {
    if (neighbors.length > MAX_NEIGHBORS) continue;
    for (const word of neighbors)
      for (const other of neighbors) if (isTypo(word, other)) addToSet(typos, word, other);
  }
  return typos;
}

function describeGroup(
  members: readonly number[],
  people: readonly Person[],
  contacts: ReadonlySet<string>,
): Group {
  const all = members.flatMap((index) => people[index] ?? []);
  const sets = new DisjointSets(all.length);
  const reasons = new Set<Reason>();
  for (const kind of ['phone', 'email'] as const) {
    const byContact = new Map<string, number[]>();
    for (const [index, { phones, emails }] of all.entries())
      for (const contact of new Set(kind === 'phone' ? phones : emails))
        if (contacts.has(contact)) addToList(byContact, contact, index);
    for (const rows of byContact.values()) if (sets.joinAll(rows)) reasons.add(kind);
  }
  const forms = [...new Map(all.map(({ form }) => [form.key, form])).values()];
  const areAllNear =
    forms.length <= MAX_OBVIOUS_NAMES && forms.every((a) => a.isWhole && forms.every((b) => areNear(a, b)));
  const isConnected = sets.groups().length === 1;
  if (forms.length === 1 && areAllNear) reasons.add('same-name');
  else if (forms.length > MAX_OBVIOUS_NAMES || forms.some((a) => forms.some((b) => a !== b && areNear(a, b))))
    reasons.add('near-name');
  return { members, reasons: [...reasons], isObvious: isConnected && areAllNear };
}

/** Union-find: sets of indexes that are joined. */
class DisjointSets {
  readonly #parents: number[];
  constructor(size: number) {
    this.#parents = Array.from({ length: size }, (_, index) => index);
  }
  #root(index: number): number {
    let root = index;
    while (this.#parents[root] !== root) root = this.#parents[root] ?? root;
    while (this.#parents[index] !== root)
      [index, this.#parents[index]] = [this.#parents[index] ?? root, root];
    return root;
  }
  /** The smaller index stays the root, so that the result does not depend on the order. */
  join(a: number, b: number): void {
    const roots = [this.#root(a), this.#root(b)] as const;
    this.#parents[Math.max(...roots)] = Math.min(...roots);
  }
  /** Joins some indexes. Returns true if there is more than one. */
  joinAll(indexes: readonly number[]): boolean {
    const [first, ...others] = indexes;
    if (first !== undefined) for (const other of others) this.join(first, other);
    return others.length > 0;
  }
  groups(): number[][] {
    const byRoot = new Map<number, number[]>();
    for (const index of this.#parents.keys()) addToList(byRoot, this.#root(index), index);
    return [...byRoot.values()];
  }
}

function addToList<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function addToSet<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}
