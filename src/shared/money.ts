/** Amounts are integer cents in all code. They become text only for a screen or for PayPal. */

/** `5999` → `'59.99'`, as PayPal writes amounts. Cents may be negative. */
export function centsToDecimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `'59.99'` → `5999`. Returns null for text that is not a plain decimal with at most two places. */
export function decimalToCents(text: string): number | null {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return sign ? 0 - cents : cents;
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `150000` → `'$1,500.00'`. */
export function formatUsd(cents: number): string {
  return usd.format(cents / 100);
}

/** Returns `cents × basisPoints / 10,000`, rounded half up. Both are non-negative integers. */
export function shareOf(cents: number, basisPoints: number): number {
  return Math.floor((cents * basisPoints + 5_000) / 10_000);
}
