import { abbreviations, areNear, isTypo, MIN_TYPO_LETTERS, type NameForm } from './name-form.ts';
import type { Person } from './people.ts';
import { visitEach } from './run-in-slices.ts';

export type Reason = 'phone' | 'email' | 'same-name' | 'near-name';

/** Rows that may be one person. */
export interface Group {
  /** Indexes of the rows, in their order. */
  readonly members: readonly number[];
  readonly reasons: readonly Reason[];
  /** True if all names are near, and shared phones or emails connect all rows. */
  readonly isSure: boolean;
}

/** A phone or an email with more names than this belongs to a house or a company, and is no reason by itself. */
const MAX_NAMES_OF_ONE = 5;
/** A group with more different names is never sure. */
const MAX_SURE_NAMES = 8;

/**
 * Finds the rows that may be one person. The order of the rows changes nothing. Rows are compared by keys in maps, never each with
 * each, so the time grows with the number of rows.
 */
export function* findGroups(people: readonly Person[]): Generator<undefined, readonly Group[]> {
  const sets = new DisjointSets(people.length);
  const byForm = new Map<string, number[]>();
  const forms = new Map<string, NameForm>();
  const byContact = new Map<string, number[]>();
  yield* visitEach(people, ({ form, phones, emails }, index) => {
    push(byForm, form.key, index);
    forms.set(form.key, form);
    for (const contact of new Set([...phones, ...emails])) push(byContact, contact, index);
  });
  /** Phones and emails that tell something about a person. */
  const contacts = new Set<string>();
  yield* visitEach(byContact, ([contact, rows]) => {
    if (!isOfFewNames(rows, people)) return;
    contacts.add(contact);
    sets.joinAll(rows);
  });
  yield* visitEach(byForm, ([key, rows]) => {
    if (forms.get(key)?.isWhole) sets.joinAll(rows);
  });
  yield* visitEach(yield* nearForms(forms), ([a, b]) => {
    sets.join(byForm.get(a)?.[0] ?? 0, byForm.get(b)?.[0] ?? 0);
  });
  yield;
  const groups: Group[] = [];
  for (const members of sets.groups()) {
    if (members.length < 2) continue;
    groups.push(yield* describeGroup(members, people, contacts));
    yield;
  }
  return groups;
}

function isOfFewNames(rows: readonly number[], people: readonly Person[]): boolean {
  return new Set(rows.map((row) => people[row]?.form.key)).size <= MAX_NAMES_OF_ONE;
}

/** Returns the pairs of different names that are near. Names are joined in chains, not each with each. */
function* nearForms(forms: ReadonlyMap<string, NameForm>): Generator<undefined, [string, string][]> {
  const pairs: [string, string][] = [];
  const byWords = new Map<string, NameForm[]>();
  const fullNames = new Map<string, Set<string>>();
  const whole = [...forms.values()].filter(({ isWhole }) => isWhole);
  yield* visitEach(whole, (form) => {
    push(byWords, form.words.join(' '), form);
    for (const short of abbreviations(form)) if (forms.has(short)) addTo(fullNames, short, form.key);
  });
  // An initial counts only if one full name fits.
  for (const [short, [full = '', ...others]] of fullNames) if (others.length === 0) pairs.push([short, full]);
  // A middle initial counts only if the list has no other one with the same name.
  yield* visitEach(byWords.values(), ([first, second, third]) => {
    if (first && second && !third && areNear(first, second)) pairs.push([first.key, second.key]);
  });
  const typos = yield* typosOf(new Set(whole.flatMap(({ words }) => words)));
  yield* visitEach(whole, ({ words, initials, key }) => {
    for (const word of words)
      for (const typo of typos.get(word) ?? []) {
        const other = `${words
          .map((one) => (one === word ? typo : one))
          .sort()
          .join(' ')}.${initials}`;
        if (key < other && forms.has(other)) pairs.push([key, other]);
      }
  });
  return pairs;
}

/** A text with one letter left out that more words than this have in common tells nothing. */
const MAX_NEIGHBORS = 50;

/** Returns the words that differ by a typo from each word. Two such words are equal after one letter of each is left out. */
function* typosOf(words: ReadonlySet<string>): Generator<undefined, Map<string, Set<string>>> {
  const byRest = new Map<string, string[]>();
  let count = 0;
  for (const word of words) {
    if (word.length < MIN_TYPO_LETTERS || word.length > 30) continue;
    push(byRest, word, word);
    for (let at = 0; at < word.length; at += 1) push(byRest, word.slice(0, at) + word.slice(at + 1), word);
    if ((count += 1) % 32 === 0) yield;
  }
  const typos = new Map<string, Set<string>>();
  for (const neighbors of byRest.values()) {
    if ((count += 1) % 256 === 0) yield;
    if (neighbors.length < 2 || neighbors.length > MAX_NEIGHBORS) continue;
    for (const word of neighbors)
      for (const other of neighbors) if (isTypo(word, other)) addTo(typos, word, other);
    yield;
  }
  return typos;
}

function* describeGroup(
  members: readonly number[],
  people: readonly Person[],
  contacts: ReadonlySet<string>,
): Generator<undefined, Group> {
  const all = members.flatMap((index) => people[index] ?? []);
  const sets = new DisjointSets(all.length);
  const reasons = new Set<Reason>();
  for (const kind of ['phone', 'email'] as const) {
    const byContact = new Map<string, number[]>();
    yield* visitEach(all, (person, index) => {
      for (const contact of new Set(kind === 'phone' ? person.phones : person.emails))
        if (contacts.has(contact)) push(byContact, contact, index);
    });
    yield* visitEach(byContact.values(), (rows) => {
      if (sets.joinAll(rows)) reasons.add(kind);
    });
  }
  const forms = [...new Map(all.map(({ form }) => [form.key, form])).values()];
  const areAllNear =
    forms.length <= MAX_SURE_NAMES && forms.every((a) => a.isWhole && forms.every((b) => areNear(a, b)));
  const isConnected = sets.groups().length === 1;
  if (forms.length === 1 && areAllNear) reasons.add('same-name');
  else if (forms.length > MAX_SURE_NAMES || forms.some((a) => forms.some((b) => a !== b && areNear(a, b))))
    reasons.add('near-name');
  return { members, reasons: [...reasons], isSure: isConnected && areAllNear };
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
    for (const index of this.#parents.keys()) push(byRoot, this.#root(index), index);
    return [...byRoot.values()];
  }
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function addTo<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}
