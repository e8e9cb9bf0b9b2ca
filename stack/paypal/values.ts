import { createHash, randomBytes } from 'node:crypto';
import { centsToDecimal, decimalToCents } from '../../src/shared/money.ts';

const alphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Random ids in PayPal's forms. */
export const ids = {
  /** Orders, captures, refunds and sales: 17 characters. */
  payment: (): string => randomText(17),
  plan: (): string => `P-${randomText(24)}`,
  subscription: (): string => `I-${randomText(12)}`,
  billingToken: (): string => `BA-${randomText(17)}`,
  event: (): string => `WH-${randomText(17)}-${randomText(17)}`,
  dispute: (): string => `PP-R-${randomText(3)}-${randomText(8)}`,
  debug: (): string => randomBytes(7).toString('hex').slice(0, 13),
};

function randomText(length: number): string {
  return encode(randomBytes(length), alphabet);
}

function encode(bytes: Uint8Array, characters: string): string {
  return Array.from(bytes, (byte) => characters[byte % characters.length]).join('');
}

export interface Person {
  payer_id: string;
  email_address: string;
  name: { given_name: string; surname: string };
}

/** Account ids have no characters that look alike: `^[2-9A-HJ-NP-Z]{13}$`. */
const accountAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns the buyer with an email. The same email always has the same payer id and name. */
export function personFromEmail(email: string): Person {
  const normalized = email.trim().toLowerCase();
  const [givenName = 'buyer', surname = 'example'] = (normalized.split('@')[0] ?? '').split(/[._+-]/);
  return {
    payer_id: encode(createHash('sha256').update(normalized).digest().subarray(0, 13), accountAlphabet),
    email_address: email.trim(),
    name: { given_name: capitalize(givenName), surname: capitalize(surname) },
  };
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Parses a decimal amount that was validated before. Throws for any other text. */
export function cents(value: string): number {
  const result = decimalToCents(value);
  if (result === null) throw new Error(`Not an amount: ${value}`);
  return result;
}

export interface Money {
  currency_code: string;
  value: string;
}

/** Formats an amount: `(5999, 'USD')` → `{ currency_code: 'USD', value: '59.99' }`. */
export function money(amountCents: number, currency: string): Money {
  return { currency_code: currency, value: centsToDecimal(amountCents) };
}

/** Returns PayPal's standard fee in cents: 3.49% and 49 cents, at most the amount. */
export function paypalFee(amountCents: number): number {
  return Math.min(amountCents, Math.round(amountCents * 0.0349) + 49);
}

/** PayPal's fee for a mass payment within the United States, in cents. */
export const massPaymentFee = 25;

/** An amount of the v1 payments API. */
export interface SaleMoney {
  total: string;
  currency: string;
  details?: { subtotal: string };
}

export interface Link {
  href: string;
  rel: string;
  method: string;
}

export interface Payee {
  merchant_id?: string | undefined;
  email_address?: string | undefined;
}
