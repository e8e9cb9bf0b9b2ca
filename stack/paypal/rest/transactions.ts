import { feeOf, money } from '../money.ts';
import type { World } from '../world.ts';

/** A movement on the merchant's account, as the reports are made of it. */
export interface Transaction {
  readonly id: string;
  /** What it refers to: an order, a subscription, or the transaction that is given back. */
  readonly reference: readonly [id: string, type: 'ODR' | 'SUB' | 'TXN'];
  readonly eventCode: string;
  readonly status: 'D' | 'P' | 'S' | 'V';
  readonly time: string;
  readonly updateTime: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly customId: string | null;
}

/** A capture's status in the report's letters; what went back wholly was reversed, for the report. */
const captureLetters = {
  PENDING: 'P',
  DECLINED: 'D',
  REFUNDED: 'V',
  PARTIALLY_REFUNDED: 'S',
  COMPLETED: 'S',
} as const;

/** A sale's state likewise. */
const saleLetters = { pending: 'P', completed: 'S', partially_refunded: 'S', refunded: 'V' } as const;

const wasReversed = (world: World, refundId: string): boolean =>
  Object.values(world.state.events).some(
    ({ event_type: type, resource }) =>
      type.endsWith('.REVERSED') && JSON.stringify(resource).includes(refundId),
  );

/** Every movement there was, oldest first. */
export const transactionsOf = (world: World): Transaction[] => {
  const { captures, sales, refunds, subscriptions } = world.state;
  const made: Transaction[] = [
    ...Object.values(captures).map((capture) => ({
      ...capture,
      reference: [capture.orderId, 'ODR'] as const,
      eventCode: 'T0006',
      status: captureLetters[capture.status],
      time: capture.createTime,
    })),
    ...Object.values(sales).map((sale) => ({
      ...sale,
      reference: [sale.subscriptionId, 'SUB'] as const,
      eventCode: 'T0002',
      status: saleLetters[sale.state],
      customId: subscriptions[sale.subscriptionId]?.customId ?? null,
    })),
    ...Object.values(refunds).map((refund) => ({
      ...refund,
      reference: [refund.paymentId, 'TXN'] as const,
      eventCode: wasReversed(world, refund.id) ? 'T1106' : 'T1107',
      status: 'S' as const,
      time: refund.createTime,
      updateTime: refund.createTime,
      amountCents: -refund.amountCents,
      customId: null,
    })),
  ];
  return made.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
};

/** The reports' form of a moment: `2025-08-04T12:00:00+0000`. */
export const reportTime = (time: string): string => `${new Date(time).toISOString().slice(0, 19)}+0000`;

/** A movement as GET /v1/reporting/transactions shows it. */
export const transactionDetail = (world: World, transaction: Transaction): Record<string, unknown> => {
  const [reference, referenceType] = transaction.reference;
  const { id, eventCode, status, amountCents, currency, customId, time, updateTime } = transaction;
  return {
    transaction_info: {
      paypal_account_id: world.settings.merchantId,
      transaction_id: id,
      paypal_reference_id: reference,
      paypal_reference_id_type: referenceType,
      transaction_event_code: eventCode,
      transaction_initiation_date: reportTime(time),
      transaction_updated_date: reportTime(updateTime),
      transaction_amount: money(amountCents, currency),
      ...(amountCents > 0 && status === 'S' && { fee_amount: money(-feeOf(amountCents), currency) }),
      transaction_status: status,
      ...(customId !== null && { custom_field: customId }),
      protection_eligibility: '01',
    },
  };
};
