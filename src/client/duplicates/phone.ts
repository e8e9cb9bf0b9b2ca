/** A phone number without its punctuation. */
export interface Phone {
  /** Country code, or an empty text if the number has none. */
  readonly country: string;
  /** The digits after the country code, without the 0 that is dialed inside a country. */
  readonly digits: string;
}

/** Country codes: 1 and 7, those with two digits, and the rest with three (https://www.itu.int/rec/T-REC-E.164). */
const countryCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** A number and its extension, which makes another number. */
const phoneText = /^(?:tel:)?([^\p{L}#]*)(?:(?:x|ext(?:ension)?|#)[\s.:]*(\d+)\s*)?$/iu;

/** True for a text without other words, such as `(work)`, which a number with the same digits does not replace. */
export function isOnlyPhone(text: string): boolean {
  return phoneText.test(text.trim());
}

/** Fewer digits than this are an extension or an emergency number. */
const MIN_DIGITS = 6;

/**
 * Reads a phone number, or returns null for a text without one. Spaces, dashes and parentheses do not count.
 *
 * | text                                   | country | digits     |
 * | -------------------------------------- | ------- | ---------- |
 * | `+49 30 555 0188`, `0049 (0)30 5550188` | 49      | 305550188  |
 * | `030 5550188`                          | none    | 305550188  |
 * | `1 (212) 555-0188`                     | 1       | 2125550188 |
 */
export function readPhone(text: string): Phone | null {
  const plain = text.normalize('NFKC').replace(/\(0\)/, '').trim();
  const [, number = '', extension = ''] = phoneText.exec(plain) ?? /^([^\p{L}#]*)/u.exec(plain) ?? [];
  const digits = number.replace(/\D/g, '');
  if (digits.length < MIN_DIGITS || /^(\d)\1*$/.test(digits)) return null;
  const international = /^\W*\+/.test(number) ? digits : /^00([1-9]\d*)/.exec(digits)?.[1];
  const dialed = international ?? (/^1[2-9]\d{9}$/.test(digits) ? digits : undefined);
  const country = dialed === undefined ? '' : (countryCode.exec(dialed)?.[0] ?? '');
  const rest = (dialed ?? digits).slice(country.length).replace(/^0/, '');
  return { country, digits: extension ? `${rest}x${extension}` : rest };
}

/** Fewer digits than this may be the same in two countries or towns. */
const MIN_DIGITS_WITHOUT_COUNTRY = 8;

/**
 * Returns a function that gives each number of a list its key. Equal keys are the same number. A number without a country is
 * the same as one with a country if only one country of the list has these digits.
 */
export function createPhoneKey(phones: Iterable<Phone>): (phone: Phone) => string {
  const countries = new Map<string, Set<string>>();
  for (const { country, digits } of phones) {
    const known = countries.get(digits) ?? new Set();
    countries.set(digits, country ? known.add(country) : known);
  }
  return ({ country, digits }) => {
    const [only = '', ...others] = countries.get(digits) ?? [];
    const isClear = others.length === 0 && digits.length >= MIN_DIGITS_WITHOUT_COUNTRY;
    return `${country || (isClear ? only : '')} ${digits}`;
  };
}
