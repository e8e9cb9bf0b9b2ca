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
  'no-address': 'It has no address any more: its owner was forgotten',
  'payee-is-payer': 'The payment email is the address of a buyer in it',
  'self-referral-released': 'A self-referral that was on hold is part of it',
  'hold-released': 'A commission that was on hold for another reason is part of it',
  'hold-open': 'A commission that is on hold since is part of it',
  'refund-rate': `At least ${String(refundShareBasisPoints / 100)} % of its commissions went back`,
  'first-payout': 'The first payout of this affiliate',
  'payout-email-changed': `The payment email changed in the last ${String(emailChangedDays)} days, or since the last payment`,
  'one-payer': `At least ${String(purchasesOfOnePayer)} of its purchases are one payer’s`,
  'large-amount': `More than ${String(timesTheAverage)} times the average of earlier payouts`,
} as const;

export type PayoutAnomaly = keyof typeof payoutAnomalies;
