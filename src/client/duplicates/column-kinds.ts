import type { Column, ColumnKind } from './list.ts';

/**
 * Headers in small letters without digits and punctuation, in the order in which they are tried. From Google Contacts, Outlook,
 * Apple, Thunderbird and plain lists, with the words of some other languages.
 */
const headers: readonly (readonly [RegExp, ColumnKind])[] = [
  [/phonetic|yomi|fax|telex|pager|assistant|company main|display name$(?<=e ?mail.*)/, 'other'],
  [/^(?:phone|e ?mail)s? (?:type|label)$/, 'label'],
  [/phone|^tel$|^tell?\b|mobile?\b|\bcell|telefon|handy|t[ée]l[ée]/, 'phone'],
  [/^(?!.*type$).*(?:e ?mail|courriel|correo)/, 'email'],
  [/^(?:(?:full|display|contact|complete) )?name$|^contact$|^file as$|^person$|^nom complet$/, 'name'],
  [/^(?:first|given|fore) ?name$|^first$|^vorname$|^pr[ée]nom$|^nombre$/, 'first'],
  [/^(?:middle|additional) name$|^middle$/, 'middle'],
  [/^(?:last|family|sur) ?name$|^last$|^(?:nach|familien)name$|^nom$|^apellidos?$/, 'last'],
  [/^(?:name )?suffix$/, 'suffix'],
  [/^(?:company|organi[sz]ation|firma)(?: name)?$/, 'company'],
  [/^notes?$|^comments?$|^notizen$/, 'notes'],
];

function kindOf(header: string): ColumnKind {
  const words = plainHeader(header).toLowerCase();
  return headers.find(([pattern]) => pattern.test(words))?.[1] ?? 'other';
}

/** `E-mail 1 - Value` → `E mail Value` → `E mail`. */
function plainHeader(header: string): string {
  return header
    .replace(/[\d\W_]+/gu, (part) => (/\p{L}/u.test(part) ? part : ' '))
    .replace(/\b(?:value|address)$/i, '')
    .trim();
}

const emailText = /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/;
const phoneText = /^\s*(?:tel:)?\+?[\d\s()/.–-]{6,}$/;

/** True if a row has the names of columns: one is known, and no cell has an email or a phone number. */
export function isHeader(row: readonly string[]): boolean {
  return (
    row.some((cell) => kindOf(cell) !== 'other') &&
    !row.some((cell) => emailText.test(cell) || phoneText.test(cell))
  );
}

/** Returns the columns that a header names. */
export function columnsOf(header: readonly string[]): readonly Column[] {
  return header.map((cell, index) => {
    const kind = kindOf(cell);
    // Google writes the label beside the value. Outlook has no labels.
    const label = [index - 1, index + 1].find(
      (other) => kindOf(header[other] ?? '') === 'label' && sharesNumber(cell, header[other]),
    );
    return {
      header: cell,
      kind,
      family: plainHeader(cell),
      label: kind === 'phone' || kind === 'email' ? (label ?? -1) : -1,
    };
  });
}

/** True for `Phone 1 - Value` and `Phone 1 - Label`. */
function sharesNumber(header: string, other = ''): boolean {
  return header.replace(/\W*\w+$/, '') === other.replace(/\W*\w+$/, '');
}

const twoWords = /\p{L}[\p{L}.'’-]*,? +\p{L}/u;

/**
 * Returns the columns of a list without a header, by their cells. A column with names of two words is the name. Beside emails or
 * phones, the first two other columns of words are the first and the last name.
 */
export function guessColumns(rows: readonly (readonly string[])[]): readonly Column[] {
  const sample = rows.slice(0, 200);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const guesses = Array.from({ length: width }, (_, index) => {
    const cells = sample.map((row) => row[index]?.trim() ?? '').filter(Boolean);
    const isMostly = (pattern: RegExp) =>
      cells.filter((cell) => pattern.test(cell)).length * 2 > cells.length;
    if (isMostly(emailText)) return 'email';
    if (isMostly(phoneText)) return 'phone';
    return isMostly(twoWords) ? 'name' : isMostly(/\p{L}\p{L}/u) ? 'word' : 'other';
  });
  const words = guesses.includes('email') || guesses.includes('phone') ? (['first', 'last'] as const) : [];
  const free: ColumnKind[] = guesses.includes('name') ? ['name'] : [...words];
  return guesses.map((guess, index) => {
    const isText = guess === 'name' || (guess === 'word' && free[0] !== 'name');
    const kind =
      guess === 'email' || guess === 'phone' ? guess : ((isText ? free.shift() : undefined) ?? 'other');
    return { header: '', kind, family: kind === 'other' ? String(index) : kind, label: -1 };
  });
}
