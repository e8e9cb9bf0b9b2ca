/** A name as it is compared: without case, accents, punctuation, titles, and the order of its words. */
export interface NameForm {
  /** The words of two letters or more, sorted. */
  readonly words: readonly string[];
  /** The first letters that stand for words, sorted. */
  readonly initials: string;
  /** True for a first and a last name. One word alone, such as Mom, is too little to compare. */
  readonly isWhole: boolean;
  /** Equal for equal names. */
  readonly key: string;
}

const titles = new Set('dr prof mr mrs ms miss sir herr frau mme mlle'.split(' '));
/** Longer texts are no names, but the cells of a broken file. */
const MAX_WORDS = 8;
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

/** Returns the compared form of a name. `Brandt, Jonas` and `jonas brandt` are equal, and so are Müller, Muller and Mueller. */
export function nameForm(name: string): NameForm {
  const all = (
    name
      .normalize('NFD')
      // Accents only: the vowel signs of other scripts make another name.
      .replace(/[\u0300-\u036F'’]/g, '')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  ).map(foldLetters);
  const untitled = all.filter((part) => !titles.has(part));
  // Mr. J. Silva and Mrs. J. Silva differ by their titles alone.
  const parts = (untitled.filter((part) => part.length > 1).length > 1 ? untitled : all).sort();
  const words = parts.filter((part) => part.length > 1);
  const initials = parts.filter((part) => part.length === 1).join('');
  // Chinese, Japanese and Korean names are written in one word.
  const isWhole =
    words.length > 0 && (parts.length > 1 || /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]{2}/u.test(name));
  return { words, initials, isWhole, key: `${words.join(' ')}.${initials}` };
}

/** Turns Mueller into Muller, as Müller is without its accent, but leaves Joey, Noemi and Manuel alone. */
function foldLetters(part: string): string {
  const plain = part.replace(/[ßøæœłđı]/g, (letter) => letters[letter] ?? letter);
  return plain.length > 5 ? plain.replace(/([aou])e(?!l?$|[aeiouy])/g, '$1') : plain;
}

/**
 * True if two names may be those of one person:
 *
 * | the names                                | example                             |
 * | ---------------------------------------- | ----------------------------------- |
 * | are equal                                | Brandt, Jonas; Jonas Brandt         |
 * | differ by a middle initial               | Jonas P. Brandt; Jonas Brandt       |
 * | differ by one initial for a name         | I. Carvalho; Inês Carvalho          |
 * | differ by one letter of a longer word    | Jonathan Reed; Johnathan Reed       |
 */
export function areNear(a: NameForm, b: NameForm): boolean {
  if (a.key === b.key) return true;
  if (!a.isWhole || !b.isWhole) return false;
  if (a.words.join(' ') === b.words.join(' ')) return a.initials === '' || b.initials === '';
  return abbreviates(a, b) || abbreviates(b, a) || differByTypo(a, b);
}

function abbreviates(short: NameForm, full: NameForm): boolean {
  return abbreviations(full).includes(short.key);
}

/** Returns the keys of a name with one of its words shortened to an initial. */
export function abbreviations({ words, initials }: NameForm): string[] {
  if (words.length < 2 || words.length > MAX_WORDS) return [];
  return words.map((word, at) => {
    const others = words.toSpliced(at, 1);
    return `${others.join(' ')}.${[...initials, word.charAt(0)].sort().join('')}`;
  });
}

function differByTypo(a: NameForm, b: NameForm): boolean {
  const [onlyA = '', ...moreA] = a.words.filter((word) => !b.words.includes(word));
  const [onlyB = '', ...moreB] = b.words.filter((word) => !a.words.includes(word));
  const isOneWord = moreA.length === 0 && moreB.length === 0 && a.words.length === b.words.length;
  return isOneWord && a.initials === b.initials && isTypo(onlyA, onlyB);
}

/** Letters of the shortest word in which one letter may be wrong. Shorter ones are often two names, such as Karin and Katrin. */
export const MIN_TYPO_LETTERS = 7;

/**
 * True if two words differ by one letter that is missing or wrong, or by two neighbors that are swapped. The first and the last
 * letter must be equal, and of a wrong letter also the one before the last: Daniel and Daniela, Mario and Maria, Frances and
 * Francis are two people of one family.
 */
export function isTypo(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < MIN_TYPO_LETTERS || a === b || a[0] !== b[0]) return false;
  if (a.at(-1) !== b.at(-1) || Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (a[from] === b[from]) from += 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < long.length) return short.slice(from) === long.slice(from + 1);
  if (a.slice(from + 1) === b.slice(from + 1)) return from < a.length - 2;
  return a[from] === b[from + 1] && a[from + 1] === b[from] && a.slice(from + 2) === b.slice(from + 2);
}
