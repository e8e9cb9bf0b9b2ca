import { errorFields } from '../../../shared/error-fields.ts';
import { Problem, problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { toProblem } from '../../frame/http/errors.ts';
import type { Log } from '../../frame/http/types.ts';
import { endLease, failAttempt } from '../../frame/queue/queue.ts';
import { findPurchase, hasArrived, paymentsOf } from '../purchases/buyer-account.ts';
import { type SyncedPurchase, syncPurchase } from '../purchases/sync-purchase.ts';
import { type EventPurchase, findEventPurchases } from './event-purchases.ts';
import { type ClaimedEvent, eventQueue } from './event-queue.ts';
import { webhookEvent, type WebhookEvent } from './webhook-event.ts';

/** An event that could not be processed. */
export interface FailedEvent {
  readonly type: string;
  /** The number of attempts so far. */
  readonly attempts: number;
  readonly isGivenUp: boolean;
  readonly error: unknown;
  /** The reason as it is stored for the admin. */
  readonly reason: string;
}

/**
 * Syncs the purchases of a claimed event, and marks the event as processed, ignored or failed. A failed event is tried again
 * later, or given up. Throws only if the outcome cannot be stored. Then the event is tried again when its lease ends.
 */
export async function processEvent(
  context: Context,
  claimed: ClaimedEvent,
): Promise<{ readonly failure: FailedEvent | null }> {
  const { type, body, attempts } = claimed;
  let outcome: EventOutcome;
  try {
    outcome = await syncEvent(context, webhookEvent.parse(body));
  } catch (error) {
    const reason = failureReason(error);
    const isGivenUp = await failAttempt(eventQueue, context, claimed, reason);
    return { failure: { type, attempts, isGivenUp, error, reason } };
  }
  await endLease(eventQueue, context, claimed, {
    ...outcome,
    processedAt: context.now,
    nextAttemptAt: null,
  });
  return { failure: null };
}

/** The outcome of an event that is done. An ignored event has a reason if it names a purchase, and the purchase cannot be recorded. */
export interface EventOutcome {
  readonly state: 'processed' | 'ignored';
  readonly lastError: string | null;
}

/**
 * Syncs every purchase of an event, even if one of them fails. The outcome is `ignored` if no purchase can be recorded. Throws the
 * first failure that another attempt may repair.
 */
export async function syncEvent(context: Context, event: WebhookEvent): Promise<EventOutcome> {
  const reasons: (string | null)[] = [];
  const failures: unknown[] = [];
  for (const purchase of await findEventPurchases(context, event)) {
    try {
      reasons.push(await syncEventPurchase(context, purchase));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  if (reasons.includes(null)) return { state: 'processed', lastError: null };
  return { state: 'ignored', lastError: reasons[0] ?? null };
}

/** Syncs a purchase of an event. Returns null, or the reason why the purchase cannot be recorded. */
async function syncEventPurchase(context: Context, purchase: EventPurchase): Promise<string | null> {
  const { reference, details } = purchase;
  try {
    const synced = await syncPurchase(context, reference, details);
    if (isUnsupported(synced, purchase)) throw problem('purchase-mismatch');
    if (!hasExpected(synced, purchase))
      throw problem('payment-provider-unavailable', { cause: 'PayPal does not list the payment yet' });
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // PayPal deletes an order that was never captured.
    const isDeleted = error.code === 'order-not-found' && details.isApprovalReversed;
    if (error.code === 'purchase-mismatch' || isDeleted) return error.message;
    throw error;
  }
}

/** True if the event is about a payment that cannot be recorded, such as a payment in another currency. */
function isUnsupported(
  { unsupportedPaymentIds }: SyncedPurchase,
  { expected: { paymentId }, details: { refund } }: EventPurchase,
): boolean {
  return unsupportedPaymentIds.some((id) => id === paymentId || id === refund?.paymentId);
}

/**
 * True if the payment, refund or dispute of the event is recorded. PayPal may send the event before its API shows the record.
 * A dispute does not wait for declined and unsupported payments, because they are never recorded.
 */
function hasExpected(
  { buyer, providerPayments, unsupportedPaymentIds }: SyncedPurchase,
  { reference, expected: { paymentId, refundId, dispute } }: EventPurchase,
): boolean {
  const purchase = findPurchase(buyer, reference.providerId);
  const payments = purchase ? paymentsOf(buyer, purchase) : [];
  const payment = buyer.payments.find(({ providerId }) => providerId === paymentId);
  const disputeRows = buyer.disputes.filter(({ providerId }) => providerId === dispute?.id);
  const isDisputeRecorded = (providerId: string) =>
    payments.some(
      (row) =>
        row.providerId === providerId &&
        disputeRows.some(({ paymentId: disputedId }) => disputedId === row.id),
    );
  const isNeverRecorded = (providerId: string) =>
    unsupportedPaymentIds.includes(providerId) ||
    providerPayments.some(({ id, state }) => id === providerId && state === 'declined');
  return (
    (!paymentId || (payment !== undefined && hasArrived(payment))) &&
    (!refundId || buyer.refunds.some(({ providerId }) => providerId === refundId)) &&
    (!dispute || dispute.paymentIds.every((id) => isDisputeRecorded(id) || isNeverRecorded(id)))
  );
}

/** Returns the reason for the admin: the message and the innermost cause. A long message does not crowd out the cause. */
function failureReason(error: unknown): string {
  const { problem: message, cause } = errorFields(error);
  return cause === undefined ? message : `${message.slice(0, 200)} (${cause})`.slice(0, 500);
}

/** From this attempt on, the event has failed for an hour, and an operator should look at it. */
const manyAttempts = 7;

/**
 * Logs an event that could not be processed. An outage of PayPal, or a payment that PayPal does not show yet, is a warning.
 * A bug in our code, or an event that fails for an hour, is an error.
 */
export function logFailedEvent(
  log: Log,
  fields: Readonly<Record<string, string>>,
  { type, attempts, isGivenUp, error }: Omit<FailedEvent, 'reason'>,
): void {
  const isBug = toProblem(error).code === 'internal-error';
  log({
    level: isBug || attempts >= manyAttempts ? 'error' : 'warn',
    ...fields,
    code: isGivenUp ? 'event-given-up' : 'event-failed',
    type,
    attempts,
    ...errorFields(error),
  });
}
