/** `(2, 'payout')` → `'2 payouts'`. */
export const count = (number: number, one: string): string =>
  `${String(number)} ${number === 1 ? one : `${one}s`}`;
