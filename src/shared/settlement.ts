/** Why an admin cannot settle a buyer's request with one click. */
export const settlementObstacles = [
  'no-purchase',
  'other-address',
  'no-payment',
  'several-payments',
  'payment-pending',
  'payment-disputed',
] as const;

export type SettlementObstacle = (typeof settlementObstacles)[number];

/**
 * The state of a part of a settlement:
 *
 * | state        | the money or the subscription                                  |
 * | ------------ | -------------------------------------------------------------- |
 * | `open`       | PayPal has not been asked since the request came               |
 * | `waiting`    | PayPal was asked, and has not answered. A job asks again       |
 * | `refused`    | PayPal has refused                                             |
 * | `done`       | PayPal did this part since the request came                    |
 * | `not-needed` | there was nothing to do: it had been done before, or otherwise |
 */
export const settlementStates = ['open', 'waiting', 'refused', 'done', 'not-needed'] as const;

export type SettlementState = (typeof settlementStates)[number];

/** True if an admin can still ask PayPal for this part. */
export function isLeft(state: SettlementState): boolean {
  return state === 'open' || state === 'refused';
}
