import { parseCsv } from '../../../src/shared/csv.ts';
import { currentTimestamp, type SimulatorContext } from '../simulator-context.ts';
import type { MassPayment } from '../state.ts';
import { cents, ids } from '../values.ts';
import { invalidRequest, notFound, unprocessable } from './api-error.ts';

/** The fate of a payment when its file is sent. */
export const massPaymentFates = ['paid', 'unclaimed', 'returned', 'blocked'] as const;

export type MassPaymentFate = (typeof massPaymentFates)[number];

/** The status letters of reports: successful, pending, denied. A payment is returned after it was pending. */
const statuses = { paid: 'S', unclaimed: 'P', returned: 'P', blocked: 'D' } as const;

/**
 * Sends the payments of a file: recipient, amount, currency, reference, note, wallet. `fates` has the fates by reference; the
 * default is `paid`. Returns PayPal's ids of the payments by reference.
 */
export function sendMassPayments(
  context: SimulatorContext,
  file: string,
  fates: Readonly<Record<string, MassPaymentFate | undefined>> = {},
): Record<string, string> {
  const rows = parseCsv(file)?.filter((row) => row.join('') !== '');
  if (!rows)
    throw invalidRequest([
      { field: 'file', location: 'body', issue: 'INVALID_FILE', description: 'Not CSV.' },
    ]);
  const batchId = ids.payment();
  const now = currentTimestamp(context);
  const sent = rows.map(([recipient = '', amount = '', currency = '', reference = '']) => {
    const fate = fates[reference] ?? 'paid';
    const payment: MassPayment = {
      id: ids.payment(),
      ...{ batchId, recipient, reference, currency, amountCents: cents(amount), status: statuses[fate] },
      ...{ createTime: now, updateTime: now, back: null },
    };
    context.state.massPayments[payment.id] = payment;
    if (fate === 'returned') returnMassPayment(context, payment);
    return [reference, payment.id] as const;
  });
  context.save();
  return Object.fromEntries(sent);
}

export function findMassPayment(context: SimulatorContext, id: string): MassPayment {
  const payment = context.state.massPayments[id];
  if (!payment) throw notFound('payout_item_id');
  return payment;
}

/** The recipient accepts an unclaimed payment. */
export function claimMassPayment(context: SimulatorContext, payment: MassPayment): void {
  if (payment.status !== 'P') throw unprocessable('ITEM_INCORRECT_STATUS', 'The payment is not unclaimed.');
  Object.assign(payment, { status: 'S', updateTime: currentTimestamp(context) });
  context.save();
}

/** PayPal returns the money of an unclaimed payment after 30 days, or the recipient refunds an accepted one. */
export function returnMassPayment(context: SimulatorContext, payment: MassPayment): void {
  if (payment.status !== 'P' && payment.status !== 'S')
    throw unprocessable('ITEM_INCORRECT_STATUS', 'The payment was not sent.');
  const now = currentTimestamp(context);
  const eventCode = payment.status === 'P' ? 'T1114' : 'T1115';
  Object.assign(payment, { status: 'V', updateTime: now, back: { id: ids.payment(), eventCode, time: now } });
  context.save();
}
