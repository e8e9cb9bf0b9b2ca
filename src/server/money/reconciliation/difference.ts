import * as z from 'zod/mini';
import { centsToDecimal } from '../../../shared/money.ts';
import { errorAnswerOf } from '../../frame/context/paypal.ts';

/** The kinds of differences. `ours` and `theirs` of a difference are amounts or states. */
const texts = {
  'payment-missing-here':
    'PayPal has a payment that isn’t recorded here. Fetch PayPal’s events from that day, or report its order again.',
  'payment-missing-at-provider': 'A payment is recorded here that PayPal doesn’t have.',
  'payment-amount-differs': 'PayPal has a different amount for a payment.',
  'payment-state-differs': 'PayPal has a different state for a payment.',
  'refund-missing-here': 'PayPal refunded a payment, and no refund is recorded here.',
  'refund-missing-at-provider': 'A refund is recorded here that PayPal doesn’t have.',
  'refund-amount-differs': 'PayPal has a different amount for a refund.',
  'refund-state-differs': 'PayPal has a different state for a refund.',
  'reversal-back-unknown': 'PayPal undid a reversal that still counts here.',
  'refunded-sum-differs': 'The total refunded for a payment differs from the sum of its refunds.',
  'commission-missing': 'A payment earns a commission that isn’t in the ledger.',
  'commission-differs': 'The commission for this payment differs from the terms.',
  'commission-unexpected': 'The ledger has a commission for a payment that earns this affiliate none.',
  'transaction-unreadable':
    'PayPal’s record of a transaction couldn’t be read. Look it up at PayPal by its ID.',
  'payout-unknown': 'PayPal sent a mass payment with the reference of a payout that doesn’t exist.',
  'payout-amount-differs': 'PayPal has a different amount for a payout.',
  'payout-transaction-differs':
    'PayPal has a different transaction for a payout. It may have been paid twice.',
  'payout-transaction-taken': 'PayPal’s transaction for a payout is recorded here for another payout.',
  'payout-state-differs': 'PayPal has a different state for a payout.',
  'refund-share-missing': 'A refund’s commission wasn’t taken back.',
} as const;

export type DifferenceCode = keyof typeof texts;

const codes = Object.keys(texts) as [DifferenceCode, ...DifferenceCode[]];

/** A difference between our records and PayPal's, or within our records. It contains no personal data. */
export const difference = z
  .object({
    code: z.enum(codes),
    text: z.string(),
    order_id: z
      .nullable(z.string())
      .check(
        z.describe(
          'PayPal’s ID of the order or subscription, or our reference of the payout, if it is known',
        ),
      ),
    transaction_id: z.string().check(z.describe('PayPal’s ID of the payment, refund or mass payment')),
    ours: z.nullable(z.string()).check(z.describe('Our record: an amount in US dollars, or a state')),
    theirs: z
      .nullable(z.string())
      .check(z.describe('PayPal’s record, or the value by the terms of the program')),
  })
  .check(z.meta({ id: 'Difference' }));

export type Difference = z.infer<typeof difference>;

/** Returns a difference with the text of its code. */
export function differ(
  code: DifferenceCode,
  ids: Pick<Difference, 'order_id' | 'transaction_id'>,
  ours: string | null,
  theirs: string | null,
): Difference {
  return { code, text: texts[code], ...ids, ours, theirs };
}

/** Answers about our credentials, about time and about too many requests. They concern every record. */
const statusesAboutAllRecords = [401, 408, 429];

/**
 * Compares one record. An error answer about it, or an unreadable one, is a difference, so that the others are still compared. Throws if
 * PayPal does not answer, or answers with a status that concerns every record.
 */
export async function compareRecord(
  ids: Pick<Difference, 'order_id' | 'transaction_id'>,
  compare: () => Promise<Difference[]>,
): Promise<Difference[]> {
  try {
    return await compare();
  } catch (error) {
    const answer = errorAnswerOf(error);
    if (!answer || statusesAboutAllRecords.includes(answer.status)) throw error;
    return [differ('transaction-unreadable', ids, null, null)];
  }
}

/** `{ cents: 5999, currency: 'USD' }` → `'59.99 USD'`. */
export function amountText(amount: { readonly cents: number; readonly currency: string }): string {
  return `${centsToDecimal(amount.cents)} ${amount.currency}`;
}

/** The reconciliation of a range of days. */
export const report = z
  .object({
    first_day: z.iso.date(),
    last_day: z.iso.date(),
    compared: z.number().check(z.describe('The number of payments, refunds and payouts that were compared')),
    differences: z.array(difference),
    made_at: z.iso.datetime(),
  })
  .check(z.meta({ id: 'Reconciliation' }));

export type Report = z.infer<typeof report>;
