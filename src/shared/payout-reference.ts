/** The longest reference that the payment provider's file takes is 30 characters; a UUID has 36. */
const length = 25;

/** A payout's id as its reference in the payment provider's file: the same number with the digits 0-9a-z. */
export const payoutReference = (id: string): string =>
  BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(length, '0');

/** The id that a reference stands for, or null for a text that is none. */
export const payoutOfReference = (text: string): string | null => {
  if (!/^[0-9a-z]{25}$/i.test(text)) return null;
  const number = [...text].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
  const digits = number.toString(16).padStart(32, '0');
  if (digits.length > 32) return null;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
