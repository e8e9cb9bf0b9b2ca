import { dayMs } from './dates.ts';

/** The most rows of one mass payment file of PayPal. */
export const payoutFileRows = 5_000;

/** Days for which PayPal waits until the recipient accepts a payment. Then it returns the money. */
const claimDays = 30;

/** Returns the last day on which a payment that was sent at `sentAt` (ISO 8601) can be accepted, as ISO 8601. */
export function claimedUntil(sentAt: string): string {
  return new Date(Date.parse(sentAt) + claimDays * dayMs).toISOString();
}

/** The digits of a UUID in base 36. PayPal's file has room for 30 characters, and a UUID has 36. */
const referenceLength = 25;

/** Returns the reference of a payout in PayPal's file: its id in base 36. */
export function payoutReference(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(referenceLength, '0');
}

/** Returns the id of the payout with this reference; null for text that is not a reference. */
export function parsePayoutReference(text: string): string | null {
  if (!/^[0-9a-z]{25}$/i.test(text)) return null;
  const number = [...text].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
  const digits = number.toString(16).padStart(32, '0');
  if (digits.length > 32) return null;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
