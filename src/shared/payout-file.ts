/** Rows that the payment provider takes in one mass-payment file. */
export const payoutFileRows = 5_000;

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

/** When a payout asks for a closer look; what it pays is what its balance gathered since the payout before. */
export const anomalyRules = {
  /** Refunds and reversals of at least this share of the commissions, in basis points. */
  refundShareBasisPoints: 2_000,
  /** A payout e-mail that changed this lately; or since the last payment, however long ago. */
  emailChangedDays: 30,
  /** So many purchases of one payer. */
  purchasesOfOnePayer: 3,
  /** More than so many times the average of the payouts that were paid before. */
  timesTheAverage: 3,
} as const;

const { refundShareBasisPoints, emailChangedDays, purchasesOfOnePayer, timesTheAverage } = anomalyRules;

/** What there may be to look at before a payout is approved, in the order it is shown. */
export const payoutAnomalies = {
  'no-address': 'It no longer has an address: its owner was forgotten',
  'payee-is-payer': 'The payment email belongs to one of its buyers',
  'self-referral-released': 'It includes a self-referral that was on hold',
  'hold-released': 'It includes a commission that was on hold for another reason',
  'hold-open': 'It includes a commission that has since been put on hold',
  'refund-rate': `At least ${String(refundShareBasisPoints / 100)} % of its commissions were taken back`,
  'first-payout': 'The first payout of this affiliate',
  'payout-email-changed': `The payment email changed in the last ${String(emailChangedDays)} days, or since the last payment`,
  'address-unconfirmed': 'The payment email was set before the account’s email was confirmed',
  'one-payer': `At least ${String(purchasesOfOnePayer)} of its purchases come from one payer`,
  'large-amount': `More than ${String(timesTheAverage)} times the average of earlier payouts`,
} as const;

export type PayoutAnomaly = keyof typeof payoutAnomalies;
