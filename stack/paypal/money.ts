import { centsToDecimal, decimalToCents } from '../../src/shared/money.ts';
import type { Money } from './shapes.ts';

/** Cents of a decimal that was validated before; a broken one is a bug here. */
export const cents = (value: string): number => {
  const result = decimalToCents(value);
  if (result === null) throw new Error(`Not an amount: ${value}`);
  return result;
};

/** `(5999, 'USD')` → `{ currency_code: 'USD', value: '59.99' }`. */
export const money = (amountCents: number, currency: string): Money => ({
  currency_code: currency,
  value: centsToDecimal(amountCents),
});

/** The provider's standard fee in cents: 3.49 % and 49 cents, never more than the amount. */
export const feeOf = (amountCents: number): number =>
  Math.min(amountCents, Math.round(amountCents * 0.0349) + 49);
