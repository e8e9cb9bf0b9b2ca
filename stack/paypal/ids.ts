import { createHash, randomBytes } from 'node:crypto';
import type { Person } from './shapes.ts';

const alphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Ids of accounts have no characters that are easily mistaken: `^[2-9A-HJ-NP-Z]{13}$`. */
const accountAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const letters = (bytes: Uint8Array, from = alphabet): string =>
  Array.from(bytes, (byte) => from[byte % from.length]).join('');

const random = (length: number): string => letters(randomBytes(length));

/** Ids in the forms that the provider uses. */
export const ids = {
  /** Orders, captures, refunds and sales: 17 characters. */
  payment: (): string => random(17),
  subscription: (): string => `I-${random(12)}`,
  billingToken: (): string => `BA-${random(17)}`,
  event: (): string => `WH-${random(17)}-${random(17)}`,
  dispute: (): string => `PP-R-${random(3)}-${random(8)}`,
  debug: (): string => randomBytes(7).toString('hex').slice(0, 13),
};

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The buyer behind an email address: always the same payer id and name for the same address. */
export const personOf = (email: string): Person => {
  const normalised = email.trim().toLowerCase();
  const [given = 'buyer', surname = 'example'] = (normalised.split('@')[0] ?? '').split(/[._+-]/);
  return {
    payer_id: letters(createHash('sha256').update(normalised).digest().subarray(0, 13), accountAlphabet),
    email_address: email.trim(),
    name: { given_name: capitalised(given), surname: capitalised(surname) },
  };
};
