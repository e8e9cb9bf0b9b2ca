import { Hono } from 'hono';
import { z } from 'zod';
import { currentTime, type SimulatorContext } from '../simulator-context.ts';
import { invalidRequest, resultSetTooLarge } from './api-error.ts';
import { parseRequest } from './request.ts';
import { requireToken, requireFeature } from './oauth.ts';
import type { MassPayment } from '../state.ts';
import { massPaymentFee, paypalFee, money } from '../values.ts';

const MAX_RANGE_MS = 31 * 24 * 60 * 60 * 1_000;

/** PayPal's limit for the records of a report. */
const MAX_RECORDS = 10_000;

const querySchema = z.object({
  start_date: z.iso.datetime({ offset: true }),
  end_date: z.iso.datetime({ offset: true }),
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
});

/** Transaction Search, for the server only. */
export function transactionRoutes(context: SimulatorContext): Hono {
  const app = new Hono();

  app.get(
    '/v1/reporting/transactions',
    requireToken(context, 'server'),
    requireFeature(context, 'transaction-search'),
    (c) => {
      const query = parseRequest(querySchema, c.req.query(), 'query');
      const [start, end] = [Date.parse(query.start_date), Date.parse(query.end_date)];
      if (end < start || end - start > MAX_RANGE_MS)
        throw invalidRequest([
          {
            field: 'end_date',
            location: 'query',
            issue: 'INVALID_DATE_RANGE',
            description: 'At most 31 days.',
          },
        ]);
      const transactions = listTransactions(context).filter(
        ({ time }) => Date.parse(time) >= start && Date.parse(time) <= end,
      );
      const limit = context.switches.reportLimit ?? MAX_RECORDS;
      if (transactions.length > limit) throw resultSetTooLarge(transactions.length, limit);
      const pageSize = context.switches.reportPageSize ?? query.page_size;
      const first = (query.page - 1) * pageSize;
      return c.json({
        transaction_details: transactions
          .slice(first, first + pageSize)
          .map((transaction) => transactionDetail(context, transaction)),
        account_number: context.settings.merchantId,
        start_date: formatReportTime(query.start_date),
        end_date: formatReportTime(query.end_date),
        last_refreshed_datetime: formatReportTime(currentTime(context).toISOString()),
        page: query.page,
        total_items: transactions.length,
        total_pages: Math.max(1, Math.ceil(transactions.length / pageSize)),
        links: [{ href: c.req.url, rel: 'self', method: 'GET' }],
      });
    },
  );
  return app;
}

/** A transaction of the merchant's account. */
export interface Transaction {
  readonly id: string;
  /** The order or subscription of a payment, or the payment of a refund. */
  readonly reference: readonly [id: string, type: 'ODR' | 'SUB' | 'TXN'];
  /**
   * T0006: checkout. T0002: subscription payment. T1107: refund. T1106: reversal. T0001: mass payment. T1114 and T1115: its money
   * came back.
   */
  readonly eventCode: string;
  /** D: denied. P: pending. S: successful. V: reversed. */
  readonly status: 'D' | 'P' | 'S' | 'V';
  readonly time: string;
  readonly updateTime: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly customId: string | null;
}

/** Status letters of captures. A fully refunded capture is `V`, reversed. */
const captureLetters = {
  PENDING: 'P',
  DECLINED: 'D',
  REFUNDED: 'V',
  PARTIALLY_REFUNDED: 'S',
  COMPLETED: 'S',
} as const;

/** Status letters of sales. */
const saleLetters = { pending: 'P', completed: 'S', partially_refunded: 'S', refunded: 'V' } as const;

/** Status letters of refunds. */
const refundLetters = { PENDING: 'P', COMPLETED: 'S', FAILED: 'D' } as const;

/** Returns all transactions, oldest first. */
export function listTransactions(context: SimulatorContext): Transaction[] {
  const { captures, sales, refunds, subscriptions } = context.state;
  const transactions: Transaction[] = [
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
      eventCode: isReversal(context, refund.id) ? 'T1106' : 'T1107',
      status: refundLetters[refund.status],
      time: refund.createTime,
      amountCents: -refund.amountCents,
      customId: null,
    })),
    ...Object.values(context.state.massPayments).flatMap(massPaymentRows),
  ];
  return transactions.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
}

/** The rows of a mass payment. A denied payment affects no balance, and PayPal lists it all the same. */
function massPaymentRows(payment: MassPayment): Transaction[] {
  const { id, batchId, reference, amountCents, back } = payment;
  const sent: Transaction = {
    ...payment,
    reference: [batchId, 'TXN'],
    eventCode: 'T0001',
    time: payment.createTime,
    amountCents: -amountCents,
    customId: reference,
  };
  if (!back) return [sent];
  const { time } = back;
  const returned = { ...sent, ...back, reference: [id, 'TXN'] as const, status: 'S' as const, amountCents };
  return [sent, { ...returned, updateTime: time }];
}

function isReversal(context: SimulatorContext, refundId: string): boolean {
  return Object.values(context.state.events).some(
    ({ event_type: type, resource }) =>
      type.endsWith('.REVERSED') && JSON.stringify(resource).includes(refundId),
  );
}

/** Formats a time as the reports do: `2025-08-04T12:00:00+0000`. */
export function formatReportTime(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19)}+0000`;
}

function feeOf({ eventCode, status, amountCents, currency }: Transaction): object | false {
  if (eventCode === 'T0001' && status !== 'D') return { fee_amount: money(-massPaymentFee, currency) };
  return amountCents > 0 && status === 'S' && { fee_amount: money(-paypalFee(amountCents), currency) };
}

/** A transaction in the answer of GET /v1/reporting/transactions. */
export function transactionDetail(
  context: SimulatorContext,
  transaction: Transaction,
): Record<string, unknown> {
  const [reference, referenceType] = transaction.reference;
  const { id, eventCode, status, amountCents, currency, customId, time, updateTime } = transaction;
  return {
    transaction_info: {
      paypal_account_id: context.settings.merchantId,
      transaction_id: id,
      paypal_reference_id: reference,
      paypal_reference_id_type: referenceType,
      transaction_event_code: eventCode,
      transaction_initiation_date: formatReportTime(time),
      transaction_updated_date: formatReportTime(updateTime),
      transaction_amount: money(amountCents, currency),
      ...feeOf(transaction),
      transaction_status: status,
      ...(customId !== null && { custom_field: customId }),
      protection_eligibility: '01',
    },
  };
}
