import { unique } from '../mint.ts';

/** An email of so many characters. */
export const email = (length: number) => `${'a'.repeat(length - '@mail.example'.length)}@mail.example`;

/** The address of a picture, of so many characters. */
export const picture = (length: number) =>
  `https://p.example/${'p'.repeat(length - 'https://p.example/'.length)}`;

/** A user id of so many characters, of the test's own. */
export const id = (length: number, character = 'u') => unique() + character.repeat(length - unique().length);
