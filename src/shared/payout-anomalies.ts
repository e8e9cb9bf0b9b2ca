/** The limits of the anomalies. A payout covers everything that its balance has gathered since the previous payout. */
export const anomalyRules = {
  /** The share of commissions that were refunded or reversed, in basis points. */
  refundShareBasisPoints: 2_000,
  /** Days since a change of the payment email. A change since the last payment always counts. */
  emailChangedDays: 30,
  /** Number of purchases of one payer. */
  purchasesOfOnePayer: 3,
  /** Multiple of the average of the earlier paid payouts. */
  timesTheAverage: 3,
} as const;

const { refundShareBasisPoints, emailChangedDays, purchasesOfOnePayer, timesTheAverage } = anomalyRules;

/** The anomalies to check before a payout is approved, in the order of the screen. */
export const payoutAnomalies = {
  'no-address': 'It has no address: the owner’s data was erased, or the owner took the account back',
  'payee-is-payer': 'The payment email belongs to a buyer in one of its purchases',
  'self-referral-released': 'It includes a self-referral that was on hold',
  'hold-released': 'It includes a commission that was on hold for another reason',
  'hold-open': 'It includes a commission that has since been put on hold',
  'refund-rate': `At least ${String(refundShareBasisPoints / 100)}% of its commissions were taken back`,
  'first-payout': 'The first payout of this affiliate',
  'payout-email-changed': `The payment email changed in the last ${String(emailChangedDays)} days, or since the last payment`,
  'other-payment-email': 'It is in a payment file with a previous payment email',
  'address-unconfirmed': 'The payment email was set before the account’s email was confirmed',
  'one-payer': `At least ${String(purchasesOfOnePayer)} of its purchases come from one payer`,
  'large-amount': `More than ${String(timesTheAverage)} times the average of earlier payouts`,
} as const;

export type PayoutAnomaly = keyof typeof payoutAnomalies;

/** The codes of the anomalies, in the order of the screen. */
export const anomalyCodes = Object.keys(payoutAnomalies) as [PayoutAnomaly, ...PayoutAnomaly[]];
