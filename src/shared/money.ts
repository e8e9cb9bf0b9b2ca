/** Integer cents everywhere inside; text only at the edge to a screen or the payment provider. */

/** `5999` → `'59.99'`, the provider's form of an amount. Cents may be negative. */
export const centsToDecimal = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** `'59.99'` → `5999`; null for anything but a plain decimal with at most two places. */
export const decimalToCents = (text: string): number | null => {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return sign ? 0 - cents : cents;
};

/** `5999` → `'$59.99'` for a screen. */
export const formatUsd = (cents: number): string => centsToDecimal(cents).replace(/^(-?)/, '$1$');

/** `cents × basisPoints / 10,000`, rounded half up; both are non-negative integers. */
export const shareOf = (cents: number, basisPoints: number): number =>
  Math.floor((cents * basisPoints + 5_000) / 10_000);
