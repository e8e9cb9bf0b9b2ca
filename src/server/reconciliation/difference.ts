import * as z from 'zod/mini';
import { centsToDecimal } from '../../shared/money.ts';

/** Every way in which the books may differ, and how it is said; `ours` and `theirs` are amounts or states. */
const texts = {
  'payment-missing-here':
    'The provider has a payment that is not recorded here. Fetch PayPal’s events of its day, or report its order again.',
  'payment-missing-at-provider': 'A payment is recorded here that the provider does not have.',
  'payment-amount-differs': 'The provider has another amount for a payment.',
  'payment-state-differs': 'The provider has another state for a payment.',
  'refund-missing-here': 'The provider gave money back, and no refund is recorded here.',
  'refund-missing-at-provider': 'A refund is recorded here that the provider does not have.',
  'refund-amount-differs': 'The provider has another amount for a refund.',
  'refund-state-differs': 'The provider has another state for a refund.',
  'reversal-back-unknown': 'The provider undid a reversal that still counts here.',
  'refunded-sum-differs': 'The refunded sum of a payment is not what its refunds add up to.',
  'commission-missing': 'A payment earns a commission that the ledger does not have.',
  'commission-differs': 'The ledger has another commission for a payment than the terms say.',
  'commission-unexpected': 'The ledger has a commission for a payment that earns this affiliate none.',
  'transaction-unreadable':
    'PayPal reports a transaction that could not be read. Look it up at PayPal by its id.',
  'refund-share-missing': 'The ledger lacks the negative share of a refund.',
} as const;

export type DifferenceCode = keyof typeof texts;

const codes = Object.keys(texts) as [DifferenceCode, ...DifferenceCode[]];

/** One difference between our books and the provider's, or within ours. It names no person. */
export const difference = z
  .object({
    code: z.enum(codes),
    text: z.string(),
    order_id: z
      .nullable(z.string())
      .check(z.describe('The provider’s id of the order or subscription, where it is known')),
    transaction_id: z.string().check(z.describe('The provider’s id of the payment or refund')),
    ours: z
      .nullable(z.string())
      .check(z.describe('What is recorded here: an amount in US dollars, or a state')),
    theirs: z.nullable(z.string()).check(z.describe('What the provider, or the terms, say instead')),
  })
  .check(z.meta({ id: 'Difference' }));

export type Difference = z.infer<typeof difference>;

/** Builds a difference; the text is the code's. */
export const differ = (
  code: DifferenceCode,
  what: Pick<Difference, 'order_id' | 'transaction_id'>,
  ours: string | null,
  theirs: string | null,
): Difference => ({ code, text: texts[code], ...what, ours, theirs });

/** Cents as a difference shows them. */
export const amountText = ({
  cents,
  currency,
}: {
  readonly cents: number;
  readonly currency: string;
}): string => `${centsToDecimal(cents)} ${currency}`;

/** What reconciling a range of days came to. */
export const report = z
  .object({
    first_day: z.iso.date(),
    last_day: z.iso.date(),
    compared: z.number().check(z.describe('How many payments and refunds were compared')),
    differences: z.array(difference),
    made_at: z.iso.datetime(),
  })
  .check(z.meta({ id: 'Reconciliation' }));

export type Report = z.infer<typeof report>;
